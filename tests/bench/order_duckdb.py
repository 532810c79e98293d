"""What verify-order is measured against on JSON Lines: late, duplicate and missing seqs of each key in SQL, by DuckDB.

Prints records, keys, late, duplicates, gaps. Usage: order_duckdb.py FILE THREADS
"""
import sys

import duckdb

connection = duckdb.connect()
connection.execute(f"SET threads = {int(sys.argv[2])}")
row = connection.execute(
    """
    WITH record AS (
      SELECT key, seq, row_number() OVER () AS place
      FROM read_json(?, format = 'newline_delimited', columns = {key: 'VARCHAR', seq: 'BIGINT'})),
    judged AS (
      SELECT key, seq,
             max(seq) OVER (PARTITION BY key ORDER BY place ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS newest,
             row_number() OVER (PARTITION BY key, seq ORDER BY place) AS copy
      FROM record),
    of_key AS (
      SELECT count(*) AS records, count(*) FILTER (copy = 1 AND seq < newest) AS late,
             count(*) FILTER (copy > 1) AS duplicates,
             max(seq) - min(seq) + 1 - count(*) FILTER (copy = 1) AS gaps
      FROM judged GROUP BY key)
    SELECT sum(records), count(*), sum(late), sum(duplicates), sum(gaps) FROM of_key
    """,
    [sys.argv[1]],
).fetchone()
print(*map(int, row))
