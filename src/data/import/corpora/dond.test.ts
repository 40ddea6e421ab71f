import { describe, expect, it } from 'vitest';
import { itWithShared, shared } from '../../../../test/shared.ts';
import { atLine, countsOf, fileOf, only } from './corpus.fixture.ts';
import { importCorpus } from './corpus.ts';
import { dond } from './dond.ts';

describe('real rows', () => {
  const [raw, tagged] = ['data/dond/data.txt', 'data/dond/val.txt'];
  const withRows = itWithShared(raw, tagged);

  withRows('keeps every dialogue once, with each side’s own values', () => {
    const corpus = importCorpus(dond, [shared(raw)]);
    // Counted apart from this code: 12,234 lines are 5,916 dialogues from both sides and 402 from one.
    expect([corpus.entries, corpus.dialogues.length]).toEqual([12234, 6318]);
    expect(countsOf(corpus)['other-side']).toBe(5916);
    expect(corpus.problems).toEqual([]);
    // Lines 1 and 2: who opens values a hat and a ball at 2 and gets four hats, 8 points; the other gets 6.
    expect(atLine(corpus, 1)).toMatchObject({
      scenario: { private: { a: { values: [0, 2, 2] }, b: { values: [4, 1, 2] } } },
      outcome: { kind: 'agreement', deal: { split: { a: [0, 4, 0], b: [1, 0, 1] } } },
    });
    // Line 3: the reward column says 10, but they chose different splits.
    expect(atLine(corpus, 3)).toMatchObject({
      outcome: { kind: 'no-deal' },
      cleaned: ['selection-line', 'choices-disagree'],
    });
    // Line 327 ends in a disconnect.
    expect(atLine(corpus, 327).outcome).toEqual({ kind: 'unknown' });
    // Lewis et al. 2017: values of one side always add up to 10.
    for (const { scenario } of corpus.dialogues) {
      const { items } = scenario.public as { items: { count: number }[] };
      for (const { values } of Object.values(scenario.private) as { values: number[] }[])
        expect(items.reduce((sum, { count }, i) => sum + count * values[i]!, 0)).toBe(10);
    }
    // A sixth of AgreeMate's training targets were "<selection>".
    expect(corpus.dialogues.some(({ turns }) => turns.some(({ words }) => words.includes('<selection>')))).toBe(false);
  });

  withRows('finds the validation split inside the raw log', () => {
    const [both, one] = [importCorpus(dond, [shared(raw), shared(tagged)]), importCorpus(dond, [shared(raw)])];
    expect(both.entries).toBe(12234 + 1087);
    expect(both.dialogues.length).toBe(one.dialogues.length);
  });
});

const yours =
  '1 0 4 2 1 2 YOU: four hats for me <eos> THEM: no deal <eos> YOU: <selection> item0=0 item1=4 item2=0 <eos> reward=8 agree 1 4 4 1 1 2';
const theirs =
  '1 4 4 1 1 2 THEM: four hats for me <eos> YOU: no deal <eos> THEM: <selection> item0=1 item1=0 item2=1 <eos> reward=6 agree 1 0 4 2 1 2';
const tagged =
  '<input> 1 4 4 1 1 2 </input> <dialogue> THEM: four hats for me <eos> YOU: no deal <eos> THEM: <selection> </dialogue> <output> item0=1 item1=0 item2=1 item0=0 item1=4 item2=0 </output> <partner_input> 1 0 4 2 1 2 </partner_input>';

it('reads one dialogue from either side and in either form', () => {
  const dialogue = only(dond, fileOf(yours, 'txt'));
  expect(dialogue).toMatchObject({
    scenario: { private: { a: { values: [0, 2, 2] }, b: { values: [4, 1, 2] } } },
    turns: [
      { seat: 'a', words: 'four hats for me', act: { type: 'say' } },
      { seat: 'b', words: 'no deal', act: { type: 'say' } },
    ],
    outcome: { kind: 'agreement', deal: { split: { a: [0, 4, 0], b: [1, 0, 1] } } },
  });
  for (const row of [theirs, tagged])
    expect(only(dond, fileOf(row, 'txt'))).toMatchObject({ id: dialogue.id, outcome: dialogue.outcome });
  const { dialogues, leftOut } = importCorpus(dond, [fileOf([yours, theirs, tagged].join('\n'), 'txt')]);
  expect(dialogues.length).toBe(1);
  expect(leftOut).toMatchObject([{ rule: 'other-side', count: 2 }]);
});

it('tells the endings apart', () => {
  const outcome = (from: string, to: string) => only(dond, fileOf(yours.replace(from, to), 'txt')).outcome.kind;
  expect(outcome('agree 1', 'disagree 1')).toBe('no-deal');
  expect(outcome('item0=0 item1=4 item2=0 <eos> reward=8', 'no agreement <eos> reward=no agreement')).toBe('no-deal');
  expect(outcome('item0=0 item1=4 item2=0 <eos> reward=8', 'disconnect <eos> reward=disconnect')).toBe('unknown');
});

it('names what cannot be read, and leaves out sides with different items', () => {
  const path = fileOf(
    [yours, 'hello', yours.replace('item1=4', 'item1=5'), yours.replace(/1 4 4 1 1 2$/, '2 4 4 1 1 2')].join('\n'),
    'txt',
  );
  const corpus = importCorpus(dond, [path]);
  expect(corpus.problems).toEqual([
    `${path}, line 2: not a Deal or No Deal dialogue; it is left out`,
    `${path}, line 3: the choice "item0=0 item1=5 item2=0" is no share of 1, 4, 1 items; it is left out`,
  ]);
  expect(countsOf(corpus)).toEqual({ 'selection-line': 1, 'counts-differ': 1 });
});
