/**
 * Conformance: what every domain and every script must hold, for this house's members and for yours.
 *
 * Framework-free: each check throws an Error that names the seed and what went wrong, so any test runner will do.
 */
import { aside } from '../aside.ts';
import { canonicalJson, contentHash } from '../hash.ts';
import { deepFreeze } from '../plain.ts';
import { replay } from '../replay.ts';
import { createRng } from '../rng.ts';
import { advance, isTaken, roundsOf, stepsOf, takenOf } from '../rounds.ts';
import { type Episode, playEpisode } from '../transcript.ts';
import type { Act, Domain, Scenario, Script, Seat, View } from '../types.ts';

export interface Conformance {
  /** A scenario for each seed. */
  readonly scenario: (seed: number) => Scenario;
  /** How many seeds to try. */
  readonly games: number;
}

/** No rule book lets these through. */
const NONSENSE: readonly unknown[] = [
  undefined,
  null,
  0,
  Number.NaN,
  '',
  'offer',
  [],
  {},
  { type: 1 },
  { type: 'nonsense' },
];

/**
 * Random play always ends and never breaks a rule; refusals give reasons; scenarios, views and episodes survive JSON; the
 * same seed gives the same bytes; replay gives the recorded result; no view changes when only another seat's secrets do.
 */
export function checkDomain(domain: Domain, { scenario: sample, games }: Conformance): void {
  const randomly: Script = { name: 'random', act: (view, { rng }) => domain.randomAct(view, rng) };
  for (let seed = 0; seed < games; seed++) {
    const fail = failing(`${domain.name}, seed ${seed}`);
    const scenario = sample(seed);
    const problem = domain.problem(scenario);
    if (problem) fail(`the sampled scenario is refused: ${problem}`);
    const episode = playOnce(domain, scenario, () => randomly, seed);
    if (episode.result.kind === 'forfeited' || episode.result.kind === 'failed') {
      fail(`random play ended ${episode.result.kind}: ${episode.result.reason}`);
    }
    if (canonicalJson(JSON.parse(JSON.stringify(episode))) !== canonicalJson(episode))
      fail('the episode does not survive JSON');
    const again = playOnce(domain, scenario, () => randomly, seed);
    if (JSON.stringify(again) !== JSON.stringify(episode)) fail('the same seed gave other bytes');
    const { states } = replay(domain, JSON.parse(JSON.stringify(episode)) as Episode);
    for (const state of states) checkState(domain, state, fail);
    checkSecrets(domain, episode, sample(seed + games), fail);
  }
}

function checkState(domain: Domain, state: unknown, fail: (why: string) => never): void {
  if (canonicalJson(JSON.parse(JSON.stringify(state))) !== canonicalJson(state)) fail('a state does not survive JSON');
  for (const seat of domain.toAct(state)) {
    const view = domain.view(state, seat);
    if (canonicalJson(JSON.parse(JSON.stringify(view))) !== canonicalJson(view)) fail('a view does not survive JSON');
    for (const act of NONSENSE) {
      const reason = domain.check(view, act);
      if (typeof reason !== 'string' || reason === '') fail(`${JSON.stringify(act)} is not refused with a reason`);
    }
    const act = domain.randomAct(view, createRng(view.turn));
    if (domain.check(view, act) !== undefined) fail(`a random act is illegal: ${JSON.stringify(act)}`);
  }
}

/** Fold the same acts over a twin scenario in which one seat keeps its secrets and all others get new ones. */
function checkSecrets(domain: Domain, episode: Episode, donor: Scenario, fail: (why: string) => never): void {
  const { scenario } = episode;
  for (const seat of domain.seats(scenario)) {
    const twin: Scenario = { ...scenario, private: { ...donor.private, [seat]: scenario.private[seat] } };
    let [state, twinState] = [domain.start(scenario), domain.start(twin)];
    for (const round of roundsOf(takenOf(episode))) {
      if (canonicalJson(domain.view(state, seat)) !== canonicalJson(domain.view(twinState, seat))) {
        fail(`the view of ${seat} depends on another seat's secrets`);
      }
      state = domain.apply(state, round);
      twinState = domain.apply(twinState, round);
    }
  }
}

/**
 * Against random play, in every seat: never a refused act, never a failure, the same bytes for the same seed; and an act
 * depends on the view and its stream alone, so that asking again anywhere in a recorded game, in any order, gives the recorded
 * act. The views are frozen: a script that writes into its view breaks down here, whatever list it is on.
 */
export function checkScript(script: Script, domain: Domain, { scenario: sample, games }: Conformance): void {
  for (let seed = 0; seed < games; seed++) {
    const scenario = sample(seed);
    for (const seat of domain.seats(scenario)) {
      const fail = failing(`${script.name} as ${seat}, seed ${seed}`);
      const randomly: Script = { name: 'random', act: (view, { rng }) => domain.randomAct(view, rng) };
      // Not the script itself, which may be on the list of those that are handed views without a lock.
      const locked: Script = { name: script.name, act: (view, context) => script.act(deepFreeze(view), context) };
      const seated = (other: Seat) => (other === seat ? locked : randomly);
      const episode = playOnce(domain, scenario, seated, seed);
      if (episode.result.kind === 'failed') fail(`broke down: ${episode.result.reason}`);
      const refusal = episode.events.find((event) => event.type === 'action-refused');
      if (refusal?.type === 'action-refused') fail(`its act was refused: ${refusal.reason}, got ${refusal.got}`);
      if (JSON.stringify(playOnce(domain, scenario, seated, seed)) !== JSON.stringify(episode))
        fail('the same seed gave other bytes');
      checkMemoryless(domain, script, seat, episode, fail);
    }
  }
}

function checkMemoryless(
  domain: Domain,
  script: Script,
  seat: Seat,
  episode: Episode,
  fail: (why: string) => never,
): void {
  // Backwards: a memory that is cleared when a game begins is not found by playing it again from the front.
  const rounds = roundsOf(stepsOf(episode));
  const states = [domain.start(episode.scenario)];
  for (const round of rounds) states.push(advance(domain, states.at(-1), round).state);
  for (let i = rounds.length - 1; i >= 0; i--) {
    const own = rounds[i]?.filter(isTaken).find((taken) => taken.seat === seat);
    if (own) {
      const view = deepFreeze(JSON.parse(JSON.stringify(domain.view(states[i], seat))) as View);
      const act: Act = script.act(view, aside(createRng(episode.seed).split('agents').split(seat).split(own.turn)));
      if (canonicalJson(act) !== canonicalJson(own.act))
        fail(`asked afresh in turn ${own.turn} it acts otherwise: it keeps a memory of its own`);
    }
  }
}

function playOnce(domain: Domain, scenario: Scenario, seated: (seat: Seat) => Script, seed: number): Episode {
  const players = Object.fromEntries(
    domain.seats(scenario).map((seat) => {
      const agent = seated(seat);
      return [seat, { spec: agent.name, fingerprint: contentHash(agent.name), agent }];
    }),
  );
  return playEpisode({ domain, scenario, source: { conformance: scenario.id }, players, seed });
}

function failing(where: string): (why: string) => never {
  return (why) => {
    throw new Error(`${where}: ${why}`);
  };
}
