"""What may happen next in a game, told as events."""

from __future__ import annotations

import copy
import pickle

import pytest

from reversi_engine import (
    Board,
    Disc,
    Ended,
    EndReason,
    Event,
    Game,
    Moved,
    Passed,
    Rejected,
    Started,
    format_square,
    outcome,
    parse_square,
)

from .positions import board

BLACK, WHITE = Disc.BLACK, Disc.WHITE


def play(size: int, computer: Disc, moves: str) -> tuple[Game, list[Event]]:
    game, events = Game.start(size, computer)
    happened = list(events)
    for move in moves.split():
        game, events = game.submit(move)
        happened += events
    return game, happened


def told(events: list[Event]) -> str:
    """Return the placements and passes: `Xab` for a disc, `X-` for a pass."""
    words = []
    for event in events:
        match event:
            case Moved(disc, square, _):
                words.append(disc.value + format_square(square))
            case Passed(disc):
                words.append(disc.value + "-")
    return " ".join(words)


def test_the_first_sample_game_of_the_handout() -> None:
    game, events = play(4, BLACK, "aa ac ca dc cd")
    assert told(events) == "Xab Oaa Xba Oac Xad Oca Xda Odc X- Ocd"
    assert events[0] == Started(Board.initial(4))
    assert events[-1] == game.ended == Ended(EndReason.NO_MOVES, WHITE, 2, 11)
    assert game.to_move is None
    assert game.board == board(
        """
          a b c d
        a O O O X
        b O O O .
        c O O O O
        d X . O .
        """
    )


def test_the_second_sample_game_of_the_handout() -> None:
    game, events = play(6, WHITE, "cb aa")
    assert told(events) == "Xcb Obb"
    assert events[-2:] == [
        Rejected(BLACK, "aa"),
        Ended(EndReason.ILLEGAL_MOVE, winner=WHITE, black=3, white=3),
    ]
    assert game.ended == events[-1]


def test_black_moves_first() -> None:
    game, events = Game.start(4, computer=BLACK)
    assert told(list(events)) == "Xab"
    assert (game.human, game.to_move) == (WHITE, WHITE)
    game, events = Game.start(4, computer=WHITE)
    assert events == (Started(Board.initial(4)),)
    assert (game.human, game.to_move) == (BLACK, BLACK)


def test_every_placement_brings_the_board_after_it() -> None:
    _, events = play(4, BLACK, "aa")
    now = Board.initial(4)
    for event in events[1:]:
        assert isinstance(event, Moved)
        now = now.play(event.disc, event.square)
        assert event.board == now


def test_a_human_who_cannot_move_is_not_asked() -> None:
    _, events = play(4, BLACK, "aa ac db cd ca")
    assert "O-" in told(events)
    asked = told(events).split()
    assert asked[asked.index("O-") + 1][0] == "X"


@pytest.mark.parametrize(
    ("computer", "moves", "passes"),
    [
        (BLACK, "aa ac db dd bd da ca", "X- O X-"),
        (WHITE, "cd ad aa ba ac ca", "O- X O-"),
        (WHITE, "ab ba bd dc db", "X- O X-"),
    ],
)
def test_a_side_passes_as_often_as_it_must(computer: Disc, moves: str, passes: str) -> None:
    _, events = play(4, computer, moves)
    sides = [word if word.endswith("-") else word[0] for word in told(events).split()]
    assert passes in " ".join(sides)


@pytest.mark.parametrize(
    ("reason", "winner", "picture"),
    [
        (
            EndReason.FULL_BOARD,
            BLACK,
            """
              a b c d
            a X X X X
            b X X X X
            c X O O O
            d O O O O
            """,
        ),
        (
            EndReason.FULL_BOARD,
            None,
            """
              a b c d
            a X X X X
            b O O O O
            c X X X X
            d O O O O
            """,
        ),
        (
            EndReason.FULL_BOARD,
            WHITE,
            """
              a b c d
            a O O O O
            b O O O O
            c O O O O
            d O O O O
            """,
        ),
        (
            EndReason.WIPE_OUT,
            BLACK,
            """
              a b c d
            a . . . .
            b . X X .
            c . . X .
            d . . . .
            """,
        ),
        (
            EndReason.NO_MOVES,
            None,
            """
              a b c d
            a X . . O
            b . . . .
            c . . . .
            d X . . O
            """,
        ),
        (
            EndReason.NO_MOVES,
            WHITE,
            """
              a b c d
            a O O O X
            b O O O .
            c O O O O
            d X . O .
            """,
        ),
    ],
)
def test_the_board_ends_a_game(reason: EndReason, winner: Disc | None, picture: str) -> None:
    position = board(picture)
    end = Ended(reason, winner, position.count(BLACK), position.count(WHITE))
    assert outcome(position) == end
    for to_move in Disc:
        game, events = Game.resume(position, computer=BLACK, to_move=to_move)
        assert events == (Started(position), end)
        assert (game.ended, game.to_move) == (end, None)


def test_play_goes_on_while_one_side_can_move() -> None:
    position = board(
        """
          a b c d
        a O O O X
        b O O X .
        c O O O .
        d X . O .
        """
    )
    assert outcome(position) is None
    game, events = Game.resume(position, computer=BLACK, to_move=BLACK)
    assert told(list(events)) == "X-"
    assert game.to_move is WHITE


@pytest.mark.parametrize(
    ("size", "computer", "moves", "end"),
    [
        (4, WHITE, "cd aa ca ac dd dc", Ended(EndReason.FULL_BOARD, None, 8, 8)),
        (4, WHITE, "ba cd ad ab da dd", Ended(EndReason.FULL_BOARD, None, 8, 8)),
        (4, BLACK, "aa ac db cd ca", Ended(EndReason.FULL_BOARD, BLACK, 9, 7)),
        (4, BLACK, "aa ac cd db dd ca", Ended(EndReason.FULL_BOARD, WHITE, 5, 11)),
        (4, BLACK, "ca ac bd db", Ended(EndReason.WIPE_OUT, BLACK, 14, 0)),
        (4, WHITE, "cd aa ab dd da ad ca", Ended(EndReason.WIPE_OUT, BLACK, 15, 0)),
        (6, BLACK, "bd bb ce ec", Ended(EndReason.WIPE_OUT, BLACK, 13, 0)),
        (4, WHITE, "ab cd ba", Ended(EndReason.NO_MOVES, WHITE, 1, 10)),
        (4, BLACK, "ca ac bd dd aa", Ended(EndReason.NO_MOVES, BLACK, 12, 3)),
        (
            6,
            BLACK,
            "bb ce ac ec ee aa cf ca be ef db fe ea af eb",
            Ended(EndReason.NO_MOVES, None, 17, 17),
        ),
        (
            6,
            WHITE,
            "cb bc be eb da fc de ab ad fd cf ef af ce ec",
            Ended(EndReason.NO_MOVES, None, 17, 17),
        ),
    ],
)
def test_games_end_by_themselves(size: int, computer: Disc, moves: str, end: Ended) -> None:
    game, events = play(size, computer, moves)
    assert game.ended == events[-1] == end
    assert isinstance(events[-2], Moved)


ENTRIES = {
    "nothing": "",
    "one letter": "a",
    "three letters": "bac",
    "upper case": "AC",
    "digits": "13",
    "letter and digit": "a3",
    "a blank before it": " ac",
    "a line break after it": "ac\n",
    "a letter beyond a to z": "äc",
    "on the opponent's disc": "ab",
    "on an own disc": "cc",
    "alone": "dd",
    "beside a disc that is not outflanked": "ba",
    "row off the board": "eb",
    "column off the board": "be",
    "both off the board": "gg",
    "far off the board": "zz",
}


@pytest.mark.parametrize("entry", ENTRIES.values(), ids=ENTRIES.keys())
def test_whatever_is_no_legal_move_gives_the_game_to_the_computer(entry: str) -> None:
    before, _ = Game.start(4, computer=BLACK)
    game, events = before.submit(entry)
    assert events == (Rejected(WHITE, entry), Ended(EndReason.ILLEGAL_MOVE, BLACK, 4, 1))
    assert game == Game(before.board, BLACK, to_move=None, ended=events[-1])


@pytest.mark.parametrize("computer", Disc)
def test_an_illegal_first_move_loses_for_either_side(computer: Disc) -> None:
    game, _ = play(8, computer, "aa")
    assert game.ended
    assert game.ended.winner is computer


def test_an_illegal_move_loses_although_the_computer_cannot_move() -> None:
    game, events = play(4, BLACK, "aa ac ca dc aa")
    assert told(events).endswith("X-")
    assert game.ended == Ended(EndReason.ILLEGAL_MOVE, BLACK, 3, 9)


def test_nothing_is_submitted_to_a_game_that_is_over() -> None:
    game, _ = play(4, BLACK, "zz")
    with pytest.raises(ValueError, match=r"the game is over \(illegal-move\): 'aa' comes too late"):
        game.submit("aa")


def test_a_size_that_no_board_has_starts_no_game() -> None:
    with pytest.raises(ValueError, match="even and from 4 to 26, not 7"):
        Game.start(7, computer=BLACK)


def test_an_entry_leaves_the_game_before_it_as_it_was() -> None:
    before, _ = Game.start(4, computer=BLACK)
    first = before.submit("aa")
    before.submit("zz")
    assert before == Game.start(4, computer=BLACK)[0]
    assert before.submit("aa") == first


def test_a_game_never_changes() -> None:
    game, _ = Game.start(4, computer=BLACK)
    with pytest.raises(AttributeError):
        game.computer = WHITE  # type: ignore[misc]


def test_games_and_events_are_keys_and_are_sent_between_processes() -> None:
    game, events = play(4, BLACK, "aa zz")
    assert pickle.loads(pickle.dumps((game, events))) == copy.deepcopy((game, events))
    assert len({game, *events, *events}) == 1 + len(events)


def test_the_reasons_of_an_end_have_permanent_names() -> None:
    assert [reason.value for reason in EndReason] == [
        "full-board",
        "wipe-out",
        "no-moves",
        "illegal-move",
    ]


def test_a_move_of_the_human_is_any_legal_square() -> None:
    game, _ = Game.start(4, computer=WHITE)
    for square in game.board.legal_moves(BLACK):
        _, events = game.submit(format_square(square))
        assert isinstance(events[0], Moved)
        assert events[0].square == parse_square(format_square(square)) == square
