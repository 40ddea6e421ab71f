import { describe, expect, test } from 'vitest';
import type { ItemsSeat } from '../../core/index.ts';
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
