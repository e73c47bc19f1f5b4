"""What follows from a cause stands under it and costs nothing more; what does not, costs."""

from collections.abc import Callable

from reversi_conformance.findings import Judgement
from reversi_conformance.rubric import attribute
from reversi_engine import Board, Disc, Square, scores

from ..referee.sessions import FLOODED, Died, Student
from .programs import (
    DIRECTIONS,
    NORTH_WEST,
    MissesNorthWest,
    MissesNorthWestEverywhere,
    ids,
    named,
    outflanked,
    sessions,
    with_turned,
)


def settled(program: Callable[[], Student]) -> tuple[tuple[Judgement, ...], tuple[str, ...]]:
    """The judgements of a program after its causes were found, and what pays for each cause."""
    found = [session.judgement for session in sessions(program)]
    return attribute(found, named(program))


def lost(judgements: tuple[Judgement, ...]) -> set[str]:
    return {fault.check for judgement in judgements for fault in judgement.faults}


def following(judgements: tuple[Judgement, ...]) -> set[tuple[str, str]]:
    return {
        (finding.code, finding.follows)
        for judgement in judgements
        for finding in judgement.findings
        if finding.follows
    }


def test_a_helper_that_is_wrong_everywhere_costs_its_first_check_alone() -> None:
    before = lost(tuple(session.judgement for session in sessions(MissesNorthWestEverywhere)))
    assert {"rules.flips", "rules.placement", "strategy.most-discs", "strategy.ties"} <= before
    judgements, paying = settled(MissesNorthWestEverywhere)
    assert lost(judgements) == {"rules.flips"}
    assert paying == ("rules.flips",)
    assert ("placement.refused", "flips.misses-north-west") in following(judgements)
    assert ("choice.fewer", "flips.misses-north-west") in following(judgements)


def test_without_a_cause_everything_costs_as_it_is() -> None:
    found = [session.judgement for session in sessions(MissesNorthWestEverywhere)]
    assert attribute(found, ()) == (tuple(found), ())


def test_a_strategy_of_ones_own_is_judged_position_by_position() -> None:
    class TakesFirst(Student):
        def choose(self, board: Board, side: Disc) -> Square | None:
            return board.legal_moves(side)[0]

    class TakesLast(Student):
        def choose(self, board: Board, side: Disc) -> Square | None:
            return board.legal_moves(side)[-1]

    for program in (TakesFirst, TakesLast):
        judgements, paying = settled(program)
        assert paying == ("strategy.most-discs",)
        assert following(judgements) == set()
    assert lost(settled(TakesLast)[0]) == {"strategy.most-discs", "strategy.ties"}


def test_a_mistake_of_another_kind_still_costs() -> None:
    class AndTakesLastOfAll(MissesNorthWest):
        def choose(self, board: Board, side: Disc) -> Square | None:
            turns = scores(board, side)
            return max(turns, key=lambda square: (turns[square], square))

        def tell_winner(self, board: Board) -> None:
            self.say("draw")

    judgements, paying = settled(AndTakesLastOfAll)
    assert lost(judgements) >= {"rules.flips", "strategy.ties", "ends.full-board"}
    assert paying == ("rules.flips", "strategy.ties")


def test_an_illegal_entry_off_the_board_follows_from_no_rule_of_the_board() -> None:
    class AndTakesAnyEntry(MissesNorthWestEverywhere):
        def human_moves(self, board: Board, side: Disc, text: str) -> Board | None:
            off = text not in {f"{row}{column}" for row in "abcdef" for column in "abcdef"}
            return self.start() if off else super().human_moves(board, side, text)

    judgements, _ = settled(AndTakesAnyEntry)
    assert "ends.illegal-move" in lost(judgements)


class RefusesNorthWest(Student):
    """The human's moves that need the north-west are refused."""

    def human_moves(self, board: Board, side: Disc, text: str) -> Board | None:
        square = self.square(text)
        others = [each for each in DIRECTIONS if each != NORTH_WEST]
        if square in board and not outflanked(board, side, square, others):
            return None
        return super().human_moves(board, side, text)


def test_a_cause_of_entries_explains_no_turns() -> None:
    class AndAsksWithoutMove(RefusesNorthWest):
        def can_move(self, board: Board, side: Disc) -> bool:
            return side is not self.computer or super().can_move(board, side)

    judgements, paying = settled(AndAsksWithoutMove)
    assert lost(judgements) == {"rules.placement", "rules.turns"}
    assert set(paying) == {"rules.placement", "rules.turns"}


def test_turns_alone_are_no_matter_of_legality() -> None:
    class AsksWithoutMove(Student):
        def can_move(self, board: Board, side: Disc) -> bool:
            return side is not self.computer or super().can_move(board, side)

    assert ids(named(AsksWithoutMove)) == {"turns.human-asked-without-move"}


def test_what_human_and_computer_do_alike_is_done_always() -> None:
    class LegalityMissesNorthWest(MissesNorthWestEverywhere):
        def turn(self, board: Board, side: Disc, square: Square) -> Board:
            return Student.turn(self, board, side, square)

        def choose(self, board: Board, side: Disc) -> Square | None:
            turns = scores(board, side)
            legal = [each for each in turns if self.is_legal(board, side, each)]
            return max(legal, key=turns.__getitem__)

        def can_move(self, board: Board, side: Disc) -> bool:
            return bool(self.legal_moves(board, side))

    judgements, paying = settled(LegalityMissesNorthWest)
    assert ids(named(LegalityMissesNorthWest)) == {"legality.misses-north-west"}
    assert lost(judgements) == {"rules.placement"}
    assert paying == ("rules.placement",)


def test_a_computer_that_chooses_though_it_must_pass_is_judged() -> None:
    class PlacesInsteadOfPassing(Student):
        def can_move(self, board: Board, side: Disc) -> bool:
            return side is self.computer or super().can_move(board, side)

        def choose(self, board: Board, side: Disc) -> Square | None:
            empty = (Square(row, col) for row in range(board.size) for col in range(board.size))
            return super().choose(board, side) or next(
                each for each in empty if board.disc_at(each) is None
            )

        def turn(self, board: Board, side: Disc, square: Square) -> Board:
            if board.is_legal(side, square):
                return super().turn(board, side, square)
            return with_turned(board, side, square, ())

    judgements, _ = settled(PlacesInsteadOfPassing)
    assert "rules.turns" in lost(judgements)


def test_a_check_in_which_something_follows_was_not_passed_there() -> None:
    judgements, _ = settled(MissesNorthWestEverywhere)
    for judgement in judgements:
        following = {each.check for each in judgement.findings if each.follows}
        assert following.isdisjoint(judgement.assessed)


def test_going_on_after_a_wipe_out_follows_from_no_rule_of_turns() -> None:
    class MovesAgainAndGoesOn(Student):
        has_moved = False

        def is_over(self, board: Board) -> bool:
            is_wiped_out = not all(board.count(disc) for disc in Disc)
            return not is_wiped_out and super().is_over(board)

        def can_move(self, board: Board, side: Disc) -> bool:
            is_skipped = side is not self.computer and board.has_legal_move(self.computer)
            return not (is_skipped and self.has_moved) and super().can_move(board, side)

        def choose(self, board: Board, side: Disc) -> Square | None:
            self.has_moved = True
            return super().choose(board, side)

        def announce_pass(self, board: Board, side: Disc) -> None:
            super().announce_pass(board, side)
            if self.printed.count("no valid move") > 50:
                raise Died(FLOODED)

    judgements, _ = settled(MovesAgainAndGoesOn)
    assert ids(named(MovesAgainAndGoesOn)) >= {"turns.computer-moves-again"}
    assert "ends.wipe-out" in lost(judgements)
