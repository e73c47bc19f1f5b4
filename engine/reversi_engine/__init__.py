"""The game of Reversi and the reference program of the assignment."""
