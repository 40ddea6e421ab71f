/**
 * What a persuader's prose does, read by rules: cells that it tells, what it asks, and what it urges, each sentence for itself.
 *
 * A sentence that is not understood may take back, hedge, quote or give to somebody else what another says, or be a thought that is nobody's to
 * hear, so a message is understood whole or not at all. READER_VERSION (parse/) is raised whenever the same words could be read otherwise.
 */
import type { Effect, NamedCell, PersuaderMessage } from '../../../core/index.ts';
import { isCourtesy } from '../courtesies.ts';
import { createGrammar, type Sentence, sentencesIn } from '../grammar.ts';
import { lists, type Names, namesIn } from './names.ts';
import { type Asked, questions } from './questions.ts';
import { statements, type Told } from './statements.ts';

export type Read = Pick<PersuaderMessage, 'disclose' | 'motivational' | 'informational' | 'inferential'>;

/** What the understood sentences say, and the first of the others. */
export interface Prose extends Read {
  /** A proposal is urged, which no act says. */
  readonly urges: boolean;
  /** A ranking that does not name the proposals; it is of them where nothing else is said. */
  readonly bare: string | undefined;
  /** Anything is told or asked that is no ranking. */
  readonly saysElse: boolean;
  readonly unread: string | undefined;
}

const reads = createGrammar({ ...lists, ...statements, ...questions });

/** The words as acts: none where a sentence of them is not understood. */
export function readProse(words: string, names: Names): Read {
  const { unread, bare: _, saysElse: __, ...read } = proseIn(words, names);
  return unread === undefined ? read : { disclose: [], motivational: [], informational: [], inferential: [] };
}

export const bindsNothing = (read: Read) =>
  [read.disclose, read.motivational, read.informational, read.inferential].every(({ length }) => length === 0);

/** What a sentence tells: undefined where it is no statement, or contradicts itself. */
export function toldIn(sentence: Sentence, { proposals }: Names): Told | undefined {
  const told = reads<Told>('statement', sentence);
  const cells = told?.cells.flatMap(({ proposal, ...rest }) =>
    (proposal === '*' ? proposals : [proposal]).map((one) => ({ proposal: one, ...rest })),
  );
  return told && cells && !compares(sentence, cells) ? { ...told, cells } : undefined;
}

/** "A has higher fares while B has lower fares" may set one against the other, and say nothing of how things are now. */
function compares({ tokens }: Sentence, cells: Told['cells']): boolean {
  return (
    tokens.some(({ text }) => text === 'higher' || text === 'more') &&
    cells.some(
      ({ proposal, attribute, effect }) =>
        effect === 1 &&
        cells.some((one) => one.proposal !== proposal && one.attribute === attribute && one.effect === -1),
    )
  );
}

export const notUnderstood = (sentence: string) =>
  `the message is not understood where it says ${JSON.stringify(sentence)}; say one plain thing in each sentence`;

/** An option may be anything that was named. */
export const namesProposals = ({ tokens }: Sentence, byTheWord = false) =>
  tokens.some(({ text, name }) => (name?.kind === 'P' && !byTheWord) || /^(?:proposal|plan)s?$/.test(text));

export function proseIn(words: string, names: Names): Prose {
  const told = new Map<string, NamedCell & { effect: Effect }>();
  const cells = new Map<string, NamedCell>();
  const likes = new Set<string>();
  let [ranking, urges] = [false, false];
  let unread: string | undefined;
  let bare: string | undefined;
  let saysElse = false;
  for (const sentence of sentencesIn(words, namesIn(names))) {
    const statement = toldIn(sentence, names);
    const asked = statement ? undefined : reads<Asked>('question', sentence);
    if (!statement && !asked && !isCourtesy(sentence)) unread ??= sentence.said;
    urges ||= statement?.urges ?? false;
    for (const cell of statement?.cells ?? []) {
      const key = `${cell.proposal}|${cell.attribute}`;
      // Two things that are said of one cell take each other back.
      if ((told.get(key)?.effect ?? cell.effect) !== cell.effect) unread ??= sentence.said;
      told.set(key, cell);
    }
    for (const name of asked?.likes?.includes('*') ? names.attributes : (asked?.likes ?? [])) likes.add(name);
    for (const { of, on } of asked?.cells ?? [])
      for (const proposal of of.includes('*') ? names.proposals : of)
        for (const attribute of on.includes('*') ? names.attributes : on)
          cells.set(`${proposal}|${attribute}`, { proposal, attribute });
    ranking ||= asked?.ranking ?? false;
    if (asked?.ranking && !namesProposals(sentence)) bare ??= sentence.said;
    saysElse ||= statement !== undefined || (asked !== undefined && !asked.ranking);
  }
  // "A increases jobs and traffic. Which do you prefer?"
  if (saysElse) unread ??= bare;
  return {
    disclose: [...told.values()],
    motivational: [...likes],
    informational: [...cells.values()],
    inferential: ranking ? [...names.proposals] : [],
    urges,
    bare,
    saysElse,
    unread,
  };
}
