/** The numbers of a card in words, for the terminal and for the page alike. */
import type { Card } from './card.ts';

/** A count with what is counted, given in the plural: "1 row", "12,345 trajectories". */
export function counted(count: number, plural: string): string {
  const singular = plural.replace(/ies$/, 'y').replace(/s$/, '');
  return `${grouped(count)} ${count === 1 ? singular : plural}`;
}

export function grouped(count: number): string {
  return count.toLocaleString('en');
}

export function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

type Line = readonly [name: string, value: string, remark: string];

export function contentsOf({ actions, rho, turns, zones, ...card }: Card): Line[] {
  const acts = Object.entries(actions).sort(([, a], [, b]) => b - a);
  return [
    ['rows', grouped(card.rows), acts.map(([name, count]) => `${name} ${grouped(count)}`).join(', ')],
    ['trajectory ids', grouped(card.trajectories), ''],
    ['negotiations', grouped(card.negotiations), card.unfinished > 0 ? `${grouped(card.unfinished)} unfinished` : ''],
    ['without a deal', grouped(card.failures), card.failureShare === null ? '' : percent(card.failureShare)],
    ['turns', fixed(card.meanTurns, 1), turns.length === 0 ? '' : `${turns[0]?.turns} to ${turns.at(-1)?.turns}`],
    [
      'zone width',
      fixed(zones.mean, 2),
      zones.count === 0 ? '' : `${zones.min} to ${zones.max}, ${percent(zones.empty / zones.count)} empty`,
    ],
    ['rho of deals', fixed(rho.mean, 3), rho.count === 0 ? '' : `${rho.min} to ${rho.max}, sd ${fixed(rho.sd, 3)}`],
    ...(rho.below > 0 ? [['rho below 0', grouped(rho.below), "deals past the seller's reservation"] as const] : []),
    ...(rho.above > 0 ? [['rho above 1', grouped(rho.above), "deals past the buyer's reservation"] as const] : []),
    ...(rho.withoutZone > 0 ? [['deals without rho', grouped(rho.withoutZone), 'the zone is empty'] as const] : []),
  ];
}

function fixed(value: number | null, digits: number): string {
  return value === null ? '-' : value.toFixed(digits);
}
