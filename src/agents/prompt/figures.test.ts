import { expect, test } from 'vitest';
import {
  findListing,
  items,
  type Listing,
  type PriceAct,
  type PriceScenario,
  type PriceView,
  price,
  type Seat,
  sampleListing,
  type View,
} from '../../core/index.ts';
import { scriptedModel } from '../../models/index.ts';
import { hintsFor } from '../hints.ts';
import { renderPrompt } from '../prompt.ts';
import { resolveAgent } from '../resolve.ts';
import { priceFigures, roundedFor } from './figures.ts';

const listing: Listing = { ...(findListing('oak-dining-table') as Listing), listPrice: 400, streetPrice: 400 };
const drawn = sampleListing(listing, 1, { zone: 'wide', opens: 'seller', turnLimit: 10 });
const scenario: PriceScenario = {
  ...drawn,
  private: { buyer: { reservation: 380.5, target: 300 }, seller: { reservation: 250, target: 400 } },
};

function after(acts: readonly PriceAct[], seat: Seat): PriceView {
  const state = acts.reduce((now, act) => {
    const [acting = ''] = price.toAct(now);
    return price.apply(now, [{ turn: price.view(now, acting).turn, seat: acting, act }]);
  }, price.start(scenario));
  return price.view(state, seat);
}
const offer = (amount: number): PriceAct => ({ type: 'offer', price: amount, words: `${amount}?` });

test('what the standing price gains against the own limit, and how far it came', () => {
  expect(priceFigures(after([], 'seller'))).toBe('');
  // 420 of a buyer whose limit is 380.5 is 39.5 past it; 395.25 is 24.75 nearer, and 14.75 past it.
  const acts = [offer(420), offer(300), offer(395.25), offer(310), offer(370), offer(310), offer(371)];
  expect(priceFigures(after(acts.slice(0, 1), 'buyer'))).toBe('Theirs loses you 39.5 (9.9 %).');
  // A list price of 400 is told to a tenth.
  expect(priceFigures(after(acts.slice(0, 3), 'buyer'))).toBe('Theirs loses you 14.8 (3.7 %), a step of 24.8.');
  expect(priceFigures(after(acts.slice(0, 5), 'buyer'))).toBe('Theirs gains you 10.5 (2.6 %), a step of 25.3.');
  expect(priceFigures(after(acts, 'buyer'))).toBe('Theirs gains you 9.5 (2.4 %), a step of -1.');
  // A seller gains upward, and a price that is said again is no step.
  expect(priceFigures(after(acts.slice(0, 4), 'seller'))).toBe('Theirs gains you 60 (15 %), a step of 10.');
  expect(priceFigures(after(acts.slice(0, 6), 'seller'))).toBe('Theirs gains you 60 (15 %), a step of 0.');
});

test('words alone take no step, and what was rejected gains nothing', () => {
  const talked = [offer(420), offer(300), offer(400), offer(310), { type: 'say', words: 'Well.' } as PriceAct];
  expect(priceFigures(after(talked, 'buyer'))).toBe('Theirs loses you 19.5 (4.9 %).');
  expect(priceFigures(after([offer(420), { type: 'reject' }, offer(400)], 'buyer'))).toBe(
    'Theirs loses you 19.5 (4.9 %), a step of 20.',
  );
  expect(priceFigures(after([offer(420), offer(300), { type: 'reject' }], 'buyer'))).toBe(
    'Theirs loses you 39.5 (9.9 %).',
  );
  expect(priceFigures(after([offer(420), offer(300), { type: 'reject' }, offer(310)], 'seller'))).toContain('gains');
});

test('nothing gained is no loss, and one difference is told in one way', () => {
  expect(priceFigures(after([offer(420), offer(300), offer(380.5)], 'buyer'))).toBe(
    'Theirs gains you nothing, a step of 39.5.',
  );
  // 380.5 less 359.15 is 21.35, as a step and as a gain.
  expect(priceFigures(after([offer(380.5), offer(300), offer(359.15)], 'buyer'))).toBe(
    'Theirs gains you 21.4 (5.3 %), a step of 21.4.',
  );
});

test('figures have four or five digits at most', () => {
  expect([24.756, 0.014].map(roundedFor(80))).toEqual([24.76, 0.01]);
  expect([8_512_345, 49].map(roundedFor(9_990_000))).toEqual([8_512_000, 0]);
  expect(roundedFor(10_000)(1234.5)).toBe(1230);
});

test('each turn says its own figures, and the next conversation begins with this one', () => {
  const style = { persona: 'neutral', reasoning: 'first', ...hintsFor({ figures: true }) } as const;
  const acts = [offer(420), offer(300), offer(395), offer(310), offer(370)];
  const [earlier, later] = [acts.slice(0, 3), acts].map((some) => renderPrompt(after(some, 'buyer'), style));
  expect(later?.slice(0, earlier?.length)).toEqual(earlier);
  expect(later?.at(-1)?.content).toBe(
    'Seller: [offers: €370] "370?"\nTheirs gains you 10.5 (2.6 %), a step of 25.\nTurn 6 of 10. Standing offers: theirs €370, yours €310.',
  );
  expect(later?.filter(({ content }) => content.includes('Theirs '))).toHaveLength(3);
  // What the other side gave away is told before.
  const both = hintsFor({ tells: true, figures: true }).hints as (view: View) => string;
  expect(both(after([{ ...offer(420), words: 'I need it gone today, 420.' }], 'buyer'))).toMatch(
    /^What the other side gave away(.|\n)*\nTheirs loses you 39.5 \(9.9 %\)\.$/,
  );
  expect(hintsFor({})).toEqual({});
});

test('an agent is asked with them, has another fingerprint, and is refused where nobody reckons', async () => {
  const asked: string[] = [];
  const model = scriptedModel(
    ({ messages }) => {
      asked.push(messages.at(-1)?.content as string);
      return '{"act":"walk","price":null,"words":""}';
    },
    { digest: 'd' },
  );
  const agents = await Promise.all(
    ['', '&figures=on', '&figures=off'].map((more) =>
      resolveAgent(`llm:scripted?guards=off&reason=none${more}`, price as never, { model: () => model }),
    ),
  );
  const [plain, told, off] = agents.map(({ fingerprint }) => fingerprint);
  expect([told === plain, off === plain]).toEqual([false, true]);
  const context = { rng: { split: () => ({ uint32: () => 1 }) }, note() {}, state() {}, attempt: 0 };
  for (const { agent } of agents) await agent.act(after([offer(420)], 'buyer') as never, context as never);
  expect(asked.map((text) => text.includes('Theirs loses you 39.5 (9.9 %).'))).toEqual([false, true, false]);
  await expect(resolveAgent('llm:scripted?figures=on', items as never, { model: () => model })).rejects.toThrow(
    /there are figures of price only, not of items/,
  );
});
