/**
 * Number words of Spanish, German and French: cuatrocientos dos, vierhundertzwei, quatre-vingt-dix.
 *
 * They stand apart from the reader of prices, since many are other words in English (once, cent, six, elf): whoever must not miss
 * a number asks here as well. Each number is read as far as it goes; a number of one language does not go on in another.
 */
import { fold, type Source, type Token, tokensOf } from './tokens.ts';

/** A number in the making: what is before thousand is in `total` already. */
interface Sum {
  readonly total: number;
  readonly group: number;
}
/** The sum with one more word, or undefined where the word begins another number. */
type Grammar = (sum: Sum | undefined, word: string) => Sum | undefined;

const values = (rows: readonly (readonly [first: number, step: number, names: string])[]) =>
  new Map(
    rows.flatMap(([first, step, names]) =>
      names.split(' ').flatMap((name, i) => name.split('/').map((one) => [fold(one), first + i * step] as const)),
    ),
  );

const SPANISH = values([
  [
    0,
    1,
    'cero uno/un/una dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciseis diecisiete dieciocho diecinueve',
  ],
  [
    20,
    1,
    'veinte veintiuno/veintiun/veintiuna veintidos veintitres veinticuatro veinticinco veintiseis veintisiete veintiocho veintinueve',
  ],
  [30, 10, 'treinta cuarenta cincuenta sesenta setenta ochenta noventa'],
  [
    100,
    100,
    'cien/ciento doscientos/doscientas trescientos/trescientas cuatrocientos/cuatrocientas quinientos/quinientas seiscientos/seiscientas setecientos/setecientas ochocientos/ochocientas novecientos/novecientas',
  ],
]);
const FRENCH = values([
  [0, 1, 'zero un/une deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize'],
  [20, 10, 'vingt/vingts trente quarante cinquante soixante septante huitante/octante nonante'],
]);
const GERMAN_SMALL = values([
  [
    0,
    1,
    'null eins/ein/eine zwei/zwo drei vier funf/fuenf sechs sieben acht neun zehn elf zwolf/zwoelf dreizehn vierzehn funfzehn/fuenfzehn sechzehn siebzehn achtzehn neunzehn',
  ],
  [20, 10, 'zwanzig dreissig vierzig funfzig/fuenfzig sechzig siebzig achtzig neunzig'],
]);

/** Adds a part where the group has zeros for it: 2 to 400, but not 3 to 402. */
function added({ total, group }: Sum, value: number, room: number): Sum | undefined {
  return value < room && value > 0 ? { total, group: group + value } : undefined;
}

function zerosOf(group: number): number {
  if (group === 0) return 1000;
  return group % 100 === 0 ? 100 : group % 10 === 0 ? 10 : 1;
}

function thousands(sum: Sum | undefined): Sum | undefined {
  if (sum === undefined) return { total: 1000, group: 0 };
  return sum.total === 0 && sum.group > 0 ? { total: sum.group * 1000, group: 0 } : undefined;
}

const spanish: Grammar = (sum, word) => {
  if (word === 'mil') return thousands(sum);
  const value = SPANISH.get(word);
  if (value === undefined) return undefined;
  if (sum === undefined) return { total: 0, group: value };
  // After a ten comes a unit, after ten itself nothing.
  return sum.group === 10 ? undefined : added(sum, value, zerosOf(sum.group));
};

const french: Grammar = (sum, word) => {
  if (word === 'mille') return thousands(sum);
  const group = sum?.group ?? 0;
  if (word === 'cent' || word === 'cents') {
    return group < 10 ? { total: sum?.total ?? 0, group: Math.max(group, 1) * 100 } : undefined;
  }
  const value = FRENCH.get(word);
  if (value === undefined) return undefined;
  if (sum === undefined) return { total: 0, group: value };
  if (value === 20 && group % 100 === 4) return { ...sum, group: group + 76 }; // quatre-vingt
  // Soixante-quinze, quatre-vingt-dix-sept
  const tens = group % 100;
  const room = tens === 60 || tens === 80 ? 20 : tens === 10 || tens === 70 || tens === 90 ? 10 : zerosOf(group);
  return added(sum, value, room);
};

/** Vierhundertzweiundzwanzig: a whole number in one word, or in the pieces of one. */
function germanValue(word: string, depth = 0): number | undefined {
  if (depth > 4 || word.length > 60) return undefined;
  for (const [name, factor] of [
    ['tausend', 1000],
    ['hundert', 100],
  ] as const) {
    const at = word.indexOf(name);
    if (at < 0) continue;
    const head = at === 0 ? 1 : germanValue(word.slice(0, at), depth + 1);
    const rest = word.slice(at + name.length).replace(/^und(?=.)/, '');
    const tail = rest === '' ? 0 : germanValue(rest, depth + 1);
    if (head === undefined || tail === undefined || tail >= factor || head >= (factor === 100 ? 100 : 1000))
      return undefined;
    return head * factor + tail;
  }
  const small = GERMAN_SMALL.get(word);
  if (small !== undefined) return small;
  const joint = word.lastIndexOf('und');
  const [unit, ten] = [GERMAN_SMALL.get(word.slice(0, joint)), GERMAN_SMALL.get(word.slice(joint + 3))];
  return joint > 0 && unit !== undefined && ten !== undefined && unit > 0 && unit < 10 && ten >= 20
    ? ten + unit
    : undefined;
}

const JOINTS = new Set('y et und'.split(' '));
const MAX_PIECES = 8;

export function numbersInOtherTongues(text: Source): number[] {
  const tokens = tokensOf(text).filter(({ kind, text: sign }) => kind !== 'mark' || sign !== '-');
  return [...summed(tokens, spanish), ...summed(tokens, french), ...german(tokens)];
}

function summed(tokens: readonly Token[], grammar: Grammar): number[] {
  const found: number[] = [];
  let sum: Sum | undefined;
  const close = () => {
    if (sum !== undefined) found.push(sum.total + sum.group);
    sum = undefined;
  };
  tokens.forEach(({ kind, text }, at) => {
    if (kind === 'word' && JOINTS.has(text) && sum !== undefined && tokens[at + 1]?.kind === 'word') return;
    const more = kind === 'word' ? grammar(sum, text) : undefined;
    if (more === undefined) close();
    sum = more ?? (kind === 'word' ? grammar(undefined, text) : undefined);
  });
  close();
  return found;
}

/** The longest row of pieces that is one number, from each place on. */
function german(tokens: readonly Token[]): number[] {
  const found: number[] = [];
  for (let at = 0; at < tokens.length; ) {
    let [joined, best, length] = ['', undefined as number | undefined, 1];
    for (let n = 0; n < MAX_PIECES && tokens[at + n]?.kind === 'word'; n++) {
      joined += (tokens[at + n] as Token).text;
      const value = germanValue(joined);
      if (value !== undefined) [best, length] = [value, n + 1];
      else if (n > 0 && joined.length > 60) break;
    }
    if (best !== undefined) found.push(best);
    at += length;
  }
  return found;
}
