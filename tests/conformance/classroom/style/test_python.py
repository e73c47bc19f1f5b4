from .pictures import check, counts, pure_lines

LOOPS = """
for x in xs: # loops
    pass
while a: # loops
    pass
else:
    pass
async def f():
    async for x in xs: # loops
        pass
ys = [x for x in xs if x]
zs = {x: y for x, y in xs}
"""

REASSIGNMENTS = """
n = 1
n = 2 # reassignments
n += 1 # reassignments
a, b = 1, 2
a, b = b, a # reassignments
a = c = 3 # reassignments
if n:
    best = 1
elif a:
    best = 2
else:
    best = 3
best = 4 # reassignments
try:
    size = int(a)
except ValueError:
    size = 8
match n:
    case 1:
        word = 'a'
    case _:
        word = 'b'
for i in xs:
    k = i
for i in xs:
    pass
typed: int
typed: int = 3
def f(p, q=1):
    p = 3 # reassignments
    n = 4
    n = 5 # reassignments
    def g():
        nonlocal n
        n = 6 # reassignments
    def h():
        global a
        a = 7 # reassignments
    if (m := n) and (m := 3): # reassignments
        pass
    return [m := x for x in xs] # reassignments
class A:
    n = 1
"""

MUTATIONS = """
a[0] = 1 # mutations
a[0] += 1 # mutations
o.p = 1 # mutations
a[0], a[1] = a[1], a[0] # mutations
a[:] = b # mutations
del a[0] # mutations
del a
a.append(1) # mutations
a.sort(); a.reverse(); a.pop(); a.insert(0, 1) # mutations mutations mutations mutations
d.update(b); d.setdefault(1, 2); d.clear() # mutations mutations mutations
s.add(1); s.discard(1) # mutations mutations
for a[0] in xs: # mutations
    pass
class A:
    def __init__(self, x):
        self.x = x # mutations
    def put(self, x):
        self.add(x)
        self.xs.append(x) # mutations
"""

MADE_ON_THE_SPOT = """
list(a).append(1)
[1, 2].reverse()
[x for x in a].sort()
a.copy().append(1)
text.split().sort()
sorted(a)
"""

HIGHER_ORDER = """
from functools import reduce
import functools
def letter(i):
    return i
map(letter, xs) # higher-order
map(lambda x: x, xs) # higher-order
filter(str.isdigit, xs) # higher-order
map(int, xs) # higher-order
reduce(lambda a, b: a + b, xs) # higher-order
functools.reduce(max, xs) # higher-order
sorted(xs, key=lambda x: -x) # higher-order
xs.sort(key=len) # higher-order
max(xs, key=scores.get) # higher-order
sorted(xs)
max(1, 2)
def twice(f, x): # higher-order
    return f(f(x))
twice(letter, 3) # higher-order
twice(lambda x: x, 3) # higher-order
def adder(a): # higher-order
    def add(b):
        return a + b
    return add
def other(a): # higher-order
    return lambda b: a + b
def typed(f: Callable[[int], int]) -> int: # higher-order
    pass
def giving() -> Callable[[int], int]: # higher-order
    pass
letter(3)
"""

PURE = """
import math
from functools import reduce
SIZE = 8
DIRECTIONS = [(0, 1), (1, 0)]
def add(a, b): # pure-functions
    return a + b
def later(): # pure-functions
    return defined()
def defined(): # pure-functions
    return len(DIRECTIONS) + SIZE + math.floor(math.pi)
def fact(n): # pure-functions
    return 1 if n < 2 else n * fact(n - 1)
def count(xs): # pure-functions
    n = 0
    for x in xs:
        n += x
    return n
def empty(n): # pure-functions
    board = [['.'] * n for _ in range(n)]
    board[n // 2][n // 2] = 'O'
    return board
def grown(n): # pure-functions
    board = []
    for _ in range(n):
        row = []
        for _ in range(n):
            row.append('.')
        board.append(row)
    board[0][0] = 'X'
    return board
def rows(board): # pure-functions
    copy = [row[:] for row in board]
    copy[0][0] = 'X'
    return copy
def played(board): # pure-functions
    copy = rows(board)
    copy[0][0] = 'X'
    return copy
def deep(board): # pure-functions
    import copy
    mine = copy.deepcopy(board)
    mine[0][0] = 'X'
    return mine
def stepped(row, step): # pure-functions
    r = row
    r += step
    return r
def twice(f, x): # pure-functions
    return f(f(x))
best = lambda xs: max(xs, key=lambda x: -x) # pure-functions pure-functions
def joined(xs): # pure-functions
    return ' '.join(sorted(xs))
def check(x): # pure-functions
    if not x:
        raise ValueError('no')
    return reduce(add, x)
class Board:
    def __init__(self, cells):
        self.cells = cells
    def at(self, i): # pure-functions
        return self.cells[i]
def made(cells): # pure-functions
    return Board(cells).at(0)
"""

IMPURE = """
import random, sys, time
from datetime import datetime
from sys import stdin
turn = 0
board = [['.']]
def show():
    print('x')
def shown():
    show()
def passed(xs):
    return list(map(show, xs))
def prints(xs):
    return list(map(print, xs))
def ask():
    return input('?')
def reads():
    return stdin.readline()
def chance():
    return random.choice([1])
def clock():
    return time.time()
def now():
    return datetime.now()
def leave():
    sys.exit(1)
def change():
    global turn
    turn = turn + 1
def whose():
    return turn
def flip(b):
    b[0] = 'X'
def put(b):
    b.append(1)
def extended(b):
    b += [1]
def place():
    board[0][0] = 'X'
def at():
    return board[0][0]
def nobody():
    return frobnicate()
def unknown(x):
    return x.frobnicate()
def shallow(b):
    copy = b[:]
    copy[0][0] = 'X'
    return copy
def row(b):
    row = b[0]
    row[0] = 'X'
def element(b):
    for row in b:
        row[0] = 'X'
def numbered(b):
    for i, row in enumerate(b):
        row[i] = 'X'
def counter():
    n = 0
    def step():
        nonlocal n
        n += 1
        return n
    return step
class A:
    def go(self):
        self.x = 1
    def run(self):
        self.go()
def moved():
    A().go()
with open('reversi.csv') as file:
    pass
def late():
    return file.read()
"""


def test_each_loop_statement_is_a_loop_and_no_comprehension() -> None:
    check(LOOPS, ".py", "loops")


def test_a_reassignment_gives_another_value_to_a_variable() -> None:
    check(REASSIGNMENTS, ".py", "reassignments", "mutations")


def test_a_mutation_changes_a_value_in_place() -> None:
    check(MUTATIONS, ".py", "reassignments", "mutations")


def test_what_is_made_on_the_spot_is_not_mutated() -> None:
    check(MADE_ON_THE_SPOT, ".py", "mutations")


def test_higher_order_is_what_takes_or_returns_functions() -> None:
    check(HIGHER_ORDER, ".py", "higher-order")


def test_a_function_without_effects_is_pure() -> None:
    check(PURE, ".py", "pure-functions")


def test_a_function_with_effects_or_unknown_calls_is_not_pure() -> None:
    check(IMPURE, ".py", "pure-functions")


def test_functions_are_known_across_files() -> None:
    rules = ("rules.py", "def legal(x):\n    return x > 0\n")
    main = (
        "main.py",
        "import rules\n"
        "from rules import legal as is_legal\n"
        "def a(x):\n    return is_legal(x)\n"
        "def b(x):\n    return rules.legal(x)\n"
        "def c(x):\n    return rules.missing(x)\n"
        "list(filter(is_legal, []))\n",
    )
    assert pure_lines(main, rules) == ("main.py:3", "main.py:5", "rules.py:1")
    assert counts(main, rules)["higher-order"] == 1


def test_a_program_without_its_indentation_counts_as_far_as_it_goes() -> None:
    found = counts(("a.py", "def f(x):\nfor y in x:\ny.append(1)\nreturn y\n"))
    assert found["loops"] == 1
    assert found["mutations"] == 1
    assert found["functions"] == 1
