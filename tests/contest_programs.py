"""Programs that play, badly or not: what each does after the first lines that all have."""

import shlex
import sys
from pathlib import Path

START = """\
import json, os, signal, subprocess, sys
def say(**what):
    print(json.dumps(what), flush=True)
def asked():
    return json.loads(sys.stdin.readline())
"""
READY = START + "asked(); say(say='ready', protocol=1)\n"
FIRST = READY + "view = asked()['view']\n"


def program(folder: Path, text: str) -> str:
    """A bot that is a program with this text."""
    file = folder / "program.py"
    file.write_text(text, "utf-8")
    return f"cmd:{shlex.join([sys.executable, '-I', '-S', str(file)])}"
