"""The corpus of what strangers may write (tests/payloads), and how it is handed out."""

import tomllib
from pathlib import Path
from typing import Final

_FILE: Final = Path(__file__).parents[1] / "payloads" / "payloads.toml"
FAMILIES: Final[dict[str, dict[str, str]]] = tomllib.loads(_FILE.read_text(encoding="utf-8"))
"""By whom they are meant for, and by name."""
PAYLOADS: Final = {name: text for family in FAMILIES.values() for name, text in family.items()}
"""By name."""
NAMES: Final = {name: text.replace("/", "⁄").replace("\0", "") for name, text in PAYLOADS.items()}
"""What of it a file can be called: no slash and no NUL."""
EVERYTHING: Final = " ".join(PAYLOADS.values())
EVERY_LINE: Final = "\n".join(PAYLOADS.values())
