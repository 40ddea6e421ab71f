/** Words for the acts of ptom's scripts, without a model: plain lines that say the act and nothing else. */
import { type Context, PTOM_EVERYTHING, type PtomAct, type PtomView, type Script } from '../../../core/index.ts';
import { holding } from '../../holding.ts';
import { quoted } from '../../prompt/quote.ts';
import { sameAct } from '../beside.ts';
import type { Templates } from '../speech.ts';
import type { Wording } from '../worded-and-read.ts';
import { readPtomProse } from './prose.ts';

export const ptomTemplates: Templates<PtomView, PtomAct> = {
  version: 1,
  words: (script: Script<PtomView, PtomAct>) => ({
    ...holding(script),
    name: script.name,
    act(view, context) {
      const act = script.act(view, context);
      return act === undefined || act.words ? act : { ...act, words: lineFor(view, act, context) };
    },
  }),
};

/** The simulated person, and a persuader whose words a model writes: the rules must read the act back from them, and nothing else. */
export const ptomWording: Wording<PtomView, PtomAct> = {
  role: ({ seat, public: { description, options } }) =>
    `You are the ${seat} in a talk about ${quoted(description)} A is ${quoted(options.A.name)}, B is ${quoted(options.B.name)}.`,
  template: plainLine,
  problem(view, act, words) {
    const read = readPtomProse(words, view);
    if ('problem' in read) return read.problem;
    return sameAct(read.act, act) ? undefined : 'the words say something else than was meant';
  },
  most: () => 400,
};

export function plainLine({ public: { options } }: PtomView, act: PtomAct): string {
  return linesFor(options, act)[0] as string;
}

const plain = (name: string) => name.replaceAll('_', ' ');

export function lineFor({ public: { options } }: PtomView, act: PtomAct, { rng }: Pick<Context, 'rng'>): string {
  return rng.split('words').pick(linesFor(options, act));
}

function linesFor(options: PtomView['public']['options'], act: PtomAct): readonly string[] {
  switch (act.type) {
    case 'ask':
      return act.about === PTOM_EVERYTHING
        ? ['What matters most to you here?', 'What would you look at first?']
        : [`How much does ${plain(act.about)} matter to you?`, `And ${plain(act.about)}, is that important to you?`];
    case 'disclose':
      return [act.fact.content, `Did you know? ${act.fact.content}`];
    case 'recommend': {
      const { name } = options[act.option];
      return [`I would take ${name}.`, `From what you told me, my advice is ${name}.`];
    }
    case 'answer': {
      const what = plain(act.dimension);
      return {
        core: [`${what} is what I care about most of all.`, `That is core for me, ${what}.`],
        moderate: [`${what} plays a part, among other things.`, `Somewhat, ${what} counts.`],
        weak: [`${what} hardly matters to me.`, `I do not think much about ${what}.`],
      }[act.matters];
    }
    case 'react': {
      const heard = act.news ? 'That is new to me' : 'I knew that';
      const lean = act.lean === 'unsure' ? 'I could go either way' : `I lean to ${options[act.lean].name}`;
      return [`${heard}. ${lean}.`, `${heard}, and ${lean}.`];
    }
    case 'decide':
      return act.accept
        ? ['Good, I will take that one.', 'Agreed, that is my choice.']
        : ['I would rather not take that one.', 'That one is not for me.'];
    default:
      return act satisfies never;
  }
}
