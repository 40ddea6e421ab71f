/** What the forms of the page offer: things where a task takes one, prices that the rules take, agents that can sit there. */
import { expect, test } from 'vitest';
import { findTask, listings, type Task } from '../../src/core/index.ts';
import { agentsFor } from '../../web/agents/agents.ts';
import { legalRange } from '../../web/boards/price/money.ts';
import type { Game } from '../../web/game/game.ts';
import { isAboutListings } from '../../web/game/listings.ts';
import { en } from '../../web/words/en.ts';

test('a thing can be chosen only where the game would be about it', () => {
  const about = (name: string) => isAboutListings(findTask(name) as Task, listings);
  expect(['price-wide', 'price-janus'].map(about)).toEqual([true, true]);
  expect(['single_deal', 'amazon_realistic', 'terms-candid'].map(about)).toEqual([false, false, false]);
});

test('the prices of the form are those that the rules take', () => {
  const { scenario } = (findTask('price-wide') as Task).scenario(7, {});
  const facts = scenario.public as { range: { low: number; high: number } };
  const history = [{ turn: 1, seat: 'buyer', act: { type: 'offer', price: facts.range.low + 10 } }];
  const game = { domain: 'price', turn: 3, turnLimit: 20, history, you: { seat: 'buyer', own: {}, more: {} } };
  const range = (more: object) => legalRange({ ...game, facts: { ...facts, ...more } } as unknown as Game);
  expect(range({})).toEqual(facts.range);
  expect(range({ ownOffers: 'monotone' })).toEqual({ low: facts.range.low + 10, high: facts.range.high });
});

test('agents that are made for the other side are not offered', () => {
  const names = (domain: string, seat: string) => agentsFor(domain, seat, en).map(({ name }) => name);
  expect(names('price', 'buyer')).toContain('bazaar:smart');
  expect(names('price', 'buyer').filter((name) => /shopkeeper|bazaar:(default|deceptive)/.test(name))).toEqual([]);
  expect(names('price', 'seller')).toContain('bazaar:default+hard');
  expect(names('price', 'seller').filter((name) => /sauda|bazaar:(smart|naive)/.test(name))).toEqual([]);
  expect(names('ptom', 'persuader')).not.toContain('ptom:mind');
});
