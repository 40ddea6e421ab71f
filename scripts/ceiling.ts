/**
 * Could reward alone teach the teacher "tuned" more? Its numbers become a function of what it sees, learned by policy gradient from
 * many games.
 *
 *   npx tsx scripts/ceiling.ts [--rounds 60] [--games 6000] [--seed 1]
 *
 * In every turn a small network moves numbers of `tuned` (core/strategies/price/tuned.ts), drawn around what it says while it learns
 * (REINFORCE of Williams 1992, clipped as in PPO of Schulman et al. 2017). Each game is played twice with other draws, and each play is
 * the other's baseline, so that neither opponent nor scenario is noise. It begins where it moves nothing. Opponents and scenarios are
 * drawn as for the search that found the numbers, each game new. Every tenth round says what it earns without draws, less `tuned`, on
 * such games that no round has and before scripts that are not among those opponents; 95 % over scenarios.
 */
import { parseArgs } from 'node:util';
import {
  createRng,
  type PriceScenario,
  type PriceScript,
  type PriceView,
  samplers,
  TUNED,
  type TunedOptions,
  weigh,
} from '../src/core/index.ts';
import { comparePaired } from '../src/lab/statistics/index.ts';
import { drawTable, earned, script, type Table } from './tables.ts';

/** Which numbers are moved, by which power of e at an output of 1, and where they may lie. */
const MOVED = [
  ['opening', 0.2, 0.2, 1],
  ['clockExponent', 0.5, 0.2, 12],
  ['otherExponent', 0.5, 0.2, 12],
  ['stillExponent', 0.5, 0.2, 12],
  ['mirror', 0.5, 0, 2],
  ['kept', 0.5, 0, 0.8],
  ['yields', 0.3, 0, 1],
  ['stillYields', 0.3, 0, 1],
  ['spread', 0.4, 0.004, 0.2],
  ['others', 0.2, 0.02, 0.98],
  ['boldness', 0.3, 0.2, 1.5],
  ['fleeting', 0.3, 0, 1.5],
] as const satisfies readonly (readonly [keyof TunedOptions, number, number, number])[];

/** What the network sees, each about 1 at most. */
function seen(view: PriceView): number[] {
  const { seat, own, theirs, mine, history, public: facts } = view;
  const toward = seat === 'seller' ? 1 : -1;
  const gain = (price: number) => (3 * toward * (price - own.reservation)) / facts.item.listPrice;
  const received = history.flatMap(({ seat: by, act }) =>
    by !== seat && act.type === 'offer' ? [gain(act.price)] : [],
  );
  const back = (i: number) => received.at(-i) ?? received[0] ?? 0;
  const { left, now, waiting = 0, aim } = weigh(view);
  return [
    1,
    left / 10,
    left === 0 ? 1 : 0,
    facts.opens === seat ? 1 : 0,
    toward,
    now,
    waiting,
    waiting - now,
    aim === undefined ? 0 : gain(aim),
    theirs ? gain(theirs.offer.price) : 0,
    received[0] ?? 0,
    ...[1, 2, 3].map((i) => 8 * (back(i) - back(i + 1))),
    received.length / 10,
    mine ? gain(mine.offer.price) : 2,
    mine ? 1 : 0,
    gain(toward > 0 ? facts.range.high : facts.range.low) / 2,
  ].map((x) => Math.max(-3, Math.min(3, x)));
}

const [INPUTS, UNITS, OUTPUTS] = [18, 32, MOVED.length];
/** One layer of tanh and a linear one, a row of weights for each unit: what goes in, then what comes out. */
const WIDTH = INPUTS + OUTPUTS;

function outputs(weights: Float64Array, x: readonly number[], units: Float64Array): number[] {
  const out = new Array<number>(OUTPUTS).fill(0);
  for (let j = 0; j < UNITS; j++) {
    let sum = 0;
    for (let i = 0; i < INPUTS; i++) sum += (weights[j * WIDTH + i] as number) * (x[i] as number);
    const unit = Math.tanh(sum);
    units[j] = unit;
    for (let k = 0; k < OUTPUTS; k++) out[k] = (out[k] as number) + unit * (weights[j * WIDTH + INPUTS + k] as number);
  }
  return out;
}

/** Adds to `slope` how the weights move outputs by `by`, after `outputs` of the same x. */
function backward(
  weights: Float64Array,
  x: readonly number[],
  units: Float64Array,
  by: readonly number[],
  slope: Float64Array,
): void {
  for (let j = 0; j < UNITS; j++) {
    const unit = units[j] as number;
    let through = 0;
    for (let k = 0; k < OUTPUTS; k++) {
      const at = j * WIDTH + INPUTS + k;
      slope[at] = (slope[at] as number) + (by[k] as number) * unit;
      through += (by[k] as number) * (weights[at] as number);
    }
    through *= 1 - unit ** 2;
    for (let i = 0; i < INPUTS; i++)
      slope[j * WIDTH + i] = (slope[j * WIDTH + i] as number) + through * (x[i] as number);
  }
}

function moved(by: readonly number[]): TunedOptions {
  const options: Record<keyof TunedOptions, number> = { ...TUNED };
  for (const [k, [key, power, low, high]] of MOVED.entries())
    options[key] = Math.min(high, Math.max(low, TUNED[key] * Math.exp(power * (by[k] as number))));
  return options;
}

interface Step {
  readonly x: readonly number[];
  readonly said: readonly number[];
  readonly drawn: readonly number[];
  advantage: number;
}

/** How far draws lie from what the network says. */
const SPREAD = 0.4;
const CLIP = 0.2;
const BATCH = 4096;
const RATE = 1e-3;

function train({ rounds, games, seed }: { rounds: number; games: number; seed: number }) {
  const rng = createRng(seed).split('ceiling');
  const weights = Float64Array.from({ length: UNITS * WIDTH }, (_, at) =>
    at % WIDTH < INPUTS ? rng.normal(0, 1) / Math.sqrt(INPUTS) : 0,
  );
  const units = new Float64Array(UNITS);
  const [mean, square] = [new Float64Array(weights.length), new Float64Array(weights.length)];
  const still: PriceScript = {
    name: 'without draws',
    act: (view) => weigh(view, moved(outputs(weights, seen(view), units))).act,
  };
  const judge = judging(still);
  let updates = 0;

  function play(table: Table): { steps: Step[]; value: number } {
    const steps: Step[] = [];
    const drawing: PriceScript = {
      name: 'with draws',
      act(view) {
        const x = seen(view);
        const said = outputs(weights, x, units);
        const drawn = said.map((one) => one + SPREAD * rng.normal(0, 1));
        steps.push({ x, said, drawn, advantage: 0 });
        return weigh(view, moved(drawn)).act;
      },
    };
    return { value: earned(drawing, table), steps };
  }

  function update(batch: readonly Step[], unit: number) {
    const slope = new Float64Array(weights.length);
    for (const { x, said, drawn, advantage } of batch) {
      const now = outputs(weights, x, units);
      const log = now.reduce((sum, one, k) => {
        const at = drawn[k] as number;
        return sum + ((at - (said[k] as number)) ** 2 - (at - one) ** 2) / (2 * SPREAD ** 2);
      }, 0);
      const ratio = Math.exp(Math.max(-5, Math.min(5, log)));
      if (advantage > 0 ? ratio > 1 + CLIP : ratio < 1 - CLIP) continue;
      const by = (ratio * advantage) / unit / batch.length / SPREAD ** 2;
      backward(
        weights,
        x,
        units,
        now.map((one, k) => by * ((drawn[k] as number) - one)),
        slope,
      );
    }
    updates++;
    // Adam (Kingma and Ba 2015).
    for (const [i, one] of slope.entries()) {
      mean[i] = 0.9 * (mean[i] as number) + 0.1 * one;
      square[i] = 0.99 * (square[i] as number) + 0.01 * one ** 2;
      const step = (mean[i] as number) / (1 - 0.9 ** updates);
      weights[i] =
        (weights[i] as number) + (RATE * step) / (Math.sqrt((square[i] as number) / (1 - 0.99 ** updates)) + 1e-8);
    }
  }

  for (let round = 1; round <= rounds; round++) {
    const steps: Step[] = [];
    for (let i = 0; i < games; i++) {
      const table = drawTable(30_000_000 + 5_000_000 * seed + (round - 1) * games + i, 0.5);
      const [one, other] = [play(table), play(table)];
      for (const step of one.steps) step.advantage = one.value - other.value;
      for (const step of other.steps) step.advantage = other.value - one.value;
      steps.push(...one.steps, ...other.steps);
    }
    const unit = Math.sqrt(steps.reduce((sum, { advantage }) => sum + advantage ** 2, 0) / steps.length) || 1;
    for (let pass = 0; pass < 2; pass++) {
      const order = rng.shuffle(steps);
      for (let from = 0; from < order.length; from += BATCH) update(order.slice(from, from + BATCH), unit);
    }
    if (round % 10 === 0 || round === rounds)
      process.stdout.write(`round ${round}, ${2 * games * round} games: ${judge()}\n`);
  }
}

const OTHERS = ['micro_own', 'fair_openings', 'charging_boul', 'faratin_resource', 'faratin_conceder', 'zeuthen'];

/** What a script earns more than `tuned`, in words. */
function judging(us: PriceScript): () => string {
  const teacher = script('tuned');
  const named = (name: string, tables: readonly Table[]) => ({
    name,
    tables,
    before: tables.map((table) => ({ cluster: String(table.seed), value: earned(teacher, table) })),
  });
  const drawn = (share: number) => Array.from({ length: 2500 }, (_, i) => drawTable(9_000_000 + i, share));
  const facing = (name: string): Table[] =>
    Array.from({ length: 120 }, (_, i) => 2_000_000 + i).flatMap((seed) =>
      (['buyer', 'seller'] as const).map((seat) => ({
        scenario: samplers.general(seed) as PriceScenario,
        seat,
        them: script(name),
        seed,
      })),
    );
  const sets = [
    named('population', drawn(0)),
    named('strangers', drawn(1)),
    named('others', OTHERS.flatMap(facing)),
    ...OTHERS.map((name) => named(name, facing(name))),
  ];
  return () =>
    sets
      .map(({ name, tables, before }) => {
        const after = tables.map((table) => ({ cluster: String(table.seed), value: earned(us, table) }));
        const { mean = 0, low = 0, high = 0 } = comparePaired(after, before).difference;
        return `${name} ${mean.toFixed(4)} [${low.toFixed(4)}, ${high.toFixed(4)}]`;
      })
      .join(', ');
}

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '60' },
    games: { type: 'string', default: '6000' },
    seed: { type: 'string', default: '1' },
  },
});
train({ rounds: Number(values.rounds), games: Number(values.games), seed: Number(values.seed) });
