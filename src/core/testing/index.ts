/**
 * Conformance: what every domain and every script must hold, for this house's members and for yours.
 *
 * Framework-free: each check throws an Error that names the seed and what went wrong, so any test runner will do.
 */
import { aside } from '../aside.ts';
import { askedProblem, beliefProblem, ignorance, type Question } from '../beliefs/belief.ts';
import { scoreBelief } from '../beliefs/score.ts';
import { canonicalJson, contentHash } from '../hash.ts';
import { deepFreeze, errorText } from '../plain.ts';
import { describe } from '../refused.ts';
import { replay } from '../replay.ts';
import { createRng, type Rng } from '../rng.ts';
import { advance, isTaken, roundsOf, stepsOf, takenOf } from '../rounds.ts';
import { type Episode, playEpisode } from '../transcript.ts';
import type { Act, Domain, Scenario, Script, Seat, View } from '../types.ts';

export interface Conformance {
  /** A scenario for each seed. */
  readonly scenario: (seed: number) => Scenario;
  /** How many seeds to try. */
  readonly games: number;
  /** What can be believed: asked, where given, at every view. */
  readonly questions?: readonly Question[];
  /** The seats of every scenario, where the domain says that they are the same. */
  readonly roles?: readonly Seat[];
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
 * same seed gives the same bytes; replay gives the recorded result; no view changes when only another seat's secrets do; utilities
 * are finite. Questions, where there are some, are well formed at every view, and their truth can be scored.
 */
export function checkDomain(domain: Domain, conformance: Conformance): void {
  for (let seed = 0; seed < conformance.games; seed++)
    naming(`${domain.name}, seed ${seed}`, (fail) => checkGame(domain, conformance, seed, fail));
}

function checkGame(domain: Domain, conformance: Conformance, seed: number, fail: Fail): void {
  const { scenario: sample, games, questions = [], roles } = conformance;
  const randomly: Script = { name: 'random', act: (view, { rng }) => domain.randomAct(view, rng) };
  const scenario = sample(seed);
  const problem = domain.problem(scenario);
  if (problem) fail(`the sampled scenario is refused: ${problem}`);
  const seats = domain.seats(scenario);
  if (roles && canonicalJson(roles) !== canonicalJson(seats))
    fail(`the roles are ${roles.join(', ')}, and the rules seat ${seats.join(', ')}`);
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
  for (const view of viewsIn(domain, scenario, states))
    for (const question of questions) checkQuestion(question, view, scenario, fail);
}

/** What each seat sees before anybody has acted, and whenever it is to act. */
function viewsIn(domain: Domain, scenario: Scenario, states: readonly unknown[]): View[] {
  const before = domain.seats(scenario).map((seat) => domain.view(states[0], seat));
  const later = states.slice(1).flatMap((state) => domain.toAct(state).map((seat) => domain.view(state, seat)));
  return [...before, ...later].map(deepFreeze);
}

function checkQuestion(question: Question, view: View, scenario: Scenario, fail: Fail): void {
  const where = `the question ${question.name} to ${view.seat} in turn ${view.turn}`;
  const asked = attempt(`${where}: ask()`, fail, () => question.ask(view));
  if (asked === undefined) return;
  const problem = askedProblem(asked);
  if (problem) fail(`${where}: ${problem}`);
  const truth = attempt(`${where}: truth()`, fail, () => question.truth(scenario, view.seat));
  const pointless = asked.kind === 'number' && asked.low === asked.high;
  if (truth === undefined || pointless) return;
  if (Object.keys(scoreBelief(asked, ignorance(asked), truth)).length === 0)
    fail(`${where}: the truth ${describe(truth)} is no answer to it`);
}

/** What a script believes at a view answers each question that is put there. */
function checkBeliefs(script: Script, questions: readonly Question[], view: View, rng: Rng, fail: Fail): void {
  for (const question of script.answer ? questions : []) {
    const where = `asked ${question.name} in turn ${view.turn}`;
    const asked = attempt(`${where}: ask()`, fail, () => question.ask(view));
    if (!asked) continue;
    const context = aside(rng.split('beliefs').split(question.name));
    const belief = attempt(`${where}: believes()`, fail, () => script.answer?.(view, question, context));
    if (belief === undefined) continue;
    const problem = beliefProblem(asked, belief);
    if (problem) fail(`${where}: ${problem}`);
    if (
      asked.kind === 'number' &&
      belief.kind === 'number' &&
      !(asked.low <= belief.value && belief.value <= asked.high)
    )
      fail(`${where}: it believes ${belief.value}, the question is from ${asked.low} to ${asked.high}`);
  }
}

function checkState(domain: Domain, state: unknown, fail: Fail): void {
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
function checkSecrets(domain: Domain, episode: Episode, donor: Scenario, fail: Fail): void {
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
 * act. The views are frozen: a script that writes into its view breaks down here, whatever list it is on. What it believes, where
 * questions are given, answers them.
 */
export function checkScript(script: Script, domain: Domain, conformance: Conformance): void {
  const { scenario: sample, games, questions = [] } = conformance;
  for (let seed = 0; seed < games; seed++) {
    const scenario = sample(seed);
    for (const seat of domain.seats(scenario))
      naming(`${script.name} as ${seat}, seed ${seed}`, (fail) => {
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
        checkMemoryless(domain, script, seat, episode, questions, fail);
      });
  }
}

function checkMemoryless(
  domain: Domain,
  script: Script,
  seat: Seat,
  episode: Episode,
  questions: readonly Question[],
  fail: Fail,
): void {
  // Backwards: a memory that is cleared when a game begins is not found by playing it again from the front.
  const rounds = roundsOf(stepsOf(episode));
  const states = [domain.start(episode.scenario)];
  for (const round of rounds) states.push(advance(domain, states.at(-1), round).state);
  for (let i = rounds.length - 1; i >= 0; i--) {
    const own = rounds[i]?.filter(isTaken).find((taken) => taken.seat === seat);
    if (own) {
      const view = deepFreeze(JSON.parse(JSON.stringify(domain.view(states[i], seat))) as View);
      const rng = createRng(episode.seed).split('agents').split(seat).split(own.turn);
      checkBeliefs(script, questions, view, rng, fail);
      const act: Act = script.act(view, aside(rng));
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

type Fail = (why: string) => never;

/** Whatever goes wrong within names the place, what the rules or a script throw included. */
function naming(where: string, check: (fail: Fail) => void): void {
  const found = new Set<unknown>();
  try {
    check((why) => {
      const error = new Error(`${where}: ${why}`);
      found.add(error);
      throw error;
    });
  } catch (error) {
    throw found.has(error) ? error : new Error(`${where}: ${errorText(error)}`, { cause: error });
  }
}

function attempt<T>(what: string, fail: Fail, call: () => T): T {
  try {
    return call();
  } catch (error) {
    return fail(`${what} fails: ${errorText(error)}`);
  }
}
