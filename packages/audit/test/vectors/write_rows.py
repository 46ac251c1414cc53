"""Writes rows/gw-1-1.jsonl from docs/audit-format.md alone, with nothing but the standard library.

    python3 write_rows.py
"""
import hashlib
import json
import pathlib


def canonical(value):
    """RFC 8785 for what the vectors hold: ASCII and BMP names, integers, one half, no exponent."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


rows = [
    ("chain.segment", {"segment": 1, "closes": [], "peers": [], "signer": None}),
    ("ai.persona_loaded", {"persona_handle": "harbour-clerk@1.4.0", "request_id": "r-1", "fenced": 3}),
    ("note", "\u00e9 \u20ac \U0001f600 \u2028 \u007f \"\\\n"),
    ("empty.row_2", None),
    ("nested", {"b": [1, 0.5, 0, True, {"z": [], "a": {}}], "a": "100000000000000000000", "\u00e4": ""}),
]
target = pathlib.Path(__file__).parent / "rows" / "gw-1-1.jsonl"
target.parent.mkdir(exist_ok=True)
with target.open("w", encoding="utf-8", newline="\n") as file:
    prev = "0" * 64
    for seq, (kind, payload) in enumerate(rows, 1):
        row = {"v": 1, "chain": "gw-1", "seq": seq, "ts_ns": "1764453600123000000"}
        row |= {"kind": kind, "payload": payload, "prev": prev}
        prev = row["hash"] = hashlib.sha256(canonical(row).encode()).hexdigest()
        file.write(canonical(row) + "\n")
