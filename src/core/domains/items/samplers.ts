/**
 * Where items scenarios come from: a literal list of samplers, each a function of a seed.
 *
 * janus   the Janus lab's multi-item game: single items, each worth U[0, 1] to each seat, rounded to one decimal; 15 turns.
 * dond    the shape of Deal or No Deal (Lewis et al. 2017): books, hats and balls, 1 to 4 of each and 5 to 7 in
 *         all; whole values with which everything is worth 10 to each seat; every type is wanted by somebody and one by both.
 * casino  CaSiNo (Chawla et al. 2021): three packages each of food, water and firewood; 5, 4 and 3 points a package in an
 *         order of each seat's own; 20 turns.
 * Values that make everything worthless to a seat are drawn again from the same stream. Crossing offers never close: the
 * originals close by agreement only.
 */
import { createRng, type Rng } from '../../rng.ts';
import { type ItemsScenario, type ItemsSeat, type ItemType, items } from './items.ts';

export interface ItemsSampleOptions {
  /** Default 15 for janus, 20 for the others. */
  readonly turnLimit?: number;
  /** Default: drawn from the seed. */
  readonly opens?: ItemsSeat;
  /** How many items the janus sampler deals, 1 to 12; default 4. The others have three types. */
  readonly itemTypes?: number;
}

export const itemsSamplers = { janus: sampleJanus, dond: sampleDond, casino: sampleCasino } as const;
export type ItemsSamplerName = keyof typeof itemsSamplers;

const JANUS_NAMES = Array.from('ABCDEFGHIJKL', (letter) => `Item${letter}`);

function sampleJanus(seed: number, options: ItemsSampleOptions = {}): ItemsScenario {
  const { itemTypes = 4, turnLimit = 15 } = options;
  if (!Number.isInteger(itemTypes) || itemTypes < 1 || itemTypes > JANUS_NAMES.length) {
    throw new RangeError(`got ${itemTypes} item types, expected a whole number from 1 to ${JANUS_NAMES.length}`);
  }
  const rng = createRng(seed).split('scenario');
  const types = JANUS_NAMES.slice(0, itemTypes).map((name) => ({ name, count: 1 }));
  const draw = (stream: Rng): number[] => {
    for (;;) {
      const values = types.map(() => Math.round(stream.float() * 10) / 10);
      if (values.some((value) => value > 0)) return values;
    }
  };
  const [a, b] = [draw(rng.split('a')), draw(rng.split('b'))];
  return scenario(`janus-items-${seed}`, rng, types, a, b, { ...options, turnLimit });
}

const DOND_TOTAL = 10;
const DOND_COUNTS = [1, 2, 3, 4];
const DOND_POOLS = DOND_COUNTS.flatMap((books) =>
  DOND_COUNTS.flatMap((hats) => DOND_COUNTS.map((balls) => [books, hats, balls] as const)),
).filter(([books, hats, balls]) => books + hats + balls >= 5 && books + hats + balls <= 7);

function sampleDond(seed: number, options: ItemsSampleOptions = {}): ItemsScenario {
  const rng = createRng(seed).split('scenario');
  const [books, hats, balls] = rng.pick(DOND_POOLS);
  const types = [
    { name: 'book', count: books },
    { name: 'hat', count: hats },
    { name: 'ball', count: balls },
  ];
  const valuations: number[][] = [];
  for (let book = 0; book * books <= DOND_TOTAL; book++) {
    for (let hat = 0; book * books + hat * hats <= DOND_TOTAL; hat++) {
      const ball = (DOND_TOTAL - book * books - hat * hats) / balls;
      if (Number.isInteger(ball)) valuations.push([book, hat, ball]);
    }
  }
  // Every pool has valuations without a zero, so a fitting pair is always found.
  for (;;) {
    const [a, b] = [rng.pick(valuations), rng.pick(valuations)];
    const wantedBy = a.map((value, i) => Number(value > 0) + Number((b[i] as number) > 0));
    if (wantedBy.every((seats) => seats > 0) && wantedBy.some((seats) => seats === 2)) {
      return scenario(`dond-${seed}`, rng, types, a, b, options);
    }
  }
}

function sampleCasino(seed: number, options: ItemsSampleOptions = {}): ItemsScenario {
  const rng = createRng(seed).split('scenario');
  const types = ['food', 'water', 'firewood'].map((name) => ({ name, count: 3 }));
  const [a, b] = [rng.split('a').shuffle([5, 4, 3]), rng.split('b').shuffle([5, 4, 3])];
  return scenario(`casino-${seed}`, rng, types, a, b, options);
}

function scenario(
  id: string,
  rng: Rng,
  types: readonly ItemType[],
  a: readonly number[],
  b: readonly number[],
  { turnLimit = 20, opens }: ItemsSampleOptions,
): ItemsScenario {
  return {
    domain: items.name,
    version: items.version,
    id,
    public: { items: types, turnLimit, opens: opens ?? rng.split('opens').pick(['a', 'b']), crossing: 'continue' },
    private: { a: { values: a, reservation: 0 }, b: { values: b, reservation: 0 } },
  };
}
