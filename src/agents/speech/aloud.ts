/** What of a reply in prose is said aloud: its words, in a form or alone, and never the thinking that goes with them. */

import type { Act } from '../../core/index.ts';
import { formIn, strayProblem } from '../parse/form.ts';
import type { Parsed } from '../parse/structure.ts';

/** Of the readers of prose, in the prompts. */
export const PLAINLY = 'What is said in another way is not understood and is asked for again.';

/** Labels of what is not meant to be heard. */
const WHOSE = '(?:(?:my|our|private|internal|inner|hidden|secret|current|overall|step-by-step)[ _]+)*';
const WHAT =
  'belief(?:s|[ _]state)?|reasoning|thoughts?|thinking|analysis|rationale|strategy|tactics?|plan|goal|objective|aim|agenda|intent(?:ion)?|motive|scratchpad|monologue|chain[- ]of[- ]thought|thought process|self[- ]talk|theory of mind|mental model|target model|counterfactuals?|predict(?:ed|ion)s?(?: (?:success|score|utility|outcome))?|hypothes[ie]s|assessment|estimates?|considerations?|explanation|thinks|(?:notes?|memo) to (?:self|myself)|(?<=(?:my|private|internal|inner|secret)[ _]+)notes?|internal(?:ly)?|private(?:ly)?|secret(?:ly)?|aside|to[- ]?do|step \\d+|action|response|reply|output';
/** Before a colon or a dash, at the start of a sentence, a line or a bracket, or in brackets of its own. A plan or goal that is called secret, anywhere. */
const THOUGHTS = new RegExp(
  `(?:^|[\\n.!?([])[\\s*#_>-]*${WHOSE}(?:${WHAT})[*_]*\\s*(?::|[-–—]\\s)|[([<]\\s*${WHOSE}(?:${WHAT})\\s*[)\\]>]|\\bmy (?:secret|hidden|private|real|true) (?:plan|goal|objective|aim|agenda|motive|intention|strategy)\\b`,
  'i',
);

/** Why these words are not for the other side; undefined where they are. */
export function thoughtProblem(words: string): string | undefined {
  return THOUGHTS.test(words)
    ? 'the words hold your reasoning, which the other side would hear; give the words alone'
    : undefined;
}

/** What a form of prose may call its act and say no more than that it speaks. */
const SPEAKS = /^(?:|message|say|speak|talk|reply|words)$/;

/** A form that names another act than its words say is asked for again. */
export function readAloud<A extends Act>(
  reply: string,
  read: (words: string) => Parsed<A>,
  unheard = thoughtProblem,
): Parsed<A> {
  const found = formIn(reply);
  if ('problem' in found) return found;
  const { form, text } = found;
  const stray = form && strayProblem(form, 'a message', []);
  if (stray) return { problem: stray };
  const said = form ? form.get('words') : text;
  if (typeof said !== 'string') return { problem: 'the form has no words; give "words"' };
  const words = said.trim();
  const problem = unheard(words);
  if (problem !== undefined) return { problem };
  const parsed = read(words);
  const named = form?.get('act') ?? '';
  const fits = typeof named === 'string' && SPEAKS.test(named.trim().toLowerCase());
  return fits || !('act' in parsed) || named === parsed.act.type
    ? parsed
    : { problem: `the form's act is not what its words say, which is ${parsed.act.type}; give "act": "message"` };
}
