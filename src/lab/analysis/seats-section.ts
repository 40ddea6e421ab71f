/**
 * Seats apart: what each agent earns in each seat, and who earns more in the same seat. A model that was trained for one role is
 * judged in that role, which a mean over both hides. Rivals with the same role (buyer-1, buyer-2 in an arena) are one seat here.
 */

import { groupBy, type Panel, type Row, rowsWith } from '../experiment/rows.ts';
import { compareRows, type DifferencesSection, differencesSection, pairsAmong } from './comparisons-section.ts';
import { gainsTable } from './fields-section.ts';
import type { Section } from './section.ts';

export function seatsSections(
  rows: readonly Row[],
  order: readonly string[],
  panel: Panel,
  margin: number,
): (Section | DifferencesSection)[] {
  const bySeat = [...groupBy(rows, ({ seat }) => seat.replace(/-\d+$/, ''))].sort(([a], [b]) => (a < b ? -1 : 1));
  if (bySeat.length < 2) return [];
  const perSeat: Section = {
    title: 'By seat',
    about: 'Utility per game, no deal counted as 0, with 95 % intervals over scenarios.',
    table: gainsTable(bySeat, order, panel.controls),
    notes: ['In brackets after a seat: its number of scenarios.'],
  };
  const pairs = pairsAmong(order.filter((agent) => panel.agents.includes(agent)));
  const compared = bySeat.flatMap(([seat, games]) =>
    pairs.flatMap(([a, b]) => {
      const [first, second] = [rowsWith(games, a), rowsWith(games, b)];
      const one = compareRows(`${a} as ${seat}`, `${b} as ${seat}`, first, second, margin);
      return one ? [{ ...one, a, b, where: seat }] : [];
    }),
  );
  return compared.length > 0
    ? [perSeat, differencesSection('Paired differences by seat', compared, margin)]
    : [perSeat];
}
