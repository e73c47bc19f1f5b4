"""The gradebook as files: one module for each format, each a pure function of the gradebook.

What other systems import is made of the file that they have exported (`filling`), so that its
rows, ids and headers are theirs.
"""
