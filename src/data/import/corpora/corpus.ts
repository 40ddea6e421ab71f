/**
 * A corpus of negotiations between people or models, cleaned: what all importers share.
 *
 * A source reads entries from a file and turns each into a dialogue, or leaves it out. Every cleaning rule has a name and a
 * sentence; it is noted on the dialogues it changed and counted with its places. An id is the hash of what was said and of
 * the scenario, so a dialogue that comes twice is found and kept once, also across files. The split is the published one where a file
 * is named after it; beside it stands ours, by the hash of what belongs together (the same listing, the same game).
 */
import { basename } from 'node:path';
import type { Intent, Scenario } from '../../../core/index.ts';
import { contentHash } from '../../../core/index.ts';
import { type Split, splitByHash } from '../../parquet/splits.ts';
import { ImportError, textOf } from '../text.ts';

export interface CorpusTurn {
  readonly seat: string;
  readonly words: string;
  /** What binds; `say` is words only. */
  readonly act: { readonly type: 'say' | 'accept' | 'reject' | 'walk' } | ({ readonly type: 'offer' } & CorpusDeal);
  readonly intent?: Intent;
  /** A price that the source's annotators read in the words. It binds nobody. */
  readonly price?: number;
  /** Annotations in the source's own names. */
  readonly labels?: readonly string[];
  /** What only this seat knew while it spoke: beliefs, reasoning. */
  readonly notes?: Readonly<Record<string, unknown>>;
}
type CorpusDeal =
  | { readonly price: number }
  | { readonly split: Readonly<Record<'a' | 'b', readonly number[]>> }
  | { readonly choice: 'A' | 'B' };

export type CorpusOutcome =
  | { readonly kind: 'agreement'; readonly deal: CorpusDeal }
  | { readonly kind: 'no-deal' }
  | { readonly kind: 'walked'; readonly by: string }
  /** The source does not say, or what it says cannot be true. */
  | { readonly kind: 'unknown' };

export interface Dialogue {
  readonly id: string;
  readonly source: string;
  /** The file it came from, without its ending. */
  readonly file: string;
  /** Line or place in that file, from 1. */
  readonly line: number;
  /** As published, by the name of its file; ours where the file names none. */
  readonly split: Split;
  /** By the hash of what belongs together, so that it is on one side only. */
  readonly ownSplit: Split;
  readonly scenario: CorpusScenario;
  readonly turns: readonly CorpusTurn[];
  readonly outcome: CorpusOutcome;
  /** What the source measured when it was over: points, satisfaction. Nobody knew it while they spoke. */
  readonly afterwards?: Readonly<Record<string, unknown>>;
  /** Rules that changed something in it. */
  readonly cleaned: readonly string[];
}
/** What both know, and what each alone knows. */
export interface CorpusScenario {
  readonly public: Readonly<Record<string, unknown>>;
  readonly private: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** What a source makes of an entry: a dialogue, or without turns a scenario that nobody played. */
type Cleaned = Pick<Dialogue, 'scenario' | 'turns' | 'outcome' | 'afterwards'>;
export interface Notes {
  /** Notes that a rule changed this entry. */
  clean(rule: string): void;
  /** Leaves the entry out by a rule. */
  leaveOut(rule: string): never;
}

export interface CorpusSource {
  readonly name: string;
  /** What the files are, with an article. */
  readonly expected: string;
  /** Who made it and under which terms. */
  readonly licence: string;
  /** Set where people spoke, and not a model. */
  readonly people?: People;
  /** Every rule: name to sentence. */
  readonly rules: Readonly<Record<string, string>>;
  /** The rule for a dialogue that came before. */
  readonly repeated: string;
  /** The entries of a file; undefined for one that cannot even be taken apart. */
  entries(text: string, file: string): Iterable<{ readonly line: number; readonly value: unknown }>;
  dialogue(value: unknown, notes: Notes): Cleaned;
  /** What belongs together when data is split; the scenario unless told. */
  group?(made: Cleaned): unknown;
  /** What an entry is in a file; a line unless told. */
  readonly unit?: string;
  /** What all entries together show and no rule can mend, each in a sentence. */
  findings?(read: Pick<Corpus, 'dialogues' | 'scenarios'>): readonly string[];
}

interface People {
  /** The domain that they played. */
  readonly domain: string;
  /** Their scenario with limits of ours, where agents can be put before the same one. */
  playable?(scenario: CorpusScenario, seed: number): Scenario | undefined;
}

interface RuleCount {
  readonly rule: string;
  readonly count: number;
  readonly says: string;
  /** At most five. */
  readonly places: readonly string[];
}

export interface Corpus {
  readonly source: string;
  readonly licence: string;
  readonly dialogues: readonly Dialogue[];
  /** Every scenario once, played or not. */
  readonly scenarios: readonly (Pick<Dialogue, 'id' | 'file' | 'split' | 'ownSplit'> & CorpusScenario)[];
  readonly entries: number;
  /** Listings, games or topics that stand in more than one of the files: no split by file is clean of these. */
  readonly inSeveralFiles: number;
  readonly cleaned: readonly RuleCount[];
  readonly leftOut: readonly RuleCount[];
  readonly findings: readonly string[];
  readonly problems: readonly string[];
  readonly refused: readonly string[];
}

/** An entry that is not what the source should hold: the sentence names it and it is left out. */
export class EntryError extends Error {
  override readonly name = 'EntryError';
}

const MOST_PLACES = 5;

export function importCorpus(source: CorpusSource, files: readonly string[]): Corpus {
  const gathered: Gathered = {
    dialogues: new Map(),
    scenarios: new Map(),
    filesOf: new Map(),
    cleaned: new Map(),
    leftOut: new Map(),
    problems: [],
    entries: 0,
  };
  const refused: string[] = [];
  for (const file of files) {
    try {
      gather(source, file, gathered);
    } catch (error) {
      if (!(error instanceof ImportError)) throw error;
      refused.push(error.message);
    }
  }
  const read = { dialogues: [...gathered.dialogues.values()], scenarios: [...gathered.scenarios.values()] };
  return {
    source: source.name,
    licence: source.licence,
    ...read,
    entries: gathered.entries,
    inSeveralFiles: [...gathered.filesOf.values()].filter((some) => some.size > 1).length,
    cleaned: counted(source, gathered.cleaned),
    leftOut: counted(source, gathered.leftOut),
    findings: source.findings?.(read) ?? [],
    problems: gathered.problems,
    refused,
  };
}

interface Gathered {
  readonly dialogues: Map<string, Dialogue>;
  readonly scenarios: Map<string, Corpus['scenarios'][number]>;
  /** What belongs together to the files it is in. */
  readonly filesOf: Map<string, Set<string>>;
  readonly cleaned: Map<string, string[]>;
  readonly leftOut: Map<string, string[]>;
  readonly problems: string[];
  entries: number;
}

function gather(source: CorpusSource, path: string, gathered: Gathered): void {
  const { dialogues, scenarios, filesOf, cleaned, leftOut } = gathered;
  const file = basename(path).replace(/\.\w+$/, '');
  const wrong: string[] = [];
  let used = 0;
  for (const { line, value } of source.entries(textOf(path, source.expected), path)) {
    gathered.entries++;
    const place = `${file}, ${source.unit ?? 'line'} ${line}`;
    const taken = take(source, value);
    if ('wrong' in taken) {
      wrong.push(`${path}, ${source.unit ?? 'line'} ${line}: ${taken.wrong}`);
      continue;
    }
    used++;
    if ('leftOut' in taken) {
      note(leftOut, taken.leftOut, place);
      continue;
    }
    const { made, rules } = taken;
    const id = contentHash([source.name, made.scenario, made.turns.map(({ seat, words }) => [seat, words])]);
    const scenario = contentHash([source.name, made.scenario]);
    const group = contentHash([source.name, source.group?.(made) ?? made.scenario]);
    filesOf.set(group, (filesOf.get(group) ?? new Set()).add(file));
    if (dialogues.has(id) || (made.turns.length === 0 && scenarios.has(scenario))) {
      note(leftOut, source.repeated, place);
      continue;
    }
    for (const rule of rules) note(cleaned, rule, place);
    const ownSplit = splitByHash(group);
    const sides = { split: publishedSplit(file) ?? ownSplit, ownSplit };
    if (!scenarios.has(scenario)) scenarios.set(scenario, { id: scenario, file, ...sides, ...made.scenario });
    if (made.turns.length > 0) {
      dialogues.set(id, { id, source: source.name, file, line, ...sides, ...made, cleaned: [...rules] });
    }
  }
  if (used === 0) {
    const first =
      wrong[0] === undefined ? '' : ` (${wrong[0]}${wrong.length > 1 ? `, and ${wrong.length - 1} more` : ''})`;
    throw new ImportError(`${path} holds nothing that can be read as ${source.expected}${first}`);
  }
  gathered.problems.push(...wrong.map((says) => `${says}; it is left out`));
}

/** The split that a file is named after: casino_valid, test.first600, dev. */
export function publishedSplit(file: string): Split | undefined {
  const words = file.toLowerCase().split(/[^a-z]+/);
  const named = (...names: string[]) => names.some((name) => words.includes(name));
  if (named('train', 'training')) return 'train';
  if (named('validation', 'valid', 'val', 'dev')) return 'validation';
  return named('test') ? 'test' : undefined;
}

class LeftOut extends Error {}

type Taken = { made: Cleaned; rules: ReadonlySet<string> } | { leftOut: string } | { wrong: string };

function take(source: CorpusSource, value: unknown): Taken {
  const rules = new Set<string>();
  try {
    const made = source.dialogue(value, {
      clean: (rule) => void rules.add(rule),
      leaveOut: (rule) => {
        throw new LeftOut(rule);
      },
    });
    return { made, rules };
  } catch (error) {
    if (error instanceof LeftOut) return { leftOut: error.message };
    if (error instanceof EntryError) return { wrong: error.message };
    throw error;
  }
}

function note(counts: Map<string, string[]>, rule: string, place: string): void {
  const places = counts.get(rule);
  if (places) places.push(place);
  else counts.set(rule, [place]);
}

function counted({ rules }: CorpusSource, counts: ReadonlyMap<string, readonly string[]>): RuleCount[] {
  return Object.entries(rules).flatMap(([rule, says]) => {
    const places = counts.get(rule);
    return places ? [{ rule, count: places.length, says, places: places.slice(0, MOST_PLACES) }] : [];
  });
}

/** One JSON value a line; `otherwise` may make something of a line that is no JSON. */
export function* linesOf(
  text: string,
  otherwise: (line: string) => unknown,
): Iterable<{ line: number; value: unknown }> {
  let line = 0;
  for (const row of text.split(/\r?\n/)) {
    line++;
    if (row.trim() === '') continue;
    let value: unknown;
    try {
      value = JSON.parse(row);
    } catch {
      value = otherwise(row);
    }
    yield { line, value };
  }
}

export function jsonLines(text: string): Iterable<{ line: number; value: unknown }> {
  return linesOf(text, () => undefined);
}

/** Why an entry does not fit its schema, in a few words. */
export function misfit(value: unknown, issues: readonly { path: PropertyKey[]; message: string }[] = []): string {
  if (value === undefined) return 'not JSON, perhaps cut off';
  const [issue] = issues;
  return issue && issue.path.length > 0 ? `${issue.path.join('.')}: ${issue.message}` : 'not an object';
}
