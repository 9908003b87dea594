"""One line for each row of docs/threats.md that code defends: the defence switched off, and the test that must fail.

`python -m tests.soak --only Mutations` tries them all; `tests/faults/test_threats.py` holds that each still fits.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT = Path(__file__).parents[2]
FAILED = 1
"""What pytest ends with when a test failed, and not for another reason."""


class Mutation(NamedTuple):
    """`old` in a file of the package becomes `new`; then `test` (its file and name) must fail."""

    file: str
    old: str
    new: str
    test: str


INSIDERS, INTRUDER = "tests/faults/test_insiders.py", "tests/faults/test_intruder.py"
EVIDENCE = "tests/faults/test_evidence.py"
MUTATIONS = (
    # A player.
    Mutation(
        "journal/keys.py",
        "self._cipher.encrypt(nonce, secret, self._place)",
        "secret",
        "tests/journal/test_keys.py::test_a_lock_opens_what_it_sealed_and_nothing_else",
    ),
    Mutation(
        "house/tables/views/visibility.py",
        "    own = play.players[number] == player and bool(player)\n",
        "    own = True\n",
        "tests/house/tables/test_visibility.py::test_each_sees_own_cards_alone",
    ),
    Mutation(
        "table/packs.py",
        "        contributions={} if event.pack == table.active else table.contributions,",
        "        contributions=table.contributions,",
        "tests/house/audit/test_card_proofs.py::test_a_contribution_from_before_a_commitment_does_not_count",
    ),
    Mutation(
        "web/http/limits/rate_limiter.py",
        "            if self.open.full(address, session):\n",
        "            if False:\n",
        "tests/web/test_limits.py::test_so_many_sockets_are_open_at_once",
    ),
    Mutation(
        "web/http/limits/rate_limiter.py",
        '        if not wait and scope["path"] in BEGINS:\n',
        "        if False:\n",
        "tests/web/test_limits.py::test_nobody_has_sign_ins_begun_without_end",
    ),
    Mutation(
        "web/sockets/direct_protocol.py",
        "        if self._ahead - now > BURST_SECONDS:\n",
        "        if False:\n",
        "tests/web/test_socket_protocols.py::test_whoever_sends_frames_without_end_is_let_go",
    ),
    Mutation(
        "web/http/limits/socket_meter.py",
        "        if len(lines) > LINES:\n",
        "        if False:\n",
        "tests/web/test_limits.py::test_a_frame_of_very_many_commands_is_refused_in_one_word",
    ),
    Mutation(
        "web/http/connections/timeouts.py",
        "(now is self and self._is_chunked())",
        "False",
        "tests/web/test_exposure.py::test_no_chunk_is_read_of_a_body_that_does_not_say_how_long_it_is",
    ),
    Mutation(
        "house/tables/keeping/idempotency_keys.py",
        "                whose.setdefault(known.by, deque()).append(key)\n",
        '                whose.setdefault("", deque()).append(key)\n',
        "tests/house/tables/test_idempotency_keys.py::test_nobodys_commands_make_a_table_forget_another_persons_key",
    ),
    Mutation(
        "house/desk/authority.py",
        "    if COUPON in _wagers(command) and not keeper.settings.play_money:\n",
        "    if False:\n",
        f"{INSIDERS}::test_nobody_lays_a_coupon_that_nobody_saw_for_real_money",
    ),
    Mutation(
        "house/desk/requests/claims.py",
        "        done, entries = await paid(keeper, command, actor)\n",
        "        entries = []\n",
        "tests/house/desk/test_claims.py::test_a_wallet_that_is_emptied_meanwhile_stops_no_table",
    ),
    Mutation(
        "web/http/translation.py",
        "            self._passes = not kind.startswith(JSON)\n",
        "            self._passes = not kind\n",
        "tests/language/test_serving.py::test_a_long_answer_that_is_no_json_is_let_through_as_it_comes",
    ),
    # A dealer.
    Mutation(
        "house/desk/dealing.py",
        "    check_finding(keeper, table, command)\n",
        "",
        f"{INSIDERS}::test_nobody_finds_a_bad_card_in_a_deck_that_the_table_shuffles",
    ),
    Mutation(
        "house/desk/requests/reports.py",
        "            check_deals(keeper, person.name)\n",
        "            pass\n",
        "tests/house/desk/test_two_people.py::test_a_hand_is_voided_by_two_and_in_its_own_round",
    ),
    Mutation(
        "house/tables/automatic/autopilot.py",
        "if self.relief is not None:  # the floor has relieved nobody meanwhile",
        "if True:",
        "tests/house/tables/test_dealer_posts.py::"
        "test_a_table_handed_back_in_the_moment_of_the_floors_relief_does_not_undo_it",
    ),
    Mutation(
        "web/sockets/page_socket.py",
        "if self.closing:  # whoever is let go says no more",
        "if False:  #",
        "tests/web/test_page_socket.py::test_whoever_is_let_go_says_no_more_however_slowly_they_read",
    ),
    Mutation(
        "house/desk/step_values.py",
        "        if getattr(command, field):\n",
        "        if False:\n",
        f"{INSIDERS}::test_own_seals_at_the_deal_and_own_cards_at_the_turn",
    ),
    Mutation(
        "house/desk/authority.py",
        "    if settings.automatic:\n        raise NotAllowed(AUTOMATIC)\n",
        "",
        f"{INSIDERS}::test_the_dealers_hand_is_not_injected_where_the_dealer_is_automatic",
    ),
    Mutation(
        "table/disproof.py",
        "    return check(table, seat)\n",
        '    return ""\n',
        f"{INSIDERS}::test_a_losing_hand_is_not_voided_by_a_report_of_a_wrong_number_of_cards",
    ),
    Mutation(
        "house/desk/dealing.py",
        "        check_undoing(table, done[0])\n",
        "        pass\n",
        "tests/house/tables/test_real_cards.py::test_no_dealer_voids_a_round_alone_by_a_count_of_a_surrendered_hand",
    ),
    Mutation(
        "table/decide.py",
        "        wagers.wager_anew(act)\n",
        "        pass\n",
        "tests/house/audit/test_card_proofs.py::test_no_round_is_dealt_from_an_order_that_was_made_after_its_wagers",
    ),
    Mutation(
        "house/desk/two_person_commands.py",
        "_reorders(table) and not ",
        "not _reorders(table) and not ",
        "tests/house/tables/test_real_cards.py::test_nobody_alone_has_sealed_cards_shuffled_that_are_still_to_come",
    ),
    Mutation(
        "house/desk/authority.py",
        ' and role == "dealer" and command.low:\n',
        " and False:\n",
        "tests/house/tables/test_real_cards.py::test_no_dealer_says_how_a_player_set_a_hand",
    ),
    Mutation(
        "house/audit/check.py",
        "            house.check_equipment(table, record)\n",
        "",
        "tests/house/tables/test_equipment.py::test_a_deck_that_was_lent_to_the_register_for_a_moment_is_found",
    ),
    Mutation(
        "house/audit/restore.py",
        "sorted((HERE | OPEN) & there)",
        "sorted(HERE & there)",
        "tests/house/audit/test_backup.py::test_a_house_that_was_put_back_lets_nobody_in_who_was_let_out_since",
    ),
    Mutation(
        "house/desk/requests/rows.py",
        "or_(done, begun)",
        "done",
        "tests/house/desk/test_two_people.py::test_of_two_processes_one_person_has_one_limit_at_the_tables_too",
    ),
    Mutation(
        "house/desk/authority.py",
        "    if left > 0:\n",
        "    if False:\n",
        f"{INSIDERS}::test_a_dealer_folds_nobodys_hand_and_places_nobodys_wager",
    ),
    Mutation(
        "house/desk/authority.py",
        "        _check_removal(table, command.seat)\n",
        "        pass\n",
        f"{INSIDERS}::test_the_floor_takes_no_seat_from_a_hand_in_play",
    ),
    Mutation(
        "house/desk/authority.py",
        "not dealers.isdisjoint(relations.related(keeper.database, name))",
        "name in dealers",
        f"{INSIDERS}::test_a_dealer_does_not_sit_at_the_own_table_by_any_account",
    ),
    Mutation(
        "house/desk/authority.py",
        "    if seated(keeper, name):\n        raise NotAllowed(RELATED)\n",
        "",
        f"{INSIDERS}::test_nobody_works_where_an_account_of_theirs_sits",
    ),
    Mutation(
        "house/desk/authority.py",
        "    here = bool(name) and ",
        "    here = False and ",
        "tests/house/desk/test_dealing.py::test_cards_that_a_dealer_enters_are_checked",
    ),
    Mutation(
        "house/desk/authority.py",
        "    if relieved and not",
        "    if False and not",
        "tests/house/tables/test_dealer_posts.py::test_whom_the_floor_relieved_deals_again_when_the_floor_says_so",
    ),
    Mutation(
        "house/tables/keeping/dealer_posts.py",
        "    return [*freed, insert(_ROWS)",
        "    return freed or [insert(_ROWS)",
        "tests/house/tables/test_dealer_posts.py::test_one_person_deals_at_one_table_of_the_house_whichever_process_keeps_it",
    ),
    # A floorperson or shift manager.
    Mutation(
        "house/tables/keeping/dealer_relief.py",
        "        await _post(keeper, taking)\n",
        "",
        "tests/house/tables/test_dealer_posts.py::test_two_tables_that_one_dealer_relieves_at_once_both_go_on",
    ),
    Mutation(
        "house/desk/requests/about_equipment.py",
        '        await _put(keeper, row, kept="", table=keeper.id, by=actor.name)\n',
        "        pass\n",
        "tests/house/tables/test_equipment.py::test_one_deck_that_is_brought_to_two_tables_at_once_stops_neither",
    ),
    Mutation(
        "house/tables/keeping/recovery.py",
        '"moved", "busy", TAKEN}',
        '"moved", "busy"}',
        "tests/house/tables/test_isolation.py::test_whoever_comes_second_again_and_again_has_no_table_set_aside",
    ),
    Mutation(
        "house/tables/money/shared_meters.py",
        "    if not other.decided.open:\n",
        "    if False:\n",
        "tests/house/tables/test_shared_meters.py::test_a_table_that_closes_while_its_meter_changes_stops_nobody",
    ),
    Mutation(
        "house/tables/automatic/autopilot.py",
        ' != "betting" or table.claims:\n',
        ' != "betting":\n',
        "tests/house/desk/test_claims.py::test_a_table_that_is_to_close_waits_for_a_claim_of_its_last_round",
    ),
    Mutation(
        "house/house.py",
        "*(staying(id_, fitted or ()) if self.is_real else ()), ",
        "",
        "tests/house/tables/test_equipment.py::test_no_table_opens_with_a_piece_that_is_taken_away_in_that_moment",
    ),
    Mutation(
        "house/tables/automatic/automatic_staff.py",
        "max(self.keeper.settings.inventory or FILL, LEAST_FILL)",
        "self.keeper.settings.inventory or FILL",
        "tests/house/tables/test_keeper.py::test_the_automatic_floor_brings_no_payment_cent_by_cent",
    ),
    Mutation(
        "house/desk/authority.py",
        "            check_seated_by_floor(keeper, command.player.strip())\n",
        "            pass\n",
        f"{INSIDERS}::test_the_floor_seats_players_and_nobody_else",
    ),
    Mutation(
        "house/desk/step_values.py",
        "    if command.step in SAID or command.value is not None",
        "    if command.value is not None",
        f"{INSIDERS}::test_the_house_says_nothing_in_the_floors_place",
    ),
    Mutation(
        "house/desk/two_person_commands.py",
        '    "close": "the table ends for good",\n',
        "",
        "tests/house/desk/test_desk.py::test_an_order_that_needs_two_is_not_one_persons",
    ),
    Mutation(
        "house/screens/player/shared_hands.py",
        "row is None or not is_ours(database, rows, row)",
        "row is None",
        "tests/house/screens/test_shared_hands.py::test_a_row_that_the_house_did_not_write_shows_nothing",
    ),
    Mutation(
        "house/screens/player/replay.py",
        "examined=first is not None and at >= first - 1",
        "examined=True",
        "tests/house/screens/test_player_replay.py::test_every_step_shows_what_lies_face_up_and_ones_own_cards",
    ),
    Mutation(
        "house/people/relations.py",
        "BROWSER: _by_browser(connection, name)",
        "BROWSER: set()",
        "tests/house/people/test_relations.py::test_accounts_used_in_one_browser_are_related",
    ),
    Mutation(
        "house/people/relations.py",
        "IDENTITY: _by_identity(connection, name)",
        "IDENTITY: set()",
        "tests/house/people/test_relations.py::test_accounts_that_were_linked_to_one_identity_stay_related",
    ),
    Mutation(
        "house/audit/rows/check_floor_orders.py",
        "        if not self._left.get(key):\n",
        "        if False:\n",
        f"{INTRUDER}::test_a_fill_that_nobody_asked_for_is_found",
    ),
    Mutation(
        "house/tables/equipment_kinds.py",
        '    choices = read_toml(submission, "submission")\n',
        "    import tomllib\n    choices = tomllib.loads(submission)\n",
        "tests/house/tables/test_equipment.py::test_a_signs_submission_is_read_only_if_that_is_quick",
    ),
    # An administrator.
    Mutation(
        "house/tables/equipment.py",
        "    return needs_two(row.kind) or bool(row.table_id)\n",
        "    return False\n",
        "tests/house/tables/test_equipment.py::test_nobody_alone_takes_the_equipment_of_a_closed_table_away",
    ),
    # Whoever writes into the database.
    Mutation(
        "journal/keys.py",
        "read[_NONCE:], self._place if is_bound else None)",
        "read[_NONCE:], b'')",
        "tests/journal/test_keys.py::test_what_is_sealed_for_one_place_opens_nowhere_else",
    ),
    Mutation(
        "house/people/signing_in/second_factors.py",
        "claims=[once, *claims], doing=doing",
        "claims=claims, doing=doing",
        "tests/house/people/test_second_factors.py::test_an_authenticator_that_was_begun_is_added_once",
    ),
    Mutation(
        "house/desk/requests/rows.py",
        "        if not is_ours(self.house.database, rows, found):\n",
        "        if False:\n",
        "tests/house/audit/test_lent_rows.py::test_a_request_that_nobody_made_is_not_approved",
    ),
    Mutation(
        "house/audit/rules/two_person_rules.py",
        "self._theirs(request.by, record.at) & self._theirs(event.by, record.at)",
        "False",
        "tests/house/audit/test_session_rules.py::test_who_acted_could_not_have",
    ),
    Mutation(
        "house/journal/journal.py",
        "    if began is not None and began.money != money:\n",
        "    if False:\n",
        "tests/house/audit/test_lent_rows.py::test_a_real_money_house_does_not_start_as_the_other_kind_by_sql",
    ),
    # Whoever runs the machine.
    Mutation(
        "house/journal/sent_heads.py",
        "        if last is not None and ",
        "        if False and ",
        "tests/house/journal/test_heads.py::test_a_house_does_not_open_without_the_record_whose_head_was_sent",
    ),
    Mutation(
        "journal/orders.py",
        "        if order.card(at) != card:\n",
        "        if False:\n",
        "tests/journal/test_card_audit.py::test_a_forgery_is_found_and_its_record_named",
    ),
    Mutation(
        "house/audit/rows/check_table.py",
        "        if recorded and record.hash != recorded:\n",
        "        if False:\n",
        f"{INTRUDER}::test_every_head_that_was_recorded_must_be_met",
    ),
    Mutation(
        "house/storage/journal_marks.py",
        "        if last > found.n:\n",
        "        if False:\n",
        f"{INTRUDER}::test_a_record_put_behind_the_tables_back_opens_no_seed",
    ),
    Mutation(
        "house/tables/keeping/loading.py",
        "        if found != [self.hash]:\n",
        "        if False:\n",
        f"{INTRUDER}::test_a_decision_is_not_taken_back_by_deleting_it",
    ),
    Mutation(
        "house/journal/heads.py",
        "            self._began.add(keeper.id)\n",
        "            pass\n",
        f"{INTRUDER}::test_a_round_that_began_is_not_taken_back_over_a_restart",
    ),
    Mutation(
        "house/archive/verify.py",
        "            if state.walk.n <= state.seen[0]:\n",
        "            if False:\n",
        f"{INTRUDER}::test_a_rollback_is_seen_by_surveillance_also_when_the_table_went_on",
    ),
    Mutation(
        "house/tables/keeping/loading.py",
        "    if row.told:\n",
        "    if False:\n",
        f"{INTRUDER}::test_settings_that_were_changed_in_storage_stop_the_table",
    ),
    Mutation(
        "house/tables/keeping/table_journal.py",
        "            if is_run_by != opened_with:\n",
        "            if False:\n",
        f"{INTRUDER}::test_a_table_is_run_by_the_submission_that_it_was_opened_with",
    ),
    Mutation(
        "house/journal/journal.py",
        "if walk.signed is None or walk.unsigned:",
        "if False:",
        f"{INTRUDER}::test_a_record_in_disguise_is_not_gone_on_from",
    ),
    Mutation(
        "house/journal/journal.py",
        "    if n != known.n - 1 or hash_in(last) != known.before:\n",
        "    if False:\n",
        f"{INTRUDER}::test_what_the_house_said_is_not_taken_back_while_it_runs",
    ),
    Mutation(
        "house/audit/rules/journal_rules.py",
        "        if not shape(self.rows, event.entries):\n",
        "        if False:\n",
        f"{INTRUDER}::test_what_the_house_says_is_of_a_kind_that_it_does",
    ),
    Mutation(
        "journal/money_audit.py",
        "return None if event.entries == lawful else",
        "return None if True else",
        "tests/journal/test_money_audit.py::test_money_moves_as_its_kind_does",
    ),
    Mutation(
        "journal/money_audit.py",
        "return _voided(table, event, self._cause)",
        "return None",
        "tests/journal/test_money_audit.py::test_wagers_do_not_go_back_for_nothing",
    ),
    # Requests that meet.
    Mutation(
        "house/people/signing_in/second_factors.py",
        "claims=[once, *claims], doing=doing",
        "claims=[once], doing=doing",
        "tests/house/people/test_second_factors.py::test_no_factor_is_added_by_a_request_that_a_reset_overtook",
    ),
    Mutation(
        "house/tables/views/visibility.py",
        "    behind = not staff.vault.is_of(str(table.active), table.pack.commitment)\n",
        "    behind = False\n",
        "tests/house/tables/test_visibility.py::test_no_view_of_a_round_shows_the_cards_of_the_next",
    ),
    Mutation(
        "house/storage/transactions.py",
        "        if is_plain(work):\n",
        "        if True:\n",
        f"{EVIDENCE}::test_a_role_that_is_taken_and_given_at_once_stands_as_the_journal_tells_it",
    ),
    Mutation(
        "house/storage/database.py",
        "                        self.journal.take_turn(connection, works)\n",
        "                        self.journal.take_turn(connection, [])\n",
        f"{EVIDENCE}::test_no_session_that_begins_at_another_process_outlives_a_reset",
    ),
    Mutation(
        "house/people/denial_log.py",
        "_shown(what)[:200], _shown(why)[:400]",
        "what[:200], why[:400]",
        f"{EVIDENCE}::test_whatever_a_refusal_quotes_it_is_noted_and_accuses_nobody",
    ),
    Mutation(
        "house/tables/automatic/setbacks.py",
        "        if times >= MOST:\n",
        "        if False:\n",
        "tests/house/tables/test_setbacks.py::test_wagers_go_back_by_one_person_only_so_often_before_a_round",
    ),
    Mutation(
        "house/tables/automatic/automatic_staff.py",
        "        return error.field.startswith(EQUIPMENT) or (",
        "        return (",
        "tests/house/tables/test_equipment.py"
        "::test_an_automatic_table_without_a_deck_waits_for_one_and_stops_for_nobody",
    ),
)


def try_all(say: Callable[[str], object]) -> list[str]:
    """Switch off each defence in a copy of the package and run its test there; a line for each."""
    told = []
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        for part in ("src", "tests"):
            shutil.copytree(ROOT / part, copy / part, ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copy(ROOT / "pyproject.toml", copy)
        for each in MUTATIONS:
            name = each.test.partition("::")[2]
            verdict = "is missed" if _survives(copy, each) else "is found"
            told.append(
                f"{'FAILED: ' if verdict == 'is missed' else ''}{each.file} without {each.old.strip()[:50]!r} "
                f"{verdict} by {name}"
            )
            say(told[-1])
    return told


def _survives(copy: Path, each: Mutation) -> bool:
    file = copy / "src" / "croupier" / each.file
    was = file.read_text(encoding="utf-8")
    file.write_text(was.replace(each.old, each.new, 1), encoding="utf-8")
    try:
        asked = [sys.executable, "-m", "pytest", "-x", "-q", "-n", "0", "-p", "no:cacheprovider", each.test]
        known = {**os.environ, "PYTHONPATH": str(copy / "src"), "PYTHONDONTWRITEBYTECODE": "1"}
        done = subprocess.run(asked, cwd=copy, env=known, capture_output=True, check=False, timeout=600)
        return done.returncode != FAILED
    finally:
        file.write_text(was, encoding="utf-8")
