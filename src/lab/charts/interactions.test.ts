import { expect, test } from 'vitest';
import { type Episode, type PriceAct, playEpisode, price, samplers } from '../../core/index.ts';
import { draw } from '../report/draw.ts';
import { interactions as interactionsOf } from './interactions.ts';

const interactions = (...given: Parameters<typeof interactionsOf>) => draw(interactionsOf(...given));

const scenario = samplers.janus(1);
const fixedAt = (amount: number) => ({
  spec: `clean:fixed_${amount}`,
  fingerprint: 'none',
  agent: {
    name: 'fixed',
    act: (view: { theirs?: { turn: number; offer: { price: number } } }): PriceAct =>
      view.theirs?.offer.price === amount
        ? { type: 'accept', offer: view.theirs.turn }
        : { type: 'offer', price: amount },
  },
});

function game(buyer: number, seller: number, table = scenario): Episode {
  const players = { buyer: fixedAt(buyer), seller: fixedAt(seller) };
  return playEpisode({ domain: price, scenario: table, source: {}, players: players as never, seed: 5 });
}

test('every pairing has its cell, with the price of the deal or that there is none', () => {
  const svg = interactions([game(600, 600), game(600, 700), game(700, 600), game(700, 700)]);
  expect(svg).toContain('2 of 4 pairings close a deal');
  expect(svg.match(/>\$600</g)).toHaveLength(1);
  expect(svg.match(/>\$700</g)).toHaveLength(1);
  expect(svg.match(/>no deal</g)).toHaveLength(2);
  expect(svg).toContain('all names begin with clean:');
  expect(svg).toContain('>fixed_600<');
});

test('two games of a pairing, two scenarios or none at all are refused', () => {
  expect(() => interactions([game(600, 600), game(600, 600)])).toThrow(/two games/);
  expect(() => interactions([game(600, 600), game(600, 700, samplers.janus(2))])).toThrow(/janus-1 and janus-2/);
  expect(() => interactions([])).toThrow(RangeError);
});
