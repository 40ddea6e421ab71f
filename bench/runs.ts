/**
 * A run of a million games in the browser: how long each kind of answer takes, and what server and tab hold in memory.
 *
 *   npm run build && npx tsx bench/runs.ts [--games 1000000] [--asked 20] [--folder FOLDER]
 *
 * The tournament of scripts (20,160 games) is really played and reported. Its table and its transcripts are then repeated, each copy with ids
 * of its own, until there are so many: the rows are real, the games are not all different. The report keeps its figures; its lists of games
 * grow with the copies. With --folder what was made is kept, and used again.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { DuckDBInstance } from '@duckdb/node-api';
import { launchBrowser } from '../test/chromium.ts';

const { values } = parseArgs({
  options: {
    games: { type: 'string', default: '1000000' },
    asked: { type: 'string', default: '20' },
    folder: { type: 'string' },
  },
});
const [wanted, asked] = [Number(values.games), Number(values.asked)];
const main = join(import.meta.dirname, '../dist/cli/main.js');
const root = values.folder ? resolve(values.folder) : mkdtempSync(join(tmpdir(), 'parley-bench-runs-'));
const say = (line: string) => process.stdout.write(`${line}\n`);
const BOX = "document.querySelector('[data-scroll-restoration-id=games]')";
const megabytes = (bytes: number) => `${Math.round(bytes / 2 ** 20)} MB`;

const played = join(root, 'played');
const large = join(root, 'large');
if (!existsSync(join(large, 'games.parquet'))) await makeRun();
const server = spawn(
  process.execPath,
  [
    main,
    'serve',
    '--port',
    '0',
    '--runs',
    root,
    '--data',
    join(root, 'data'),
    '--address-limit',
    'off',
    '--log',
    'error',
  ],
  { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, PARLEY_TOKEN: '' } },
);
try {
  const [line] = (await once(server.stdout as NodeJS.ReadableStream, 'data')) as [Buffer];
  const url = /http:\S+\d/.exec(String(line))?.[0] as string;
  const total = ((await answer(url, '/games?limit=1')) as { total: number }).total;
  say(`${total.toLocaleString('en')} games; ${asked} questions of each kind, one after the other`);
  await timeAnswers(url, total);
  say(`server: at most ${megabytes(peakOf(server))} resident`);
  await weighTab(url);
  say(`server, after the tab: at most ${megabytes(peakOf(server))} resident`);
} finally {
  server.kill('SIGINT');
  await once(server, 'exit');
  if (!values.folder) rmSync(root, { recursive: true, force: true });
}

async function makeRun(): Promise<void> {
  mkdirSync(large, { recursive: true });
  if (!existsSync(join(played, 'report.json')))
    spawnSync(process.execPath, [main, 'run', 'tournament', '--out', played], { stdio: 'inherit' });
  const bytes = readFileSync(join(played, 'episodes.jsonl'));
  const manifest = JSON.parse(readFileSync(join(played, 'manifest.json'), 'utf8'));
  const games: number = manifest.games;
  const copies = Math.ceil(wanted / games);
  say(`${games.toLocaleString('en')} games played, ${copies} times`);
  // The id stands at the same place of every line; its first four digits are those of the copy.
  const head = bytes.indexOf('"id":"') + 6;
  const starts = [0];
  for (let at = bytes.indexOf(10); at >= 0 && at + 1 < bytes.length; at = bytes.indexOf(10, at + 1))
    starts.push(at + 1);
  const handle = openSync(join(large, 'episodes.jsonl'), 'w');
  for (let copy = 0; copy < copies; copy++) {
    for (const start of starts) bytes.write(marked(copy), start + head, 'latin1');
    for (let from = 0; from < bytes.length; ) from += writeSync(handle, bytes, from, bytes.length - from);
  }
  closeSync(handle);
  writeFileSync(
    join(large, 'manifest.json'),
    JSON.stringify({ ...manifest, games: games * copies, tables: games * copies }),
  );
  const database = await (await DuckDBInstance.create(':memory:', { threads: '2', memory_limit: '2GB' })).connect();
  await database.run(
    `COPY (SELECT games.* REPLACE (printf('%04x', copy) || episode[5:] AS episode, byte_offset + copy * ${bytes.length} AS byte_offset)
       FROM range(${copies}) AS copies(copy), read_parquet('${join(played, 'games.parquet')}') AS games)
     TO '${join(large, 'games.parquet')}' (FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE 122880)`,
  );
  database.closeSync();
  const report = JSON.parse(readFileSync(join(played, 'report.json'), 'utf8'));
  for (const { rows = [] } of report.sections)
    for (const row of rows) if (row.games) row.games = repeated(row.games, games, copies);
  writeFileSync(join(large, 'report.json'), JSON.stringify({ ...report, found: null }));
}

function marked(copy: number): string {
  return copy.toString(16).padStart(4, '0');
}

function repeated(ranges: string, games: number, copies: number): string {
  const ends = ranges.split(',').map((one) => one.split('-').map(Number));
  return Array.from({ length: copies }, (_, copy) =>
    ends.map((some) => some.map((end) => end + copy * games).join('-')).join(','),
  ).join(',');
}

async function answer(url: string, path: string): Promise<unknown> {
  const reply = await fetch(`${url}/v1/runs/large${path}`);
  const text = await reply.text();
  if (!reply.ok) throw new Error(`${path}: ${reply.status} ${text.slice(0, 200)}`);
  return JSON.parse(text);
}

async function timeAnswers(url: string, total: number): Promise<void> {
  const pick = (i: number, of: number) => (i * 7919) % of;
  const agents = ['clean:boulware_firm', 'clean:tit_for_tat', 'classic:micro', 'classic:zeuthen', 'clean:hardliner'];
  const where = (text: string) => `where=${encodeURIComponent(text)}`;
  const page = 'limit=50&glances=true';
  const kinds: Readonly<Record<string, (i: number) => string>> = {
    'the run and its report': () => '',
    'a page, as played': (i) => `/games?${page}&offset=${pick(i, total - 50)}`,
    'sorted by length, the first page': (i) => `/games?${page}&sort=${i % 2 ? '-' : ''}turn`,
    'sorted by length, any page': (i) => `/games?${page}&sort=-turn&offset=${pick(i, total - 50)}`,
    "sorted by a seat's utility": (i) => `/games?${page}&sort=-utility.buyer&offset=${50 * i}`,
    'by result and length': (i) => `/games?${page}&${where(`result=agreement;turn>=${i % 20}`)}`,
    'by agent': (i) => `/games?${page}&${where(`agents=${agents[i % 5]}`)}`,
    'by agent and utility, sorted': (i) =>
      `/games?${page}&${where(`agents.seller=${agents[i % 5]};utility.seller>0.${i % 10}`)}&sort=rho`,
    'behind a row of the report': (i) => `/games?${page}&behind=0-${i % 26}`,
    'behind a row, sorted': (i) => `/games?${page}&behind=0-${i % 26}&sort=-turn`,
    'words in what was said': (i) => `/games?${page}&said=deal${i}`,
    'a pattern in what was said': (i) =>
      `/games?${page}&said=${encodeURIComponent(`\\b${i}0 ?(eur|\\$)`)}&pattern=true`,
    'one game': () => '',
    'the spread of a measure': (i) => `/spread?measure=${['utility', 'rho', 'turns', 'welfare'][i % 4]}`,
  };
  for (const [kind, path] of Object.entries(kinds)) {
    const took: number[] = [];
    for (let i = 0; i < asked; i++) {
      let at = path(i);
      if (kind === 'one game') {
        const { games } = (await answer(url, `/games?limit=1&offset=${pick(i, total)}`)) as {
          games: { episode: string }[];
        };
        at = `/games/${games[0]?.episode}`;
      }
      const begun = performance.now();
      await answer(url, at);
      took.push(performance.now() - begun);
    }
    took.sort((a, b) => a - b);
    const quantile = (q: number) => Math.round(took[Math.min(took.length - 1, Math.floor(q * took.length))] as number);
    say(
      `${kind.padEnd(36)} p50 ${String(quantile(0.5)).padStart(5)} ms   p95 ${String(quantile(0.95)).padStart(5)} ms`,
    );
  }
}

function peakOf({ pid }: ChildProcess): number {
  return residentOf(pid as number, 'VmHWM');
}

function residentOf(pid: number, what: 'VmHWM' | 'VmRSS'): number {
  const [, kilobytes = '0'] = new RegExp(`${what}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) * 1024;
}

/** The report and the table of all games, scrolled from end to end and sorted. */
async function weighTab(url: string): Promise<void> {
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    await page.goto(`${url}/runs/large`);
    await page.getByRole('region', { name: 'Agents', exact: true }).waitFor({ timeout: 60_000 });
    await page.goto(`${url}/runs/large/games`);
    await page.locator('[data-scroll-restoration-id=games]').getByRole('link').first().waitFor();
    for (const sort of ['', 'turn', 'utility']) {
      if (sort) await page.getByLabel('Sort by').selectOption(sort);
      for (let i = 0; i <= 40; i++) {
        await page.evaluate(`{ const box = ${BOX}; box.scrollTo(0, (${i} / 40) * box.scrollHeight); }`);
        await page.waitForTimeout(100);
      }
      await page.waitForLoadState('networkidle');
    }
    const session = await browser.newBrowserCDPSession();
    const { processInfo } = (await session.send('SystemInfo.getProcessInfo')) as {
      processInfo: { type: string; id: number }[];
    };
    const tabs = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => residentOf(id, 'VmHWM'));
    say(`tab: at most ${megabytes(Math.max(...tabs))} resident`);
  } finally {
    await browser.close();
  }
}
