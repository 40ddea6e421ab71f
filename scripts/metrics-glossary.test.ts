import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { metrics } from '../src/core/metrics/index.ts';
import { glossary, page } from './metrics-glossary.ts';

it('is the page in docs', () => {
  expect(readFileSync(page, 'utf8'), 'run npx tsx scripts/metrics-glossary.ts').toBe(glossary());
});

it('has a row for every metric', () => {
  const names = [...glossary().matchAll(/^\| `([a-z-]+)` \|/gm)].map(([, name]) => name);
  expect(names).toEqual(metrics.map(({ name }) => name));
});
