/**
 * The report in a few sentences, for its first screen: who earns most, how the agents stand to the reference, to each other in one
 * seat, and which level of an option earns more. Read off the standings and the tables of differences, so it says what they say.
 */
import type { AgentSummary } from './agents-section.ts';
import { groupBy } from './rows.ts';
import type { Section } from './section.ts';
import { estimate, grouped } from './show.ts';

interface Verdict {
  readonly first: string;
  readonly second: string;
  readonly verdict: string;
}

export function inShort(
  standings: readonly AgentSummary[],
  reference: string | undefined,
  sections: readonly Section[],
): string[] {
  const agents = standings.filter(({ control }) => !control).map(({ agent }) => agent);
  const isAgent = (name: string) => agents.includes(name);
  const all = verdictsOf(sections, 'Paired differences');
  const held = all.filter(({ first, second }) => second === reference && isAgent(first));
  const among = all.filter(({ first, second }) => second !== reference && isAgent(first) && isAgent(second));
  const factors = verdictsOf(sections, 'Factors');
  const seats = verdictsOf(sections, 'Paired differences by seat');
  return [
    ...best(standings),
    ...(held.length > 0 ? [`Held against ${reference}, ${against(held)}.`] : []),
    ...(factors.length > 0 ? factorSentences(factors) : tally('Among each other', among)),
    ...tally('In one seat alone', seats),
  ];
}

function verdictsOf(sections: readonly Section[], title: string): Verdict[] {
  const table = sections.find((section) => section.title === title)?.table;
  const column = table?.head.indexOf('verdict') ?? -1;
  return (table?.rows ?? []).map((row) => ({
    first: row[0] as string,
    second: row[1] as string,
    verdict: row[column] as string,
  }));
}

function best(standings: readonly AgentSummary[]): string[] {
  const agents = standings.filter(({ control, gains }) => !control && gains.noDealAsZero.mean !== undefined);
  const [top] = agents;
  if (top === undefined) return [];
  const gain = estimate(top.gains.noDealAsZero);
  return [
    agents.length > 1 ? `Of ${agents.length} agents ${top.agent} earns most: ${gain}.` : `${top.agent} earns ${gain}.`,
  ];
}

const earnsMore = (verdict: string) => verdict.endsWith('earns more');
const isUndecided = (verdict: string) => verdict === 'undecided';
const isSame = (verdict: string) => !earnsMore(verdict) && !isUndecided(verdict);

/** "2 earn more, 17 less" and so on; what nobody does is left out. */
function against(held: readonly Verdict[]): string {
  const count = (is: (verdict: string) => boolean) => held.filter(({ verdict }) => is(verdict)).length;
  const parts: [number, string, string][] = [
    [count((verdict) => verdict === 'the first earns more'), 'earns more', 'earn more'],
    [count((verdict) => verdict === 'the second earns more'), 'earns less', 'earn less'],
    [count(isSame), 'earns the same', 'earn the same'],
    [count(isUndecided), 'is undecided', 'are undecided'],
  ];
  const said = parts.filter(([number]) => number > 0);
  return said.map(([number, one, many]) => `${number} ${number === 1 ? one : many}`).join(', ');
}

function tally(where: string, pairs: readonly Verdict[]): string[] {
  if (pairs.length === 0) return [];
  const apart = pairs.filter(({ verdict }) => earnsMore(verdict)).length;
  const undecided = pairs.filter(({ verdict }) => isUndecided(verdict)).length;
  if (undecided === pairs.length && undecided > 1) return [`${where} all ${grouped(undecided)} pairs are undecided.`];
  const known = `${where} ${apart === 0 ? 'none' : grouped(apart)} of ${grouped(pairs.length)} pairs ${apart > 1 ? 'are' : 'is'} told apart`;
  const open = undecided > 0 ? `, ${grouped(undecided)} ${undecided > 1 ? 'are' : 'is'} undecided` : '';
  return [`${known}${open}.`];
}

/** One for each option: whoever earns more than others, who earns the same, what is open. */
function factorSentences(factors: readonly Verdict[]): string[] {
  const cut = (name: string) => [name.slice(0, name.indexOf('=')), name.slice(name.indexOf('=') + 1)] as const;
  const options = [...new Set(factors.map(({ first }) => cut(first)[0]))];
  return options.map((option) => {
    const pairs = factors
      .filter(({ first }) => cut(first)[0] === option)
      .map(({ first, second, verdict }) => ({ first: cut(first)[1], second: cut(second)[1], verdict }));
    const losers = new Map<string, string[]>();
    const beaten = ([one = '']: readonly string[]) => losers.get(one) ?? [];
    for (const { first, second, verdict } of pairs.filter((pair) => earnsMore(pair.verdict))) {
      const [more, less] = verdict === 'the first earns more' ? [first, second] : [second, first];
      losers.set(more, [...(losers.get(more) ?? []), less]);
    }
    const alike = groupBy([...losers.keys()], (more) => JSON.stringify(losers.get(more)));
    const won = [...alike.values()].sort((a, b) => beaten(b).length - beaten(a).length);
    const open = pairs.filter(({ verdict }) => isUndecided(verdict));
    const parts = [
      ...won.map((more) => `${listed(more)} ${more.length > 1 ? 'earn' : 'earns'} more than ${listed(beaten(more))}`),
      ...pairs
        .filter(({ verdict }) => isSame(verdict))
        .map(({ first, second }) => `${first} and ${second} earn the same`),
      ...(open.length > 2
        ? [`${open.length === pairs.length ? 'all ' : ''}${open.length} pairs are undecided`]
        : open.map(({ first, second }) => `${first} and ${second} are undecided`)),
    ];
    return `By ${option}: ${parts.join('; ')}.`;
  });
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
