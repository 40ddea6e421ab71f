/**
 * Replay: fold the recorded acts through the rules and get the recorded result, or the place where they part.
 *
 * It is a test of the rules, a check for corrupted files, the slider of a screen and the start of a fork: `states[k]` is the
 * state after k rounds of acts.
 */
import { forfeit, RETRIES, settle } from './episode.ts';
import { sameJson } from './hash.ts';
import type { Episode } from './transcript.ts';
import type { Domain, Result, Scenario, Taken } from './types.ts';

export interface Replay {
  readonly states: readonly unknown[];
  readonly result: Result;
}

/** Throws a ReplayError that names the turn where the record and the rules part. */
export function replay(domain: Domain, episode: Episode): Replay {
  const { scenario, events, id } = episode;
  const refuse = (why: string): never => {
    throw new ReplayError(id, why);
  };
  const states: unknown[] = [domain.start(scenario)];
  for (const round of roundsOf(takenOf(episode))) {
    const state = states.at(-1);
    const toAct = domain.toAct(state);
    const { turn } = round[0] as Taken;
    if (!sameJson(round.map((t) => t.seat).sort(), [...toAct].sort())) {
      refuse(
        `in turn ${turn} the rules ask ${toAct.join(', ') || 'nobody'} to act, the record has ${round.map((t) => t.seat).join(', ')}`,
      );
    }
    for (const { seat, act } of round) {
      const view = domain.view(state, seat);
      if (view.turn !== turn) refuse(`the record has turn ${turn} where the rules are at turn ${view.turn}`);
      const reason = domain.check(view, act);
      if (reason) refuse(`the act of ${seat} in turn ${turn} is illegal: ${reason}`);
    }
    states.push(domain.apply(state, round));
  }
  const outcome = domain.outcome(states.at(-1));
  const result = outcome ? settle(domain, scenario, outcome) : endedOtherwise(domain, scenario, events, refuse);
  if (!sameJson(result, episode.result)) {
    refuse(`the rules give ${JSON.stringify(result)}, the record says ${JSON.stringify(episode.result)}`);
  }
  return { states, result };
}

export class ReplayError extends Error {
  override readonly name = 'ReplayError';
  constructor(id: string, why: string) {
    super(`episode ${id} does not replay: ${why}`);
  }
}

/** The acts of an episode, in order. */
export function takenOf(episode: Pick<Episode, 'events'>): Taken[] {
  const taken: Taken[] = [];
  for (const event of episode.events) {
    if (event.type === 'action-taken') taken.push({ turn: event.turn, seat: event.seat, act: event.act });
  }
  return taken;
}

/** Acts of one turn together: seats that act at once share a turn. */
function roundsOf(taken: readonly Taken[]): Taken[][] {
  const rounds: Taken[][] = [];
  for (const one of taken) {
    const last = rounds.at(-1);
    if (last?.[0]?.turn === one.turn) last.push(one);
    else rounds.push([one]);
  }
  return rounds;
}

/** The rules name no outcome, so a seat must have failed or made no legal act: the last event says which. */
function endedOtherwise(
  domain: Domain,
  scenario: Scenario,
  events: Episode['events'],
  refuse: (why: string) => never,
): Result {
  const last = events.at(-1);
  if (last?.type === 'agent-failed') return { kind: 'failed', turn: last.turn, by: last.seat, reason: last.reason };
  if (last?.type === 'action-refused') {
    const { turn, seat, reason } = last;
    const refusals = events.filter((e) => e.type === 'action-refused' && e.turn === turn && e.seat === seat).length;
    if (refusals === RETRIES + 1) return forfeit(domain, scenario, turn, seat, reason);
  }
  return refuse('the acts end before the game does');
}
