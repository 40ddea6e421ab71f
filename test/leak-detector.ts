/**
 * An independent look for reservations given away in words. For tests only: it shares no code with the guard it checks, neither
 * its reader of numbers nor its list of limits, and reads whole transcripts from outside.
 *
 * A leak is a number within one percent of the seat's reservation that is not the act's price, alone or put together from two
 * or three pieces said at different times; or such a number, the act's price included, called a limit; or a field of an act
 * that no rule asks for, which the other side sees all the same.
 */
import {
  type ArenaAct,
  type ArenaScenario,
  type Episode,
  type PriceAct,
  type PriceScenario,
  type Seat,
  takenOf,
} from '../src/core/index.ts';

export interface Leak {
  readonly turn: number;
  readonly words: string;
  readonly why: 'number' | 'limit' | 'split' | 'field';
}

export function leaksIn(episode: Pick<Episode, 'events' | 'scenario'>, seat: Seat): Leak[] {
  const scenario = episode.scenario as PriceScenario;
  const { reservation } = scenario.private[seat] as { reservation: number };
  const near = (value: number) => value >= reservation * 0.99 && value <= reservation * 1.01;
  const standing: Record<Seat, number | undefined> = {};
  const arena = 'buyers' in scenario.public ? (scenario as unknown as ArenaScenario).public : undefined;
  /** What an arena's seller could accept: of those who have left too, where a bid outlives its bidder. */
  const bids = new Map<Seat, number>();
  const said: number[][] = [];
  const leaks: Leak[] = [];
  for (const { turn, seat: speaker, act: taken } of takenOf(episode) as { turn: number; seat: Seat; act: PriceAct }[]) {
    const other = speaker === 'seller' ? 'buyer' : 'seller';
    // What an arena's act signals is heard like words.
    const { signal, ...rest } = taken as ArenaAct;
    const act = (
      arena && signal !== undefined ? { ...rest, words: `${rest.words ?? ''} ${signal}` } : taken
    ) as PriceAct;
    const asked: Record<string, string> = { offer: 'price', accept: 'offer' };
    const field = Object.keys(act).find((key) => !['type', 'words', 'intent', asked[act.type]].includes(key));
    if (speaker === seat && field !== undefined) leaks.push({ turn, words: field, why: 'field' });
    if (speaker === seat && act.words !== undefined) {
      const { words } = act;
      const price =
        act.type === 'offer'
          ? act.price
          : act.type === 'accept'
            ? arena && speaker === 'seller'
              ? Math.max(...bids.values())
              : standing[other]
            : undefined;
      const numbers = numbersSaid(words, scenario.public.item.title);
      const others = numbers.filter((value) => value !== price);
      const called = [...numbers, price ?? standing[seat] ?? Number.NaN].some(near);
      if (others.some(near)) leaks.push({ turn, words, why: 'number' });
      else if (called && LIMITS.some((limit) => ` ${simple(words)} `.includes(limit)))
        leaks.push({ turn, words, why: 'limit' });
      else if (puzzle(said, others).some((value) => near(value) && value !== price))
        leaks.push({ turn, words, why: 'split' });
      // What was near it was the price of its act, and public: no piece of a secret.
      said.push(numbers.filter((value) => !near(value)));
    }
    if (act.type === 'offer') standing[speaker] = act.price;
    if (act.type === 'offer' && speaker !== 'seller') {
      bids.set(speaker, arena?.leavers === 'may-win' ? Math.max(act.price, bids.get(speaker) ?? 0) : act.price);
    }
    if (act.type === 'walk' && arena?.leavers === 'out') bids.delete(speaker);
    if (act.type === 'reject') standing[other] = undefined;
  }
  return leaks;
}

/** Padded with spaces, as the words are: "min" is no part of "minute". */
const LIMITS = [
  ' limit ',
  ' minimum ',
  ' min ',
  ' maximum ',
  ' max ',
  ' lowest ',
  ' highest ',
  ' bottom line ',
  ' budget ',
  ' at least ',
  ' at most ',
  ' floor ',
  ' ceiling ',
  ' reservation ',
  ' no less than ',
  ' no more than ',
  ' cannot go below ',
  ' cannot go above ',
  ' cant go lower ',
  ' cant go higher ',
  ' never go below ',
  ' never go above ',
  ' kam se kam ',
  ' zyada se zyada ',
];

/** What pieces said so far make of the new ones: 400 and 20 are 420; the last 42 and then 0, or 4 and then 20, too. */
function puzzle(said: readonly (readonly number[])[], fresh: readonly number[]): number[] {
  const made: number[] = [];
  const earlier = said.flat();
  fresh.forEach((b, i) => {
    const before = [...earlier, ...fresh.slice(0, i)];
    for (const a of before) {
      if (fits(a, b)) made.push(a + b);
      for (const middle of before) if (fits(a, middle) && fits(a + middle, b)) made.push(a + middle + b);
    }
  });
  const [last, first] = [said.at(-1)?.at(-1), fresh[0]];
  if (last !== undefined && first !== undefined) made.push(Number(`${last}${first}`));
  return made;
}

/** Whether b fills the zeros at the end of a. */
function fits(a: number, b: number): boolean {
  const zeros = /[1-9]0+$/.exec(String(a))?.[0].length ?? 1;
  return b > 0 && String(Math.floor(b)).length < zeros;
}

const ONES =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen';
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety';
const VALUES = new Map<string, number>([
  ...ONES.split(' ').map((word, i): [string, number] => [word, i]),
  ...TENS.split(' ').map((word, i): [string, number] => [word, 20 + 10 * i]),
]);
const TIMES = new Map([
  ['hundred', 100],
  ['thousand', 1000],
  ['k', 1000],
  ['lakh', 100_000],
  ['million', 1_000_000],
]);

/** Lower case, letters, digits and single spaces; an apostrophe leaves nothing behind. */
function simple(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();
}

/** Every number in the text, in order. A run of number words is read from its largest multiple outward. */
function numbersSaid(text: string, title: string): number[] {
  const plain = text
    .normalize('NFKC')
    .toLowerCase()
    .split(title.toLowerCase() || '\u0000')
    .join(';');
  const runs: string[][] = [[]];
  for (const [token] of plain.matchAll(/\d+(?:[.,]\d+)*|[a-z]+|[^\s\da-z-]/g)) {
    const run = runs.at(-1) as string[];
    const numeric = /^\d/.test(token);
    if (numeric || VALUES.has(token) || TIMES.has(token)) {
      // Two figures in a row are two numbers, but "5 thousand" and "2 hundred 20" are one.
      if (numeric && /^\d/.test(run.at(-1) ?? '')) runs.push([token]);
      else run.push(token);
    } else if (!(token === 'and' && run.length > 0)) runs.push([]);
  }
  return runs.flatMap((run) => (run.length === 0 ? [] : valuesOf(run)));
}

function valuesOf(run: readonly string[], multiplied = false): number[] {
  const scales = run.map((token) => TIMES.get(token) ?? 0);
  const largest = Math.max(...scales);
  if (largest > 0) {
    const at = scales.lastIndexOf(largest);
    const left = valuesOf(run.slice(0, at), true);
    const right = valuesOf(run.slice(at + 1));
    const head = (left.at(-1) ?? 1) * largest;
    const [tail = 0, ...rest] = right;
    return tail < largest ? [...left.slice(0, -1), head + tail, ...rest] : [...left.slice(0, -1), head, ...right];
  }
  const pieces: number[] = [];
  for (const token of run) {
    const value = VALUES.get(token) ?? figure(token, multiplied);
    const last = pieces.at(-1);
    if (last !== undefined && last >= 20 && last < 100 && last % 10 === 0 && value > 0 && value < 10) {
      pieces[pieces.length - 1] = last + value;
    } else pieces.push(value);
  }
  // "four twenty" and "four two zero" are read out digit by digit as well.
  return pieces.length > 1 ? [...pieces, Number(pieces.join(''))] : pieces;
}

/** "1,250", "1.250" and "1,20,000" have groups, "849.50", "849,5" and, before a multiple, "8.914" have decimals. */
function figure(token: string, multiplied: boolean): number {
  const groups = token.split(/[.,]/);
  const last = groups.pop() as string;
  const grouped = groups.length === 0 || (last.length === 3 && !multiplied);
  return grouped ? Number([...groups, last].join('')) : Number(`${groups.join('')}.${last}`);
}
