/** The report on MindGames' files: success by persuader with its tie rule, the classes of the payoffs, the minds, what to know. */

import { bullets, markdownTable, section } from '../../markdown.ts';
import { type ImportedPayoff, type Mindgames, type Rate, support } from './index.ts';

export function mindgamesReport({ payoffs, rates, ratesHere, networks, findings, problems }: Mindgames): string {
  const known = findings.map(({ name, count, of, says }) => `- **${name}** ${count} of ${of}. ${says}`);
  const same = ratesHere.length === 0 || JSON.stringify(ratesHere) === JSON.stringify(rates);
  const parts = [
    '# MindGames: payoffs, outcomes and minds',
    section('Left out', bullets(problems)),
    section('Success', rates.length === 0 ? [] : [NOTE, ratesTable(rates)]),
    section('Success on the payoffs at hand', same ? [] : [ratesTable(ratesHere)]),
    section('Payoffs', payoffs.length === 0 ? [] : [classesTable(payoffs)]),
    section(
      'Minds',
      networks.length === 0
        ? []
        : [
            markdownTable(
              ['mind', 'beliefs', 'support'],
              networks.map((one) => [one.id, String(one.beliefs.length), support(one).toFixed(4)]),
            ),
          ],
    ),
    section('To know', known.length === 0 ? [] : [known.join('\n')]),
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}

const NOTE =
  'Complete games of the runs in use. By the rule under which they were played: sticky for people, end for models. Intervals: Wilson, 95 %.';

function ratesTable(rates: readonly Rate[]): string {
  const percent = (value: number | null) => (value === null ? '-' : (100 * value).toFixed(1));
  const mean = (value: number | null) => (value === null ? '-' : value.toFixed(3));
  const rows = rates.map((rate) => [
    [rate.persuader, rate.condition, rate.mode, ...(rate.variant === 'plain' ? [] : [rate.variant])].join(' '),
    `${rate.wins}/${rate.games}`,
    percent(rate.games === 0 ? null : rate.wins / rate.games),
    `${percent(rate.low)} to ${percent(rate.high)}`,
    String(rate.winsSticky),
    String(rate.unfinished),
    mean(rate.badCells),
    mean(rate.asked),
    mean(rate.askedDirect),
  ]);
  const head = 'persuader,won,%,95 %,won if sticky,unfinished,bad cells,asked,asked direct';
  return markdownTable(head.split(','), rows);
}

function classesTable(payoffs: readonly ImportedPayoff[]): string {
  const rows = [...new Set(payoffs.map((one) => one.class))].map((name) => {
    const own = payoffs.filter((one) => one.class === name);
    const counts = own.map(({ winning }) => winning);
    const range = (values: readonly number[]) => {
      const [low, high] = [Math.min(...values), Math.max(...values)];
      return values.length === 0 ? '-' : low === high ? String(low) : `${low} to ${high}`;
    };
    return [
      name,
      String(own.length),
      String(own.filter(({ worked }) => worked === name).length),
      range(counts),
      range(own.flatMap(({ smallest }) => smallest ?? [])),
    ];
  });
  return markdownTable(['class', 'payoffs', 'of that class by their numbers', 'winning sets', 'smallest'], rows);
}
