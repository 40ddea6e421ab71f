/**
 * The report in a few sentences, for its first screen: who earns most, how the agents stand to the reference, to each other in one
 * seat, and which level of an option earns more. Made from the values behind the tables, so it says what they say.
 */

import { groupBy, type Row } from '../experiment/rows.ts';
import type { Estimate, PairVerdict } from '../statistics/index.ts';
import { atFloor, type DecidedComparison, powerless } from './comparisons-section.ts';
import type { FactorComparison } from './factors-section.ts';
import type { Leader, Unresolved } from './leader.ts';
import { estimate, grouped, plural, pValue } from './show.ts';

export interface Found {
  readonly leader: Leader | undefined;
  readonly agents: readonly string[];
  readonly reference: string | undefined;
  readonly paired: readonly DecidedComparison[];
  readonly seats: readonly DecidedComparison[];
  readonly factors: readonly DecidedComparison<FactorComparison>[];
  /** How many scenarios there are of each field. */
  readonly fields?: readonly number[];
}

export function inShort({ leader, agents, reference, paired, seats, factors, fields = [] }: Found): string[] {
  const isAgent = (name: string) => agents.includes(name);
  // Said once, in the first sentence, and not of every pair again.
  const isTooFew = leader?.gain.verdict === 'too few';
  const said = <Named extends DecidedComparison>(some: readonly Named[]) =>
    isTooFew ? some.filter(({ decision }) => decision.verdict !== 'too few') : some;
  const held = said(paired).filter(({ a, b }) => b === reference && isAgent(a));
  const among = said(paired).filter(({ a, b }) => b !== reference && isAgent(a) && isAgent(b));
  const others = reference !== undefined && isAgent(reference) ? 'other agent' : 'agent';
  return [
    ...(leader ? [leaderSentence(leader)] : []),
    ...(leader && !isTooFew && leader.of > 1 && fields.length > 1 ? [pooledSentence(fields)] : []),
    ...tableSentences(paired, held, (some) => `Compared with ${reference}: ${counted(some, others)}.`),
    ...(factors.length > 0
      ? factorSentences(said(factors))
      : tableSentences(paired, among, (some) => `Agents compared with each other: ${counted(some, 'pair')}.`)),
    ...tableSentences(seats, said(seats), (some) => `Compared in one seat at a time: ${counted(some, 'pair')}.`),
  ].filter((sentence, i, all) => all.indexOf(sentence) === i);
}

/** A mean over fields is one of this mixture of them. */
function pooledSentence(fields: readonly number[]): string {
  const [least, most] = [Math.min(...fields), Math.max(...fields)];
  const sizes = least === most ? `${most} scenarios each` : `${least} to ${most} scenarios each`;
  return `Means over all games hold for this mixture of ${fields.length} fields, ${sizes}; By field has them apart.`;
}

function leaderSentence(leader: Leader): string {
  const { agent, of, gain, confidence, unresolved, unmeasured, tooFew = [], shared } = leader;
  const where = shared === undefined ? '' : `, on what all of them met (${plural(shared, 'scenario')})`;
  const named = (names: readonly string[]) => (names.length > 2 ? plural(names.length, 'agent') : listed(names));
  const missing = [
    ...(unmeasured.length === 0 ? [] : [` No game of ${named(unmeasured)} could be measured.`]),
    ...(tooFew.length === 0 ? [] : [` Too few scenarios of ${named(tooFew)} could be measured.`]),
  ].join('');
  if (gain.verdict === 'too few')
    return `Too few scenarios (${gain.clusters}) to say what ${of === 1 ? 'it earns' : 'the agents earn'} beyond these games.${missing}`;
  const earned = `${estimate(gain)} per game`;
  if (of === 1) return `${agent} earned ${earned}.`;
  const sure = Number.isFinite(gain.low)
    ? ` (an interval of ${Number((100 * confidence).toFixed(1))} %, wider because the best of ${of} was picked)`
    : '';
  const best = `Of the ${of} agents tested${where}, ${agent}`;
  if (unresolved.length === 0) return `${best} earned most: ${earned}${sure}.${missing}`;
  return `${best} had the highest mean, ${earned}${sure}, but ${listed(standingTo(leader))}.${missing}`;
}

/** How whoever has the highest mean stands to those it is not told apart from: as the table of paired differences has it. */
function standingTo({ unresolved, of }: Leader): string[] {
  // Those that the table of differences does not hold have neither.
  const margin = unresolved.find((one) => one.margin !== undefined)?.margin;
  const those = (is: (verdict: Unresolved['verdict']) => boolean, say: (names: string) => string) => {
    const names = unresolved.filter(({ verdict }) => is(verdict)).map(({ agent }) => agent);
    if (names.length === 0) return [];
    if (names.length === of - 1 && of > 2) return [say('any other agent')];
    return [say(names.length > 2 ? `${names.length} others` : listed(names))];
  };
  const isKnown = (verdict: Unresolved['verdict']) => verdict === 'more' || verdict === 'same' || verdict === 'alike';
  return [
    ...those(
      (verdict) => verdict === 'more',
      (names) => `earned less than ${names} in the games of both`,
    ),
    ...those(
      (verdict) => verdict === 'same',
      (names) => `is within ±${margin} of ${names}`,
    ),
    ...those(
      (verdict) => verdict === 'alike',
      (names) => `earned exactly what ${names} did in every scenario`,
    ),
    ...those(
      (verdict) => !isKnown(verdict),
      (names) =>
        unresolved.every(({ verdict, needs }) => isKnown(verdict) || needs !== undefined)
          ? `could not have been told apart from ${names} with so few scenarios`
          : `is not shown to earn more than ${names}`,
    ),
  ];
}

/** In a table in which nothing could be found, what is undecided is no finding, and that is said instead. */
function tableSentences(
  table: readonly DecidedComparison[],
  compared: readonly DecidedComparison[],
  count: (some: readonly DecidedComparison[]) => string,
): string[] {
  const [{ needs } = { needs: undefined }] = table;
  if (needs === undefined || compared.length === 0) return sentencesOn(compared, count);
  const told = compared.filter(({ decision }) => decision.verdict !== 'undecided');
  return [...sentencesOn(told, count), powerless(table, needs).replace('here', 'in paired comparisons')];
}

const isMore = (verdict: PairVerdict) => verdict === 'first' || verdict === 'second';
const isOpen = (verdict: PairVerdict) => verdict === 'undecided' || verdict === 'too few';

/** Up to this many comparisons are told one by one, with their figures; more are counted. */
const MOST_TOLD = 2;

function sentencesOn(
  compared: readonly DecidedComparison[],
  count: (some: readonly DecidedComparison[]) => string,
): string[] {
  if (compared.length === 0) return [];
  return compared.length > MOST_TOLD ? [count(compared)] : compared.map(pairSentence);
}

/** The difference of two, with its interval, in the seat where it was measured. */
function pairSentence(one: DecidedComparison): string {
  const { a, b, where, difference, decision } = one;
  const seat = where === undefined ? '' : `As ${where}, `;
  const more = (first: string, second: string, sign: 1 | -1) =>
    `${seat}${first} earned ${estimate(signed(difference, sign))} more per game than ${second}.`;
  switch (decision.verdict) {
    case 'first':
      return more(a, b, 1);
    case 'second':
      return more(b, a, -1);
    case 'same':
      return `${seat}${a} and ${b} ${sameWords(one)}: ${a} minus ${b} is ${estimate(difference)}.`;
    case 'alike':
      return `${seat}${a} and ${b} earned exactly the same in every scenario.`;
    case 'too few':
      return `${seat}${a} and ${b} were compared on too few scenarios (${difference.clusters}) to say anything.`;
    case 'undecided':
      return `${seat}${where === undefined ? 'Which' : 'which'} of ${a} and ${b} earns more is undecided: ${a} minus ${b} is ${estimate(difference)}${whyOpen(one)}.`;
    default:
      return decision.verdict satisfies never;
  }
}

/** An interval speaks for its own row, the corrected p for the whole table. */
function whyOpen({ difference: { low, high }, decision, margin }: DecidedComparison): string {
  if (low > 0 || high < 0) return `, with p ${pValue(decision.p)} once all rows of its table are counted`;
  return margin === undefined ? '' : `, neither clear of 0 nor surely within ±${margin}`;
}

function signed({ mean, low, high, verdict }: Estimate, sign: 1 | -1) {
  const flipped = { mean: mean === undefined ? undefined : -mean, low: -high, high: -low, verdict };
  return sign === 1 ? { mean, low, high, verdict } : flipped;
}

/** The same is always the same within a margin, and close to zero it says little. */
function sameWords(one: Pick<DecidedComparison, 'margin' | 'level'>): string {
  return atFloor(one)
    ? `are within ±${one.margin} of each other, but both earned too little for that to mean much`
    : `earned the same within ±${one.margin}`;
}

/** "2 earned more, 17 less" and so on; what did not happen is left out. */
function counted(compared: readonly DecidedComparison[], what: 'agent' | 'other agent' | 'pair'): string {
  const count = (is: (one: DecidedComparison) => boolean) => compared.filter(is).length;
  const of = (verdict: PairVerdict) => count(({ decision }) => decision.verdict === verdict);
  const [{ margin } = { margin: undefined }] = compared;
  const low = count((one) => one.decision.verdict === 'same' && atFloor(one));
  const differing: [number, string, string][] =
    what !== 'pair'
      ? [
          [of('first'), 'earned more', 'earned more'],
          [of('second'), 'earned less', 'earned less'],
        ]
      : [[of('first') + of('second'), 'differs', 'differ']];
  const parts: [number, string, string][] = [
    ...differing,
    [of('same') - low, `is the same within ±${margin}`, `are the same within ±${margin}`],
    [
      low,
      `is within ±${margin} at a floor, which means little`,
      `are within ±${margin} at a floor, which means little`,
    ],
    [of('alike'), 'came out exactly alike', 'came out exactly alike'],
    [of('undecided'), 'is undecided', 'are undecided'],
    [of('too few'), 'has too few scenarios', 'have too few scenarios'],
  ];
  const said = parts
    .filter(([number]) => number > 0)
    .map(([number, one, many]) => `${grouped(number)} ${number === 1 ? one : many}`);
  const [only] = said;
  if (said.length === 1 && only) return `all ${only.replace(' ', ` ${what}s `)}`;
  return `of ${grouped(compared.length)} ${what}s ${listed(said)}`;
}

/** One for each option, and for each setting where its effect depends on that: who earns more, who the same, what is open. */
function factorSentences(factors: readonly DecidedComparison<FactorComparison>[]): string[] {
  const told = groupBy(factors, ({ option, over, where }) => JSON.stringify([option, over === 1 ? (where ?? '') : '']));
  return [...told.values()].map((rows) => {
    const { option, where, over } = rows[0] as FactorComparison;
    const setting = over > 1 ? `, averaged over ${over} settings` : where === undefined ? '' : `, where ${where}`;
    const pairs = rows.map((row) => {
      const [first, second] = row.levels;
      return { first, second, verdict: row.decision.verdict, same: sameWords(row) };
    });
    const losers = new Map<string, string[]>();
    const beaten = ([one = '']: readonly string[]) => losers.get(one) ?? [];
    for (const { first, second, verdict } of pairs.filter((pair) => isMore(pair.verdict))) {
      const [more, less] = verdict === 'first' ? [first, second] : [second, first];
      losers.set(more, [...(losers.get(more) ?? []), less]);
    }
    const alike = groupBy([...losers.keys()], (more) => JSON.stringify(losers.get(more)));
    const won = [...alike.values()].sort((a, b) => beaten(b).length - beaten(a).length);
    const open = pairs.filter(({ verdict }) => isOpen(verdict));
    const parts = [
      ...won.map((more) => `${listed(more)} earned more than ${listed(beaten(more))}`),
      ...pairs.flatMap(({ first, second, verdict, same }) =>
        verdict === 'same'
          ? [`${first} and ${second} ${same}`]
          : verdict === 'alike'
            ? [`${first} and ${second} came out exactly alike`]
            : [],
      ),
      ...(open.length > 2
        ? [`${open.length === pairs.length ? 'all ' : ''}${open.length} pairs are undecided`]
        : open.map(({ first, second }) => `${first} and ${second} are undecided`)),
    ];
    return `By ${option}${setting}: ${parts.join('; ')}.`;
  });
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

/** With more opponents than this the sentence counts them. */
const MOST_NAMED = 6;

/** What is found is found against these, and no sentence of the report says more. */
export function testedAgainst(rows: readonly Pick<Row, 'opponent'>[]): string {
  const opponents = [...new Set(rows.map(({ opponent }) => opponent))];
  const named =
    opponents.length > MOST_NAMED
      ? `${grouped(opponents.length)} opponents, named under "Who played"`
      : opponents.join(', ');
  return `Tested against ${named}; against others nothing is claimed.`;
}
