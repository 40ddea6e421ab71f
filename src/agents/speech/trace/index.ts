/** Arguing about a proposition while belief in it is traced. */
import {
  type Act,
  appeals,
  type TraceAct,
  type TraceConclusion,
  type TracePersuader,
  type TraceScenario,
  type TraceTarget,
  type TraceView,
  trace,
  traceGoal,
  traceReply,
} from '../../../core/index.ts';
import { formIn, strayProblem } from '../../parse/form.ts';
import type { Parsed } from '../../parse/index.ts';
import { type Line, lineIn } from '../../parse/line.ts';
import type { PromptParts } from '../../prompt/parts.ts';
import { quoted } from '../../prompt/quote.ts';
import { PLAINLY, readAloud, thoughtProblem } from '../aloud.ts';
import { besideProblem, modelsWords, personsWords, type Things } from '../beside.ts';
import type { Speech } from '../speech.ts';
import { wordedAndRead } from '../worded-and-read.ts';
import { lastBelief, namesOf, readTraceProse, traceSaid } from './prose.ts';
import { traceLines, traceTemplates, traceWording } from './words.ts';

const PERSUADER_ACTS = ['argue', 'assert', 'ask'];
const TARGET_ACTS = ['report', 'answer'];
/** What comes after the act in a line, and what else an act of the type holds. */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  argue: ['about', 'holds', 'appeal'],
  assert: ['holds'],
  ask: ['about'],
  report: ['belief'],
  answer: ['belief', 'held'],
};
const fieldsOf = (type: string): readonly string[] => (Object.hasOwn(FIELDS, type) ? (FIELDS[type] ?? []) : []);
const MOST_NODES = 8;

/** Nodes by the names that forms and lines use: 0 is the proposition, 2 the second belief, 2>0 the link between them. */
const nodesIn = (text: string): number[] => text.split('>').map(numberIn);
/** A number as people write it; nothing at all is none. */
const numberIn = (text: string): number => (/^\d+(?:\.\d+)?$/.test(text) ? Number(text) : Number.NaN);
const nameOf = (about: unknown): string => (Array.isArray(about) ? about.join('>') : String(about));

function places({ public: { beliefs, edges } }: TraceView): string[] {
  return [...Array.from({ length: beliefs.length + 1 }, (_, i) => String(i)), ...edges.map((e) => `${e.from}>${e.to}`)];
}

function prompt(view: TraceView): PromptParts {
  const { seat, own, turnLimit, public: table } = view;
  const persuading = seat === 'persuader';
  const links = table.edges.map(
    ({ from, to, positive }) => `${from}>${to} (${from} speaks ${positive ? 'for' : 'against'} ${to})`,
  );
  const parts: PromptParts = {
    role: persuading
      ? 'You talk with somebody about a proposition and move their belief in it.'
      : 'You listen to somebody who wants to move your belief in a proposition, and say after each message how much you believe it.',
    objective: persuading
      ? `Your score is their last belief in the proposition, ${(own as TracePersuader).goal ? 'from 0 to 1' : 'taken from 1: you want it not to be believed'}.`
      : `You are moved by ${(own as TraceTarget).susceptibility} appeals. Your score is 1 less how far your last report is from what you hold.`,
    rules: [
      `0, the proposition: ${quoted(table.proposition)}`,
      ...table.beliefs.map((belief, i) => `${i + 1}, a belief: ${quoted(belief)}`),
      `Links: ${links.join(', ')}.`,
      `At the start 0 is believed to ${table.start} of 100. The persuader begins; ${turnLimit} turns in all.`,
      'argue: that a node or a link holds (true) or does not (false), by logos, ethos or pathos. What is said again counts less.',
      'assert: that 0 holds or does not, on your word alone. ask: how much a belief is held.',
      'report: the belief in 0 now, from 0 to 100. answer: the same, and how much the belief is held that was asked about.',
    ],
    acts: persuading ? PERSUADER_ACTS : TARGET_ACTS,
    allowed: persuading ? PERSUADER_ACTS : [traceReply(view)],
    standing: persuading ? `The belief stands at ${lastBelief(view)}.` : `You ${traceReply(view)} now.`,
    nameOf: (other) => `the ${other}`,
    actText: (act, words) => `[${actText(act as TraceAct)}]${words}`,
    terms: {
      byAct: persuading
        ? {
            argue: { about: { enum: places(view) }, holds: { type: 'boolean' }, appeal: { enum: appeals } },
            assert: { holds: { type: 'boolean' } },
            ask: { about: { enum: places(view).filter((name) => /^[1-9]\d*$/.test(name)) } },
          }
        : { report: { belief: onScale }, answer: { belief: onScale, held: onScale } },
      of: (act) => termsOf(act, persuading),
      explained: persuading
        ? 'about: a node such as "0", or a link such as "1>0"; holds: whether you say that it holds; appeal: what you appeal to; null where the act has none. words: the same in a plain sentence, or nothing.'
        : 'belief: how much you believe 0 now; held: how much you hold the belief you were asked about, else null. words: the same in a plain sentence, or nothing.',
      example: (persuading ? { type: 'assert', holds: true } : { type: 'report', belief: 50 }) as TraceAct,
    },
  };
  return table.talk === 'prose' ? inProse(parts, persuading) : parts;
}

/** The same in words alone: a form has nothing but a message, and what it does is read from that. */
function inProse(parts: PromptParts, persuading: boolean): PromptParts {
  return {
    ...parts,
    rules: [...parts.rules, 'You talk in plain words, and each message does one thing.'],
    acts: ['message'],
    allowed: ['message'],
    actText: (act, words) => (words === '' ? parts.actText(act, words) : words.trim()),
    terms: {
      of: () => ({ act: 'message' }),
      explained: persuading
        ? `words: your whole message. It argues ("The evidence shows that ...", "Experts say that ...", "Think of those whom it touches: ...") that one of these sentences, told as it stands, is so or that "it is not true that ..."; or that belief 1 speaks for or against the proposition; or it asserts "The proposition is true." or "The proposition is false."; or asks "How much do you believe that ...?" ${PLAINLY}`
        : `words: your whole message. It says how much you believe the proposition now, from 0 to 100, as in "I believe it to 50 of 100 now.", and after a question also what was asked: "I believe the proposition to 40 of 100, and what you asked to 70." ${PLAINLY}`,
      // The example of the form, in words that are read as such.
      example: {
        type: 'message',
        words: persuading ? 'The proposition is true.' : 'I believe it to 50 of 100 now.',
      } as Act,
    },
  };
}

function termsOf(act: Act, persuading: boolean): Record<string, unknown> {
  const { about, holds, appeal, belief, held } = act as unknown as Record<string, unknown>;
  if (!persuading) return { belief: belief ?? null, held: held ?? null };
  return { about: about === undefined ? null : nameOf(about), holds: holds ?? null, appeal: appeal ?? null };
}

/** A form, or a line of a person: `argue 1>0 true logos`, `assert false: The proposition is false.`, `ask 2`, `report 40`, `answer 40 70`. */
function read(text: string, view: TraceView): Parsed<TraceAct> {
  return view.public.talk === 'prose'
    ? readAloud(text, (words) => readTraceProse(words, view), unheard)
    : modelsWords(readTyped(text, view), heardIn(view), (act) => traceLines(view, act)[0] as string, thingsIn(view));
}

const heardIn = (view: TraceView) => (words: string) => traceSaid(words, view);

/** Other beliefs than the act's; and beside a denial, what is named and not denied. */
const thingsIn = (view: TraceView): Things<TraceAct> => ({
  names: namesOf(view),
  isOther(act, { kind, value }, { denies }) {
    if (!/^(?:text|node|denied)$/.test(kind)) return false;
    const last = view.history.at(-1)?.act;
    const about: readonly number[] =
      'about' in act ? [act.about].flat() : act.type === 'answer' && last?.type === 'ask' ? [last.about] : [];
    return (value !== 0 && !about.includes(value as number)) || ('holds' in act && !act.holds && !denies);
  },
});

/** A belief is what is talked about here, and no label of a thought. */
const unheard = (words: string) => thoughtProblem(words.replace(/\bbelief\s*:/gi, 'belief'));

/** A person may write a short line or plain words, whatever the talk. */
function readLine(line: string, view: TraceView): Parsed<TraceAct> {
  const typed = readTyped(line, view);
  if ('act' in typed) return personsWords(typed, heardIn(view));
  const prose = readTraceProse(line, view);
  return 'act' in prose || view.public.talk === 'prose' ? prose : typed;
}

function readTyped(reply: string, view: TraceView): Parsed<TraceAct> {
  const found = formIn(reply);
  if ('problem' in found) return found;
  const { form, text } = found;
  const said = form?.get('words') ?? '';
  if (typeof said !== 'string') return { problem: 'words are a text' };
  const line: Line = form
    ? { type: String(form.get('act') ?? ''), values: [], words: said }
    : lineIn(text, (type) => fieldsOf(type).length);
  const named = line.type;
  const used = fieldsOf(named);
  const persuading = view.seat === 'persuader';
  const legal = persuading ? PERSUADER_ACTS : [traceReply(view)];
  if (!legal.includes(named))
    return { problem: `say ${legal.join(' or ')}, got ${JSON.stringify(named.slice(0, 40))}` };
  const wrong = form ? strayProblem(form, named, used) : line.problem;
  if (wrong) return { problem: wrong };
  // A list or a table is no value of a field.
  const field = (name: string): string | undefined => {
    const value = form ? form.get(name) : line.values[used.indexOf(name)];
    const given = value !== null && value !== undefined && typeof value !== 'object' && used.includes(name);
    return given ? String(value).toLowerCase() : undefined;
  };
  const words = line.words.trim();
  const thought = unheard(words);
  if (thought) return { problem: thought };
  const truth = { true: true, yes: true, false: false, no: false }[field('holds') ?? ''];
  const about = field('about');
  const number = (name: string) => numberIn(field(name) ?? '');
  const act = {
    type: named,
    ...(about !== undefined && { about: named === 'ask' ? numberIn(about) : nodesIn(about) }),
    ...(used.includes('holds') && { holds: truth }),
    ...(used.includes('appeal') && { appeal: field('appeal') }),
    ...(used.includes('belief') && { belief: number('belief') }),
    ...(used.includes('held') && { held: number('held') }),
    ...(words && { words }),
  } as unknown as TraceAct;
  const problem = trace.check(view, act) ?? ofOne(act, view);
  return problem === undefined ? { act } : { problem };
}

/** Who writes 0.7 or 1 may mean 70 or 100, unless the words say of what it is. */
function ofOne(act: TraceAct, view: TraceView): string | undefined {
  const below = [act].flatMap((one) => ('belief' in one ? [one.belief, 'held' in one ? one.held : 0] : []));
  const odd = below.find((number) => number > 0 && number <= 1);
  const said = act.words ? traceSaid(act.words, view) : undefined;
  return odd === undefined || (said?.length === 1 && !besideProblem(act, () => said))
    ? undefined
    : `a belief is from 0 to 100, got ${odd}, which may be of 1; say the belief as ${odd} of 100 in the words too, or another`;
}

function actText(act: TraceAct): string {
  switch (act.type) {
    case 'argue':
      return `argues by ${act.appeal} that ${nameOf(act.about)} ${act.holds ? 'holds' : 'does not hold'}`;
    case 'assert':
      return `asserts that 0 ${act.holds ? 'holds' : 'does not hold'}`;
    case 'ask':
      return `asks how much ${act.about} is held`;
    case 'report':
      return `believes 0 to ${act.belief}`;
    case 'answer':
      return `believes 0 to ${act.belief}, and what was asked to ${act.held}`;
    default:
      return act satisfies never;
  }
}

const node = { type: 'integer', minimum: 0, maximum: MOST_NODES };
const onScale = { type: 'number', minimum: 0, maximum: 100 };

export const traceSpeech = {
  domain: trace.name,
  prompt,
  read,
  readLine,
  fields: (type) => ['type', 'words', 'intent', ...(FIELDS[type] ?? [])],
  acts: {
    argue: {
      fields: {
        about: { type: 'array', minItems: 1, maxItems: 2, items: node },
        holds: { type: 'boolean' },
        appeal: { type: 'string', enum: appeals },
      },
    },
    assert: { fields: { holds: { type: 'boolean' } } },
    ask: { fields: { about: node } },
    report: { fields: { belief: onScale } },
    answer: { fields: { belief: onScale, held: onScale } },
  },
  beside: (act, view) => besideProblem(act, heardIn(view)),
  judges: {},
  templates: traceTemplates,
  wordedByModel: (script, model, options) => wordedAndRead(traceWording, script, model, options),
  earlierView: (view, turn, history) => ({ ...view, turn, history }),
  tell: {
    facts: (given) => {
      const { proposition, beliefs, start, turnLimit } = (given as TraceScenario).public;
      return {
        title: proposition,
        lines: [...beliefs.map((belief, i) => `${i + 1} ${belief}`), `believed to ${start} of 100, ${turnLimit} turns`],
      };
    },
    secrets: ({ private: secrets }, seat) =>
      seat === 'persuader'
        ? `it is ${(secrets[seat] as TracePersuader).goal ? '' : 'not '}to be believed`
        : `${(secrets[seat] as TraceTarget).susceptibility} appeals move you`,
    room: () => undefined,
    offer: () => '',
    act: (_scenario, act) => actText(act as TraceAct),
    deal: () => '',
    conclusion: (given, conclusion) => {
      const { start } = (given as TraceScenario).public;
      const wish = traceGoal(given as TraceScenario) ? 'for' : 'against';
      return `belief went from ${start} to ${(conclusion as TraceConclusion).belief}, argued ${wish},`;
    },
  },
} satisfies Speech<TraceView, TraceAct>;
