/**
 * The report in a few sentences, for its first screen: who earns most, how the agents stand to the reference, to each other in one
 * seat, and which level of an option earns more. Made from the values behind the tables, so it says what they say.
 */
import type { PairVerdict } from '../statistics/index.ts';
import type { DecidedComparison } from './comparisons-section.ts';
import type { FactorComparison } from './factors-section.ts';
import type { Leader } from './leader.ts';
import { groupBy } from './rows.ts';
import { estimate, grouped } from './show.ts';

export interface Found {
  readonly leader: Leader | undefined;
  readonly agents: readonly string[];
  readonly reference: string | undefined;
  readonly paired: readonly DecidedComparison[];
  readonly seats: readonly DecidedComparison[];
  readonly factors: readonly DecidedComparison<FactorComparison>[];
}

export function inShort({ leader, agents, reference, paired, seats, factors }: Found): string[] {
  const isAgent = (name: string) => agents.includes(name);
  const held = paired.filter(({ a, b }) => b === reference && isAgent(a));
  const among = paired.filter(({ a, b }) => b !== reference && isAgent(a) && isAgent(b));
  return [
    ...(leader ? [leaderSentence(leader)] : []),
    ...(held.length > 0 ? [`Held against ${reference}, ${against(held)}.`] : []),
    ...(factors.length > 0 ? factorSentences(factors) : tally('Among each other', among)),
    ...tally('In one seat alone', seats),
  ];
}

function leaderSentence({ agent, of, gain, unresolved }: Leader): string {
  const earned = estimate(gain);
  if (of === 1) return `${agent} earns ${earned}.`;
  if (unresolved.length === 0) return `Of ${of} agents ${agent} earns most: ${earned}.`;
  const others =
    unresolved.length === of - 1 && of > 2
      ? 'any other'
      : unresolved.length > 2
        ? `${unresolved.length} others`
        : listed(unresolved);
  return `Of ${of} agents ${agent} has the highest mean, ${earned}, and is not told apart from ${others}.`;
}

const isMore = (verdict: PairVerdict) => verdict === 'first' || verdict === 'second';
const isOpen = (verdict: PairVerdict) => verdict === 'undecided' || verdict === 'too few';

/** "2 earn more, 17 less" and so on; what nobody does is left out. */
function against(held: readonly DecidedComparison[]): string {
  const count = (is: (verdict: PairVerdict) => boolean) => held.filter(({ decision }) => is(decision.verdict)).length;
  const parts: [number, string, string][] = [
    [count((verdict) => verdict === 'first'), 'earns more', 'earn more'],
    [count((verdict) => verdict === 'second'), 'earns less', 'earn less'],
    [count((verdict) => verdict === 'same'), 'earns the same', 'earn the same'],
    [count((verdict) => verdict === 'alike'), 'came out alike', 'came out alike'],
    [count((verdict) => verdict === 'undecided'), 'is undecided', 'are undecided'],
    [count((verdict) => verdict === 'too few'), 'played too few scenarios', 'played too few scenarios'],
  ];
  const said = parts.filter(([number]) => number > 0);
  return said.map(([number, one, many]) => `${number} ${number === 1 ? one : many}`).join(', ');
}

function tally(where: string, pairs: readonly DecidedComparison[]): string[] {
  if (pairs.length === 0) return [];
  const count = (is: (verdict: PairVerdict) => boolean) => pairs.filter(({ decision }) => is(decision.verdict)).length;
  const [apart, undecided] = [count(isMore), count(isOpen)];
  if (undecided === pairs.length && undecided > 1) return [`${where} all ${grouped(undecided)} pairs are undecided.`];
  const known = `${where} ${apart === 0 ? 'none' : grouped(apart)} of ${grouped(pairs.length)} pairs ${apart > 1 ? 'are' : 'is'} told apart`;
  const open = undecided > 0 ? `, ${grouped(undecided)} ${undecided > 1 ? 'are' : 'is'} undecided` : '';
  return [`${known}${open}.`];
}

/** One for each option, and for each setting where its effect depends on that: who earns more, who the same, what is open. */
function factorSentences(factors: readonly DecidedComparison<FactorComparison>[]): string[] {
  const told = groupBy(factors, ({ option, over, where }) => JSON.stringify([option, over === 1 ? (where ?? '') : '']));
  return [...told.values()].map((rows) => {
    const { option, where, over } = rows[0] as FactorComparison;
    const setting = over > 1 ? `, averaged over ${over} settings` : where === undefined ? '' : `, where ${where}`;
    const pairs = rows.map(({ levels: [first, second], decision: { verdict } }) => ({ first, second, verdict }));
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
      ...won.map((more) => `${listed(more)} ${more.length > 1 ? 'earn' : 'earns'} more than ${listed(beaten(more))}`),
      ...pairs.flatMap(({ first, second, verdict }) =>
        verdict === 'same'
          ? [`${first} and ${second} earn the same`]
          : verdict === 'alike'
            ? [`${first} and ${second} came out alike`]
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
