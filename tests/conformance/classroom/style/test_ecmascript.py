import pytest

from .pictures import check, counts, pure_lines

LOOPS = """
for (let i = 0; i < 3; i++) {} // loops
for (const k in o) {} // loops
for (const x of xs) {} // loops
async () => { for await (const x of xs) {} }; // loops
while (a) {} // loops
do { b; } while (a); // loops
xs.forEach(x => x);
"""

REASSIGNMENTS = """
let n = 1, m;
var k = n;
const [p, { q }] = xs;
n = 2; // reassignments
n += 1; // reassignments
n ??= 1; // reassignments
n++; // reassignments
--n; // reassignments
(n) = 3; // reassignments
[n, m] = [m, n]; // reassignments
({ a: n, m } = o); // reassignments
n = m = 3; // reassignments reassignments
for (n of xs) {} // reassignments
for (const x of xs) {}
function f(a = 1) { return a; }
undeclared = 3; // reassignments
class A { x = 1 }
"""

TYPESCRIPT = """
(n as number) = 3; // reassignments
n! += 3; // reassignments
(o as any).p = 3; // mutations
xs!.push(1); // mutations
let v: (n: number) => void = g;
type T = { f(x: number): number };
interface I { for: string; delete(x: number): void }
enum E { A = 1, B }
declare function h(a: () => void): void;
abstract class Z { abstract m(): void; }
namespace N { export const x = 1; }
"""

MUTATIONS = """
a[0] = 1; // mutations
o.p = 1; // mutations
o.p += 1; // mutations
o.p++; // mutations
delete o.p; // mutations
delete o[p]; // mutations
[a[0], a[1]] = [a[1], a[0]]; // mutations
[a[0], n] = [1, 2]; // mutations reassignments
for (o.p of xs) {} // mutations
a.push(1); // mutations
a?.push(1); // mutations
a.pop(), a.shift(), a.unshift(1), a.splice(1); // mutations mutations mutations mutations
a.sort(), a.reverse(), a.fill(1), a.copyWithin(0); // mutations mutations mutations mutations
map.set(1, 2), set.add(3), set.delete(3), map.clear(); // mutations mutations mutations mutations
f(a).push(1); // mutations
a
  .filter(x => x)[0]
  .push(1); // mutations
Object.assign(o, p); // mutations
class A {
  constructor(x) {
    this.x = x; // mutations
  }
  put(x) {
    this.add(x);
    this.xs.push(x); // mutations
    super.push(x);
  }
}
"""

MADE_ON_THE_SPOT = """
[...a].sort();
a.slice().reverse();
a.map(f).fill(1).sort();
new Array(3).fill('.');
Array(3).fill('.');
Array.from(a).sort();
new Set(a).add(1);
text.split('').reverse();
Object.assign({}, o);
Object.keys(o).sort();
console.clear();
module.exports = { f };
module.exports.f = f;
exports.f = f;
"""

HIGHER_ORDER = """
const letter = i => i;
xs.map(x => x); // higher-order
xs.map(letter); // higher-order
xs.map(String).filter(Boolean); // higher-order higher-order
xs.reduce((a, b) => a + b, 0); // higher-order
xs.sort((a, b) => a - b); // higher-order
xs.sort();
xs.find(x);
board.find(3, 4);
Array.from(xs, x => x); // higher-order
Array.from(xs);
text.replace(/a/g, s => s); // higher-order
text.replace('a', 'b');
setTimeout(() => 1, 3);
rl.on('line', x => x);
xs
  .flatMap(x => x) // higher-order
  .every(function (x) { return x; }); // higher-order
const twice = (f, x) => f(f(x)); // higher-order
const each = (f, xs) => xs.map(f); // higher-order higher-order
const adder = a => b => a + b; // higher-order
function maker() { // higher-order
  return function () { return 1; };
}
twice(letter, 3); // higher-order
twice(x => x, 3); // higher-order
xs.map(adder(3)); // higher-order
xs.map(maker); // higher-order
letter(3);
xs.map(rules.max);
xs.map(Math.abs); // higher-order
"""

TYPED_HIGHER_ORDER = """
function apply(f: (x: number) => number): void {} // higher-order
function give(): (x: number) => number { throw new Error(); } // higher-order
const plain = (x: number): number => x;
"""

PURE = """
const size = 8;
const directions = [[0, 1], [1, 0]];
const add = (a, b) => a + b; // pure-functions
function chr(i) { return String.fromCharCode(97 + i); } // pure-functions
const name = (r, c) => chr(r) + chr(c); // pure-functions
const later = () => defined(); // pure-functions
function defined() { return directions.length + size; } // pure-functions
const fact = n => n < 2 ? 1 : n * fact(n - 1); // pure-functions
const even = n => n === 0 || odd(n - 1); // pure-functions
const odd = n => n !== 0 && even(n - 1); // pure-functions
function count(xs) { // pure-functions
  let n = 0;
  for (const x of xs) {
    n += x;
  }
  return n;
}
function squares(n) { // pure-functions
  const found = [];
  for (let i = 0; i < n; i++) {
    found.push([i, i]);
    found[i][0] = i;
  }
  return found;
}
function countdown(n) { // pure-functions
  n--;
  return n;
}
const twice = (f, x) => f(f(x)); // pure-functions
const adder = a => b => a + b; // pure-functions pure-functions
const four = () => adder(1)(3); // pure-functions
const roots = xs => xs.map(Math.sqrt); // pure-functions
const sorted = xs => [...xs].sort((a, b) => a - b); // pure-functions pure-functions
function check(x) { if (!x) throw new Error('no'); return x; } // pure-functions
const now = (() => 3)(); // pure-functions
function total(rows) { // pure-functions
  let sum = 0;
  rows.forEach(row => { sum += row.length; });
  return sum;
}
const tally = xs => xs.reduce((seen, x) => { // pure-functions
  seen[x] = 1;
  return seen;
}, {});
"""

IMPURE = """
import fs from 'fs';
import { question } from 'readline-sync';
const prompt = require('prompt-sync')();
let turn = 0;
const board = [['.']];
const show = () => console.log('x');
const shown = () => show();
const passes = xs => xs.forEach(show);
const prints = xs => xs.forEach(console.log);
const log = text => fs.appendFileSync('reversi.csv', text);
const ask = () => question('?');
const asks = () => prompt('?');
const time = () => new Date();
const clock = () => Date.now();
const chance = () => Math.random();
const leave = () => process.exit(1);
const next = () => { turn += 1; };
const whose = () => turn;
const implicit = () => { undeclared = 1; };
const turnDiscs = (b, i) => { b[i] = 'X'; };
const put = (b, i) => b.push(i);
const wipe = o => { delete o.p; };
const merge = (a, b) => Object.assign(a, b);
const place = () => { board[0][0] = 'X'; };
const at = () => board[0][0];
const unknown = x => x.frobnicate();
const nobody = () => frobnicate();
function counter() { let n = 0; return () => ++n; }
class A {
  go() { this.x = 1; }
  run() { this.go(); }
  constructor(x) { this.x = x; }
}
const later = async () => await fetch('x');
const required = () => require('fs');
"""

COPIES = """
function whole(board) { // pure-functions
  const copy = board.slice();
  copy[0] = 'X';
  return copy;
}
function row(board) {
  const copy = board.slice();
  copy[0][0] = 'X';
  return copy;
}
function spread(board) {
  const copy = [...board];
  copy[0][0] = 'X';
  return copy;
}
function rows(board) { // pure-functions
  const copy = board.map(row => [...row]); // pure-functions
  copy[0][0] = 'X';
  return copy;
}
function sliced(board) { // pure-functions
  const copy = board.map(row => row.slice()); // pure-functions
  copy[0][0] = 'X';
  return copy;
}
function same(board) {
  const copy = board.map(row => row); // pure-functions
  copy[0][0] = 'X';
  return copy;
}
function parsed(board) { // pure-functions
  const copy = JSON.parse(JSON.stringify(board));
  copy[0][0] = 'X';
  return copy;
}
function cloned(board) { // pure-functions
  const copy = structuredClone(board);
  copy[0][0].x = 'X';
  return copy;
}
function alias(board) {
  const copy = board;
  copy[0] = 'X';
}
function aliasOfRow(board) {
  const row = board[0];
  row[0] = 'X';
}
function element(board) {
  for (const row of board) row.push('X');
}
function inner(board) {
  board.forEach(row => row.push('X'));
}
function stored(row) {
  const rows = [];
  rows.push(row);
  rows[0][0] = 'X';
}
function storedBehindAnotherName(row) {
  const rows = [];
  const other = rows;
  other[0] = row;
  rows[0][0] = 'X';
}
const empty = n => Array.from({ length: n }, // pure-functions
  () => Array(n).fill('.')); // pure-functions
function start(n) { // pure-functions
  const board = empty(n);
  board[n / 2][n / 2] = 'O';
  return board;
}
const copyOf = board => board.map(row => [...row]); // pure-functions pure-functions
function played(board, r, c) { // pure-functions
  const copy = copyOf(board);
  copy[r][c] = 'X';
  return copy;
}
const itself = board => board; // pure-functions
function playedInPlace(board, r, c) {
  const copy = itself(board);
  copy[r][c] = 'X';
  return copy;
}
"""


@pytest.mark.parametrize("suffix", [".ts", ".tsx", ".js"])
def test_each_loop_statement_is_a_loop(suffix: str) -> None:
    check(LOOPS, suffix, "loops")


@pytest.mark.parametrize("suffix", [".ts", ".tsx", ".js"])
def test_a_reassignment_gives_another_value_to_a_variable(suffix: str) -> None:
    check(REASSIGNMENTS, suffix, "reassignments", "mutations")


@pytest.mark.parametrize("suffix", [".ts", ".tsx", ".js"])
def test_a_mutation_changes_a_value_in_place(suffix: str) -> None:
    check(MUTATIONS, suffix, "reassignments", "mutations")


@pytest.mark.parametrize("suffix", [".ts", ".tsx", ".js"])
def test_what_is_made_on_the_spot_is_not_mutated(suffix: str) -> None:
    check(MADE_ON_THE_SPOT, suffix, "mutations")


def test_types_are_looked_through_and_never_counted() -> None:
    check(TYPESCRIPT, ".ts")


@pytest.mark.parametrize("suffix", [".ts", ".tsx", ".js"])
def test_higher_order_is_what_takes_or_returns_functions(suffix: str) -> None:
    check(HIGHER_ORDER, suffix, "higher-order")


def test_annotations_tell_of_functions_that_are_taken_or_returned() -> None:
    check(TYPED_HIGHER_ORDER, ".ts", "higher-order")


@pytest.mark.parametrize("suffix", [".ts", ".tsx", ".js"])
def test_a_function_without_effects_is_pure(suffix: str) -> None:
    check(PURE, suffix, "pure-functions")


@pytest.mark.parametrize("suffix", [".ts", ".tsx", ".js"])
def test_a_function_with_effects_or_unknown_calls_is_not_pure(suffix: str) -> None:
    check(IMPURE, suffix, "pure-functions")


@pytest.mark.parametrize("suffix", [".ts", ".js"])
def test_a_copy_may_be_changed_as_deep_as_it_is_one(suffix: str) -> None:
    check(COPIES, suffix, "pure-functions")


def test_functions_are_known_across_files() -> None:
    rules = ("rules.ts", "export const legal = (x: number) => x > 0;\n")
    shows = ("show.ts", "export default function show(x: number) { console.log(x); }\n")
    main = (
        "main.ts",
        "import { legal as isLegal } from './rules';\n"
        "import * as rules from './rules';\n"
        "import print from './show';\n"
        "const a = (x: number) => isLegal(x);\n"
        "const b = (x: number) => rules.legal(x);\n"
        "const c = (x: number) => print(x);\n"
        "const d = (x: number) => rules.missing(x);\n"
        "[1].filter(isLegal);\n",
    )
    assert pure_lines(main, rules, shows) == ("main.ts:4", "main.ts:5", "rules.ts:1")
    assert counts(main, rules, shows)["higher-order"] == 1


def test_functions_are_known_across_files_that_require_each_other() -> None:
    rules = ("rules.js", "const legal = x => x > 0;\nmodule.exports = { legal };\n")
    main = (
        "main.js",
        "const { legal, missing } = require('./rules');\n"
        "const rules = require('./rules');\n"
        "const { join } = require('path');\n"
        "const a = x => legal(x);\n"
        "const b = x => rules.legal(x);\n"
        "const c = x => missing(x);\n"
        "const d = x => join(x);\n",
    )
    assert pure_lines(main, rules) == ("main.js:4", "main.js:5", "rules.js:1")


def test_a_variable_that_another_function_changes_is_no_constant() -> None:
    text = (
        "const board = [['.']];\n"
        "const flip = b => { b[0][0] = 'X'; };\n"
        "const at = () => board[0][0];\n"
        "flip(board);\n"
    )
    assert pure_lines(("a.js", text)) == ()
    assert pure_lines(("a.js", text.replace("flip(board);", ""))) == ("a.js:3",)


def test_a_program_that_does_not_parse_counts_as_far_as_it_goes() -> None:
    text = "for (const x of xs) { y = ; }\nlet a = ) (;\nwhile (a) { b.push(1); }\n"
    found = counts(("a.ts", text))
    assert found["not-understood"] == 2
    assert found["loops"] == 2
    assert found["mutations"] == 1
