/**
 * What people say when they accept, reject or walk away and mean just that, and what may stand beside it: a grammar of whole
 * clauses in the notation of patterns.ts, English and Hinglish, with some Spanish, Portuguese, German, French and Italian.
 *
 * It is a list of what is allowed. Conditions, quotations, jokes and second thoughts are written down nowhere: whatever no
 * pattern explains keeps a reply from binding (whole-reply.ts). To have more replies read, add a pattern, but none that asks the
 * other side for anything.
 */
import * as accepting from './accept-phrases.ts';
import * as beside from './beside-phrases.ts';
import { grammarOf, type Pattern, patternOf } from './patterns.ts';
import { fragments } from './phrase-fragments.ts';
import * as refusing from './refusal-phrases.ts';

export type ClauseKind =
  /** Takes the offer that stands. */
  | 'accept'
  /** "I agree", which takes an offer unless an opinion stands beside it. */
  | 'agree'
  /** "That is a good price", "a lovely table": an opinion. */
  | 'praise'
  | 'walk'
  | 'reject'
  /** "I can't accept that": a rejection where nothing else is offered. */
  | 'unable'
  /** "No deal": a rejection or an end, and the words do not say which. */
  | 'no deal'
  | 'no'
  /** Okay, fine, sounds good: a yes, but to what? With the standing price it accepts. */
  | 'yes'
  /** The standing price and nothing else. */
  | 'price'
  | 'bye'
  /** "Sorry", which makes a reason a refusal. */
  | 'sorry'
  /** Greetings, thanks, good wishes: goes with every act. */
  | 'beside'
  /** "After sleeping on it": only before an acceptance. */
  | 'prelude'
  /** What the speaker does when there is a deal; explains nothing beside a refusal. */
  | 'plan'
  /** What else the speaker tells of himself; only beside a full acceptance. */
  | 'aside'
  /** What the other side may do then; explains nothing before an acceptance either. */
  | 'invitation'
  /** Terms of the offer on the table, such as a split; explains nothing beside a refusal. */
  | 'terms'
  /** "Forget it": an end beside a goodbye, and nothing by itself. */
  | 'mood'
  /** What else is said against the bargain: an end beside a goodbye, and goes with a plain refusal. */
  | 'grumble'
  /** Why it is a no; explains nothing beside an acceptance. */
  | 'reason';

const parts = {
  ...fragments,
  BARGAIN: accepting.BARGAIN,
  LOVELY: accepting.LOVELY,
  ROOM: accepting.ROOM,
  FROM: refusing.FROM,
  AUX: refusing.AUX,
  CANNOT: refusing.CANNOT,
  HSUM: refusing.HSUM,
  NAHI: refusing.NAHI,
  COURTESY: beside.COURTESY,
  FORWARD: beside.FORWARD,
  GLAD: beside.GLAD,
  EXCUSING: refusing.EXCUSING,
  BARGAINING: refusing.BARGAINING,
  JOY: beside.JOY,
  FEELING: beside.FEELING,
  LUCK: beside.LUCK,
  TALK: beside.TALK,
};

interface Table {
  /** The first that explains a clause says what it is. */
  readonly statements: readonly (readonly [ClauseKind, Pattern])[];
  readonly questions: Pattern;
}

function tableOf(): Table {
  const known = grammarOf(parts);
  const wrapped = (lines: string, before: string, after = 'TAIL*') =>
    patternOf(`BEFORE CORE ${after}`, { BEFORE: before, CORE: lines }, known);
  return {
    statements: [
      ['accept', wrapped(accepting.STRICT_ACCEPT, 'LEAD|so*')],
      ['accept', wrapped(accepting.ACCEPT, 'WARM*')],
      ['price', wrapped(accepting.PRICE_ALONE, 'WARM*')],
      ['agree', wrapped(accepting.AGREE, 'WARM*')],
      ['walk', wrapped(refusing.WALK, 'WARM|i_am_afraid|i_think*', 'END*')],
      ['reject', wrapped(refusing.REJECT, 'WARM|i_am_afraid|i_think*', 'END*')],
      ['unable', wrapped(refusing.UNABLE, 'WARM|i_am_afraid|i_think*', 'END*')],
      ['no deal', wrapped(refusing.NO_DEAL, 'WARM*', 'END*')],
      ['no', wrapped(refusing.NO, 'NAME|well|sorry*', 'END*')],
      ['bye', wrapped(refusing.BYE, 'WARM*', 'END*')],
      ['sorry', wrapped(refusing.SORRY, 'NAME|oh|well*', 'END*')],
      ['yes', wrapped(accepting.YES, 'LEAD*')],
      ['beside', wrapped(beside.BESIDE, 'WARM*')],
      // Without a lead: "yeah right" is something else.
      ['prelude', patternOf('right|listen|look|now_then|well_now|why_not|what_the_heck|what_the_hell', {})],
      ['praise', wrapped(accepting.PRAISE, 'WARM|i_think|i_guess|i_believe|i_find*')],
      // Sorry, too much
      [
        'unable',
        patternOf('NAME|no* sorry|i_am_afraid|i_am_sorry NAME|but* CORE END*', { CORE: refusing.REASON }, known),
      ],
      ['reason', wrapped(refusing.REASON, 'WARM*', 'END*')],
      ['mood', wrapped(refusing.MOOD, 'WARM*', 'END*')],
      ['plan', wrapped(beside.PLAN, 'WARM*')],
      ['invitation', wrapped(beside.INVITATION, 'WARM*')],
      ['prelude', wrapped(beside.PRELUDE, 'WARM*')],
      [
        'grumble',
        both(wrapped(refusing.ON_THE_BARGAIN, 'WARM*', 'END*'), wrapped(refusing.AGAINST_IT, 'WARM*', 'END*')),
      ],
      ['aside', wrapped(beside.ASIDE, 'WARM*')],
    ],
    questions: wrapped(beside.ARRANGEMENT_QUESTION, 'WARM*'),
  };
}

function both(one: Pattern, other: Pattern): Pattern {
  return (words) => one(words) && other(words);
}

/** Made for the first clause: it takes a tenth of a second, and most commands read none. */
let table: Table | undefined;

/** What a clause says as a whole; undefined where no pattern explains it. */
export function kindOfClause(text: string, question: boolean): ClauseKind | undefined {
  const words = text.split(' ').filter((word) => word !== '');
  table ??= tableOf();
  if (question) return table.questions(words) ? 'invitation' : undefined;
  return table.statements.find(([, pattern]) => pattern(words))?.[0];
}
