"""Faults that tests must notice: lines of the program as they are and as they become."""

from __future__ import annotations

from typing import NamedTuple


class Fault(NamedTuple):
    """What is wrong, in words; where; the lines as they are and as they become; the test that notices."""

    name: str
    file: str
    was: str
    becomes: str
    noticed_by: str


FAULTS = (
    Fault(
        "a shuffle never leaves a card where it is", "pitboss/equipment/rng.py",
        "        pick = below(left)\n",
        "        pick = below(left - 1)\n",
        "tests/equipment/test_rng.py::test_all_orders_of_four_cards_are_equally_likely"),
    Fault(
        "forked processes share a pool of chance", "pitboss/equipment/rng.py",
        "        source._start_afresh()\n",
        "        pass\n",
        "tests/equipment/test_rng.py::test_a_forked_worker_does_not_repeat_its_parent"),
    Fault(
        "the digest does not bind the order of the cards", "pitboss/equipment/rng.py",
        "{' '.join(cards)}",
        "{' '.join(sorted(cards))}",
        "tests/equipment/test_rng.py::test_a_commitment_detects_any_change"),
    Fault(
        "the digest does not bind the nonce", "pitboss/equipment/rng.py",
        "pitboss shuffle 1\\n{nonce}\\n",
        "pitboss shuffle 1\\n",
        "tests/equipment/test_rng.py::test_a_commitment_detects_any_change"),
    Fault(
        "one-sided postings are taken", "pitboss/floor/store.py",
        "        if sum(amount for _, amount in entries):\n            raise Unbalanced(",
        "        if False:\n            raise Unbalanced(",
        "tests/floor/test_store.py::test_a_write_with_a_fault_fails_alone"),
    Fault(
        "accounts are overdrawn", "pitboss/floor/store.py",
        "if least is not None and holds < least:",
        "if least is not None and holds < least - 100:",
        "tests/floor/test_store.py::test_a_write_with_a_fault_fails_alone"),
    Fault(
        "streams take events of an old version", "pitboss/floor/store.py",
        "            if version != expected:\n",
        "            if version < expected:\n",
        "tests/floor/test_store.py::test_a_write_with_a_fault_fails_alone"),
    Fault(
        "a write at fault takes its neighbours with it", "pitboss/floor/store.py",
        "            run(\"ROLLBACK TO alone\")\n            done = fault.why\n",
        "            raise\n",
        "tests/floor/test_store.py::test_a_write_with_a_fault_fails_alone"),
    Fault(
        "answers are not sealed", "pitboss/floor/verify.py",
        "if seal(text(key), text(request), bytes(result)) != text(hash):",
        "if False:",
        "tests/floor/test_verify.py::test_what_was_changed_is_named"),
    Fault(
        "a ledger that does not add up passes for whole", "pitboss/floor/verify.py",
        "        if balance != posted:\n",
        "        if balance < posted:\n",
        "tests/floor/test_verify.py::test_what_was_changed_is_named"),
    Fault(
        "answered before it is written", "pitboss/floor/runner.py",
        "            await self.writer.write(step.write)\n",
        "            asyncio.ensure_future(self.writer.write(step.write))\n",
        "tests/floor/test_simulation.py::test_nothing_that_was_acknowledged_is_lost[1]"),
    Fault(
        "shown before it is written", "pitboss/floor/floor.py",
        "        if step.write.events:\n            self.unsure.add(step.desk)\n",
        "",
        "tests/floor/test_simulation.py::test_nothing_that_was_acknowledged_is_lost[1]"),
    Fault(
        "commands wait for none when time is due", "pitboss/floor/runner.py",
        "        if left is not None and left <= 0 and self._tried.get(name) != due:",
        "        if left is not None and left <= 0 and queue.empty() and self._tried.get(name) != due:",
        "tests/floor/test_lasting.py::test_time_comes_before_commands"),
    Fault(
        "refusals are not kept", "pitboss/floor/floor.py",
        "return [Write([], answer=(key, asked, encode(result)))] if keeps else []",
        "return []",
        "tests/floor/test_unread.py::test_a_refusal_is_kept_under_its_id"),
    Fault(
        "one id serves for two commands", "pitboss/floor/floor.py",
        "        if known[0] != asked:\n            return refused(\"this id was used",
        "        if False:\n            return refused(\"this id was used",
        "tests/floor/test_lasting.py::test_an_id_is_good_for_one_command"),
    Fault(
        "roles are not looked at", "pitboss/floor/floor.py",
        "        if who.role not in command.roles:\n            return TurnedAway",
        "        if not who.role and command is None:\n            return TurnedAway",
        "tests/floor/test_roles.py::test_whoever_may_not_is_refused_and_nothing_is_written"),
    Fault(
        "an old session is kept at sign-in", "pitboss/web/sign_in.py",
        "    await web.people.leave(web.token(request))\n    event(\"signed in\"",
        "    event(\"signed in\"",
        "tests/web/test_sign_in.py::test_whoever_signs_in_anew_leaves_nothing_of_the_old_sign_in_behind"),
    Fault(
        "a new password leaves other browsers signed in", "pitboss/floor/people.py",
        "                if not person.guest:  # whose",
        "                if False:  # whose",
        "tests/web/test_sign_in.py::test_a_new_password_signs_out_everywhere_else"),
    Fault(
        "a role that is taken away still opens the console", "pitboss/floor/people.py",
        "        self._sign_out_everywhere(person.name)\n        return None\n",
        "        return None\n",
        "tests/web/test_sign_in.py::test_a_new_role_signs_out"),
    Fault(
        "wrong passwords may be tried for ever", "pitboss/floor/tries.py",
        "if self.clock() < since + self.locked_for_ms else",
        "if not since else",
        "tests/web/test_locks.py::test_five_failures_lock_a_name_known_or_not"),
    Fault(
        "forms of other sites are taken", "pitboss/web/sign_in.py",
        "    if not same_origin(request.headers, _secure(web, request)):",
        "    if False:",
        "tests/web/test_sign_in.py::test_a_request_that_the_browser_calls_foreign_is_refused"),
    Fault(
        "hidden cards are shown to spectators", "pitboss/table/views.py",
        "    own = seat != SPECTATOR and hand.seat == seat\n",
        "    own = hand.seat == seat or hand.seat == SPECTATOR\n",
        "tests/web/test_security_hidden.py::test_hidden_cards_of_a_round_against_the_house"),
    Fault(
        "a proposal tells a card that lies face down", "pitboss/floor/view.py",
        "        data[\"answer\"], data[\"was\"] = _backs(data[\"answer\"]), \"\"\n",
        "        pass\n",
        "tests/web/test_security_hidden.py::test_faces_of_cards_that_lie_face_down_are_not_read_back_to_everybody"),
    Fault(
        "the digest of a round's events is told", "pitboss/floor/view.py",
        "for key, value in table.last.items() if key not in DIGESTS}",
        "for key, value in table.last.items()}",
        "tests/web/test_security_hidden.py::test_the_digest_of_a_round_is_not_shown_at_its_table"),
    Fault(
        "a voucher is paid twice", "pitboss/floor/cage.py",
        "        voucher.state = state\n",
        "        pass\n",
        "tests/floor/test_cage.py::test_a_voucher_is_redeemed_once"),
    Fault(
        "anybody's voucher is redeemed", "pitboss/floor/cage.py",
        "if voucher is None or (player and voucher.player != player) or not",
        "if voucher is None or not",
        "tests/floor/test_cage.py::test_only_its_player_redeems_it_at_a_terminal"),
    Fault(
        "an expired voucher is paid", "pitboss/floor/cage.py",
        "voucher.state == GOOD and self.now < voucher.expires",
        "voucher.state == GOOD",
        "tests/floor/test_cage.py::test_what_expired_while_the_floor_was_down"),
    Fault(
        "sums are lost when entries of one account meet", "pitboss/floor/desk.py",
        "        sums[account] = sums.get(account, 0) + amount\n",
        "        sums[account] = amount\n",
        "tests/floor/test_tables.py::test_a_table_read_again_goes_on_where_it_was"),
    Fault(
        "a stopped round is not marked", "pitboss/floor/desk.py",
        "        self.stopped_in = self.round_on()\n",
        "        self.stopped_in = 0\n",
        "tests/floor/test_audit_interrupted.py::test_a_round_that_the_floor_stopped_in_is_finished_by_rule_and_marked"),
    Fault(
        "others' chips are taken back", "pitboss/floor/players.py",
        "    table.act(who, Take(box, who.name, wager, to))\n",
        "    table.act(who, Take(box, table.live.t.boxes[box][0], wager, to))\n",
        "tests/web/test_security_isolation.py::test_seats_wagers_and_hands_of_others"),
    Fault(
        "another player's hand is decided", "pitboss/floor/players.py",
        "    table.act(who, Choice(hand, name, who.name, amount))\n",
        "    table.act(who, Choice(hand, name, getattr(request, 'player', who.name), amount))\n",
        "tests/web/test_security_isolation.py::test_seats_wagers_and_hands_of_others"),
    Fault(
        "a proposer approves himself", "pitboss/floor/staffing.py",
        "        if proposal.by == who.name:\n",
        "        if not who.name:\n",
        "tests/floor/test_witness.py::test_a_supervisors_own_report_takes_another"),
    Fault(
        "an account that was just reset approves", "pitboss/floor/staffing.py",
        "each.at + self.hours * HOUR_MS > now]",
        "each.at > now]",
        "tests/web/test_second_person.py::test_a_manager_does_not_approve_as_the_supervisor_whose_password_he_reset"),
    Fault(
        "paying one withheld sum drops later ones", "pitboss/floor/withheld.py",
        "if held.n != body[\"n\"]]",
        "if held.n < body[\"n\"]]",
        "tests/per/test_table.py::test_paying_one_withheld_sum_keeps_all_others"),
    Fault(
        "a payment is withheld again for the whole time", "pitboss/floor/withheld.py",
        " - withheld_ms(table, ended, number, command.player)",
        "",
        "tests/per/test_table.py::test_one_payment_is_withheld_for_three_days_in_all"),
    Fault(
        "credits issued in parts do not add up", "pitboss/floor/cage.py",
        "self._alone_today(player) + amount > self.settings.issue_limit",
        "amount > self.settings.issue_limit",
        "tests/web/test_second_person.py::test_large_issues_take_a_second_person_and_cannot_be_split"),
    Fault(
        "a report that moves money needs no witness", "pitboss/floor/reports.py",
        "    if table.settings.witness and not second",
        "    if table.settings.witness and second",
        "tests/floor/test_witness.py::test_a_report_that_moves_money_waits_for_a_supervisor"),
    Fault(
        "a desk that cannot be read goes on half empty", "pitboss/floor/floor.py",
        "            return False\n        del self.unread[name]\n",
        "            if name == CAGE:\n"
        "                self.cage = fresh\n"
        "                del self.unread[name]\n"
        "            return name == CAGE\n"
        "        del self.unread[name]\n",
        "tests/floor/test_unread.py::test_no_voucher_serial_is_issued_twice"),
    Fault(
        "a damaged table keeps the floor closed", "pitboss/floor/floor.py",
        "            row = known.row or trouble.row(name",
        "            raise\n            row = known.row or trouble.row(name",
        "tests/floor/test_unread.py::test_damage_keeps_only_its_own_table_closed"),
    Fault(
        "a table that keeps failing goes back into service by itself", "pitboss/floor/floor.py",
        "            why, now, out_of_order=True,",
        "            why, now, out_of_order=False,",
        "tests/floor/test_unread.py::test_a_table_that_keeps_failing_is_left_alone_with_its_money"),
    Fault(
        "half-sent requests are waited for", "pitboss/web/connections.py",
        "return owed[0] if owed is not None and now - self.since > limits.seconds(owed[0]) else \"\"",
        "return \"\"",
        "tests/web/test_connections.py::test_a_request_that_is_not_whole_in_time_is_dropped"),
    Fault(
        "one address has all connections", "pitboss/web/connections.py",
        "            if len(theirs) >= self.limits.each:\n",
        "            if len(theirs) >= self.limits.most:\n",
        "tests/web/test_connections.py::test_one_address_has_its_share_and_no_more"),
    Fault(
        "streams' heads advance before COMMIT", "pitboss/floor/store.py",
        "                run(\"COMMIT\")\n            except BaseException",
        "                self._heads |= batch.heads\n                run(\"COMMIT\")\n            except BaseException",
        "tests/floor/test_failing_disk.py::test_heads_and_balances_advance_only_when_commit_has_succeeded"),
    Fault(
        "balances advance before COMMIT", "pitboss/floor/store.py",
        "                run(\"COMMIT\")\n            except BaseException",
        "                self._balances |= batch.balances\n                run(\"COMMIT\")\n"
        "            except BaseException",
        "tests/floor/test_failing_disk.py::test_heads_and_balances_advance_only_when_commit_has_succeeded"),
    Fault(
        "heads are believed after a COMMIT that failed", "pitboss/floor/store.py",
        "self._pos, self._heads, self._balances = None, {}, {}",
        "self._pos, self._balances = None, {}",
        "tests/floor/test_failing_disk.py::test_commit_that_fails_after_it_took_effect_is_read_again"),
    Fault(
        "due work that cannot be written is tried without a pause", "pitboss/floor/runner.py",
        "self.clock() + round(REST_S * 1000)",
        "0",
        "tests/floor/test_failing_disk.py::test_desk_tries_due_work_once_a_second_while_the_disk_fails"),
    Fault(
        "a chain without the previous hash", "pitboss/floor/store.py",
        "_encode((prev, fields, entries))",
        "_encode((\"\", fields, entries))",
        "tests/floor/test_heads.py::test_known_answers_of_the_chain"),
    Fault(
        "a chain that leaves out what was posted", "pitboss/floor/store.py",
        "_encode((prev, fields, entries))",
        "_encode((prev, fields, ()))",
        "tests/floor/test_heads.py::test_known_answers_of_the_chain"),
    Fault(
        "an end that was cut off passes for whole", "pitboss/floor/heads.py",
        "    if heads:\n        events = max(heads)",
        "    if heads and not pos:\n        events = max(heads)",
        "tests/floor/test_heads.py::test_an_end_that_was_cut_off"),
    Fault(
        "signatures are not looked at", "pitboss/floor/heads.py",
        "        key.verify(bytes.fromhex(signature.decode()), said)\n",
        "        bytes.fromhex(signature.decode())\n",
        "tests/floor/test_heads.py::test_a_line_that_is_missing_or_was_changed"),
    Fault(
        "a rewritten past passes for the one that was signed", "pitboss/floor/heads.py",
        "        if head.hash != hash:\n",
        "        if not head.hash:\n",
        "tests/floor/test_heads.py::test_a_past_that_was_rewritten_with_all_its_hashes"),
    Fault(
        "heads that are not there pass", "pitboss/floor/heads.py",
        "    if not tree.heads:\n",
        "    if False:\n",
        "tests/floor/test_restoring.py::test_verify_reports_heads_that_are_missing"),
    Fault(
        "a floor older than its heads opens unconfirmed", "pitboss/floor/heads.py",
        "        if not claims:\n",
        "        if False:\n",
        "tests/floor/test_restoring.py::test_a_database_older_than_its_heads_opens_only_when_confirmed"),
    Fault(
        "a rewritten past is opened as a restore", "pitboss/floor/heads.py",
        "        if not old:\n",
        "        if False:\n",
        "tests/floor/test_restoring.py::test_a_rewritten_past_is_not_taken_for_a_restore"),
    Fault(
        "a declared restore excuses a rewritten past", "pitboss/floor/heads.py",
        "    if not tree.continues(tree.before[n], point.events, n):\n",
        "    if False:\n",
        "tests/floor/test_restoring.py::test_a_restore_does_not_hide_a_rewritten_past"),
    Fault(
        "a restore that the journal does not record passes", "pitboss/floor/heads.py",
        "    if not any(each.events == point.events < each.pos",
        "    if False and not any(each.events == point.events < each.pos",
        "tests/floor/test_restoring.py::test_a_restore_does_not_hide_a_rewritten_past"),
    Fault(
        "serials go on without a gap after a restore", "pitboss/floor/restoring.py",
        "last_serial(store) + gap",
        "last_serial(store)",
        "tests/floor/test_restoring.py::test_no_serial_is_issued_twice_by_floors_restored_from_copies"),
    Fault(
        "a restored copy keeps its mark", "pitboss/floor/restoring.py",
        "secrets={MARK: None}",
        "",
        "tests/floor/test_restoring.py::test_opening_a_backup_is_a_restore_and_is_recorded_once"),
    Fault(
        "a copy is opened with the log of another database", "pitboss/web/server.py",
        "        refuse_foreign_log(database)\n",
        "",
        "tests/floor/test_restoring.py::test_a_copy_next_to_the_log_of_a_killed_floor_is_not_opened"),
    Fault(
        "the health of a floor is good while its disk hangs", "pitboss/web/metrics.py",
        " and writer.age_s <= MAX_COMMIT_S",
        "",
        "tests/web/test_sign_in.py::test_health_fails_while_a_commit_waits_for_the_disk"),
    Fault(
        "what is thrown was not sealed", "pitboss/floor/seals.py",
        "SealedSource(seal.secret, seal.number, seal.used)",
        "SealedSource(new_secret(self.source), seal.number, seal.used)",
        "tests/floor/test_seals.py::test_every_round_is_proved_once_it_is_over"),
    Fault(
        "a shoe is shuffled again after its digest was shown", "pitboss/equipment/shoe.py",
        "        proof = Commitment.of(shuffled(cards, source), source)\n",
        "        proof = Commitment.of(shuffled(cards, source), source)\n"
        "        proof = proof._replace(cards=shuffled(cards, source))\n",
        "tests/equipment/test_shoe.py::test_the_proof_covers_the_shuffle_and_the_cut_is_public"),
    Fault(
        "one among several players adds a number to the seal", "pitboss/floor/seals.py",
        "        if others:\n            raise No",
        "        if not others and not who.name:\n            raise No",
        "tests/floor/test_seals.py::test_only_who_is_alone_adds_a_number"),
    Fault(
        "the player's number is left out", "pitboss/equipment/sealed.py",
        "{self.secret}\\n{self.number}\\n{n}",
        "{self.secret}\\n{n}",
        "tests/floor/test_seals.py::test_a_number_changes_what_comes_after_the_house_has_sealed"),
    Fault(
        "the page believes a seal that it never saw", "pitboss/web/static/proof_check.js",
        "  if (digest === first) {\n",
        "  if (digest) {\n",
        "tests/web/browser/test_proof.py::test_cards_are_checked_against_the_seal_that_was_shown"),
    Fault(
        "the page accepts every seal that was shown before the bets", "pitboss/web/static/proof_check.js",
        "  if (digest === first) {\n",
        "  if (shown.includes(digest)) {\n",
        "tests/web/browser/test_dishonest_house.py::test_the_page_and_the_program_come_to_the_same_verdict[wheels]"),
    Fault(
        "the page accepts every deck that was shown before the hand", "pitboss/web/static/seen.js",
        "  if (!known) decks.push(",
        "  if (known?.digest !== digest) decks.unshift(",
        "tests/web/browser/test_dishonest_house.py::test_the_page_and_the_program_come_to_the_same_verdict[decks]"),
    Fault(
        "the program accepts every seal that was shown before the bets", "pitboss/equipment/proof_binding.py",
        "    if digest in shown[:1]:\n",
        "    if digest in shown:\n",
        "tests/floor/test_bound_rounds.py::"
        "test_the_verdict_on_a_round_follows_from_what_was_shown_before_the_bets[wheels]"),
    Fault(
        "a shuffle in the middle of a round needs no clause", "pitboss/equipment/proof_binding.py",
        "    elif clause is None and (kept.over or",
        "    elif clause is None and not (kept.over or",
        "tests/floor/test_bound_rounds.py::"
        "test_the_verdict_on_a_round_follows_from_what_was_shown_before_the_bets[shuffled_again]"),
    Fault(
        "a number that the page was not shown is certified", "pitboss/equipment/proof_binding.py",
        "    if digest not in kept.numbers and number != kept.shown.get(digest, \"\"):\n",
        "    if digest not in kept.numbers and not number and kept.shown.get(digest):\n",
        "tests/floor/test_bound_rounds.py::"
        "test_the_verdict_on_a_round_follows_from_what_was_shown_before_the_bets[numbers]"),
    Fault(
        "another seal is shown while bets are taken", "pitboss/floor/seals.py",
        "            if betting and seal is self.current and self._shuffled_again(seal):\n                continue\n",
        "",
        "tests/floor/test_bound_rounds.py::"
        "test_the_verdict_on_a_round_follows_from_what_was_shown_before_the_bets[directed]"),
    Fault(
        "a seal that was drawn from takes a number", "pitboss/floor/seals.py",
        "        if seal is None or seal.draws:\n",
        "        if seal is None:\n",
        "tests/floor/test_seals.py::test_a_seal_that_was_drawn_from_takes_no_number"),
    Fault(
        "verify accepts a number that was added to a deck in play", "pitboss/floor/poker_rounds.py",
        "        if type == \"number\" and body[\"digest\"] == self.digest:\n",
        "        if type == \"number\" and not body[\"digest\"]:\n",
        "tests/floor/test_seals.py::test_verify_reports_a_number_that_was_added_to_a_deck_in_play"),
    Fault(
        "verify accepts a second seal for the same bets", "pitboss/floor/unsealed.py",
        " was published while another waited to be drawn from\" if waits else \"\"\n",
        " was published while another waited to be drawn from\" if not digest else \"\"\n",
        "tests/floor/test_seals.py::test_verify_reports_a_second_seal_for_the_same_bets"),
    Fault(
        "verify accepts a number that was added after the draw", "pitboss/floor/unsealed.py",
        "        if self._came.get(digest) != []:\n",
        "        if digest not in self._came:\n",
        "tests/floor/test_seals.py::test_verify_reports_a_number_that_was_added_after_the_draw"),
    Fault(
        "a biased live source: numbers that are too large are folded", "pitboss/equipment/rng.py",
        "    while number >= n:\n        number = int.from_bytes(take(size), \"big\") >> spare\n    return number\n",
        "    return number % n\n",
        "tests/equipment/test_live_chance.py::test_the_live_source_is_even"),
    Fault(
        "the live source gives the same bytes again", "pitboss/equipment/rng.py",
        "            self._used += size\n            return chunk",
        "            self._used += size // 2\n            return chunk",
        "tests/equipment/test_live_chance.py::test_the_live_source_is_even"),
    Fault(
        "the live source is not tested while it is used", "pitboss/equipment/rng.py",
        "                self.health.test(self._pool)\n",
        "",
        "tests/equipment/test_live_chance.py::test_a_source_that_is_stuck_repeats_itself_or_favours_something_fails"),
    Fault(
        "a floor opens with a source of chance that is stuck", "pitboss/equipment/rng.py",
        "        if self.fault:\n            raise SourceFailed",
        "        if not self:\n            raise SourceFailed",
        "tests/web/test_chance.py::test_a_floor_does_not_open_by_a_stuck_source"),
    Fault(
        "a bet that comes after 'no more bets' is taken", "pitboss/table/check.py",
        "        return t.game.refuse_late(t, answer)\n",
        "        return None\n",
        "tests/web/test_security_money.py::test_a_bet_after_no_more_bets_does_not_count"),
    Fault(
        "the password hash of a person whose adding was withdrawn stays stored", "pitboss/floor/people.py",
        "                self._waiting.withdraw(n, who)\n                self.keep(ADDING + str(n), None)\n",
        "                self._waiting.withdraw(n, who)\n",
        "tests/web/test_second_person.py::test_no_password_hash_stays_stored_for_a_person_who_was_not_added"),
    Fault(
        "the password hash of a person who was added stays stored twice", "pitboss/floor/people.py",
        "            self.keep(ADDING + str(proposal.n), None)\n",
        "",
        "tests/web/test_second_person.py::test_no_password_hash_stays_stored_for_a_person_who_was_not_added"),
    Fault(
        "voucher codes have six random digits", "pitboss/floor/cage.py",
        "        code = f\"{self.source.below(10**CODE_DIGITS):0{CODE_DIGITS}}\"\n",
        "        code = f\"{self.source.below(10**6):0{CODE_DIGITS}}\"\n",
        "tests/floor/test_cage.py::test_every_digit_of_a_voucher_code_comes_from_the_source"),
    Fault(
        "voucher codes repeat six random digits", "pitboss/floor/cage.py",
        "        code = f\"{self.source.below(10**CODE_DIGITS):0{CODE_DIGITS}}\"\n",
        "        code = f\"{self.source.below(10**6):06}\" * 3\n",
        "tests/floor/test_cage.py::test_every_digit_of_a_voucher_code_comes_from_the_source"),
    Fault(
        "all salts of voucher codes are the same", "pitboss/floor/cage.py",
        "        salt = f\"{self.source.below(10**CODE_DIGITS):0{CODE_DIGITS}}\"\n",
        "        salt = \"0\" * CODE_DIGITS\n",
        "tests/floor/test_cage.py::test_every_digit_of_a_voucher_code_comes_from_the_source"),
    Fault(
        "a player who shares a box sees the tiles that another sets", "pitboss/floor/view.py",
        "if hand.seat in own and hand.seen_by(player) and not",
        "if hand.seat in own and not",
        "tests/floor/test_who_may_look.py::test_cards_face_down_are_shown_to_the_player_who_decides_for_them"),
    Fault(
        "a player who shares a box sees afterwards what only another saw", "pitboss/floor/queries.py",
        "hand.seat in own and hand.seen_by(player) else SPECTATOR",
        "hand.seat in own else SPECTATOR",
        "tests/floor/test_who_may_look.py::test_a_round_looked_up_later_shows_a_shared_box_as_each_player_saw_it"),
    Fault(
        "exports pass formulas that begin with a sign", "pitboss/web/exports.py",
        "FORMULA = (\"=\", \"+\", \"-\", \"@\", ",
        "FORMULA = (\"=\", ",
        "tests/web/test_sign_in.py::test_no_cell_of_an_export_begins_as_a_formula"),
    Fault(
        "exports pass all formulas", "pitboss/web/exports.py",
        "    return f\"'{text}\" if isinstance(text, str) and text.startswith(FORMULA) else text\n",
        "    return text\n",
        "tests/web/test_own_pages.py::test_a_table_name_is_text_in_a_players_file"),
)
