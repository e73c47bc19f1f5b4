"""Judges console Reversi programs against golden transcripts."""

__version__ = "0.1.0"
