import { expect, it, test } from 'vitest';
import { itWithShared, shared } from '../../../../test/shared.ts';
import { atLine, countsOf, fileOf, jsonFile, only } from './corpus.fixture.ts';
import { importCorpus } from './corpus.ts';
import { ptom } from './ptom.ts';
import { ptomActs } from './ptom-acts.ts';
import { ptomScenario } from './ptom-scenario.ts';

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
  // All 300 have a hint; of the 75 PARTIAL ones 70 name what is revealed and 5 say it in words, in lists, tables and sentences.
  const unplayed = corpus.scenarios.filter(({ public: { options } }) => options);
  expect(unplayed.every(({ private: secrets }) => typeof secrets.author?.hint === 'string')).toBe(true);
  const partial = unplayed.filter(({ public: { condition } }) => condition === 'PARTIAL');
  expect(partial).toHaveLength(75);
  expect(partial.filter(({ public: { revealed } }) => (revealed as string[]).length > 0)).toHaveLength(70);
  expect(
    partial.every(
      ({ public: { revealed, revealedWords } }) =>
        [...(revealed as string[]), ...((revealedWords ?? []) as string[])].length > 0,
    ),
  ).toBe(true);
  // Counted apart from this code, over the 300 alone: best fit A 105, B 161, 34 ties of which 32 are 0 to 0.
  const [goal] = importCorpus(ptom, [shared(scenarios)]).findings;
  expect(goal).toContain(
    'A fits the target best in 105 of 300 scenarios: B fits best in 161, and 34 are ties (32 of them 0 to 0)',
  );
  const said = corpus.findings.join('\n');
  expect(said).toContain("In 29 of 373 turns the belief is the target's hidden strengths");
  expect(said).toContain('in 114 of 114 games the label follows from the kind that was asked for');
  expect(said).toContain('50 of 90 successes are games in which nothing was recommended');
  expect(said).toContain('a split by turn, as the study made it');
  // Line 12 supports a decision, which is no act of the game; in line 5 the advocate believes in preferences nobody has.
  expect(atLine(corpus, 12).cleaned).toContain('act-outside-game');
  expect(atLine(corpus, 5).cleaned).toContain('belief-off-list');
});

itWithShared(scenarios)('every scenario can be played, and each that has a best fit with that for an objective', () => {
  const { scenarios: all } = importCorpus(ptom, [shared(scenarios)]);
  const playable = (objective: 'A' | 'fit') => all.flatMap((one) => ptomScenario(one, { seed: 1, objective }) ?? []);
  // The 34 ties have no best fit.
  expect([all.length, playable('A').length, playable('fit').length]).toEqual([300, 300, 266]);
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

test.each([
  [true, 'I recommend Option B - the later flight.', 'That makes sense.', 'B'],
  [true, 'Option A is clearly the better choice.', 'Yes.', 'A'],
  [true, 'I recommend the shared house.', 'You are right.', 'unknown'],
  [true, 'I do not recommend Option B.', 'Agreed.', 'unknown'],
  [true, 'I recommend A hotel, or Option A or Option B.', 'Yes.', 'unknown'],
  [false, 'I recommend Option B.', 'Exactly! That is what I need.', 'B'],
  [false, 'I recommend Option B.', 'Exactly, but I cannot pay for it.', 'no-deal'],
  [false, 'I recommend Option B.', 'You are not listening.', 'no-deal'],
])('success %s, "%s", "%s": %s', (success, action, response, expected) => {
  const { outcome } = only(ptom, jsonFile({ ...played, success, trajectory: [{ ...turn, action, response }] }));
  expect('deal' in outcome ? (outcome.deal as { choice: string }).choice : outcome.kind).toBe(expected);
});

test.each([
  ['DISCLOSE_FACTS', ['DISCLOSE']],
  ['SHARE_FACT', ['DISCLOSE']],
  ['PRESENT', ['DISCLOSE']],
  ['PRESENT_INFORMATION', ['DISCLOSE']],
  ['SHARE_INFO', ['DISCLOSE']],
  ['reveal fact', ['DISCLOSE']],
  ['INFORM_AND_RECOMMEND', ['RECOMMEND', 'DISCLOSE']],
  ['ASK_AND_DISCLOSE', ['DISCLOSE', 'ASK']],
  ['probingQuestion', ['ASK']],
  ['FINALIZE', ['RECOMMEND']],
  ['ACT', ['RECOMMEND']],
  ['SUPPORT', []],
  ['CORRECT_BELIEF', []],
  ['INFORMATION', []],
])('%s does %j', (name, acts) => expect(ptomActs(name)).toEqual(acts));

it('keeps what PARTIAL reveals, in whatever form', () => {
  const partly = (change: object) => {
    const { partially_revealed: _, ...rest } = common.target_preferences;
    const { scenario, cleaned } = only(ptom, jsonFile({ ...played, target_preferences: { ...rest, ...change } }));
    const { revealed, revealedWords } = scenario.public;
    return [revealed, revealedWords, cleaned.filter((rule) => rule.startsWith('revealed'))];
  };
  expect(partly({ partially_revealed: { view: 'She likes to look far.' } })).toEqual([
    ['view'],
    ['She likes to look far.'],
    [],
  ]);
  expect(partly({ revealed_preferences: ['wants to see the sea'] })).toEqual([
    [],
    ['wants to see the sea'],
    ['revealed-in-words'],
  ]);
  expect(partly({ stated_explicitly: 'He said so.' })).toEqual([[], ['He said so.'], ['revealed-in-words']]);
  expect(partly({ hidden_preferences: ['cost'] })).toEqual([['view'], undefined, []]);
  expect(partly({})).toEqual([[], undefined, ['revealed-unsaid']]);
});

it('keeps facts without a dimension, and says so', () => {
  const [fact] = common.available_facts;
  for (const dimension of [undefined, null, '']) {
    const { scenario, cleaned } = only(ptom, jsonFile({ ...played, available_facts: [{ ...fact, dimension }] }));
    expect(scenario.private.advocate?.facts).toEqual([
      { id: 'fact_1', content: 'A costs less', favours: 'A', dimension: '' },
    ]);
    expect(cleaned).toContain('fact-without-dimension');
  }
});

it('calls a file of API errors that', () => {
  const refused = (path: string) => importCorpus(ptom, [path]).refused.join();
  const said = 'an error of an API stands in place of a record';
  expect(refused(jsonFile({ error: { type: 'overloaded_error', message: 'Overloaded' } }))).toContain(
    `${said}: "Overloaded"`,
  );
  expect(refused(jsonFile({ scenario_id: 'scenario_1', error: 'Error code: 401' }))).toContain(said);
  expect(refused(jsonFile({ type: 'error', message: 'no credit' }))).toContain(said);
  expect(refused(fileOf('Error code: 529 - overloaded\nanthropic.APIConnectionError: lost\n'))).toContain(
    `${said}: "Error code: 529`,
  );
  expect(refused(fileOf('nothing at all\n'))).not.toContain(said);
  // Somebody may speak of errors.
  expect(
    only(ptom, jsonFile({ ...played, trajectory: [{ ...turn, response: 'No error: I will.' }] })).turns,
  ).toHaveLength(2);
  const { leftOut } = importCorpus(ptom, [
    jsonFile({ ...played, trajectory: [{ ...turn, response: 'Error code: 429 - slow down' }] }),
  ]);
  expect(leftOut).toMatchObject([{ rule: 'api-error', count: 1 }]);
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
