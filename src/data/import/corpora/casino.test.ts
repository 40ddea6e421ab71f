import { describe, expect, it } from 'vitest';
import { itWithShared, shared } from '../../../../test/shared.ts';
import { casino } from './casino.ts';
import { atLine, countsOf, fileOf, only } from './corpus.fixture.ts';
import { importCorpus } from './corpus.ts';

describe('real rows', () => {
  const [train, valid] = ['data/casino/casino_train.json', 'data/casino/casino_valid.json'];
  const withRows = itWithShared(train, valid);

  withRows('gives every deal the points that were recorded', () => {
    const corpus = importCorpus(casino, [shared(train), shared(valid)]);
    // Counted apart from this code: 876 + 30 accepts, 24 walks, no recorded points that differ; walking is worth 5.
    expect(corpus.dialogues.length).toBe(930);
    expect(corpus.dialogues.filter(({ outcome }) => outcome.kind === 'walked').length).toBe(24);
    expect(countsOf(corpus)).toEqual({ 'button-as-words': 930, 'annotation-missing': 2 });
    const said = corpus.dialogues.flatMap(({ turns }) => turns.map(({ words }) => words));
    expect(said.some((words) => /^(?:Submit|Accept|Reject)-Deal$|^Walk-Away$/.test(words))).toBe(false);
  });

  withRows('puts annotations beside their words where one is missing', () => {
    // Dialogue 659 (id 596) has 10 annotations for 11 utterances.
    const { turns } = atLine(importCorpus(casino, [shared(train)]), 659);
    const said = turns.filter(({ act }) => act.type === 'say');
    expect(said.length).toBe(11);
    expect(said.filter(({ labels }) => labels).length).toBe(10);
  });
});

const person = (order: [string, string, string], points: number) => ({
  value2issue: { High: order[0], Medium: order[1], Low: order[2] },
  value2reason: { High: 'cold', Medium: 'hungry', Low: 'dry' },
  outcomes: { points_scored: points, satisfaction: 'Extremely satisfied' },
});
const get = (Food: string, Water: string, Firewood: string) => ({ Food, Water, Firewood });
const say = (n: 1 | 2, text: string, task_data: object = {}) => ({ text, task_data, id: `mturk_agent_${n}` });
const dialogue = {
  dialogue_id: 1,
  chat_logs: [
    say(1, 'Hello!'),
    say(2, 'I need wood.'),
    say(2, 'Submit-Deal', { issue2youget: get('0', '1', '3'), issue2theyget: get('3', '2', '0') }),
    say(1, 'Accept-Deal', { data: 'accept_deal' }),
  ],
  // By hand: a values food 5, water 4, wood 3 and gets 3, 2, 0: 23. b values wood 5, food 4, water 3 and gets 0, 1, 3: 18.
  participant_info: {
    mturk_agent_1: person(['Food', 'Water', 'Firewood'], 23),
    mturk_agent_2: person(['Firewood', 'Food', 'Water'], 18),
  },
  annotations: [
    ['Hello!', 'small-talk'],
    ['I need wood.', 'self-need,non-strategic'],
  ],
};
const listOf = (...rows: unknown[]) => fileOf(JSON.stringify(rows), 'json');

it('reads acts, values and labels', () => {
  expect(only(casino, listOf(dialogue))).toMatchObject({
    scenario: { private: { a: { values: [5, 4, 3] }, b: { values: [4, 3, 5] } } },
    turns: [
      { seat: 'a', words: 'Hello!', labels: ['small-talk'] },
      { seat: 'b', words: 'I need wood.', labels: ['self-need', 'non-strategic'] },
      { seat: 'b', words: '', act: { type: 'offer', split: { a: [3, 2, 0], b: [0, 1, 3] } } },
      { seat: 'a', words: '', act: { type: 'accept' } },
    ],
    outcome: { kind: 'agreement', deal: { split: { a: [3, 2, 0], b: [0, 1, 3] } } },
    afterwards: { a: { points_scored: 23 }, b: { points_scored: 18 } },
    cleaned: ['button-as-words'],
  });
});

it('applies each rule to a planted defect', () => {
  const rules = (change: object) => Object.keys(countsOf(importCorpus(casino, [listOf({ ...dialogue, ...change })])));
  const [hello, need] = dialogue.chat_logs;
  expect(rules({ annotations: [['I need wood.', 'self-need']] })).toEqual(['button-as-words', 'annotation-missing']);
  const wrong = { ...dialogue.participant_info, mturk_agent_1: person(['Food', 'Water', 'Firewood'], 22) };
  expect(rules({ participant_info: wrong })).toEqual(['button-as-words', 'points-differ']);
  const torn = say(2, 'Submit-Deal', { issue2youget: get('1', '1', '3'), issue2theyget: get('3', '2', '0') });
  expect(rules({ chat_logs: [hello, need, torn] })).toEqual(['split-not-whole']);
  const twice = importCorpus(casino, [listOf(dialogue, dialogue)]);
  expect(countsOf(twice).repeated).toBe(1);
});

it('names what cannot be read by its dialogue', () => {
  const path = listOf(dialogue, { chat_logs: [] });
  expect(importCorpus(casino, [path]).problems).toEqual([
    `${path}, dialogue 2: participant_info: Invalid input: expected object, received undefined; it is left out`,
  ]);
  const cut = fileOf('[{"chat_logs":', 'json');
  expect(importCorpus(casino, [cut]).refused).toEqual([
    `${cut} holds nothing that can be read as CaSiNo dialogues as a JSON list (${cut}, dialogue 1: not JSON, perhaps cut off)`,
  ]);
});
