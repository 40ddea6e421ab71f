/**
 * Where prose without any structure stands: whether the whole of it accepts, rejects or walks away.
 *
 * Words bind only where nothing is left over. Every clause must be explained by the grammar of plain-phrases.ts; one that is not
 * (a condition, a question, a quotation, a denial, a joke, another topic) keeps the reply from binding, whatever else it says.
 * A reply that is not understood costs one more question; one that is misunderstood would end the game.
 */
import type { Reading } from '../../core/words/numbers.ts';
import type { Token } from '../../core/words/tokens.ts';
import { type About, type Clause, clausesOf } from './clauses.ts';
import { type ClauseKind, kindOfClause } from './plain-phrases.ts';

export interface WholeReply {
  /** What the reply does as a whole; 'both' where it agrees and refuses, undefined where something is left unexplained. */
  readonly stance: 'accept' | 'walk' | 'reject' | 'no deal' | 'yes' | 'both' | undefined;
  /** What some clause of it says, explained or not in the end. */
  readonly says: ReadonlySet<ClauseKind>;
  /** It begins with a yes. */
  readonly opensWithYes: boolean;
  /** The first token of a clause that accepts. */
  readonly acceptsAt: number | undefined;
  /** An acceptance names another price than the one that stands. */
  readonly otherPrice: boolean;
}

export interface Setting extends About {
  /** Explains a clause by the terms on the table, such as a split. */
  readonly terms?: (clause: Clause) => boolean;
}

/** More clauses than any plain reply has. */
const MAX_CLAUSES = 12;
/** Where a clause is joined to another. */
const JOINED =
  /^(?:(?:and|but|so|then|aur|thanks) |i (?:will|can|accept) |you (?:have|got) |we have |thank you |see you |let us )/u;
/** Where else it may begin anew, if all of it is explained in that way. */
const RUNS_ON =
  /^(?:(?:phir|cheers|shukriya|dhanyavaad|bye|goodbye|sorry|picking|coming|collecting|main|hum|kal|aaj|will|namaste) |(?:i|we) (?:will|can|could|accept|agree|am|are|have|take|reject|decline|do) |you win |good luck |all the best |# it is |no hard feelings |take care |le (?:lunga|leta|raha) )/u;
const ONLY_JOINS = /^(?:(?:and|but|so|then|aur|phir) )+/u;
/** "I accept that", "I take it" and "I agree" before a subject begin a clause about something else. */
const OPENS_CLAUSE = /(?:accept|agree|agreed|confirm|that|(?:i|we) take it) $/u;
const SUBJECT = /^(?:i|we|you|main|hum|let|#)$/u;

export function wholeReply(tokens: readonly Token[], readings: readonly Reading[], setting: Setting): WholeReply {
  const clauses = clausesOf(tokens, readings, setting);
  const said: (ClauseKind | undefined)[] = [];
  let acceptsAt: number | undefined;
  let otherPrice = false;
  for (const [i, clause] of clauses.slice(0, MAX_CLAUSES).entries()) {
    // "80? Deal."
    const echo = i === 0 && clause.question && clause.text === '# ';
    // "Kind regards, Anna"
    const signed =
      i > 0 &&
      i === clauses.length - 1 &&
      tokens[clause.from]?.capital &&
      isSignature(clauses[i - 1]?.text ?? '', clause);
    const kinds = echo || signed ? ['beside' as const] : kindsOf(clause, setting);
    said.push(...kinds);
    if (kinds.includes('accept') || kinds.includes('agree')) {
      acceptsAt ??= clause.from;
      otherPrice ||= clause.text.includes('@');
    }
  }
  const says = new Set(said.flatMap((kind) => kind ?? []));
  const explained = clauses.length > 0 && clauses.length <= MAX_CLAUSES && !said.includes(undefined);
  // "Ok 65"
  const opening = clauses[0]?.text.replaceAll('§ ', '').split(/[#@]/)[0] ?? '';
  const opensWithYes = kindOfClause(opening, false) === 'yes';
  return {
    stance: explained ? stanceOf(said as ClauseKind[], says) : undefined,
    says,
    opensWithYes,
    acceptsAt,
    otherPrice,
  };
}

function isSignature(before: string, { text, question }: Clause): boolean {
  return (
    !question &&
    /^\p{L}+ $/u.test(text) &&
    /^(?:(?:kind|best|warm|many) )?(?:regards|wishes|greetings|best|sincerely) $/u.test(before)
  );
}

function stanceOf(said: readonly ClauseKind[], says: ReadonlySet<ClauseKind>): WholeReply['stance'] {
  // "I agree, that is a fair price" is an opinion on it.
  const agrees = says.has('agree') && !says.has('praise') && !says.has('aside');
  const accepts = says.has('accept') || agrees || (says.has('yes') && says.has('price'));
  const refuses = says.has('walk') || says.has('reject') || says.has('unable') || says.has('no deal') || says.has('no');
  if (accepts) {
    if (refuses || says.has('reason') || says.has('mood') || says.has('grumble')) return 'both';
    return inOrder(said) ? 'accept' : undefined;
  }
  if (says.has('terms')) return undefined;
  const plain = says.has('walk') || says.has('reject') || says.has('unable');
  if (says.has('grumble') && !says.has('walk') && !says.has('reject') && !says.has('bye')) return undefined;
  if (refuses && (says.has('agree') || (says.has('yes') && !plain))) return 'both';
  // "No, I will bring a van" and "no, a lovely table" answer something else.
  const besides =
    says.has('plan') || says.has('invitation') || says.has('prelude') || says.has('price') || says.has('aside');
  if (besides || (says.has('praise') && !plain)) return says.has('yes') && !refuses ? 'yes' : undefined;
  // A no, or the reason for one, and a goodbye.
  if (
    says.has('walk') ||
    (says.has('bye') && (refuses || says.has('reason') || says.has('mood') || says.has('grumble')))
  )
    return 'walk';
  if (says.has('no deal')) return 'no deal';
  if (says.has('reject') || says.has('unable') || says.has('no') || (says.has('sorry') && says.has('reason')))
    return 'reject';
  return says.has('yes') ? 'yes' : undefined;
}

const AGREEING: readonly ClauseKind[] = ['accept', 'agree', 'price', 'yes'];

/** Whether what is asked of the other side comes after the acceptance, and what led up to it before. */
function inOrder(said: readonly ClauseKind[]): boolean {
  const first = said.findIndex((kind) => AGREEING.includes(kind));
  return said.every((kind, i) => (kind === 'invitation' ? i > first : kind !== 'prelude' || i < first));
}

/** A clause as one, or else as pieces that and, but or so join, or that run on into "I will" or "thanks"; undefined for what is left over. */
function kindsOf(clause: Clause, { terms }: Setting): (ClauseKind | undefined)[] {
  const whole = kindOfClause(clause.text, clause.question);
  if (whole) return [whole];
  if (!clause.question && terms?.(clause)) return ['terms'];
  if (clause.text.includes('§')) return [undefined];
  const words = clause.text.split(' ').filter((word) => word !== '');
  const startsWith = (pattern: RegExp) => (at: number) =>
    at === 0 || pattern.test(`${words.slice(at, at + 4).join(' ')} `);
  const joins = [...words.keys()].filter(startsWith(JOINED));
  const starts = [...words.keys()].filter((at) => joins.includes(at) || startsWith(RUNS_ON)(at));
  if (starts.length === 1) return [undefined];
  const kindOf = (from: number, to: number): ClauseKind | undefined => {
    const piece = `${words.slice(from, to).join(' ')} `.replace(ONLY_JOINS, '');
    const ends = to === words.length;
    if (OPENS_CLAUSE.test(piece) && SUBJECT.test(words[to] ?? '')) return undefined;
    return piece === '' ? (ends ? undefined : 'beside') : kindOfClause(piece, clause.question && ends);
  };
  return (
    fewestPieces([...starts, words.length], kindOf) ??
    joins.map((from, i) => kindOf(from, joins[i + 1] ?? words.length))
  );
}

/** The fewest pieces between the given places that are all explained. "I will bring cash and then it is a deal" has a condition in it. */
function fewestPieces(
  places: readonly number[],
  kindOf: (from: number, to: number) => ClauseKind | undefined,
): ClauseKind[] | undefined {
  const best: (ClauseKind[] | undefined)[] = [[]];
  for (let to = 1; to < places.length; to++) {
    for (let from = 0; from < to; from++) {
      const before = best[from];
      if (before === undefined || before.length + 1 >= (best[to]?.length ?? Infinity)) continue;
      const kind = kindOf(places[from] as number, places[to] as number);
      const tied = kind === 'accept' && before.some((one) => one === 'plan' || one === 'invitation' || one === 'aside');
      if (kind !== undefined && !tied) best[to] = [...before, kind];
    }
  }
  return best[places.length - 1];
}
