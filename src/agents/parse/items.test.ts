import { describe, expect, test } from 'vitest';
import { type ItemsSeat, items, itemsSamplers } from '../../core/index.ts';
import { parseItemsReply } from './items.ts';
import { type ItemsTable, itemsReplies, itemsViewOf } from './items-replies.fixture.ts';

describe('ugly replies', () => {
  test.each(itemsReplies)('%s: %j is %s', (table, reply, expected) => {
    expect(shown(table, reply)).toContain(expected.startsWith('? ') ? expected.slice(2) : expected);
    expect(shown(table, reply).startsWith('? ')).toBe(expected.startsWith('? '));
  });
});

test('a split reads the same from either seat', () => {
  const reply = '{"split":{"a":[2,1,0],"b":[1,1,1]}}';
  const act = { type: 'offer', split: { a: [2, 1, 0], b: [1, 1, 1] } };
  for (const table of ['bag', 'seatB'] as const) expect(parseItemsReply(reply, itemsViewOf(table))).toEqual({ act });
});

function shown(table: ItemsTable, reply: string): string {
  const view = itemsViewOf(table);
  const parsed = parseItemsReply(reply, view);
  if ('problem' in parsed) return `? ${parsed.problem}`;
  return parsed.act.type === 'offer' ? `offer ${parsed.act.split[view.seat as ItemsSeat]}` : parsed.act.type;
}

describe('the form that the prompt asks for, with null where nothing is offered', () => {
  const scenario = itemsSamplers.dond(1, { opens: 'a' });
  const counts = scenario.public.items.map(({ count }) => count);
  const split = { a: counts, b: counts.map(() => 0) };
  const state = items.apply(items.start(scenario), [{ turn: 1, seat: 'a', act: { type: 'offer', split } }]);
  const view = items.view(state, 'b');
  test.each(['accept', 'say', 'reject', 'walk'])('%s', (act) => {
    const read = parseItemsReply(JSON.stringify({ act, mine: null, words: 'Well.' }), view);
    expect(read).toMatchObject({ act: { type: act, words: 'Well.' } });
  });
  test.each([null, {}])('an offer of %j is none', (mine) => {
    const read = parseItemsReply(JSON.stringify({ act: 'offer', mine, words: 'I take both hats.' }), view);
    expect(read).toHaveProperty('problem');
  });
});
