import { expect, it } from 'vitest';
import { itWithShared, shared } from '../../../../test/shared.ts';
import { atLine, countsOf, jsonFile, only } from './corpus.fixture.ts';
import { importCorpus } from './corpus.ts';
import { ptom } from './ptom.ts';

const [trajectories, scenarios] = ['data/ptom/trajectories.jsonl', 'data/ptom/scenarios.first300.jsonl'];

itWithShared(trajectories, scenarios)('cleans defective rows by the rule made for them', () => {
  const corpus = importCorpus(ptom, [shared(trajectories), shared(scenarios)]);
  expect([corpus.entries, corpus.dialogues.length, corpus.problems.length]).toEqual([414, 114, 0]);
  const named = (name: string) => corpus.scenarios.find((one) => one.public.name === name && one.public.options)!;
  // scenario_113 has no true_preferences and calls the revealed ones revealed_preferences.
  expect(named('scenario_113').public.revealed).toEqual(['implementation_disruption_concern']);
  // scenario_252 lists two of the three preferences that have a strength.
  expect(Object.keys(named('scenario_252').private.target!.strengths as object)).toContain('cost_conscious');
  // Counted apart from this code: one fact favours "A/B tension"; 12 scenarios list other preferences than have strengths.
  expect(countsOf(corpus)).toMatchObject({ 'fact-favours-unclear': 1, 'preferences-incomplete': 12 });
  const labels = new Set(corpus.dialogues.flatMap(({ turns }) => turns.flatMap(({ labels: some }) => some ?? [])));
  expect([...labels].sort()).toEqual(['ASK', 'DISCLOSE', 'RECOMMEND']);
  // Line 12 supports a decision, which is no act of the game; in line 5 the advocate believes in preferences nobody has.
  expect(atLine(corpus, 12).cleaned).toContain('act-outside-game');
  expect(atLine(corpus, 5).cleaned).toContain('belief-off-list');
});

const common = {
  scenario_id: 'scenario_1',
  condition: 'PARTIAL',
  target_preferences: {
    stated_explicitly: false,
    true_preferences: ['cost', 'view'],
    preference_strength: { cost: 0.8, view: 0.3 },
    partially_revealed: ['view'],
  },
  available_facts: [{ id: 'fact_1', content: 'A costs less', favors: 'A', dimension: 'cost' }],
};
const turn = {
  turn: 1,
  belief_state: { target_desires: { cost: 0.5, fame: 0.5 } },
  reasoning: 'Cost matters.',
  counterfactual_analysis: { if_ask: { p_success: 0.7, reasoning: 'x' } },
  action_type: 'RECOMMEND',
  action: 'Take A.',
  response: 'I will.',
  belief_update: { target_desires: { cost: 0.9 } },
};
const played = { ...common, game_id: 'g', scenario: 'trip', success: true, trajectory: [turn] };

it('keeps beliefs as private notes and strengths with the target', () => {
  expect(only(ptom, jsonFile(played))).toMatchObject({
    scenario: {
      public: { name: 'scenario_1', condition: 'PARTIAL', revealed: ['view'] },
      private: { advocate: { facts: [{ favours: 'A' }] }, target: { strengths: { cost: 0.8, view: 0.3 } } },
    },
    turns: [
      {
        seat: 'advocate',
        words: 'Take A.',
        labels: ['RECOMMEND'],
        notes: { belief: { cost: 0.5 }, updated: { cost: 0.9 } },
      },
      { seat: 'target', words: 'I will.' },
    ],
    outcome: { kind: 'agreement', deal: { choice: 'A' } },
    afterwards: { success: true },
    cleaned: ['belief-off-list'],
  });
});

it('applies each rule to a planted defect', () => {
  const made = (change: object) => only(ptom, jsonFile({ ...played, ...change }));
  const act = (action_type: string) => made({ trajectory: [{ ...turn, belief_state: {}, action_type }] });
  expect(act('CLOSE')).toMatchObject({ cleaned: ['act-renamed'], outcome: { kind: 'agreement' } });
  expect(act('SUPPORT').cleaned).toEqual(['act-outside-game', 'no-recommendation']);
  expect(act('PRESENT_FACTS')).toMatchObject({
    cleaned: ['act-renamed', 'no-recommendation'],
    outcome: { kind: 'unknown' },
  });
  expect(made({ success: false }).outcome).toEqual({ kind: 'no-deal' });
  const { true_preferences: _none, ...rest } = common.target_preferences;
  expect(made({ target_preferences: rest }).cleaned).toContain('preferences-incomplete');
  const [fact] = common.available_facts;
  expect(made({ available_facts: [{ ...fact, favors: 'A/B tension' }] }).cleaned).toContain('fact-favours-unclear');
});

it('reads scenarios that nobody played, and names what cannot be read', () => {
  const option = { name: 'A', description: 'a' };
  const scenario = {
    ...common,
    scenario_type: 'trip',
    description: 'd',
    context: 'c',
    option_a: option,
    option_b: option,
  };
  const path = jsonFile(scenario, scenario, { ...scenario, condition: 'SECRET' });
  const corpus = importCorpus(ptom, [path]);
  expect([corpus.scenarios.length, corpus.dialogues.length, countsOf(corpus).repeated]).toEqual([1, 0, 1]);
  expect(corpus.problems).toEqual([expect.stringContaining(`${path}, line 3: condition: Invalid option`)]);
});
