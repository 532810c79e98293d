"""What the checks of this folder share: the tree's files, and the last line that each of them prints."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
NOT_OURS = {"build", ".git", ".cache", "__pycache__"}


def files(root):
    """Paths relative to `root` of the files under version control, or of all in a source archive."""
    listed = subprocess.run(["git", "-C", str(root), "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
                            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=False)
    if listed.returncode == 0:
        names = [Path(name) for name in listed.stdout.split("\0") if name]
    else:
        names = [path.relative_to(root) for path in root.rglob("*")]
        names = [name for name in names if not NOT_OURS.intersection(name.parts)]
    return sorted(name for name in names if (root / name).is_file() and not (root / name).is_symlink())


def verdict(checked, findings):
    """Prints the findings and the count; returns the exit status. To have checked nothing is a finding."""
    findings = list(findings)
    if checked == 0:
        findings.append("nothing was checked")
    for finding in findings:
        print(finding)
    print(f"{max(checked - len(findings), 0)} passed, {len(findings)} failed")
    return 1 if findings else 0


def give_up(message):
    """Ends the program: the check itself could not be made."""
    sys.exit(f"{Path(sys.argv[0]).name}: {message}")
