import { describe, expect, test } from 'vitest';
import { canonical, oneSlip } from './canonical.ts';
import { conditionOf } from './condition.ts';
import { patterns, signals } from './patterns.ts';
import { sentences } from './sentences.fixture.ts';
import { aggregate, readWords, readWordsAsBazaar } from './words.ts';

describe('tells from words', () => {
  test.each(sentences)('%s', (text, expected) => {
    const got = readWords(text);
    const listed = signals.flatMap((signal) =>
      (expected[signal] ?? []).map(([words, score]) => ({ signal, words, start: text.indexOf(words), score })),
    );
    const brief = got.map(({ signal, text: words, start, score }) => ({ signal, words, start, score }));
    const order = (a: { signal: string; start: number }, b: { signal: string; start: number }) =>
      a.signal < b.signal ? -1 : a.signal > b.signal ? 1 : a.start - b.start;
    expect(brief.sort(order)).toEqual(listed.sort(order));
    for (const hit of got) {
      expect(text.slice(hit.start, hit.end)).toBe(hit.text);
      expect(hit.explanation).not.toBe('');
    }
  });

  test('there are at least eighty sentences', () => expect(sentences.length).toBeGreaterThanOrEqual(80));

  test("the spans that BazaarBATNA's own code finds", () => {
    const hits = readWords('im sorry 170 and im making a loss, theres 3 other offers that ive got');
    expect(hits.map(({ signal, start, end, score }) => [signal, start, end, score])).toEqual([
      ['urgency', 17, 33, 0.55],
      ['deception', 42, 56, 0.75],
    ]);
    expect(aggregate(hits)).toEqual({ urgency: 0.55, deception: 0.75 });
  });

  test('read as BazaarBATNA did, the third sentence has its warranty only', () => {
    expect(aggregate(readWordsAsBazaar('brand new phone with warranty'))).toEqual({ condition: 0.7 });
    expect(aggregate(readWordsAsBazaar('final price, not lower than 200'))).toEqual({ urgency: 0.5, confidence: 0.6 });
    // BazaarBATNA: no negation there, and one scale for good and bad condition.
    expect(aggregate(readWordsAsBazaar('no warranty, one dent'))).toEqual({ condition: 0.7 });
  });

  test('scores are between 0 and 1', () => {
    for (const { score } of patterns) if (typeof score === 'number') expect(score > 0 && score <= 1).toBe(true);
  });

  test('a flood of text is read', () => {
    expect(readWords('abhi '.repeat(2000)).length).toBe(2000);
    expect(readWords(`${'x'.repeat(4000)}!`)).toEqual([]);
  });
});

describe('spelling', () => {
  test('one slip is a letter missing, added, changed or swapped', () => {
    expect(['fina', 'finall', 'finol', 'fianl'].map((word) => oneSlip(word, 'final'))).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect(['fin', 'funol', 'lanif'].map((word) => oneSlip(word, 'final'))).toEqual([false, false, false]);
  });

  test('numbers are one word, with their currency and separators', () => {
    const words = canonical('₹1,200 or three hundred?', new Set());
    expect(words.map(({ word }) => word)).toEqual(['#', 'or', '#', '?']);
  });
});

describe('condition', () => {
  // BazaarBATNA's defects: the substring "new" matched first, so "like new" and "knew" were `new`; no English "brand new".
  test.each([
    ['like new', 'like_new'],
    ['i knew it', undefined],
    ['brand new in box', 'new'],
    ['not new', undefined],
    ['naya nahi hai', undefined],
    ['naya jaisa', 'like_new'],
    ['very good condition', 'very_good'],
    ['good condition', 'good'],
    ['is it new?', undefined],
    ['looks new but not working', 'junk'],
    ['newspaper rack', undefined],
  ] as const)('%s: %s', (text, grade) => expect(conditionOf(text)).toBe(grade));
});
