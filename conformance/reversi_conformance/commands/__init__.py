"""The commands of `reversi-conformance`, one module each, entered in the table of `cli`.

With `cli` the only place that prints and exits. A command returns its exit status; what it needs to
do its work is imported when it runs, so that `--help` is quick.
"""
