import { describe, expect, test } from 'vitest';
import { beliefProblem, ignorance } from '../beliefs/belief.ts';
import { createRng } from '../rng.ts';
import type { Domain, Scenario, Seat, View } from '../types.ts';
import { bazaarScenario } from './bazaar/index.ts';
import { kits } from './index.ts';

const hard = (seed: number) => bazaarScenario('single_deal+hard', { seed, personality: 'impatient' }) as Scenario;
const sources = kits().flatMap(({ rules, questions = [], samplers }) =>
  questions.length === 0
    ? []
    : [
        ...Object.entries(samplers).map(([name, sample]) => ({
          name: `${rules.name} ${name}`,
          rules,
          questions,
          sample,
        })),
        ...(rules.name === 'price' ? [{ name: 'price bazaar', rules, questions, sample: hard }] : []),
      ],
);

/** Random play for some turns, and the view of a seat whether it is its turn or not. */
function viewAfter(rules: Domain, scenario: Scenario, seat: Seat, turns: number): View {
  let state = rules.start(scenario);
  for (let turn = 1; turn <= turns && rules.toAct(state).length > 0; turn++) {
    const [acting] = rules.toAct(state) as [Seat];
    // What is done is the same whoever has which secrets.
    const words = { type: 'say', words: `turn ${turn}` };
    state = rules.apply(state, [{ turn, seat: acting, act: words }]);
  }
  return rules.view(state, seat);
}

describe.each(sources)('$name', ({ rules, questions, sample }) => {
  const seeds = Array.from({ length: 20 }, (_, seed) => seed);

  test('a question follows from the view alone: other secrets across the table, the same question', () => {
    for (const seed of seeds) {
      const scenario = sample(seed);
      for (const seat of rules.seats(scenario)) {
        const other = rules.seats(scenario).find((one) => one !== seat) as Seat;
        const { private: strange } = sample(seed + 1000);
        const changed = { ...scenario, private: { ...scenario.private, [other]: strange[other] } };
        for (const { name, ask } of questions) {
          for (const turns of [0, 1, 4])
            expect(ask(viewAfter(rules, changed, seat, turns)), name).toEqual(
              ask(viewAfter(rules, scenario, seat, turns)),
            );
        }
      }
    }
  });

  test('the truth can be believed, and ignorance is an answer', () => {
    for (const seed of seeds) {
      const scenario = sample(seed);
      for (const seat of rules.seats(scenario)) {
        for (const { ask, truth: truthOf } of questions) {
          const asked = ask(viewAfter(rules, scenario, seat, createRng(seed).integer(3)));
          const truth = truthOf(scenario, seat);
          if (!asked || truth === undefined) continue;
          expect(beliefProblem(asked, ignorance(asked))).toBeUndefined();
          if (asked.kind === 'number') {
            expect(truth).toBeGreaterThanOrEqual(asked.low);
            expect(truth).toBeLessThanOrEqual(asked.high);
          } else if (asked.kind === 'choice') expect(asked.options).toContain(truth);
          else expect(Object.keys(truth as object)).toEqual(asked.keys);
        }
      }
    }
  });
});

const asked = (scenario: Scenario, seat: Seat, turns = 1) => {
  const kit = kits().find(({ rules }) => rules.name === scenario.domain);
  const view = viewAfter(kit!.rules, scenario, seat, turns);
  return Object.fromEntries((kit!.questions ?? []).map(({ name, ask }) => [name, ask(view)]));
};
const truths = (scenario: Scenario, seat: Seat) => {
  const kit = kits().find(({ rules }) => rules.name === scenario.domain);
  return Object.fromEntries((kit!.questions ?? []).map(({ name, truth }) => [name, truth(scenario, seat)]));
};

describe('a bazaar task', () => {
  test('hardened: limit, type and patience are secrets, and the buyer is asked about all', () => {
    const scenario = hard(7);
    const { seller } = scenario.private as { seller: { reservation: number; deadline: number } };
    expect(truths(scenario, 'buyer')).toEqual({
      reservation: seller.reservation,
      type: 'impatient',
      patience: seller.deadline,
    });
    expect(asked(scenario, 'buyer')).toMatchObject({
      reservation: { kind: 'number', ...(scenario.public as { range: object }).range },
      type: { options: ['default', 'deceptive', 'impatient', 'collaborative'] },
      patience: { low: 2, high: (scenario.public as { turnLimit: number }).turnLimit },
    });
    // The buyer has no type, and no deadline of its own: it can close up to the turn limit.
    expect(asked(scenario, 'seller').type).toBeUndefined();
    expect(truths(scenario, 'seller').patience).toBe((scenario.public as { turnLimit: number }).turnLimit);
  });

  test('faithful: the type is shown and no patience ends the game, so neither is asked about', () => {
    const { reservation, type, patience } = asked(bazaarScenario('single_deal', { seed: 1 }) as Scenario, 'buyer');
    expect(reservation).toBeDefined();
    expect([type, patience]).toEqual([undefined, undefined]);
  });
});

test('where the width of the zone is public, the other limit is no secret', () => {
  const [janus] = kits().flatMap(({ samplers }) => (samplers.general ? [samplers.janus!(1)] : []));
  expect((janus as Scenario<{ zoneWidth?: number }>).public.zoneWidth).toBeDefined();
  expect(asked(janus!, 'buyer').reservation).toBeUndefined();
});
