/**
 * A reply in ptom as an act: the form that a model fills in, or a line of a person, `ask cost`, `disclose fact_3`,
 * `recommend A: I recommend A.`, `answer cost core`, `react new A`, `decide yes`. Where talk is typed what binds is the form or the first words of a
 * line; where it is prose, the words (prose.ts).
 */
import {
  lastPtomAct,
  PTOM_EVERYTHING,
  type PtomAct,
  type PtomFact,
  type PtomPersuader,
  type PtomView,
  ptomActs,
  ptomBands,
  ptomLeans,
} from '../../../core/index.ts';
import { formIn, strayProblem } from '../../parse/form.ts';
import { lineIn } from '../../parse/line.ts';
import type { Parsed } from '../../parse/structure.ts';
import { readAloud, thoughtProblem } from '../aloud.ts';
import { besideProblem, modelsWords, personsWords, type Things } from '../beside.ts';
import { namesOf, ptomSaid, readPtomProse } from './prose.ts';
import { plainLine } from './words.ts';

export function readPtom(text: string, view: PtomView): Parsed<PtomAct> {
  return view.public.talk === 'prose'
    ? readAloud(text, (words) => readPtomProse(words, view))
    : modelsWords(readTyped(text, view), heardIn(view), (act) => plainLine(view, act), thingsIn(view));
}

/** A person may write a short line or plain words, whatever the talk. */
export function readPtomLine(line: string, view: PtomView): Parsed<PtomAct> {
  const typed = readTyped(line, view);
  if ('act' in typed) return personsWords(typed, heardIn(view));
  const prose = readPtomProse(line, view);
  return 'act' in prose || view.public.talk === 'prose' ? prose : typed;
}

const heardIn = (view: PtomView) => (words: string) => ptomSaid(words, view);

const thingsIn = (view: PtomView): Things<PtomAct> => ({
  names: namesOf(view),
  isOther(act, { kind, value }, { denies, asks }) {
    // A question may weigh the options; what else is said of one is advice.
    if (act.type === 'ask' && kind === 'option') return !asks;
    const own = kind === 'option' ? optionOf(act, view, denies) : kind === 'dimension' ? dimensionOf(act) : undefined;
    return own !== undefined && own !== value;
  },
});

/** What words beside an act would name; whoever refuses one names the other, or denies that one. */
function optionOf(act: PtomAct, view: PtomView, denies: boolean): string | undefined {
  if (act.type === 'recommend') return act.option;
  if (act.type === 'react') return act.lean;
  if (act.type === 'disclose') return optionToldOf(act.fact, view);
  const last = lastPtomAct(view);
  if (act.type !== 'decide' || last?.type !== 'recommend') return undefined;
  return act.accept || denies ? last.option : last.option === 'A' ? 'B' : 'A';
}

/** The option that a fact names or, where it names none, speaks for. */
function optionToldOf({ content, favours }: PtomFact, { public: { options } }: PtomView): string | undefined {
  const [named, another] = (['A', 'B'] as const).filter((option) => content.includes(options[option].name));
  return another ? undefined : (named ?? (favours === 'neutral' ? undefined : favours));
}

function dimensionOf(act: PtomAct): string | undefined {
  if (act.type === 'answer') return act.dimension;
  return act.type === 'ask' && act.about !== PTOM_EVERYTHING ? act.about : undefined;
}

/** Why the words of an act that came as data are said back. */
export const ptomBeside = (act: PtomAct, view: PtomView) => besideProblem(act, heardIn(view));

function readTyped(reply: string, view: PtomView): Parsed<PtomAct> {
  const read = formIn(reply);
  if ('problem' in read) return read;
  const { form, text } = read;
  if (form) {
    const words = form.get('words') ?? '';
    if (typeof words !== 'string') return { problem: 'words are a text' };
    // A list or a table is no value of a field.
    const field = (name: string) => {
      const value = form.get(name) ?? undefined;
      return value === undefined || typeof value === 'object' ? undefined : String(value);
    };
    const type = field('act') ?? '';
    const stray = Object.hasOwn(ORDER, type) && strayProblem(form, type, ORDER[type as keyof typeof ORDER]);
    return stray ? { problem: stray } : acting(view, type, field, words);
  }
  const fieldsOf = (type: string): readonly string[] =>
    Object.hasOwn(ORDER, type) ? ORDER[type as keyof typeof ORDER] : [];
  const { type, values, words, problem } = lineIn(text, (name) => fieldsOf(name).length);
  if (problem && ptomActs(view).includes(type as PtomAct['type'])) return { problem };
  return acting(view, type, (name) => values[fieldsOf(type).indexOf(name)], words);
}

/** What comes after the act in a person's line. */
const ORDER = {
  ask: ['about'],
  disclose: ['fact'],
  recommend: ['option'],
  answer: ['dimension', 'matters'],
  react: ['news', 'lean'],
  decide: ['accept'],
} as const satisfies Record<PtomAct['type'], readonly string[]>;

type Field = (name: string) => string | undefined;

function acting(view: PtomView, type: string, field: Field, words: string): Parsed<PtomAct> {
  const thought = thoughtProblem(words);
  if (thought) return { problem: thought };
  const legal = ptomActs(view);
  const said = words.trim() === '' ? {} : { words: words.trim() };
  const one = <T extends string>(name: string, values: readonly T[]): T | undefined => {
    const given = field(name)?.toLowerCase();
    return values.find((value) => value.toLowerCase() === given);
  };
  const missing = (name: string, values: readonly string[]) => ({
    problem: `${type} needs ${name}, one of ${values.join(', ')}, got ${JSON.stringify(field(name) ?? null)}`,
  });
  const yes = (name: keyof typeof SAYS) => {
    const given = field(name)?.toLowerCase() ?? '';
    return SAYS[name].yes.includes(given) ? true : SAYS[name].no.includes(given) ? false : undefined;
  };
  if (!legal.includes(type as PtomAct['type']))
    return { problem: `say ${legal.join(' or ')}, got ${JSON.stringify(type.slice(0, 40))}` };
  switch (type as PtomAct['type']) {
    case 'ask': {
      const topics = [...view.public.dimensions, PTOM_EVERYTHING];
      const about = one('about', topics);
      return about === undefined ? missing('about', topics) : { act: { type: 'ask', about, ...said } };
    }
    case 'disclose': {
      const { facts } = view.own as PtomPersuader;
      const id = one(
        'fact',
        facts.map((fact) => fact.id),
      );
      const fact = facts.find((known) => known.id === id);
      return fact
        ? { act: { type: 'disclose', fact, ...said } }
        : missing(
            'fact',
            facts.map((known) => known.id),
          );
    }
    case 'recommend': {
      const option = one('option', ['A', 'B'] as const);
      return option ? { act: { type: 'recommend', option, ...said } } : missing('option', ['A', 'B']);
    }
    case 'answer': {
      const asked = (lastPtomAct(view) as PtomAct & { type: 'ask' }).about;
      const about = asked === PTOM_EVERYTHING ? view.public.dimensions : [asked];
      const dimension = one('dimension', about);
      const matters = one('matters', ptomBands);
      if (dimension === undefined) return missing('dimension', about);
      return matters ? { act: { type: 'answer', dimension, matters, ...said } } : missing('matters', ptomBands);
    }
    case 'react': {
      const news = yes('news');
      const lean = one('lean', ptomLeans);
      if (news === undefined) return missing('news', ['true', 'false']);
      return lean ? { act: { type: 'react', news, lean, ...said } } : missing('lean', ptomLeans);
    }
    case 'decide': {
      const accept = yes('accept');
      return accept === undefined ? missing('accept', ['true', 'false']) : { act: { type: 'decide', accept, ...said } };
    }
    default:
      return { problem: `there is no act ${JSON.stringify(type)}` };
  }
}

const SAYS = {
  accept: { yes: ['true', 'yes', 'accept'], no: ['false', 'no', 'refuse', 'reject'] },
  news: { yes: ['true', 'yes', 'new', 'news'], no: ['false', 'no', 'known', 'knew'] },
};
