/** mindgames: asks for the likes, and tells what is good of its own proposal and bad of the others (dominant). */
import {
  type Effect,
  learnedLikes,
  type MessageProspect,
  messagesToWeigh,
  type PersuaderMessage,
  type PersuaderView,
  weighMessages,
} from '../../../../core/index.ts';
import type { PersuasionTeacher } from './teacher.ts';

export const mindgamesTeacher: PersuasionTeacher<PersuaderView> = {
  target: 'mindgames:rational',
  believer: 'mindgames:bayes?knows=nothing',
  // Eight messages as in the study, or half of them: what is to be done is done in two.
  options: (rng) => ({ messages: rng.pick([4, 8]) }),
  act: (view) => messagesToWeigh(view)[0].act,
  thinks: (view) => ({
    believed: likesIn(view),
    weighed: weighMessages(view).map((one) => ({ name: nameOf(view, one), act: one.act, predicted: one.success })),
  }),
  named: (view) => messagesToWeigh(view).map((one) => ({ name: nameOf(view, one), act: one.act })),
  idle: (act) => {
    const { disclose, motivational } = act as PersuaderMessage;
    return disclose.length + motivational.length === 0;
  },
};

function nameOf({ own }: PersuaderView, { kind }: Pick<MessageProspect, 'kind'>): string {
  return kind === 'tell all of it' ? `tell all of ${own.goal}` : kind;
}

/** Attribute by attribute: what the target thinks of it, what each proposal does to it, and what of that therefore helps. */
function likesIn(view: PersuaderView): string {
  const { attributes, proposals } = view.public;
  const likes = learnedLikes(view);
  const each = attributes.map((name, a) => {
    const like = likes[a];
    if (like === undefined) return `${name}: not known.`;
    if (like === 0) return `${name}: indifferent.`;
    const cells = proposals.map((proposal, p) => ({ proposal, effect: view.own.table[p]?.[a] as Effect }));
    const inSigns = (some: typeof cells) =>
      some.map(({ proposal, effect }) => `${proposal} ${['-', '0', '+'][effect + 1]}`).join(' ');
    const helps = cells.filter(({ proposal, effect }) => effect * like * (proposal === view.own.goal ? 1 : -1) > 0);
    return `${name}: ${like > 0 ? 'liked' : 'disliked'}, ${inSigns(cells)}, ${helps.length > 0 ? inSigns(helps) : 'nothing'} helps.`;
  });
  return each.join(' ');
}
