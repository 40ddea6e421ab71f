import { describe, expect, test } from 'vitest';
import {
  type Episode,
  findTask,
  formatPrice,
  type PriceAct,
  playEpisode,
  price,
  samplers,
  type Task,
  takenOf,
} from '../core/index.ts';
import { resolvePlayer } from './spec.ts';

const play = (buyer: string, seller: string, seed: number) =>
  playEpisode({
    domain: price,
    scenario: samplers.general(seed, { zone: 'wide' }),
    source: { test: seed },
    players: { buyer: resolvePlayer(buyer, price), seller: resolvePlayer(seller, price) },
    seed,
  });
const withoutWords = (act: PriceAct) => {
  const { words: _words, intent: _intent, ...rest } = act;
  return rest;
};

describe.each(['english', 'hinglish'])('%s', (language) => {
  const worded = (script: string) => `worded:${script}@templates?language=${language}`;

  test('the words change no act', () => {
    for (let seed = 0; seed < 50; seed++) {
      const plain = takenOf(play('boulware_firm', 'boulware_conceding', seed)).map((t) => t.act);
      const spoken = takenOf(play(worded('boulware_firm'), worded('boulware_conceding'), seed)).map((t) =>
        withoutWords(t.act as PriceAct),
      );
      expect(spoken).toEqual(plain);
    }
  });

  test('every offer and accept says its own price, and no other number', () => {
    for (let seed = 0; seed < 200; seed++) {
      const episode = play(worded('boulware_firm'), worded('tit_for_tat'), seed);
      const { currency, title } = (episode.scenario.public as { item: { currency: string; title: string } }).item;
      const offers = new Map<number, number>();
      for (const { turn, act } of takenOf(episode) as { turn: number; act: PriceAct }[]) {
        if (act.type === 'offer') offers.set(turn, act.price);
        const amount = act.type === 'offer' ? act.price : offers.get((act as { offer: number }).offer);
        const said = formatPrice(amount as number, currency);
        expect(act.words).toContain(said);
        const rest = (act.words as string).replace(said, '').toLowerCase().replace(title.toLowerCase(), '');
        expect(rest).not.toMatch(/\d/);
      }
    }
  });
});

test('a line is not said twice while another is left', () => {
  const episode = play('worded:constant?share=0.1@templates', 'worded:constant?share=0.9@templates', 3);
  const words = takenOf(episode)
    .filter((t) => t.seat === 'buyer')
    .map((t) => t.act.words);
  expect(new Set(words.slice(0, 6)).size).toBe(6);
});

test('a title is said as it is written', () => {
  const title = 'poster of {price} and $$';
  const spoken = Array.from({ length: 40 }, (_, seed) => {
    const scenario = samplers.general(seed, { zone: 'wide' });
    const { events } = playEpisode({
      domain: price,
      scenario: { ...scenario, public: { ...scenario.public, item: { ...scenario.public.item, title } } },
      source: { test: seed },
      players: {
        buyer: resolvePlayer('worded:clean:boulware_firm@templates', price),
        seller: resolvePlayer('worded:clean:boulware_firm@templates', price),
      },
      seed,
    });
    return events.flatMap((event) => (event.type === 'action-taken' ? [event.act.words as string] : []));
  }).flat();
  expect(spoken.filter((words) => words.includes(title)).length).toBeGreaterThan(5);
  for (const words of spoken) expect(words.replace(title, () => '')).not.toContain('{');
});

test('an answer that is no act passes through untouched', () => {
  expect(play('worded:null@templates', 'fair_openings', 1).result).toMatchObject({ kind: 'forfeited', by: 'buyer' });
});

test('prices as people write them', () => {
  expect([
    formatPrice(1250, 'USD'),
    formatPrice(899.5, 'INR'),
    formatPrice(1200, 'CHF'),
    formatPrice(1234567.8, 'EUR'),
    formatPrice(0, 'GBP'),
  ]).toEqual(['$1,250', '₹899.50', 'CHF 1,200', '€1,234,567.80', '£0']);
});

test('a title that brings its article is not given a second one', () => {
  const { domain, ...task } = findTask('terms-candid') as Task;
  for (let seed = 0; seed < 40; seed++) {
    const { scenario, source } = task.scenario(seed, {});
    const sits = () => resolvePlayer('worded:clean:boulware_firm@templates', domain);
    const players = { buyer: sits(), seller: sits() };
    const episode = playEpisode({ domain, scenario, source, seed, players }) as Episode;
    expect(JSON.stringify(takenOf(episode))).not.toMatch(/\bthe the\b/i);
  }
});
