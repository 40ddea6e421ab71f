/** A fork, played in this tab: the engine's own, so that `parley replay --fork` gives the same game by the same id. */
import { believing } from '../../src/agents/believing.ts';
import { resolvePlayer } from '../../src/agents/spec.ts';
import { readAct } from '../../src/agents/speech/acts.ts';
import {
  type Act,
  type Domain,
  type Episode,
  findKit,
  type Player,
  playEpisode,
  type Script,
  type Seat,
  type Sitter,
  type Step,
  stateAfter,
  stepsOf,
  type Taken,
} from '../../src/core/index.ts';
import type { Fork } from './asked.ts';

/** What cannot be played here is a SpecError or a RangeError in a sentence. */
export function forkInTab(episode: Episode, { turn, swap = {}, acts = {} }: Fork): Episode {
  const domain = rulesOf(episode);
  const { scenario, source, seed } = episode;
  const players: Record<Seat, Player<Script>> = {};
  for (const [seat, sitter] of Object.entries(episode.seats))
    players[seat] = swap[seat] === undefined ? sameAs(sitter, seat, domain) : resolvePlayer(swap[seat], domain);
  const forced = Object.entries(acts).map(([seat, act]) => forcedAct(episode, turn, seat, act));
  return playEpisode({ domain, scenario, source, seed, players, fork: { of: episode, turn, forced } });
}

export function rulesOf({ domain }: Pick<Episode, 'domain'>): Domain {
  const kit = findKit(domain);
  if (!kit) throw new RangeError(`this page does not know the rules of ${domain}`);
  return kit.rules;
}

export function stepsBefore(episode: Episode, turn: number): Step[] {
  return stepsOf(episode).filter((step) => step.turn < turn);
}

/** Who sat there, to play on. A page lets those who hold beliefs state them, under the same spec. */
function sameAs({ spec, fingerprint }: Sitter, seat: Seat, domain: Domain): Player<Script> {
  const player = resolvePlayer(spec, domain);
  if (player.fingerprint === fingerprint) return player;
  const stating = player.agent.answer && findKit(domain.name)?.questions && believing(player, spec, domain);
  if (stating && stating.fingerprint === fingerprint) return stating;
  throw new RangeError(`${spec} has changed since this was played: choose another for ${seat}`);
}

/** Whether who sat there can be asked again in this tab. */
export function playsHere(sitter: Sitter, domain: Domain): boolean {
  try {
    sameAs(sitter, '', domain);
    return true;
  } catch {
    return false;
  }
}

/** Whether a spec can be played in a tab at all. */
export function isScript(spec: string, domain: Pick<Domain, 'name'>): boolean {
  try {
    resolvePlayer(spec, domain);
    return true;
  } catch {
    return false;
  }
}

function forcedAct(episode: Episode, turn: number, seat: Seat, given: Act): Taken {
  const domain = rulesOf(episode);
  const state = stateAfter(domain, episode.scenario, stepsBefore(episode, turn));
  const toAct = domain.toAct(state);
  if (!toAct.includes(seat))
    throw new RangeError(`in turn ${turn} it is ${toAct.join(', ') || 'nobody'} who acts, not ${seat}`);
  const view = domain.view(state, seat);
  const read = readAct(given, view, domain);
  if ('problem' in read) throw new RangeError(read.problem);
  return { turn, seat, act: read.act };
}
