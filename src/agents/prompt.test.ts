import { describe, expect, test } from 'vitest';
import {
  bazaarScenario,
  findListing,
  items,
  itemsSamplers,
  type Listing,
  type PriceAct,
  price,
  type Seat,
  sampleListing,
  type View,
} from '../core/index.ts';
import { answerSchema, renderPrompt, type Style } from './prompt.ts';

const style: Style = { persona: 'fair', reasoning: 'first' };
const scenario = sampleListing(findListing('oak-dining-table') as Listing, 1, {
  zone: 'wide',
  opens: 'seller',
  turnLimit: 8,
});

function viewAfter(acts: readonly PriceAct[], seat: Seat): View {
  const state = acts.reduce((now, act) => {
    const [acting = ''] = price.toAct(now);
    return price.apply(now, [{ turn: price.view(now, acting).turn, seat: acting, act }]);
  }, price.start(scenario));
  return price.view(state, seat);
}
const acts: PriceAct[] = [
  { type: 'offer', price: 400, words: 'It is solid oak. 400?' },
  { type: 'offer', price: 310, words: 'There is a water ring. 310?' },
  { type: 'say', words: 'It hardly shows.' },
];

test('the prompt for a buyer in mid-game', () => {
  expect(renderPrompt(viewAfter(acts, 'buyer'), style)).toMatchSnapshot();
});

test('the prompt for sharing out items', () => {
  const view = items.view(items.start(itemsSamplers.dond(1, { opens: 'a' })), 'a');
  expect(renderPrompt(view, { persona: 'rude', reasoning: 'none' })).toMatchSnapshot();
});

test('the rules of a bazaar task are told: the opening ask, and the own deadline alone', () => {
  const state = price.start(bazaarScenario('asymmetric_pressure', { seed: 1 }));
  const [system] = renderPrompt(price.view(state, 'buyer'), style);
  expect(system?.content).toContain('The first offer of the game only opens the talk: it cannot be accepted.');
  expect(system?.content).toContain('is turn 11: a deal after it is worth less to you.');
  expect(renderPrompt(price.view(state, 'seller'), style)[0]?.content).not.toMatch(/own deadline|turn 11/);
});

describe('what a side may know', () => {
  test.each(['buyer', 'seller'] as const)('no secret of the other side is in the prompt of the %s', (seat) => {
    const other = seat === 'buyer' ? 'seller' : 'buyer';
    const text = JSON.stringify(renderPrompt(viewAfter(acts, seat), style));
    const own = scenario.private[seat];
    expect(text).toContain(String(own?.reservation));
    expect(text).not.toContain(String(scenario.private[other]?.reservation));
  });

  test('its own words and standing offers, and the other side’s, are all there: it has a memory', () => {
    const text = JSON.stringify(renderPrompt(viewAfter(acts, 'buyer'), style));
    for (const said of ['It is solid oak. 400?', 'There is a water ring. 310?', 'It hardly shows.'])
      expect(text).toContain(said);
    expect(text).toContain('Standing offers: theirs €400, yours €310.');
  });
});

test('the only price in the example is the side’s own target: no price of another item can leak in', () => {
  const [system] = renderPrompt(viewAfter([], 'seller'), style);
  const example = /in this form:\n(\{.*\})/.exec(system?.content ?? '')?.[1] ?? '';
  expect(JSON.parse(example).price).toBe(scenario.private.seller?.target);
});

test('a refusal is told, with its reason', () => {
  const last = renderPrompt(viewAfter([], 'seller'), style, 'two different prices: 45 and 50').at(-1);
  expect(last?.content).toContain('Your last reply was not taken: two different prices: 45 and 50. Reply again');
});

test('thinking stands first, after, or not at all', () => {
  const fields = (reasoning: Style['reasoning']) =>
    Object.keys(answerSchema(viewAfter([], 'seller'), reasoning).properties as Record<string, unknown>);
  expect(fields('first')).toEqual(['reasoning', 'act', 'price', 'words']);
  expect(fields('after')).toEqual(['act', 'price', 'words', 'reasoning']);
  expect(fields('none')).toEqual(['act', 'price', 'words']);
});
