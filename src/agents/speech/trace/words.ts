/** Words for the acts of trace's scripts, without a model: plain lines that say the act and nothing else, and that the reader of prose reads back. */
import type { Appeal, Context, Script, TraceAct, TraceView } from '../../../core/index.ts';
import { holding } from '../../holding.ts';
import { quoted } from '../../prompt/quote.ts';
import { sameAct } from '../beside.ts';
import type { Templates } from '../speech.ts';
import type { Wording } from '../worded-and-read.ts';
import { readTraceProse } from './prose.ts';

export const traceTemplates: Templates<TraceView, TraceAct> = {
  version: 1,
  words: (script: Script<TraceView, TraceAct>) => ({
    ...holding(script),
    name: script.name,
    act(view, context) {
      const act = script.act(view, context);
      return act === undefined || act.words ? act : { ...act, words: traceLine(view, act, context) };
    },
  }),
};

/** By a model, in either seat: what it writes must be read back as the act. */
export const traceWording: Wording<TraceView, TraceAct> = {
  role: ({ seat, public: { proposition } }) =>
    seat === 'persuader'
      ? `You talk with somebody about a proposition: ${quoted(proposition)}`
      : `Somebody talks with you about a proposition: ${quoted(proposition)}`,
  template: (view, act) => traceLines(view, act)[0] as string,
  problem(view, act, words) {
    const read = readTraceProse(words, view);
    if ('problem' in read) return read.problem;
    return sameAct(read.act, act) ? undefined : 'the words say something else than was meant';
  },
  most: () => 400,
};

function traceLine(view: TraceView, act: TraceAct, { rng }: Pick<Context, 'rng'>): string {
  return rng.split('words').pick(traceLines(view, act));
}

const APPEALS: Readonly<Record<Appeal, readonly string[]>> = {
  logos: ['The evidence shows that', 'The figures show that'],
  ethos: ['Those who know the matter say that', 'Experts agree that'],
  pathos: ['Think of those whom it touches:', 'Imagine what it means to them:'],
};

export function traceLines({ public: { proposition, beliefs, edges } }: TraceView, act: TraceAct): string[] {
  const claim = (node: number) => inside(node === 0 ? proposition : (beliefs[node - 1] ?? ''));
  switch (act.type) {
    case 'argue': {
      const [from = 0, to] = act.about;
      const said = to === undefined ? simple(claim(from), act.holds) : link(from, to, act.holds);
      return APPEALS[act.appeal].map((opening) => `${opening} ${said}.`);
    }
    case 'assert':
      return [`Believe me: ${simple(claim(0), act.holds)}.`, `${capital(simple(claim(0), act.holds))}.`];
    case 'ask':
      return [`How much do you believe that ${claim(act.about)}?`];
    case 'report':
      return [`I believe it to ${act.belief} of 100 now.`, `My belief is at ${scaled(act.belief)} now.`];
    case 'answer':
      return [`I believe the proposition to ${act.belief} of 100, and what you asked to ${scaled(act.held)}.`];
    default:
      return act satisfies never;
  }

  function link(from: number, to: number, holds: boolean): string {
    const { positive = true } = edges.find((edge) => edge.from === from && edge.to === to) ?? {};
    const side = positive ? 'for' : 'against';
    return `belief ${from} ${holds ? `speaks ${side}` : `does not speak ${side}`} ${to === 0 ? 'the proposition' : `belief ${to}`}`;
  }
}

/** Up to 1 a number alone could be of 1. */
const scaled = (belief: number) => (belief > 0 && belief <= 1 ? `${belief} of 100` : String(belief));

const simple = (claim: string, holds: boolean) => (holds ? claim : `it is not true that ${claim}`);

/** A sentence as part of another; an acronym stays as it is. */
function inside(text: string): string {
  const bare = text.replace(/[.!?]+\s*$/, '');
  return /^[A-Z][a-z]/.test(bare) ? bare.charAt(0).toLowerCase() + bare.slice(1) : bare;
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
