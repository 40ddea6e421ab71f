import { expect, it } from 'vitest';
import { itWithShared, shared } from '../../../../test/shared.ts';
import { atLine, countsOf, jsonFile, only } from './corpus.fixture.ts';
import { importCorpus } from './corpus.ts';
import { hinglish } from './hinglish.ts';

const file = 'data/hinglish/indian_negotiations.jsonl';

itWithShared(file)('cleans defective rows by the rule made for them', () => {
  const corpus = importCorpus(hinglish, [shared(file)]);
  expect(corpus.dialogues.length).toBe(500);
  // Line 1: ₹35000 is agreed on, and the closing "Done!" is labelled no-deal.
  expect(atLine(corpus, 1)).toMatchObject({
    outcome: { kind: 'agreement', deal: { price: 35000 } },
    cleaned: ['label-no-strategy'],
  });
  // Line 12: a deal at 65000 is recorded as 58500.
  expect(atLine(corpus, 12).outcome).toEqual({ kind: 'unknown' });
  expect(atLine(corpus, 12).cleaned).toContain('final-price-not-said');
  // Line 61: pending, with a price. Line 119: a deal without one, and a label with an underscore.
  expect(atLine(corpus, 61)).toMatchObject({
    outcome: { kind: 'unknown' },
    cleaned: expect.arrayContaining(['price-without-deal']),
  });
  expect(atLine(corpus, 119).cleaned).toEqual(expect.arrayContaining(['deal-without-price', 'label-spelling']));
  // Counted apart from this code: 73 final prices in nobody's words, 8 prices without a deal.
  expect(countsOf(corpus)).toMatchObject({ 'final-price-not-said': 73, 'price-without-deal': 8 });
});

const chat = {
  item: 'Fan',
  listed_price: 2000,
  final_price: 1500,
  outcome: 'deal',
  seller_personality: 'impatient',
  condition: 'new',
  turns: [
    { role: 'buyer', message: 'Bhai, 1,500 de do', strategy: 'self_need' },
    { role: 'seller', message: 'Theek hai, done.', strategy: 'impatient' },
    { role: 'buyer', message: ' ', strategy: 'empathy' },
  ],
};

it('reads a chat, and applies each rule to a planted defect', () => {
  expect(only(hinglish, jsonFile(chat))).toMatchObject({
    scenario: {
      public: { item: { title: 'Fan', listPrice: 2000, currency: 'INR' } },
      private: { seller: { persona: 'impatient' } },
    },
    turns: [
      { seat: 'buyer', words: 'Bhai, 1,500 de do', labels: ['self-need'] },
      { seat: 'seller', words: 'Theek hai, done.' },
    ],
    outcome: { kind: 'agreement', deal: { price: 1500 } },
    cleaned: ['label-spelling', 'label-no-strategy', 'empty-turn'],
  });
  const outcome = (change: object) => only(hinglish, jsonFile({ ...chat, ...change })).outcome.kind;
  expect(outcome({ final_price: 1400 })).toBe('unknown');
  expect(outcome({ final_price: null })).toBe('unknown');
  expect(outcome({ outcome: 'walk' })).toBe('no-deal');
  expect(outcome({ outcome: 'pending' })).toBe('unknown');
  const corpus = importCorpus(hinglish, [jsonFile(chat, chat, { ...chat, turns: [] })]);
  expect(countsOf(corpus).repeated).toBe(1);
  expect(corpus.problems.length).toBe(1);
});
