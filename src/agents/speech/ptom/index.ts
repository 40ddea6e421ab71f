/** Persuading by questions, facts and a recommendation. */
import { type PtomAct, type PtomPersuader, type PtomView, ptom } from '../../../core/index.ts';
import type { Speech } from '../speech.ts';
import { wordedAndRead } from '../worded-and-read.ts';
import { ptomPrompt } from './prompt.ts';
import { ptomBeside, readPtom, readPtomLine } from './read.ts';
import { tellPtom } from './tell.ts';
import { ptomTemplates, ptomWording } from './words.ts';

const FIELDS: Readonly<Record<string, readonly string[]>> = {
  ask: ['about'],
  disclose: ['fact'],
  recommend: ['option'],
  answer: ['dimension', 'matters'],
  react: ['news', 'lean'],
  decide: ['accept'],
};
const text = { type: 'string', maxLength: 200 };

export const ptomSpeech = {
  domain: ptom.name,
  prompt: ptomPrompt,
  read: readPtom,
  readLine: readPtomLine,
  fields: (type) => ['type', ...(FIELDS[type] ?? []), 'words', 'intent'],
  acts: {
    ask: { fields: { about: { ...text, description: 'A dimension, or "everything".' } } },
    disclose: { fields: { fact: { ...text, description: 'The id of one of your facts.' } } },
    recommend: { fields: { option: { type: 'string', enum: ['A', 'B'] } } },
    answer: { fields: { dimension: text, matters: { type: 'string', enum: ['core', 'moderate', 'weak'] } } },
    react: { fields: { news: { type: 'boolean' }, lean: { type: 'string', enum: ['A', 'unsure', 'B'] } } },
    decide: { fields: { accept: { type: 'boolean' } } },
  },
  /** A fact that came by its id, as it stands. */
  complete(act, { own }) {
    if (act.type !== 'disclose' || typeof act.fact !== 'string') return act;
    const id: unknown = act.fact;
    const fact = (own as PtomPersuader).facts?.find((known) => known.id === id);
    return fact ? { ...act, fact } : act;
  },
  beside: ptomBeside,
  adviser: 'ptom:bayes',
  judges: {},
  earlierView: (view, turn, history) => ({ ...view, turn, history }),
  tell: tellPtom,
  templates: ptomTemplates,
  wordedByModel: (script, model, options) => wordedAndRead(ptomWording, script, model, options),
} satisfies Speech<PtomView, PtomAct>;
