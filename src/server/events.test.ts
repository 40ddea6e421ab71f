/** What the readers of a game that is over may see is worked out once for all of them. */
import { expect, test } from 'vitest';
import { resolvePlayer } from '../agents/index.ts';
import { type Domain, type Event, findTask, playTask } from '../core/index.ts';
import { keptSight } from './events.ts';
import type { Table } from './games/table.ts';

test('the second reader of a game that is over costs the rules nothing, and sees the same', () => {
  const [task, domain] = ['career_10', findTask('career_10')?.domain as Domain];
  const players = { buyer: resolvePlayer('hardliner', domain), seller: resolvePlayer('hardliner', domain) };
  const [episode] = playTask({ task, seed: 5, players }).episodes;
  if (!episode) throw new Error('nothing was played');
  const { events, scenario } = episode;
  let views = 0;
  const counting: Domain = {
    ...domain,
    view(...of) {
      views++;
      return domain.view(...of);
    },
  };
  const reader = (id: string) => {
    const table = { stored: { id }, domain: counting, scenario, events } as unknown as Table;
    const sees = keptSight(table, undefined);
    return (events as Event[]).flatMap((event, at) => (event.type === 'action-taken' ? [sees(event, at)] : []));
  };
  const first = reader('one');
  const once = views;
  expect(first.length).toBeGreaterThan(2);
  expect(first).not.toContain(false);
  expect(once).toBeGreaterThan(0);
  expect(reader('one')).toEqual(first);
  expect(views).toBe(once);
  reader('another');
  expect(views).toBe(2 * once);
});
