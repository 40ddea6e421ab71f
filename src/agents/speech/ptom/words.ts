/** Words for the acts of ptom's scripts, without a model: plain lines that say the act and nothing else. */
import { type Context, PTOM_EVERYTHING, type PtomAct, type PtomView, type Script } from '../../../core/index.ts';
import { holding } from '../../holding.ts';
import type { Templates } from '../speech.ts';

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
