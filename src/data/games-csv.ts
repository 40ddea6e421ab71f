/**
 * Games as a table, one a line, beside their transcripts: who played what, how it ended, every offer, and both sides' secrets.
 * What has parts is JSON in its cell. The transcript is the record; this is for a spreadsheet, as the Janus lab's logs were.
 */
import { appendFileSync, existsSync, readFileSync, statSync } from 'node:fs';
import { type Episode, type Result, takenOf } from '../core/index.ts';
import { canBeWritten, TranscriptError } from './episodes.ts';
import { sheetLine } from './import/csv.ts';

const columns = {
  id: ({ id }) => id,
  domain: ({ domain }) => domain,
  scenario: ({ scenario }) => scenario.id,
  source: ({ source }) => json(source),
  seed: ({ seed }) => seed,
  opens: (episode) => takenOf(episode)[0]?.seat,
  agents: ({ seats }) => json(Object.fromEntries(Object.entries(seats).map(([seat, { spec }]) => [seat, spec]))),
  result: ({ result }) => result.kind,
  reason: ({ result }) => ('reason' in result ? result.reason : undefined),
  turns: ({ result }) => result.turn,
  price: ({ result }) => (dealOf(result) as { price?: number } | undefined)?.price,
  deal: ({ result }) => json(dealOf(result)),
  utilities: ({ result }) => json('utility' in result ? result.utility : undefined),
  offers: (episode) => json(takenOf(episode).flatMap(({ seat, act }) => offered(seat, act))),
  words: (episode) => json(takenOf(episode).flatMap(({ seat, act }) => (act.words ? [[seat, act.words]] : []))),
  public: ({ scenario }) => json(scenario.public),
  private: ({ scenario }) => json(scenario.private),
} satisfies Record<string, (episode: Episode) => string | number | undefined>;

/** Makes sure before anything is played that a table will take lines; another table is left alone. */
export function readyForGamesCsv(file: string): void {
  const [head] = canBeWritten(file) === 'new' ? [] : readFileSync(file, 'utf8').split('\n', 1);
  if (head && head !== sheetLine(Object.keys(columns)))
    throw new TranscriptError(
      `${file} is no table of games: its first line should be ${Object.keys(columns).join(',')}`,
    );
}

/** Adds games to a file, with a head where it is new. */
export function appendGamesCsv(file: string, episodes: readonly Episode[]): void {
  const isNew = !existsSync(file) || statSync(file).size === 0;
  const lines = episodes.map((episode) => sheetLine(Object.values(columns).map((cell) => cell(episode))));
  appendFileSync(
    file,
    [...(isNew ? [sheetLine(Object.keys(columns))] : []), ...lines].map((line) => `${line}\n`).join(''),
  );
}

function dealOf(result: Result): unknown {
  return result.kind === 'agreement' ? result.deal : undefined;
}

/** The seat and its terms: a price as a number, anything else as it is. */
function offered(
  seat: string,
  { type, words: _words, intent: _intent, ...terms }: { type: string; words?: string; intent?: string },
): unknown[] {
  if (type !== 'offer') return [];
  const { price } = terms as { price?: number };
  return [[seat, price ?? terms]];
}

function json(value: unknown): string | undefined {
  return value === undefined ? undefined : JSON.stringify(value);
}
