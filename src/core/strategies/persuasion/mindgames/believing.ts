/** The options of persuaders who think of the target, and what they answer when they are asked for it. */
import type { Belief, Question } from '../../../beliefs/belief.ts';
import { chancesOf, type Knowledge, knowledges, possibleMinds } from '../../../domains/persuasion/mindgames/belief.ts';
import { type Mind, strictBest, valuesOf } from '../../../domains/persuasion/mindgames/mind.ts';
import type { MindgamesView, PersuaderView } from '../../../domains/persuasion/mindgames/mindgames.ts';
import { feelings } from '../../../domains/persuasion/mindgames/questions.ts';
import { PERSUADER } from '../../../domains/persuasion/seats.ts';
import { choice } from '../../../strategy.ts';

export const knows = choice(knowledges, 'of the generator: a solvable game, one in fixed roles, nothing');

export function believesOf(knowledge: Knowledge): (view: MindgamesView, question: Question) => Belief | undefined {
  return (view, { name }) => {
    if (view.seat !== PERSUADER) return undefined;
    const minds = possibleMinds(view as PersuaderView, knowledge);
    const attribute = /^likes-([123])$/.exec(name)?.[1];
    if (attribute !== undefined) {
      const chances = chancesOf(minds, Number(attribute) - 1);
      return { kind: 'choice', chances: Object.fromEntries(feelings.map((one, i) => [one, chances[i] as number])) };
    }
    const { table } = (view as PersuaderView).own;
    if (name === 'first-choice') return choiceOf(view, minds);
    if (name === 'best-choice')
      return choiceOf(
        view,
        minds.map((mind) => ({ ...mind, known: table })),
      );
    return undefined;
  };
}

/** Minds that are torn count for all proposals alike. */
function choiceOf({ public: { proposals } }: MindgamesView, minds: readonly Mind[]): Belief {
  const chances = proposals.map(() => 0);
  for (const mind of minds) {
    const best = strictBest(valuesOf(mind));
    for (const p of best === undefined ? [0, 1, 2] : [best])
      chances[p] = (chances[p] as number) + 1 / minds.length / (best === undefined ? 3 : 1);
  }
  const even = 1 / proposals.length;
  return {
    kind: 'choice',
    chances: Object.fromEntries(proposals.map((name, p) => [name, minds.length === 0 ? even : (chances[p] as number)])),
  };
}
