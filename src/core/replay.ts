/**
 * Replay: fold the recorded steps through the rules and get the recorded result, or the place where they part.
 *
 * It is a test of the rules, a check for corrupted files, the slider of a screen and the start of a fork: `states[k]` is the
 * state after k rounds.
 */
import { forfeit, RETRIES, settle } from './episode.ts';
import { sameJson } from './hash.ts';
import { advance, roundsOf, stepsOf } from './rounds.ts';
import { type Episode, episodeId } from './transcript.ts';
import type { Domain, Outcome, Result, Scenario } from './types.ts';

export interface Replay {
  readonly states: readonly unknown[];
  readonly result: Result;
}

/** Throws a ReplayError that says where the record and the rules, or the record and its own id, part. */
export function replay(domain: Domain, episode: Episode): Replay {
  const { scenario, events, id } = episode;
  const refuse = (why: string): never => {
    throw new ReplayError(id, why);
  };
  const claim = claimProblem(domain, episode);
  if (claim) refuse(claim);
  const states: unknown[] = [domain.start(scenario)];
  const rounds = roundsOf(stepsOf(episode));
  let state = states[0];
  for (const [i, round] of rounds.entries()) {
    const after = advanced(domain, state, round, id);
    state = after.state;
    if (after.missing.length === 0) states.push(state);
    // A seat that broke down, or whose forfeit ended the game, leaves a last round without it.
    else if (i < rounds.length - 1) refuse(`in turn ${round[0]?.turn} there is no act of ${after.missing.join(', ')}`);
  }
  const outcome = domain.outcome(state);
  const result = outcome ? settled(domain, scenario, outcome, id) : brokenOff(domain, scenario, events, state);
  if (!result) return refuse('the acts end before the game does');
  const failed = events.findIndex(({ type }) => type === 'agent-failed');
  if (failed >= 0 && (outcome || failed < events.length - 1)) refuse('a seat breaks down, and the game goes on');
  if (!sameJson(result, episode.result))
    refuse(`the rules give ${JSON.stringify(result)}, the record says ${JSON.stringify(episode.result)}`);
  return { states, result };
}

/** What is wrong with what a record says of itself. Rules of an older version are taken to fold as those of today. */
function claimProblem(domain: Domain, episode: Episode): string | undefined {
  const { id, scenario, version } = episode;
  const expected = episodeId(episode);
  if (id !== expected) return `what it says was asked for has the id ${expected}`;
  if (episode.domain !== domain.name)
    return `it is a game of ${episode.domain}, and these are the rules of ${domain.name}`;
  if (version > domain.version || scenario.version !== version)
    return `it is of version ${version} of ${domain.name} on a scenario of version ${scenario.version}, and these rules are of version ${domain.version}`;
  return version === domain.version ? domain.problem(scenario) : undefined;
}

export class ReplayError extends Error {
  override readonly name = 'ReplayError';
  constructor(id: string, why: string) {
    super(`episode ${id} does not replay: ${why}`);
  }
}

function advanced(domain: Domain, state: unknown, round: Parameters<typeof advance>[2], id: string) {
  try {
    return advance(domain, state, round);
  } catch (error) {
    throw new ReplayError(id, (error as Error).message);
  }
}

function settled(domain: Domain, scenario: Scenario, outcome: Outcome, id: string): Result {
  try {
    return settle(domain, scenario, outcome);
  } catch (error) {
    throw new ReplayError(id, (error as Error).message);
  }
}

/** How a game ended that the rules did not end: a seat broke down, or the game could not go on without one that made no legal act. */
function brokenOff(domain: Domain, scenario: Scenario, events: Episode['events'], state: unknown): Result | undefined {
  const toAct = domain.toAct(state);
  const turn = toAct[0] === undefined ? undefined : domain.view(state, toAct[0]).turn;
  if (turn === undefined || events.some((event) => event.turn > turn)) return undefined;
  const last = events.at(-1);
  if (last?.type === 'agent-failed')
    return toAct.includes(last.seat) && last.turn === turn
      ? { kind: 'failed', turn, by: last.seat, reason: last.reason }
      : undefined;
  for (const seat of toAct) {
    const refusals = events.filter(
      (event) => event.type === 'action-refused' && event.turn === turn && event.seat === seat,
    );
    const final = refusals.at(-1);
    if (refusals.length === RETRIES + 1 && final?.type === 'action-refused')
      return forfeit(domain, scenario, turn, seat, final.reason);
  }
  return undefined;
}
