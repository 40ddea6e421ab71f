/** The rooms of the house and the one direction in which they may import: a room sees the rooms below it, never above. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';

/** From the ground up. Rooms on one floor do not see each other. */
const FLOORS = [['core'], ['models'], ['agents'], ['data'], ['lab'], ['training'], ['server'], ['cli']];
const SOURCE = join(import.meta.dirname, '../src');
const floorOf = (room: string) => FLOORS.findIndex((floor) => floor.includes(room));

interface Import {
  readonly file: string;
  readonly target: string;
}

function imports(): Import[] {
  const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter(
    (f) => f.endsWith('.ts') && !f.endsWith('.test.ts'),
  );
  return files.flatMap((file) => {
    const text = readFileSync(join(SOURCE, file), 'utf8');
    return [...text.matchAll(/(?:\bfrom\s+|\bimport\s*\(?\s*)'([^'\s]+)'/g)].map((match) => ({
      file,
      target: match[1] as string,
    }));
  });
}

const roomOf = (path: string) => path.split('/')[0] as string;
const resolved = ({ file, target }: Import) => relative(SOURCE, join(SOURCE, dirname(file), target));

test('every room has a floor', () => {
  for (const entry of readdirSync(SOURCE))
    expect(floorOf(entry), `src/${entry} is a room without a floor`).toBeGreaterThanOrEqual(0);
});

test('no arrow points up', () => {
  const local = imports().filter((one) => one.target.startsWith('.'));
  expect(local.length).toBeGreaterThan(50);
  const up = local.filter((one) => {
    const [from, to] = [roomOf(one.file), roomOf(resolved(one))];
    return from !== to && floorOf(to) >= floorOf(from);
  });
  expect(up.map((one) => `src/${one.file} imports ${one.target}`)).toEqual([]);
});

/** The rooms of the laboratory, from the ground up. Search stands beside the reports; charts are a leaf. */
const LAB = [['statistics', 'charts'], ['experiment'], ['analysis'], ['report', 'search', 'queue']];

test('nor between the rooms of the laboratory', () => {
  const level = (path: string) => LAB.findIndex((some) => some.includes(path.split('/')[1] as string));
  const within = imports().filter(
    (one) => one.target.startsWith('.') && roomOf(one.file) === 'lab' && roomOf(resolved(one)) === 'lab',
  );
  const inRooms = within.filter((one) => one.file !== 'lab/index.ts');
  expect(inRooms.length).toBeGreaterThan(50);
  const up = inRooms.filter(({ file, target }) => {
    const to = resolved({ file, target });
    return file.split('/')[1] !== to.split('/')[1] && (level(file) < 0 || level(to) < 0 || level(to) >= level(file));
  });
  expect(up.map((one) => `src/${one.file} imports ${one.target}`)).toEqual([]);
});

test('the core imports nothing but itself', () => {
  const foreign = imports().filter((one) => roomOf(one.file) === 'core' && roomOf(resolved(one)) !== 'core');
  expect(foreign.map((one) => `src/${one.file} imports ${one.target}`)).toEqual([]);
});

/** What runs in a browser tab, and the packages that it may bring along. */
const BROWSER = ['core/index.ts', 'agents/index.ts', 'models/index.ts', 'lab/charts/index.ts'];
const PACKAGES = ['ai', '@ai-sdk/anthropic', '@ai-sdk/openai-compatible', '@observablehq/plot', 'zod'];

test.each(BROWSER)('nothing that src/%s reaches needs Node', (entry) => {
  const all = imports();
  const reached = new Set([entry]);
  const foreign: string[] = [];
  for (const file of reached) {
    for (const one of all.filter((some) => some.file === file)) {
      if (one.target.startsWith('.')) reached.add(resolved(one));
      else if (!PACKAGES.includes(one.target)) foreign.push(`src/${file} imports ${one.target}`);
    }
    const text = readFileSync(join(SOURCE, file), 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
    for (const [name] of text.matchAll(/\b(?:process|Buffer|NodeJS|require|__dirname)\b(?=[.(])/g))
      foreign.push(`src/${file} uses ${name}`);
  }
  expect(reached.size).toBeGreaterThan(10);
  expect(foreign).toEqual([]);
});

/** What the web app may see of the house; anything else it asks over HTTP. */
const SEEN_BY_THE_WEB = ['core', 'agents', 'models', 'lab/charts'];

test('the web app sees core, agents, models and charts alone', () => {
  const root = join(SOURCE, '../web');
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file));
  expect(files.length).toBeGreaterThan(20);
  const foreign = files.flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    return [...text.matchAll(/(?:\bfrom\s+|\bimport\s*\(?\s*)'(\.[^'\s]+)'/g)]
      .map(([, target]) => relative(join(SOURCE, '..'), join(root, dirname(file), target as string)))
      .filter((path) => !path.startsWith('web/') && !SEEN_BY_THE_WEB.some((room) => path.startsWith(`src/${room}/`)))
      .map((path) => `web/${file} imports ${path}`);
  });
  expect(foreign).toEqual([]);
});

test('the core uses no function whose bits differ between engines', () => {
  const files = readdirSync(join(SOURCE, 'core'), { recursive: true, encoding: 'utf8' }).filter(
    (f) => f.endsWith('.ts') && !f.endsWith('.test.ts'),
  );
  const code = (file: string) =>
    readFileSync(join(SOURCE, 'core', file), 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
  const engineBound =
    /Math\.(random|exp|log\w*|pow|sin|cos|tan|a?sinh|a?cosh|a?tanh|atan2?|asin|acos|cbrt|expm1|log1p|hypot)\b|\*\*|\bIntl\b|toLocale|localeCompare|\bDate\b/;
  expect(files.filter((file) => engineBound.test(code(file)))).toEqual([]);
});
