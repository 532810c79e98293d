# What verify-order is measured against on text: late, duplicate and missing seqs of each key, and nothing else.
# Prints records, keys, late, duplicates, gaps.
match($0, /key=[^ \t]+ seq=[0-9]+/) {
  split(substr($0, RSTART, RLENGTH), part, " ")
  key = substr(part[1], 5)
  seq = substr(part[2], 5) + 0
  ++records
  if (!(key in newest)) { newest[key] = seq; ++keys; next }
  if (seq == newest[key] + 1) newest[key] = seq
  else if (seq > newest[key]) { gaps += seq - newest[key] - 1; newest[key] = seq }
  else if (seq == newest[key]) ++duplicates
  else ++late
}
END { print records + 0, keys + 0, late + 0, duplicates + 0, gaps + 0 }
