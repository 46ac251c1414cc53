"""Verifies a Cordon audit log with nothing but the standard library, from docs/audit-format.md.

It reads the rows that count. Of bytes behind the end that a later segment names, of other spellings of a row and of
signatures it says nothing; `cordon audit verify` does.

    python3 verify_audit_log.py DIRECTORY [CHAIN:SEQ:HASH ...]
"""
import collections, hashlib, json, pathlib, re, sys


def check(holds, message):  # not `assert`, which `python3 -O` leaves out
    if not holds:
        sys.exit(message)


check(len(sys.argv) > 1, "usage: python3 verify_audit_log.py DIRECTORY [CHAIN:SEQ:HASH ...]")
directory, anchors = pathlib.Path(sys.argv[1]), set(sys.argv[2:])
check(directory.is_dir(), f"{directory}: no such directory")
chains = collections.defaultdict(list)
for path in directory.iterdir():
    if name := re.fullmatch(r"([a-z0-9][a-z0-9._-]{0,63})-([1-9]\d{0,14})\.jsonl", path.name):
        chains[name[1]].append((int(name[2]), path))
check(chains, f"{directory}: no log here")
for chain, segments in sorted(chains.items()):
    # Each first row says how many bytes of the segments before it count; read from the last segment back.
    ends, plan = None, []
    for number, path in sorted(segments, reverse=True):
        if ends and number < min(ends):
            ends = None  # the one to go on from is missing: the link below will not hold
        end = path.stat().st_size if ends is None else ends.get(number, 0)
        plan.insert(0, (number, path, end, ends is None))
        first = path.open("rb").readline()
        if end and first.endswith(b"\n"):
            ends = {close["segment"]: close["bytes"] for close in json.loads(first)["payload"]["closes"]}
    seq, prev = 0, "0" * 64
    for number, path, end, is_open in plan:
        data = path.read_bytes()[:end]
        for line, text in enumerate(data.splitlines(keepends=True), 1):
            if not text.endswith(b"\n"):
                check(is_open and len(text) < 66 * 1024, f"{path}:{line}: cut short, or longer than any row")
                break  # half a row, which a crash left; nobody was told that it was written
            row = json.loads(text)
            if seq == 0 and row["seq"] > 1:  # older segments were moved away; an anchor tells whether nothing else is gone
                seq, prev = row["seq"] - 1, row["prev"]
                anchors.discard(f"{chain}:{seq}:{prev}")
            hashed = text[:-1].replace(b'"hash":"%s",' % row["hash"].encode(), b"", 1)
            check(hashlib.sha256(hashed).hexdigest() == row["hash"], f"{path}:{line}: hash")
            check((row["chain"], row["seq"], row["prev"]) == (chain, seq + 1, prev), f"{path}:{line}: link")
            check(line > 1 or (row["kind"], row["payload"]["segment"]) == ("chain.segment", number), f"{path}: number")
            seq, prev = row["seq"], row["hash"]
            anchors.discard(f"{chain}:{seq}:{prev}")
        check(is_open or len(data) == end, f"{path}: cut short")
    print(f"{chain}:{seq}:{prev}")
check(not anchors, f"not in the log: {' '.join(sorted(anchors))}")
