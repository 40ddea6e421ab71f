/** Persuasion by questions, facts and a recommendation, in a prompt. */
import {
  type Act,
  PTOM_EVERYTHING,
  type PtomAct,
  type PtomFact,
  type PtomPersuader,
  type PtomPublic,
  type PtomTarget,
  type PtomView,
  persuadesInPtom,
  ptomActs,
  ptomBands,
  ptomLeans,
} from '../../../core/index.ts';
import { type Facts, type FormFields, factsIn, type PromptParts } from '../../prompt/parts.ts';
import { named, quoted } from '../../prompt/quote.ts';
import { PLAINLY } from '../aloud.ts';

/** The fields of an answer, by seat; what an act does not have is null. */
const FIELDS = {
  persuader: ['about', 'fact', 'option'],
  target: ['dimension', 'matters', 'news', 'lean', 'accept'],
} as const;

const table: Facts<PtomPublic, PtomView> = {
  type: () => undefined,
  description: ({ public: { description } }) => `What is decided: ${quoted(description)}`,
  context: ({ public: { context } }) => `Who decides: ${quoted(context)}`,
  options: ({ public: { options } }) =>
    (['A', 'B'] as const)
      .map((option) => `${option} is ${named(options[option].name)}: ${quoted(options[option].description)}`)
      .join(' '),
  dimensions: ({ public: { dimensions } }) => `One may care about ${dimensions.map(named).join(', ')}.`,
  // What the persuader was told stands with what it knows, and the target knows itself.
  condition: () => undefined,
  complexity: () => undefined,
  talk: ({ public: { talk } }) =>
    talk === 'prose' ? 'You talk in plain words, and each message does one thing.' : undefined,
  turnLimit: ({ turnLimit }) =>
    `The persuader begins; the sides take turns, at most ${turnLimit} in all, and the persuader's last act is a recommendation.`,
};

export function ptomPrompt(view: PtomView): PromptParts {
  const persuading = persuadesInPtom(view);
  const { dimensions } = view.public;
  const byAct: Record<string, FormFields> = persuading
    ? {
        ask: { about: { enum: [PTOM_EVERYTHING, ...dimensions] } },
        disclose: { fact: { enum: view.own.facts.map(({ id }) => id) } },
        recommend: { option: { enum: ['A', 'B'] } },
      }
    : {
        answer: { dimension: { enum: dimensions }, matters: { enum: ptomBands } },
        react: { news: { type: 'boolean' }, lean: { enum: ptomLeans } },
        decide: { accept: { type: 'boolean' } },
      };
  const parts: PromptParts = {
    role: persuading
      ? 'You talk with somebody who chooses between two options, A and B. You ask, disclose facts that you know, and recommend an option.'
      : 'You choose between two options, A and B. Somebody who knows more facts than you asks you, tells you facts and recommends an option.',
    objective: persuading ? objective(view.own) : self(view.own as PtomTarget),
    rules: [
      ...factsIn(table, view),
      ...(persuading ? knowledge(view.own, dimensions.length) : []),
      ...(persuading ? PERSUADER_RULES : TARGET_RULES),
    ],
    acts: persuading ? ['ask', 'disclose', 'recommend'] : ['answer', 'react', 'decide'],
    allowed: ptomActs(view),
    standing: standing(view),
    nameOf: (seat) => `the ${seat}`,
    actText: (act, words) => `[${actText(act as PtomAct)}]${words}`,
    terms: {
      byAct,
      of: (act) => termsOf(act, persuading ? FIELDS.persuader : FIELDS.target),
      explained: persuading
        ? 'about: what you ask about; fact: the id of the fact that you disclose; option: what you recommend; null where the act has none. words: the same in a plain sentence, or nothing.'
        : 'dimension and matters: your answer; news and lean: whether the fact was new to you and which option you lean to now; accept: your decision; null where the act has none. words: the same in a plain sentence, or nothing.',
      example: example(view),
    },
  };
  return view.public.talk === 'prose' ? inProse(parts, persuading) : parts;
}

/** The same in words alone: a form has nothing but a message, and what it does is read from that. */
function inProse(parts: PromptParts, persuading: boolean): PromptParts {
  return {
    ...parts,
    acts: ['message'],
    allowed: ['message'],
    actText: (act, words) => (words === '' ? parts.actText(act, words) : words.trim()),
    terms: {
      of: () => ({ act: 'message' }),
      explained: persuading
        ? `words: your whole message. It asks "How much does ... matter to you?" or "What matters most to you?", tells one of your facts word for word, or recommends an option: "I recommend ...". ${PLAINLY}`
        : `words: your whole message. It says how much something matters ("... is very important to me.", "... is somewhat important to me.", "... hardly matters to me."), whether a fact was new to you and which option you lean to ("That is new to me." or "I knew that.", then "I lean to ..." or "I am unsure."), or "I accept." or "I refuse." ${PLAINLY}`,
      // The example of the form, in words that are read as such.
      example: { type: 'message', words: persuading ? 'What matters most to you?' : 'Yes, I accept.' } as Act,
    },
  };
}

/** The reward in words: the same statement that the rules pay for. */
function objective({ objective }: PtomPersuader): string {
  return objective === 'A'
    ? 'Your score is 1 when they choose A, and 0 when they choose B or neither.'
    : 'Your score is 1 when they choose the option that would fit their preferences best if they knew every fact, and 0 otherwise. Which one that is you have to find out.';
}

function self({ strengths, known }: PtomTarget): string {
  const cares = Object.entries(strengths).map(([name, strength]) => `${named(name)} ${strength}`);
  return [
    `How much you care, from 0 to 1: ${cares.join(', ')}. What is above 0.7 is core to you, what is below 0.3 weak.`,
    known.length > 0 ? `You know already: ${known.map(factText).join(' ')}` : 'You know none of the facts yet.',
    'Your score is 0.9 when you accept the option that fits you best, 0.6 when you accept the other one, 0.2 when you refuse.',
  ].join('\n');
}

function knowledge({ facts, revealed }: PtomPersuader, dimensions: number): string[] {
  const told = Object.entries(revealed).map(([name, strength]) => `${named(name)} ${strength}`);
  return [
    `The facts that you know: ${facts.map(factText).join(' ')}`,
    told.length === 0
      ? 'How much they care about what is hidden from you.'
      : `How much they care, from 0 to 1${told.length < dimensions ? ', as far as you were told' : ''}: ${told.join(', ')}.`,
  ];
}

function factText({ id, content, favours, dimension }: PtomFact): string {
  return `${id} (favours ${favours}; ${named(dimension)}): ${quoted(content)}`;
}

const PERSUADER_RULES = [
  `ask: about one of these, or about ${PTOM_EVERYTHING}; they say how much it matters, or what matters most.`,
  'disclose: one of your facts; they say whether it was news and which option they lean to.',
  'recommend: A or B. They accept or refuse, and that ends the game.',
  'They weigh what they know by how much they care. Facts about what does not matter to them, facts that they have heard, and too many questions cost their trust.',
];
const TARGET_RULES = [
  'answer: say what you were asked about and how much it matters: core, moderate or weak.',
  'react: say whether the fact was news, and whether you lean to A, to B or are unsure.',
  'decide: accept the option that is recommended, or refuse; that ends the game.',
];

function standing(view: PtomView): string {
  const allowed = ptomActs(view);
  const last = view.history.at(-1)?.act;
  if (persuadesInPtom(view))
    return allowed.length === 1 ? 'This is your last act: recommend.' : last ? 'It is your turn.' : 'You begin.';
  return `You ${allowed[0]} now.`;
}

function example(view: PtomView): PtomAct {
  if (persuadesInPtom(view)) return { type: 'ask', about: PTOM_EVERYTHING };
  return { type: 'decide', accept: true };
}

function termsOf(act: Act, fields: readonly string[]): Record<string, unknown> {
  const given = act as unknown as Record<string, unknown>;
  const value = (field: string) => (field === 'fact' ? (given.fact as PtomFact | undefined)?.id : given[field]);
  return Object.fromEntries(fields.map((field) => [field, value(field) ?? null]));
}

function actText(act: PtomAct): string {
  switch (act.type) {
    case 'ask':
      return `asks about ${named(act.about)}`;
    case 'disclose':
      return `tells ${factText(act.fact)}`;
    case 'recommend':
      return `recommends ${act.option}`;
    case 'answer':
      return `answers: ${named(act.dimension)} is ${act.matters}`;
    case 'react':
      return `${act.news ? 'did not know that' : 'knew that'}; leans to ${act.lean}`;
    case 'decide':
      return act.accept ? 'accepts' : 'refuses';
    default:
      return act satisfies never;
  }
}
