#!/bin/bash
# README's two commands on a bare Debian 12: nothing that happens to be installed here may be needed.
#   tests/soak/fresh-root.sh
# Needs root and debootstrap. The root is made with the archive that this machine's apt is configured with.
set -euo pipefail
cd "$(dirname "$0")/../.."
commands=('sh examples/tour.sh' 'sh tests/run')
for command in "${commands[@]}"; do
  if ! grep -qF "$command" README.md; then
    echo "fresh-root: README.md does not say '$command'" >&2
    exit 1
  fi
done

# "URI suite component" of every Debian source of apt, and the first that holds all of bookworm.
sources=$(apt-get indextargets --format '$(REPO_URI) $(RELEASE) $(COMPONENT)' 'Created-By: Packages' 'Origin: Debian' | sort -u)
mirror=$(echo "$sources" | awk '$2 == "bookworm" && $3 == "main" {print $1; exit}')
if [ -z "$mirror" ]; then
  echo "fresh-root: apt is configured with no archive of bookworm" >&2
  exit 1
fi

root=$(mktemp -d)
# The mounts first: what is below them is not ours to remove.
clean() {
  umount "$root/dev/pts" "$root/proc" 2>/dev/null || true
  if ! mountpoint -q "$root/proc" && ! mountpoint -q "$root/dev/pts"; then rm -rf --one-file-system "$root"; fi
}
trap clean EXIT

debootstrap --variant=minbase bookworm "$root" "$mirror" >"$root.log" 2>&1 || { cat "$root.log"; exit 1; }
rm -f "$root.log"
echo "$sources" | awk '{print "deb", $1, $2, $3}' >"$root/etc/apt/sources.list"
mkdir "$root/lanewise"
git archive HEAD | tar -x -C "$root/lanewise"
mount -t proc proc "$root/proc"
# Pseudo-terminals of its own: an interactive zsh is among the tests.
mkdir -p "$root/dev/pts"
mount -t devpts -o newinstance,ptmxmode=0666 devpts "$root/dev/pts"
ln -sf pts/ptmx "$root/dev/ptmx"

for command in "${commands[@]}"; do
  echo "\$ $command"
  env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/ LC_ALL=C.UTF-8 chroot "$root" sh -c "cd /lanewise && $command"
done
