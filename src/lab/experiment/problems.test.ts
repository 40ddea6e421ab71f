import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { parseExperiment } from './experiment.ts';
import { loadExperiment } from './load.ts';
import { planOf } from './plan.ts';

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

test('of ten thousand slips the first are told', () => {
  const slips = (more: object) => () =>
    parseExperiment({ title: 'x', scenarios: {}, agents: ['null'], ...more }, 'mine');
  const agents = Array.from({ length: 10_000 }, () => ({}));
  expect(slips({ agents })).toThrow(/^mine is not an experiment, for 50 reasons or more:\n/);
  const metrics = Array.from({ length: 10_000 }, (_, i) => `${'m'.repeat(300)}${i}`);
  const scenarios = { sampler: 'general', count: 1 };
  expect(slips({ metrics, scenarios })).toThrow(/^mine is not an experiment, for 50 reasons or more:\n/);
});

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

test('every agent and metric that nothing is called is named with its line', async () => {
  const text = `title: mine
agents:
  - boulwear_hard
  - tit_for_tat
  - { spec: "faratin?beta={beta}", over: { beta: [0.5, fast] } }
opponents: [qqqq]
scenarios: { sampler: general, count: 2 }
controls: { script: lineer_standard }
`;
  expect((await refusal(text)).split('\n')).toEqual([
    'mine.yaml is not an experiment, for 4 reasons:',
    '  line 3: agents.0: there is no price agent "boulwear_hard"; did you mean boulware_hard?',
    '  line 5: agents.2: faratin: beta must be a number, got "fast"',
    '  line 6: opponents.0: there is no price agent "qqqq"; parley list agents --domain price names them, and one of your own plays in parley run, from the modules of an experiment',
    '  line 8: controls.script: there is no price agent "lineer_standard"; did you mean linear_standard?',
  ]);
  const metrics =
    'title: x\nagents: [tit_for_tat]\nscenarios: { sampler: general, count: 2 }\nmetrics:\n  - utilty\n  - zzz\n';
  expect((await refusal(metrics)).split('\n').slice(1)).toEqual([
    '  line 5: metrics.0: got "utilty", which nothing here is called: did you mean utility?',
    '  line 6: metrics.1: got "zzz", which nothing here is called: parley list metrics names those of the house',
  ]);
});

test('an agent of the command line stands in no file', async () => {
  await expect(loadExperiment('tournament', { agents: ['qqqq'] })).rejects.toThrow(/^there is no price agent "qqqq"/);
});

test('whoever cannot sit in a seat is refused with the plan', async () => {
  const file = join(folder, 'seats.yaml');
  const sauda = 'title: x\nagents: [sauda]\nopponents: [tit_for_tat]\nscenarios: { sampler: general, count: 1 }\n';
  writeFileSync(file, sauda);
  const experiment = await loadExperiment(file);
  expect(() => planOf(experiment)).toThrow(
    'sauda buys: it cannot sit as seller; use shopkeeper there; without seating: buyer the agents take both seats',
  );
  expect(planOf({ ...experiment, seating: 'buyer' }).tables.length).toBeGreaterThan(0);
});

test('one problem is one line, and JSON has lines too', async () => {
  expect(
    await refusal('{\n "title": "x",\n "agents": ["boulware_hard"],\n "scenarios": { "sampler": "general" }\n}'),
  ).toBe('mine.yaml is not an experiment: line 4: scenarios.count: it is missing, expected a number');
  expect(await refusal('title: x\nagents: [boulware_hard\nscenarios: 1\n')).toMatch(
    /^cannot read .* at line 3, column 1$/,
  );
  expect(await refusal('- 1')).toBe('mine.yaml is not an experiment: line 1: got [1], expected fields with values');
});

test('a module, a sampler, a place for a model and an agent of the module are told with their lines', async () => {
  const module = join(folder, 'own.js');
  writeFileSync(module, 'export const agents = { steady: () => ({ type: "walk" }) };');
  const file = (modules: string, sampler: string, agent: string) =>
    `title: mine\nmodules: [${modules}]\nscenarios: { sampler: ${sampler}, count: 2 }\nagents: [${agent}]\nopponents: [clean:tit_for_tat]\n`;
  expect(await refusal(file('none.js', 'general', 'steady'))).toContain('line 2: modules: there is no file none.js');
  expect(await refusal(file(module, 'generall', 'steady'))).toMatch(/line 3: .*"generall".*did you mean general\?/);
  expect(await refusal(file(module, 'general', 'stedy'))).toMatch(/line 4: .*"stedy"; did you mean steady\?/);
  expect(await refusal(file(module, 'general', '"llm:{model}"'))).toMatch(/line 4: .*is played by a model, and none/);
});

test.each([
  ['llm:{model}', "line 4: agents.0: put it in quotation marks, as in 'llm:{model}'"],
  ['worded:fair@{model}', "put agents with braces in quotation marks, as in 'llm:{model}'"],
  ['llm:{model}?persona=fair', "put agents with braces in quotation marks, as in 'llm:{model}'"],
])('%s without quotation marks', async (agent, says) => {
  const text = `title: T
scenarios: { sampler: general, count: 2 }
models: [embedded/smollm2]
agents: [${agent}]
`;
  const refused = await refusal(text);
  expect(refused).toContain(says);
  expect(refused.split('\n')).toHaveLength(1);
});

test('a file that an editor wrote as UTF-16', async () => {
  expect(await refusal('t\0i\0t\0l\0e\0')).toBe(
    'cannot read an experiment from mine.yaml: it is not UTF-8 text: save it as UTF-8',
  );
});
