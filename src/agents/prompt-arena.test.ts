import { expect, test } from 'vitest';
import { arena, arenaScenario, type Domain } from '../core/index.ts';
import { parsePriceReply } from './parse/index.ts';
import { renderPrompt } from './prompt.ts';

const rules = arena as unknown as Domain;
const scenario = arenaScenario('marketplace_arena+hard', { seed: 1 });
const asked = rules.apply(rules.start(scenario), [
  { turn: 1, seat: 'seller', act: { type: 'offer', price: 70 } as never },
]);

test('a buyer of the arena is told of its rivals and nothing of their secrets', () => {
  const view = rules.view(asked, 'buyer-2');
  const [system] = renderPrompt(view, { persona: 'neutral', reasoning: 'none' });
  expect(system?.content).toContain('You are the buyer');
  expect(system?.content).toContain('Buyers: buyer-1, buyer-2 (you), buyer-3. At most one of them gets it');
  expect(system?.content).toContain(`the most you may pay`);
  for (const other of ['buyer-1', 'buyer-3', 'seller'] as const) {
    expect(system?.content).not.toContain(String(scenario.private[other]?.reservation));
  }
  expect(parsePriceReply('{"act":"offer","price":40,"words":"40?"}', view as never)).toMatchObject({
    act: { type: 'offer', price: 40 },
  });
});
