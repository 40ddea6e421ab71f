/**
 * A lab with known truth: agents earn what is set here, whole experiments are drawn from it, and every kind of sentence that a
 * report can print about them is held against that truth. Each may be false in at most 5 % of the experiments: 1,008 with six
 * scenarios or more in a full run, a fifteenth otherwise.
 *
 * What a report can print, and where it is tested:
 *   here    a mean with its interval, and "too few"; a difference with its interval; the first or the second earns more; the same;
 *           at most so many more games, and "enough to find"; who earns most, with the interval of the best; the counts held
 *           against a reference and among each other, which are the verdicts counted; by an option, averaged over settings or
 *           where; that an effect depends on the setting; a judge's agreement with itself
 *   elsewhere  the ratings (ratings/rate.test.ts), stopping early (experiment/stopping.test.ts), coverage by kind of metric
 *           (statistics/cluster-bootstrap.test.ts), the same agent twice, played (statistics/same-agent.test.ts)
 *   counts and means of the games at hand, which claim nothing beyond them: alike in every scenario; how games ended; switches;
 *           honesty; cost; chosen on one field; the order without others' forfeits; by moves, regret; the highest mean
 *   marks for targets (seller quality, the goal of a dial) go by whole intervals
 */
import { describe, expect, test } from 'vitest';
import { repetitions } from '../../../test/repetitions.ts';
import { createRng, type Episode, type Rng } from '../../core/index.ts';
import type { Panel, Row } from '../experiment/rows.ts';
import { binomialQuantile } from '../statistics/binomial.fixture.ts';
import { scenariosNeeded } from '../statistics/index.ts';
import { summariesOf } from './agents-section.ts';
import { comparisonsSection, type DecidedComparison } from './comparisons-section.ts';
import { contrastsOf, factorsSection } from './factors-section.ts';
import { inShort } from './in-short.ts';
import type { Judgement } from './judge/personas.ts';
import { leaderOf } from './leader.ts';
import { seatsSections } from './seats-section.ts';
import { kappaOf } from './seller-quality-section.ts';

const MARGIN = 0.05;
const SIZES = [2, 3, 5, 6, 8, 12, 20, 60];
const SEATS = ['buyer', 'seller'];
/** One game in ten ends without a deal, and each scenario is played twice: copies, which are no scenarios of their own. */
const NO_DEAL = 0.1;
const COPIES = 2;
/** Deviations: of a scenario, of an agent on a scenario, of one game. */
const SPREAD = { scenario: 0.15, agent: 0.08, game: 0.05 };

/** What each agent earns in truth: the mean over all scenarios that might be drawn, no deal as zero. */
type World = Readonly<Record<string, number>>;

function playedIn(world: World, scenarios: number, rng: Rng): Row[] {
  const rows: Row[] = [];
  for (let s = 0; s < scenarios; s++) {
    const luck = rng.normal(0, SPREAD.scenario);
    for (const [agent, mean] of Object.entries(world)) {
      const own = rng.normal(0, SPREAD.agent);
      for (const seat of SEATS) {
        for (let copy = 0; copy < COPIES; copy++) {
          const deal = rng.float() >= NO_DEAL;
          const utility = deal ? mean / (1 - NO_DEAL) + luck + own + rng.normal(0, SPREAD.game) : 0;
          const episode = { id: `${rows.length}`, seed: copy, source: { seed: s }, seats: {}, events: [], result: {} };
          rows.push({
            episode: episode as unknown as Episode,
            ...{ agent, seat, opponent: 'x', cluster: `s${s}`, field: 'f', utility },
            kind: deal ? 'agreement' : 'no-deal',
          });
        }
      }
    }
  }
  return rows;
}

/** The deviation of a difference of two agents from scenario to scenario, over all its games: seats times copies. */
function deviationOf(a: number, b: number): number {
  const games = SEATS.length * COPIES;
  const deals = 1 - NO_DEAL;
  const ofAgent = (mean: number) => {
    // An agent's own part, then luck with deals, which both share but draw apart, and the noise of single games.
    const level = mean / deals;
    const noise = NO_DEAL * deals * (level ** 2 + SPREAD.scenario ** 2 + SPREAD.agent ** 2) + deals * SPREAD.game ** 2;
    return (deals * SPREAD.agent) ** 2 + noise / games;
  };
  return Math.sqrt(ofAgent(a) + ofAgent(b));
}

/** How often each kind of sentence was said, and in how many experiments one of its kind was false. */
function ledger() {
  const kinds = new Map<string, { experiments: number; said: number; wrong: number }>();
  return {
    kinds,
    add(kind: string, truths: readonly boolean[]) {
      const held = kinds.get(kind) ?? { experiments: 0, said: 0, wrong: 0 };
      held.experiments++;
      held.said += truths.length;
      held.wrong += Number(truths.includes(false));
      kinds.set(kind, held);
    },
  };
}

const tallied = ({ kinds }: ReturnType<typeof ledger>) =>
  [...kinds].map(([kind, { experiments, wrong }]) => `${kind} ${wrong}/${experiments}`).join(', ');

const inside = ({ low, high }: { low: number; high: number }, truth: number) => low <= truth && truth <= high;

function verdictTruths(compared: readonly DecidedComparison[], truth: (one: DecidedComparison) => number) {
  const said = (verdict: string) => compared.filter(({ decision }) => decision.verdict === verdict);
  return {
    more: [...said('first').map((one) => truth(one) > 1e-9), ...said('second').map((one) => truth(one) < -1e-9)],
    same: said('same').map((one) => Math.abs(truth(one)) < MARGIN - 1e-9),
  };
}

/** The worst for each kind: equals, for who earns more; a difference of just the margin, for the same. */
const worlds: Record<string, World> = {
  'all equal': { a: 0.5, b: 0.5, c: 0.5, r: 0.5 },
  'apart by the margin': { a: 0.45, b: 0.5, c: 0.55, r: 0.5 },
  'one far ahead': { a: 0.7, b: 0.5, c: 0.48, r: 0.4 },
};

describe.each(Object.entries(worlds))('%s', (name, world) => {
  // Five sizes of eight have six scenarios or more: over the three worlds 1,008 experiments in a full run.
  const experiments = repetitions(540, 34);
  const book = ledger();
  const panel: Panel = { agents: ['a', 'b', 'c'], controls: ['r'], opponents: ['x'], reference: 'r' };
  const truth = (agent: string) => world[agent] as number;
  const top = Math.max(...panel.agents.map(truth));
  const rng = createRng(18).split(name);
  for (let k = 0; k < experiments; k++) {
    const size = SIZES[k % SIZES.length] as number;
    const rows = playedIn(world, size, rng);
    const standings = summariesOf(rows, panel);
    const order = standings.map(({ agent }) => agent);
    const paired = comparisonsSection(rows, standings, panel, MARGIN)?.compared ?? [];
    const [, bySeat] = seatsSections(rows, order, panel, MARGIN);
    const seats = bySeat && 'compared' in bySeat ? bySeat.compared : [];
    const leader = leaderOf(rows, standings, paired);
    const difference = ({ a, b }: DecidedComparison) => truth(a) - truth(b);
    const enough = size >= 6;
    if (enough) {
      const own = standings.find(({ agent }) => agent === 'a')?.gains.noDealAsZero;
      book.add('interval of a mean', own ? [inside(own, truth('a'))] : []);
      const [first] = paired.filter(({ a, b }) => a === 'a' && b === 'r');
      book.add('interval of a difference', first ? [inside(first.difference, difference(first))] : []);
      if (leader) book.add('interval of the best', [inside(leader.gain, truth(leader.agent))]);
      const needed = ({ a, b }: DecidedComparison) =>
        scenariosNeeded({ deviation: deviationOf(truth(a), truth(b)), effect: MARGIN, alpha: 0.05 / paired.length });
      const told = first?.decision.toDecide;
      book.add('to decide it', first && told ? [told.scenarios >= needed(first)] : []);
    } else {
      // No claim and no interval from two, three or five scenarios.
      const claims = [...paired, ...seats].filter(({ decision }) => decision.verdict !== 'too few');
      const intervals = standings.filter(({ gains }) => Number.isFinite(gains.noDealAsZero.low));
      book.add('too few', [claims.length === 0, intervals.length === 0, leader?.unresolved.length === 2]);
    }
    const [sentence] = inShort({ leader, agents: panel.agents, reference: 'r', paired, seats, factors: [] });
    const best = leader?.unresolved.length === 0 ? [leader.agent] : [];
    // The first sentence says no more than that.
    book.add('in short', [/ earned most: /.test(sentence as string) === (best.length === 1)]);
    // Claims are held against the experiments in which they can be made.
    if (!enough) continue;
    const verdicts = verdictTruths(paired, difference);
    book.add('earns more', verdicts.more);
    book.add('the same', verdicts.same);
    const inSeats = verdictTruths(seats, difference);
    book.add('earns more in one seat', inSeats.more);
    book.add('the same in one seat', inSeats.same);
    book.add(
      'earns most',
      best.map((agent) => truth(agent) === top && panel.agents.filter((one) => truth(one) === top).length === 1),
    );
  }

  test.each([...book.kinds])('%s', (kind, { experiments: asked, said, wrong }) => {
    const never = kind === 'too few' || kind === 'in short';
    expect(wrong, `${wrong} of ${asked}, said ${said} times`).toBeLessThanOrEqual(
      never ? 0 : binomialQuantile(0.999, asked, kind.startsWith('interval') ? 0.07 : 0.05),
    );
  });

  process.stdout.write(`${name}, false of experiments: ${tallied(book)}\n`);

  test('what is true is said where it is plain', () => {
    const far = name === 'one far ahead';
    expect(book.kinds.get('earns most')?.said).toBeGreaterThanOrEqual(far ? experiments / 4 : 0);
    expect(book.kinds.get('earns more')?.said).toBeGreaterThanOrEqual(far ? experiments : 0);
  });
});

describe('options', () => {
  const specs = ['p?tells=on', 'p?tells=off', 'q?tells=on', 'q?tells=off'];
  const panel: Panel = { agents: specs, controls: [], opponents: ['x'], reference: undefined };
  const at = (values: readonly number[]): World =>
    Object.fromEntries(specs.map((spec, i) => [spec, values[i] as number]));
  /** What tells=on adds with p and with q. */
  const cases = {
    'no effect': [0, 0],
    'the same effect': [0.1, 0.1],
    'a crossover': [0.15, -0.15],
    'an effect with p alone': [0.15, 0],
  } as const;

  test.each(Object.entries(cases))('%s', (name, [withP, withQ]) => {
    const experiments = repetitions(400);
    const rng = createRng(19).split(name);
    const book = ledger();
    for (let k = 0; k < experiments; k++) {
      const rows = playedIn(at([0.5 + withP, 0.5, 0.5 + withQ, 0.5]), [8, 12, 20][k % 3] as number, rng);
      const factors = factorsSection(contrastsOf(rows, panel), MARGIN)?.compared ?? [];
      const whole = factors.filter(({ over }) => over > 1);
      const apart = factors.filter(({ over }) => over === 1);
      const average = (withP + withQ) / 2;
      const level = ({ where }: { where?: string }) => (where?.startsWith('p') ? withP : withQ);
      book.add('averaged', verdictTruths(whole, () => average).more);
      book.add('where', verdictTruths(apart, level).more);
      book.add('the same', [...verdictTruths(whole, () => average).same, ...verdictTruths(apart, level).same]);
      book.add('depends on the setting', withP !== withQ || apart.length === 0 ? [] : [false]);
      // What helps here and harms there has no effect as a whole, not even none.
      const crosses = withP * withQ < 0;
      book.add('as a whole', crosses && whole.some(({ decision }) => decision.verdict !== 'undecided') ? [false] : []);
    }
    process.stdout.write(`${name}, false of experiments: ${tallied(book)}\n`);
    for (const [kind, { experiments: asked, wrong }] of book.kinds)
      expect(wrong, `${kind}: ${wrong} of ${asked}`).toBeLessThanOrEqual(binomialQuantile(0.999, asked, 0.05));
  });
});

test('a judge at chance agrees with itself by nothing: its interval holds 0', () => {
  const experiments = repetitions(400);
  const rng = createRng(20);
  const personas = ['default', 'firm', 'flexible', 'deceptive'];
  let covered = 0;
  for (let k = 0; k < experiments; k++) {
    const rows = playedIn({ shop: 0.5 }, 12, rng);
    const vote = () => personas[rng.integer(4)] as string;
    const judgements = new Map(
      rows.map(({ episode }) => [episode.id, { votes: [vote(), vote(), vote(), vote()], orders: 4 } as Judgement]),
    );
    covered += Number(inside(kappaOf(rows, judgements), 0));
  }
  process.stdout.write(`a judge at chance, 0 outside its interval: ${experiments - covered}/${experiments}\n`);
  expect(covered).toBeGreaterThanOrEqual(binomialQuantile(0.001, experiments, 0.93));
});
