import { describe, expect, test } from 'vitest';
import { formatPrice, type PriceAct } from '../../core/index.ts';
import { type Moment, phrases } from '../phrases.ts';
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

describe('what goes with an act', () => {
  const act = (reply: string) => parsePriceReply(reply, viewOf('shelf'));

  test('an offer with all its digits is taken by the price that was shown, to the cent', () => {
    const view = viewOf('shelf');
    const theirs = view.theirs as NonNullable<typeof view.theirs>;
    const exact = { ...view, theirs: { ...theirs, offer: { ...theirs.offer, price: 64.12843478125896 } } };
    const yes = { act: { type: 'accept', offer: theirs.turn, words: 'Yes, $64.13.' } };
    expect(parsePriceReply('{"act":"accept","price":null,"words":"Yes, $64.13."}', exact)).toEqual(yes);
    expect(parsePriceReply('{"act":"accept","price":64.13,"words":"Yes, $64.13."}', exact)).toEqual(yes);
    expect(parsePriceReply('I accept $64.13.', exact)).toMatchObject({ act: { type: 'accept' } });
    expect(parsePriceReply('{"act":"accept","words":"Yes, $64.10."}', exact)).toEqual({
      problem: 'the offer that stands is 64.13, not 64.1; accept 64.13, or offer 64.1',
    });
  });

  // AgreeMate's parser kept the first line only.
  test('an utterance of several lines stays whole, without its quotes', () => {
    const reply = 'Action: offer\nUtterance: "I like it.\n\nHow about $65?\nCash."\nReasoning: my limit is 90';
    expect(act(reply)).toEqual({ act: { type: 'offer', price: 65, words: 'I like it.\n\nHow about $65?\nCash.' } });
  });

  test('thinking, and the prose around an object, are not said', () => {
    const reply =
      '<think>limit 90</think>My limit is 90. {"action":"offer","price":65,"message":"65?"} I can go to 90.';
    expect(act(reply)).toEqual({ act: { type: 'offer', price: 65, words: '65?' } });
    expect(act('My limit is 90. {"action":"offer","price":65}')).toEqual({ act: { type: 'offer', price: 65 } });
  });

  test('prose is said as it is, a keyword is not', () => {
    expect(act('  How about 65?\n')).toEqual({ act: { type: 'offer', price: 65, words: 'How about 65?' } });
    expect(act('OFFER 65')).toEqual({ act: { type: 'offer', price: 65 } });
    expect(act('OFFER 65\nIt has a scratch.')).toEqual({
      act: { type: 'offer', price: 65, words: 'It has a scratch.' },
    });
    expect(act('Buyer: How about 65?')).toEqual({ act: { type: 'offer', price: 65, words: 'How about 65?' } });
  });

  test('words longer than the rules allow are a problem', () => {
    expect(act(`{"action":"offer","price":65,"message":"${'x'.repeat(4001)}"}`)).toEqual({
      problem: 'words take at most 4000 characters, got 4001',
    });
  });

  test('an accept names the turn of the standing offer', () => {
    expect(act('{"action":"accept","message":"Deal"}')).toEqual({ act: { type: 'accept', offer: 4, words: 'Deal' } });
  });
});

describe('our own templates', () => {
  const moments: readonly (readonly [Moment, PriceAct['type']])[] = [
    ['open', 'offer'],
    ['counter', 'offer'],
    ['accept', 'accept'],
    ['reject', 'reject'],
    ['walk', 'walk'],
  ];
  // Templates name the price of an accept, which is the one that stands, and of an offer, which is another.
  test.each(moments)(
    'a line for %s is read as %s, as talk, or asked again, and never as another act',
    (moment, type) => {
      const seen: Record<string, number> = {};
      for (const [seat, table] of [
        ['buyer', 'shelf'],
        ['seller', 'seller'],
      ] as const) {
        const view = viewOf(table);
        const amount = moment === 'accept' ? (view.theirs?.offer.price as number) : 70;
        for (const registers of Object.values(phrases).map((language) => language[seat])) {
          for (const lines of Object.values(registers)) {
            for (const line of lines[moment]) {
              const words = line.replace('{price}', formatPrice(amount, 'USD')).replace('{item}', 'walnut bookcase');
              const parsed = parsePriceReply(words, view);
              const result = 'act' in parsed ? parsed.act.type : 'problem';
              expect([type, 'say', 'problem', ...(moment === 'accept' ? ['offer'] : [])], words).toContain(result);
              if ('act' in parsed && parsed.act.type === 'offer') expect(parsed.act.price, words).toBe(amount);
              seen[result] = (seen[result] ?? 0) + 1;
            }
          }
        }
      }
      expect(seen[type] ?? 0).toBeGreaterThan(0);
    },
  );
});

function shown(parsed: ReturnType<typeof parsePriceReply>): string {
  if ('problem' in parsed) return `? ${parsed.problem}`;
  const { act } = parsed;
  return [act.type, act.type === 'offer' ? act.price : undefined, act.intent]
    .filter((part) => part !== undefined)
    .join(' ');
}
