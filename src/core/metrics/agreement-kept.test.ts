import { expect, it } from 'vitest';
import { agreementKept } from './agreement-kept.ts';
import { priceEpisode } from './episode.fixture.ts';

it('finds the buyer that met the seller at 320 and came back with 270', () => {
  // The scarf of BazaarBATNA, in cents: both at 32, then the buyer at 27.
  const episode = priceEpisode({ acts: [300, 350, 320, 320, 270] });
  expect(agreementKept.of(episode, 'buyer')).toBe(0);
  expect(agreementKept.of(episode, 'seller')).toBeUndefined();
});

it('counts every offer after they met', () => {
  // By hand: they meet at 320; then the buyer 320 (kept), seller 330 (not), buyer 325 (kept), seller 300 (kept).
  const episode = priceEpisode({ acts: [320, 320, 320, 330, 325, 300] });
  expect(agreementKept.of(episode, 'buyer')).toBe(1);
  expect(agreementKept.of(episode, 'seller')).toBe(1 / 2);
});

it('holds a seat to what it said it agreed to', () => {
  const agree = { type: 'say', words: 'All right, agreed.', intent: 'agree' };
  const episode = priceEpisode({ acts: [500, 800, agree, 800, 750] });
  expect(agreementKept.of(episode, 'buyer')).toBe(0);
  expect(agreementKept.of(episode, 'seller')).toBeUndefined();
  expect(agreementKept.of(priceEpisode({ acts: [500, 800, agree, 800, 800] }), 'buyer')).toBe(1);
});

it('frees a seat whose offer is rejected', () => {
  expect(agreementKept.of(priceEpisode({ acts: [600, 600, 600, 'reject', 550] }), 'buyer')).toBe(1);
});

it('does not apply where the sides never meet', () => {
  expect(agreementKept.of(priceEpisode({ acts: [500, 800, 450, 700] }), 'buyer')).toBeUndefined();
});
