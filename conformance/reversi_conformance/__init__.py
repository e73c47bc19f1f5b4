"""Judges console Reversi programs against golden transcripts."""
