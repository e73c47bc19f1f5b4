"""The audit of a suite: known mistakes are played through it, and each must be found where it is.

Knows the catalogue of deliberate mistakes (`catalogue`), plays it (`playing`), says what follows
(`matrix`) and writes it (`renderings`). The catalogue itself is plain files: in a checkout
`tests/mistakes/`, in an installed package a folder of its own.
"""
