/** greedy: in each message the one cell that most raises the expected lead of its proposal, as long as one does. Asks nothing. */
import { possibleMinds } from '../../../domains/persuasion/mindgames/belief.ts';
import { CELLS, type Mind, SIZE, told, valuesOf } from '../../../domains/persuasion/mindgames/mind.ts';
import { messagesIn, type PersuaderView, swayedBy } from '../../../domains/persuasion/mindgames/mindgames.ts';
import { defineStrategy } from '../../../strategy.ts';
import { believesOf, knows } from './believing.ts';
import { disclosing, message, persuading } from './persuader.ts';

export const greedy = defineStrategy({
  name: 'greedy',
  domain: 'mindgames',
  version: 1,
  about: 'in each message the one cell that most raises the expected lead of its proposal, asks nothing',
  options: { knows },
  make: ({ knows: knowledge }) =>
    persuading((view) => {
      const minds = possibleMinds(view, knowledge).map(
        (mind) => swayedBy(view.public, mind, messagesIn(view.history)).mind,
      );
      const now = lead(view, minds, undefined);
      const leads = Array.from({ length: CELLS }, (_, cell) => lead(view, minds, cell));
      const best = leads.indexOf(Math.max(...leads));
      return message((leads[best] as number) > now + 1e-9 ? { disclose: disclosing(view, [best]) } : {});
    }),
  believes: ({ knows: knowledge }) => believesOf(knowledge),
});

/** The mean lead over the better of the two rivals, after a cell was told. */
function lead({ public: { proposals }, own }: PersuaderView, minds: readonly Mind[], cell: number | undefined): number {
  const goal = proposals.indexOf(own.goal);
  const rest = [0, 1, 2].filter((p) => p !== goal);
  let sum = 0;
  for (const mind of minds) {
    const [proposal, attribute] = [Math.floor((cell ?? 0) / SIZE), (cell ?? 0) % SIZE];
    const effect = own.table[proposal]?.[attribute] as -1 | 0 | 1;
    const values = valuesOf(cell === undefined ? mind : told(mind, [{ proposal, attribute, effect }]));
    sum += (values[goal] as number) - Math.max(...rest.map((p) => values[p] as number));
  }
  return minds.length === 0 ? 0 : sum / minds.length;
}
