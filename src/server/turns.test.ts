import { expect, test } from 'vitest';
import type { Agent, Context, View } from '../core/index.ts';
import { trust } from '../core/trust.ts';
import { inTurn } from './turns.ts';

const asked = [{} as View, {} as Context] as const;

function busy(heard: string[], name: string): Agent {
  return {
    name,
    act() {
      const until = performance.now() + 6;
      while (performance.now() < until);
      heard.push(name);
      return { type: 'say' };
    },
  };
}

test('many games of one address keep neither the event loop nor the game of another waiting', async () => {
  const heard: string[] = [];
  const hog = inTurn(busy(heard, 'hog'), 'hog');
  const other = inTurn(busy(heard, 'other'), 'other');
  const acts = Array.from({ length: 20 }, () => hog.act(...asked));
  acts.push(other.act(...asked));
  expect(heard).toEqual(['hog']);
  let loops = 0;
  const looking = setInterval(() => loops++, 0);
  await Promise.all(acts);
  clearInterval(looking);
  expect(heard).toHaveLength(21);
  expect(heard.indexOf('other')).toBeLessThan(4);
  expect(loops).toBeGreaterThan(5);
});

test('a script that nobody waits for answers at once', async () => {
  const quick: Agent = { name: 'quick', act: () => ({ type: 'say' }) };
  await new Promise((resolve) => setImmediate(resolve));
  expect(inTurn(trust(quick), 'a').act(...asked)).toEqual({ type: 'say' });
});
