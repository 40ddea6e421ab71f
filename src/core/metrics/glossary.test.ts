import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { glossary, page } from '../../../scripts/metrics-glossary.ts';
import { metrics } from './index.ts';

it('is the page in docs', () => {
  expect(readFileSync(page, 'utf8'), 'run npx tsx scripts/metrics-glossary.ts').toBe(glossary());
});

it('has a row for every metric', () => {
  const names = [...glossary().matchAll(/^\| `([a-z-]+)` \|/gm)].map(([, name]) => name);
  expect(names).toEqual(metrics.map(({ name }) => name));
});
