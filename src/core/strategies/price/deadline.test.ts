/** A seat whose own deadline ends the game plays as if the game were that long: the other side's clock is none of its own. */
import { expect, test } from 'vitest';
import { lastTurn, type PricePublic, type PriceScript, type PriceView, price } from '../../domains/price/price.ts';
import { samplers } from '../../domains/price/samplers.ts';
import { runEpisode } from '../../episode.ts';
import { createRng } from '../../rng.ts';
import { type Entry, makeScript } from '../../strategy.ts';
import type { Domain } from '../../types.ts';
import { priceRegistries } from './index.ts';

const DEADLINE = 9;
const { bazaar: _bazaar, ...others } = priceRegistries;
const scripts = Object.entries(others).flatMap(([registry, entries]) =>
  (entries as readonly Entry[]).map((entry): [string, Entry] => [`${registry}:${entry.name}`, entry]),
);

/** What the script does in each of its turns against one that asks for the moon and comes down slowly. */
function acts({ name, strategy, options }: Entry, facts: Partial<PricePublic>, deadline?: number) {
  const drawn = samplers.janus(3, { opens: 'seller' });
  const stubborn: PriceScript = {
    name: 'stubborn',
    act: ({ turn, public: { range } }) => ({ type: 'offer', price: range.high - turn }),
  };
  const { buyer, seller } = drawn.private;
  const { events } = runEpisode({
    domain: price as Domain,
    scenario: {
      ...drawn,
      public: { ...drawn.public, ...facts },
      private: { buyer: { ...buyer, ...(deadline !== undefined && { deadline }) }, seller },
    },
    agents: { buyer: makeScript(name, strategy, options), seller: stubborn },
    rng: createRng(1),
  });
  return events.flatMap((event) => (event.type === 'action-taken' && event.seat === 'buyer' ? [event.act] : []));
}

test.each(scripts)('%s', (_name, entry) => {
  const short = acts(entry, { turnLimit: DEADLINE });
  expect(acts(entry, { turnLimit: 30, deadlines: 'enforced' }, DEADLINE)).toEqual(short);
  // Where a deadline is only graded, the game goes on after it, and so does the clock.
  const graded = acts(entry, { turnLimit: 30, deadlines: 'graded' }, DEADLINE);
  expect(graded).toEqual(acts(entry, { turnLimit: 30 }));
});

test('the last turn is the earlier of the limit and an own deadline that ends the game', () => {
  const view = (deadlines: 'enforced' | 'graded' | undefined, deadline?: number) =>
    ({ turnLimit: 20, public: { deadlines }, own: { deadline } }) as unknown as PriceView;
  expect(lastTurn(view('enforced', 11))).toBe(11);
  expect(lastTurn(view('enforced', 25))).toBe(20);
  expect(lastTurn(view('enforced'))).toBe(20);
  expect(lastTurn(view('graded', 11))).toBe(20);
  expect(lastTurn(view(undefined, 11))).toBe(20);
});
