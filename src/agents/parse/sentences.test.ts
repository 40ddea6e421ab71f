/** Words never bind by accident, and what is plainly said is read. Each sentence was written before the reader was tuned on it. */
import { describe, expect, test } from 'vitest';
import { english, type SentenceRow } from './english-sentences.fixture.ts';
import { hinglish } from './hinglish-sentences.fixture.ts';
import { parseItemsReply } from './items.ts';
import { itemsViewOf } from './items-replies.fixture.ts';
import { itemsSentences } from './items-sentences.fixture.ts';
import { laterItemsSentences, laterSentences } from './later-sentences.fixture.ts';
import { parsePriceReply } from './price.ts';
import { viewOf } from './price-replies.fixture.ts';
import { rounds } from './round-sentences.fixture.ts';

interface Heard {
  readonly sentence: string;
  readonly expected: string;
  readonly got: string;
}

const inPrice = (rows: readonly SentenceRow[]): Heard[] =>
  rows.map(([table, sentence, expected]) => {
    const parsed = parsePriceReply(sentence, viewOf(table));
    const act = 'act' in parsed && parsed.act.type !== 'say' ? parsed.act : undefined;
    const got = act === undefined ? 'words' : act.type === 'offer' ? `offer ${act.price}` : act.type;
    return { sentence, expected, got };
  });

const inItems = (rows: typeof laterItemsSentences): Heard[] =>
  rows.map(([table, sentence, expected]) => {
    const parsed = parseItemsReply(sentence, itemsViewOf(table));
    const act = 'act' in parsed && parsed.act.type !== 'say' ? parsed.act : undefined;
    const got = act === undefined ? 'words' : act.type === 'offer' ? `offer ${act.split.a}` : act.type;
    return { sentence, expected, got };
  });

const lists: readonly (readonly [name: string, heard: readonly Heard[]])[] = [
  ['English', inPrice(Object.values(english).flat())],
  ['Hinglish', inPrice(Object.values(hinglish).flat())],
  ['items', inItems(Object.values(itemsSentences).flat())],
  ['later', inPrice(laterSentences)],
  ['later, items', inItems(laterItemsSentences)],
  ...Object.entries(rounds).map(([name, rows]) => [name, inPrice(rows)] as const),
];

test('there are at least 300, all different', () => {
  const sentences = lists.flatMap(([name, heard]) => heard.map(({ sentence }) => `${name} ${sentence}`));
  expect(new Set(sentences).size).toBe(sentences.length);
  expect(sentences.length).toBeGreaterThanOrEqual(300);
});

describe.each(lists)('%s', (name, heard) => {
  const bound = heard.filter(({ expected }) => expected !== 'words');
  const read = bound.filter(({ expected, got }) => got === expected);

  test('nothing is read as an act that it is not', () => {
    expect(heard.filter(({ expected, got }) => got !== 'words' && got !== expected)).toEqual([]);
  });

  test('at least 95 % of what binds is read', () => {
    process.stdout.write(
      `${name}: ${heard.length} sentences, ${read.length} of the ${bound.length} that bind are read\n`,
    );
    expect(read.length).toBeGreaterThanOrEqual(0.95 * bound.length);
  });
});
