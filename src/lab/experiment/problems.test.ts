import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { loadExperiment } from './load.ts';

const folder = mkdtempSync(join(tmpdir(), 'parley-problems-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function refusal(text: string): Promise<string> {
  const file = join(folder, 'mine.yaml');
  writeFileSync(file, text);
  return await loadExperiment(file).then(
    () => 'taken',
    (error) => (error as Error).message.replaceAll(file, 'mine.yaml'),
  );
}

test('all that is wrong is said at once, each with its line and what was meant', async () => {
  const text = `title: mine
agnets:
  - boulware_hard
scenarios:
  sampler: general
  count: many
  turnlimit: 5
seeds: 0
controls: true
fallback: never
stop: { compare: [a] }
`;
  expect((await refusal(text)).split('\n')).toEqual([
    'mine.yaml is not an experiment, for 8 reasons:',
    '  line 1: agents: it is missing, expected a list',
    '  line 2: agnets: this is no field here; did you mean agents?',
    '  line 6: scenarios.count: got "many", expected a number',
    '  line 7: scenarios.turnlimit: this is no field here; did you mean turnLimit?',
    '  line 8: seeds: got 0, expected at least 1',
    '  line 9: controls: got true, expected false or fields with values',
    '  line 10: fallback: got "never", expected allow or forbid',
    '  line 11: stop.compare: got 1 entries, expected at least 2',
  ]);
});

test('one problem is one line, and JSON has lines too', async () => {
  expect(
    await refusal('{\n "title": "x",\n "agents": ["boulware_hard"],\n "scenarios": { "sampler": "general" }\n}'),
  ).toBe('mine.yaml is not an experiment: line 4: scenarios.count: it is missing, expected a number');
  expect(await refusal('title: x\nagents: [boulware_hard\nscenarios: 1\n')).toMatch(
    /^cannot read .* at line 3, column 1/,
  );
  expect(await refusal('- 1')).toBe('mine.yaml is not an experiment: line 1: got [1], expected fields with values');
});
