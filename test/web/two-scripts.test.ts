/** The first page plays with a part of the engine; it must be the game that the whole engine plays by the same names. */
import { expect, test } from 'vitest';
import { playInTab } from '../../web/game/in-tab.ts';
import { playTwo, spokenSpec, task } from '../../web/game/two-scripts.ts';

test.each([1, 7, 123_456_789])('the game of seed %i on the first page is the one at the table', (seed) => {
  const [buyer, seller] = ['boulware_firm', 'tit_for_tat'];
  const first = playTwo(seed, buyer, seller);
  const seats = { buyer: spokenSpec(buyer), seller: spokenSpec(seller) };
  const table = playInTab({ task: task.name, seed, seats });
  expect(first.scenario).toEqual(table.scenario);
  expect(first.source).toEqual(table.source);
  const acts = ({ events }: typeof table) => events.filter(({ type }) => type === 'action-taken');
  expect(acts(first)).toEqual(acts(table));
});
