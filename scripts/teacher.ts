/**
 * The teacher "tuned" of `parley data prepare lessons`: its parameters by search, and how it stands beside scripts.
 *
 *   npx tsx scripts/teacher.ts tune [--rounds 40] [--games 400] [--seed 1] [--regret 1] [--on terms] [--appraised]     prints the parameters found
 *   npx tsx scripts/teacher.ts judge [--on selection|population|strangers|terms|SCRIPT,...] [--scenarios 24] [--seed 2000000] [--players tuned,...]
 *
 * The search is the cross-entropy method (Rubinstein 1999): parameters are drawn from a normal distribution of each, and the best
 * quarter says where to draw next. All candidates of a round play the same games, and every round has others. Half of the
 * opponents are of the population to learn against, half are strangers; scenarios are the general sampler's. With --on terms both are
 * TERMS-Bench's, outside its suite; with --appraised the candidates know what items sell for (the teacher "appraiser"). What a simple script
 * earns more in a game counts against a candidate `regret` times over, so that it is good before all rather than very good before many.
 */
import { parseArgs } from 'node:util';
import {
  createRng,
  type PriceScenario,
  type PriceScript,
  samplers,
  TUNED,
  type TunedOptions,
  weigh,
} from '../src/core/index.ts';
import { APPRAISED, appraised } from '../src/lab/search/lessons/appraiser.ts';
import { teacherFor } from '../src/lab/search/lessons/teacher.ts';
import { comparePaired } from '../src/lab/statistics/index.ts';
import { drawTable, earned, script, type Table, termsTable } from './tables.ts';

const SELECTION = ['clean:micro_own', 'clean:fair_openings', 'clean:charging_boul'];

/** What a simple script earns at each table, so that losing to it may count twice. */
const SIMPLE = 'clean:boulware_firm';
/** The best simple one in TERMS-Bench (docs/results/terms.md). */
const SIMPLE_TERMS = 'boulware_firm?margin=390';

const tables = (first: number, count: number, on: string) =>
  Array.from({ length: count }, (_, i) => (on === 'terms' ? termsTable(first + i) : drawTable(first + i, 0.5)));
const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length;
/** What is earned, less `regret` times what the simple script earns more, game by game. */
const worth = (act: PriceScript['act'], at: readonly Table[], simple: readonly number[], regret: number) => {
  const us: PriceScript = { name: 'candidate', act };
  return mean(
    at.map((table, i) => {
      const ours = earned(us, table);
      return ours - regret * Math.max(0, (simple[i] as number) - ours);
    }),
  );
};
const bySimple = (at: readonly Table[], on: string) =>
  at.map((table) => earned(script(on === 'terms' ? SIMPLE_TERMS : SIMPLE), table));

type Key = keyof TunedOptions;
const BOUNDS: Record<Key, [number, number]> = {
  opening: [0.2, 1],
  beyond: [0.02, 0.8],
  clockExponent: [0.3, 12],
  otherExponent: [0.3, 12],
  stillExponent: [0.3, 12],
  mirror: [0, 2],
  step: [0.0005, 0.03],
  kept: [0, 0.8],
  keptFlat: [0, 0.04],
  yields: [0, 1],
  stillYields: [0, 1],
  spread: [0.004, 0.08],
  others: [0.05, 0.9],
  fit: [0.05, 1],
  stillFit: [0.05, 1],
  least: [0, 0.002],
  boldness: [0.5, 1.2],
  fleeting: [0, 1],
  drift: [0, 0.8],
};

/** Who knows what an item sells for reckons where to end without a belief: of the numbers those of the bids are left. */
const BIDS: ReadonlySet<Key> = new Set([
  'opening',
  'beyond',
  'clockExponent',
  'otherExponent',
  'stillExponent',
  'mirror',
  'step',
  'spread',
  'others',
  'fit',
  'stillFit',
]);

function tune({
  on,
  rounds,
  games,
  seed,
  regret,
  isAppraised,
}: {
  on: string;
  rounds: number;
  games: number;
  seed: number;
  regret: number;
  isAppraised: boolean;
}) {
  const base = isAppraised ? APPRAISED : TUNED;
  const keys = (Object.keys(BOUNDS) as Key[]).filter((key) => !isAppraised || BIDS.has(key));
  const rng = createRng(seed).split('cross-entropy');
  let centre = keys.map((key) => Math.min(BOUNDS[key][1], base[key]));
  let width = keys.map((key) => (BOUNDS[key][1] - BOUNDS[key][0]) / 7);
  const held = tables(7_000_000, 3000, on);
  const heldSimple = bySimple(held, on);
  const options = (values: readonly number[]): TunedOptions => ({
    ...base,
    ...Object.fromEntries(keys.map((key, i) => [key, values[i]])),
  });
  const candidate = (values: readonly number[]): PriceScript['act'] => {
    const numbers = options(values);
    return (view) => (isAppraised ? appraised(view, numbers) : weigh(view, numbers)).act;
  };
  for (let round = 0; round < rounds; round++) {
    const at = tables(8_000_000 + seed * 1_000_000 + round * games, games, on);
    const simple = bySimple(at, on);
    const drawn = Array.from({ length: 24 }, (_, k) =>
      keys.map((key, i) =>
        k === 0
          ? (centre[i] as number)
          : Math.min(BOUNDS[key][1], Math.max(BOUNDS[key][0], rng.normal(centre[i] as number, width[i] as number))),
      ),
    );
    const scored = drawn
      .map((values) => ({ values, worth: worth(candidate(values), at, simple, regret) }))
      .sort((a, b) => b.worth - a.worth);
    const elite = scored.slice(0, 6).map(({ values }) => values);
    // Half of the way, so that one round's luck does not carry it off.
    centre = centre.map((value, i) => 0.5 * value + 0.5 * mean(elite.map((values) => values[i] as number)));
    width = width.map((value, i) => {
      const middle = mean(elite.map((values) => values[i] as number));
      const spread = Math.sqrt(mean(elite.map((values) => ((values[i] as number) - middle) ** 2)));
      return 0.6 * value + 0.4 * spread;
    });
    const line =
      round % 5 === 4 || round === rounds - 1
        ? ` held out ${worth(candidate(centre), held, heldSimple, 0).toFixed(4)}, with regret ${worth(candidate(centre), held, heldSimple, regret).toFixed(4)}`
        : '';
    process.stdout.write(
      `round ${round + 1}: best ${scored[0]?.worth.toFixed(4)}, mean ${mean(scored.map((one) => one.worth)).toFixed(4)}${line}\n`,
    );
    if (line)
      process.stdout.write(
        `${JSON.stringify(Object.fromEntries(keys.map((key, i) => [key, Number(centre[i]?.toFixed(4))])))}\n`,
      );
  }
}

interface Judged {
  readonly on: string;
  readonly scenarios: number;
  readonly seed: number;
  readonly players: readonly string[];
}

function judge({ on, scenarios, seed, players }: Judged) {
  const isDrawn = on === 'population' || on === 'strangers';
  const whom = on === 'selection' ? SELECTION : on.split(',');
  const tablesAt = (name: string, at: number): Table[] => {
    if (on === 'terms') return [termsTable(at)];
    const them = isDrawn ? drawTable(at, on === 'strangers' ? 1 : 0).them : script(name);
    return (['buyer', 'seller'] as const).map((seat) => ({
      scenario: samplers.general(at) as PriceScenario,
      seat,
      them,
      seed: at,
    }));
  };
  const found = players.map((player) => {
    const us = playerNamed(player);
    const games = whom.flatMap((name) =>
      Array.from({ length: scenarios }, (_, i) => seed + i).flatMap((at) =>
        tablesAt(name, at).map((table) => ({ name, cluster: String(at), value: earned(us, table) })),
      ),
    );
    const each = whom.map((name) => meanOf(games.filter((one) => one.name === name)).toFixed(3));
    process.stdout.write(
      `${player.padEnd(22)} ${meanOf(games).toFixed(3)} (${each.join(', ')}), ${games.length} games\n`,
    );
    return { player, games };
  });
  const [first, ...rest] = found;
  for (const { player, games } of rest) {
    for (const name of whom.length > 1 ? [undefined, ...whom] : [undefined]) {
      const at = (all: typeof games) => all.filter((one) => name === undefined || one.name === name);
      const { mean: by = 0, low = 0, high = 0 } = comparePaired(at(first?.games ?? []), at(games)).difference;
      const against = name === undefined ? '' : ` against ${name}`;
      process.stdout.write(
        `${first?.player} - ${player}${against}: ${by.toFixed(3)} [${low.toFixed(3)}, ${high.toFixed(3)}]\n`,
      );
    }
  }
}

const meanOf = (games: readonly { readonly value: number }[]) => mean(games.map(({ value }) => value));

function playerNamed(name: string): PriceScript {
  return name === 'switching' || name === 'appraiser'
    ? teacherFor(name, undefined as never, 'buyer', '')
    : script(name);
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '40' },
    games: { type: 'string', default: '400' },
    on: { type: 'string', default: 'selection' },
    scenarios: { type: 'string', default: '24' },
    players: { type: 'string', default: 'tuned,clean:boulware_firm,clean:boulware_hard,clean:tit_for_tat,switching' },
    seed: { type: 'string' },
    regret: { type: 'string', default: '1' },
    appraised: { type: 'boolean', default: false },
  },
});
const { rounds, games, on, scenarios, players, seed, regret, appraised: isAppraised } = values;
if (positionals[0] === 'tune')
  tune({
    on,
    rounds: Number(rounds),
    games: Number(games),
    seed: Number(seed ?? 1),
    regret: Number(regret),
    isAppraised,
  });
else judge({ on, scenarios: Number(scenarios), seed: Number(seed ?? 2_000_000), players: players.split(',') });
