import { expect, it } from 'vitest';
import { priceEpisode } from './episode.fixture.ts';
import { wordsActContradiction } from './words-act-contradiction.ts';

const offer = (price: number, words: string) => ({ type: 'offer', price, words });

it('finds offers whose words name another price', () => {
  // By hand: the buyer names a price three times and once not its own; the seller's words name none in the range.
  const episode = priceEpisode({
    acts: [
      offer(500, 'Would you take $500?'),
      offer(1000, 'Only 2 left.'),
      offer(550, 'You say 1,000, I say 550.'),
      1000,
      offer(600, 'My final word: 580.'),
    ],
  });
  expect(wordsActContradiction.of(episode, 'buyer')).toBeCloseTo(1 / 3, 12);
  expect(wordsActContradiction.of(episode, 'seller')).toBeUndefined();
});

it('reads an accept at the price of the offer it takes', () => {
  const accept = (words: string) => ({ type: 'accept', words });
  expect(wordsActContradiction.of(priceEpisode({ acts: [700, accept('Deal at 700.')] }), 'seller')).toBe(0);
  expect(wordsActContradiction.of(priceEpisode({ acts: [700, accept('Deal at 750.')] }), 'seller')).toBe(1);
  expect(wordsActContradiction.of(priceEpisode({ acts: [700, accept('Deal.')] }), 'seller')).toBeUndefined();
});

it('forgives rounding, but not by more than one percent', () => {
  const wordsOf = (price: number, words: string) =>
    wordsActContradiction.of(priceEpisode({ acts: [offer(price, words)], range: [1, 1500], zone: [2, 900] }), 'buyer');
  expect(wordsOf(849.99, 'I offer 850.')).toBe(0);
  expect(wordsOf(1200, 'I offer 1.2k.')).toBe(0);
  expect(wordsOf(1234, 'I offer 1.2k.')).toBe(1);
  expect(wordsOf(4.75, 'I offer $5.')).toBe(1);
});

// The metric used to read digits only: words could name any price as long as it was spelled out.
it('reads prices in words as the reader of replies does', () => {
  const wordsOf = (price: number, words: string) =>
    wordsActContradiction.of(priceEpisode({ acts: [offer(price, words)] }), 'buyer');
  expect(wordsOf(500, 'Four hundred and fifty, my friend.')).toBe(1);
  expect(wordsOf(450, 'Four fifty?')).toBe(0);
  expect(wordsOf(550, 'saadhe paanch sau')).toBe(0);
  expect(wordsOf(500, 'paanch sau pachaas')).toBe(1);
  expect(wordsOf(500, '５５０')).toBe(1);
  expect(wordsOf(500, 'I live 600 km away, at turn 700, and am 300 % sure.')).toBeUndefined();
});
