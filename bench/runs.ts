/**
 * A run of a million games in the browser: how long each kind of answer takes, and what server and tab hold in memory.
 *
 *   npm run build && npx tsx bench/runs.ts [--games 1000000] [--asked 20] [--folder FOLDER]
 *
 * The games are really played and reported (million.yaml). With --folder what was made is kept, and used again: its run is called large.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
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

const large = join(root, 'large');
if (!existsSync(join(large, 'games.parquet'))) makeRun();
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

/** Played and reported as anybody would; all agents meet all in both seats, so a scenario is so many games. */
function makeRun(): void {
  const games = 64;
  const count = String(Math.ceil(wanted / games));
  const experiment = join(import.meta.dirname, 'million.yaml');
  spawnSync(process.execPath, [main, 'run', experiment, '--count', count, '--out', large], { stdio: 'inherit' });
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
