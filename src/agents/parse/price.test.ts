import { describe, expect, test } from 'vitest';
import { parsePriceReply } from './price.ts';
import { priceReplies, viewOf } from './price-replies.fixture.ts';

describe('ugly replies', () => {
  test('there are at least 300, all different', () => {
    expect(new Set(priceReplies.map(([table, reply]) => `${table}\n${reply}`)).size).toBe(priceReplies.length);
    expect(priceReplies.length).toBeGreaterThanOrEqual(300);
  });

  test.each(priceReplies)('%s: %j is %s', (table, reply, expected) => {
    const parsed = parsePriceReply(reply, viewOf(table));
    if (expected.startsWith('? ')) expect('problem' in parsed ? parsed.problem : parsed).toContain(expected.slice(2));
    else expect(shown(parsed)).toBe(expected);
  });
});

function shown(parsed: ReturnType<typeof parsePriceReply>): string {
  if ('problem' in parsed) return `? ${parsed.problem}`;
  const { act } = parsed;
  return [act.type, act.type === 'offer' ? act.price : undefined, act.intent]
    .filter((part) => part !== undefined)
    .join(' ');
}
