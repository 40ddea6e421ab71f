/**
 * The answers of an exported site: the same as the server's, from the files beside the page. Games are filtered, searched and sorted here, in the
 * tab, a file at a time; what only a server can do is refused in a sentence.
 */
import { Problem } from './problem.ts';
import { type Column, type Condition, conditionsOf, holds, patternOf, refuseOrder, sortBy } from './site-query.ts';
import { type Source, siteFile, siteIndex } from './source.ts';

type Row = Readonly<Record<string, unknown>> & { readonly row: number; readonly episode: string };
type Query = Readonly<Record<string, string | number | undefined>>;

const files = new Map<string, Promise<unknown>>();

/** Read once. */
function file<T>(name: string): Promise<T> {
  const known = files.get(name) ?? siteFile<T>(name);
  files.set(name, known);
  return known as Promise<T>;
}

const answers: Readonly<Record<string, (path: Record<string, string>, query: Query) => Promise<unknown>>> = {
  'GET /v1/runs': async () => ({ folder: true, runs: [await file('listed.json')] }),
  'GET /v1/runs/{run}': () => file('run.json'),
  'GET /v1/runs/{run}/games': (_path, query) => games(query),
  'GET /v1/runs/{run}/games/{game}': ({ game = '' }) => episode(game),
  'GET /v1/runs/{run}/spread': (_path, { measure = 'utility' }) => file(`spread-${encodeURIComponent(measure)}.json`),
  'GET /v1/runs/{run}/findings': (_path, query) => findings(query),
};

export const answer: Source['answer'] = async (route, { path, query }) => {
  const made = answers[route];
  if (!made) throw new Problem(404, 'site', 'this is a copy without a server');
  try {
    return await made((path ?? {}) as Record<string, string>, (query ?? {}) as Query);
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw new Problem(404, 'site', `this copy does not have it (${(error as Error).message})`);
  }
};

async function allRows(): Promise<Row[]> {
  const { games: count, perFile } = await siteIndex();
  const parts = Array.from({ length: Math.ceil(count / perFile) }, (_, i) => file<Row[]>(`rows-${i}.json`));
  return (await Promise.all(parts)).flat();
}

/** As the server tells them, each with what its rail is drawn from unless that is not wanted. */
async function games(query: Query): Promise<object> {
  const page = await pageOf(query);
  if (String(query.glances) !== 'true') return page;
  const { perFile } = await siteIndex();
  const seen = page.games.map(async (row) => {
    const glances = await file<unknown[]>(`glances-${Math.floor(row.row / perFile)}.json`);
    return { ...row, glance: glances[row.row % perFile] ?? null };
  });
  return { ...page, games: await Promise.all(seen) };
}

interface Page {
  readonly games: readonly Row[];
  readonly total: number;
  readonly from: 'table';
}

async function pageOf({ where, sort, said, pattern, behind, offset = 0, limit = 50 }: Query): Promise<Page> {
  const { columns } = await file<{ columns: Column[] }>('run.json');
  const conditions = conditionsOf(String(where ?? ''), columns);
  if (sort) refuseOrder(String(sort), columns);
  const [from, most] = [Number(offset), Number(limit)];
  const plain = conditions.length === 0 && !sort && said === undefined && behind === undefined;
  const { games: total, perFile } = await siteIndex();
  // The first page of a large run needs no more than its own file.
  if (plain) {
    const first = Math.floor(from / perFile);
    const last = Math.min(Math.ceil(total / perFile) - 1, Math.floor((from + most - 1) / perFile));
    const parts = Array.from({ length: Math.max(0, last - first + 1) }, (_, i) =>
      file<Row[]>(`rows-${first + i}.json`),
    );
    const rows = (await Promise.all(parts)).flat();
    return { games: rows.slice(from - first * perFile, from - first * perFile + most), total, from: 'table' };
  }
  const among = behind === undefined ? undefined : await rowsBehind(String(behind));
  const speaks = said === undefined ? undefined : await saying(String(said), String(pattern) === 'true');
  const fitting = (await allRows()).filter(
    (row) =>
      (among === undefined || among(row.row)) &&
      (speaks === undefined || speaks.has(row.row)) &&
      conditions.every((one: Condition) => holds(one, row)),
  );
  const sorted = sort ? sortBy(fitting, String(sort)) : fitting;
  return { games: sorted.slice(from, from + most), total: sorted.length, from: 'table' };
}

async function rowsBehind(behind: string): Promise<(row: number) => boolean> {
  const [section = 0, row = 0] = behind.split('-').map(Number);
  const report = await file<{ sections: { rows?: { games?: string }[] }[] }>('report.json');
  const runs = (report.sections[section]?.rows?.[row]?.games ?? '')
    .split(',')
    .filter(Boolean)
    .map((run) => {
      const [low = 0, high = low] = run.split('-').map(Number);
      return [low, high] as const;
    });
  return (one) => runs.some(([low, high]) => one >= low && one <= high);
}

/** Rows of the games in which it was said. */
async function saying(said: string, isPattern: boolean): Promise<Set<number>> {
  const pattern = isPattern ? patternOf(said) : undefined;
  const word = said.toLowerCase();
  const fits = (text: string) => (pattern ? pattern.test(text) : text.toLowerCase().includes(word));
  const { games: count, perFile } = await siteIndex();
  const found = new Set<number>();
  for (let i = 0; i * perFile < count; i++)
    for (const [at, text] of (await siteFile<(string | null)[]>(`said-${i}.json`)).entries())
      if (text !== null && fits(text)) found.add(i * perFile + at);
  return found;
}

async function episode(game: string): Promise<unknown> {
  const { perFile } = await siteIndex();
  const at = (await file<string[]>('ids.json')).indexOf(game);
  if (at < 0) throw new Problem(404, 'not_found', 'there is no such game in this run');
  return (await file<unknown[]>(`games-${Math.floor(at / perFile)}.json`))[at % perFile];
}

interface Found {
  readonly findings: readonly Readonly<Record<string, unknown> & { verdicts: { verdict: string }[] }>[];
}

async function findings({ offset = 0, limit = 50, search, state, ...chosen }: Query): Promise<object> {
  const all = await file<Found>('findings.json');
  const word = search === undefined ? undefined : String(search).toLowerCase();
  const fitting = all.findings.filter((one) => {
    const judged = new Set(one.verdicts.map(({ verdict }) => verdict));
    return (
      Object.entries(chosen).every(([name, value]) => value === undefined || one[name] === value) &&
      (state === undefined || (state === 'open' ? judged.size === 0 : judged.has(String(state)))) &&
      (word === undefined || `${one.quote}\n${one.why}`.toLowerCase().includes(word))
    );
  });
  const from = Number(offset);
  return { ...all, total: fitting.length, findings: fitting.slice(from, from + Number(limit)) };
}
