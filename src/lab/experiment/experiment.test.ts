/** From a file of data to a plan: what is asked for is what is planned, and what cannot be is refused in a sentence. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { pythonWith } from '../../../test/python.ts';
import { guardsFor, modelIn, plainSpec, resolveAgent } from '../../agents/index.ts';
import { bazaarScenario, type Domain, findDomain, type PriceScenario } from '../../core/index.ts';
import { expand, lineupOf } from './agents.ts';
import { clusterOf, scenarioContent, sittingOf } from './draws.ts';
import { type ExperimentFile, parseExperiment } from './experiment.ts';
import { loadExperiment } from './load.ts';
import { isGameOf, planOf, type Table } from './plan.ts';
import { playTable } from './play.ts';
import { presets } from './presets/index.ts';
import { runPlan, seatPlayers } from './run.ts';
import { STAND_IN, standIn } from './stand-in.ts';

const small: ExperimentFile = {
  title: 'Small',
  scenarios: { sampler: 'general', count: 3 },
  agents: ['boulware_hard', 'tit_for_tat'],
};
const plan = (file: Partial<ExperimentFile> = {}) => planOf(parseExperiment({ ...small, ...file }, 'small'));

describe('specs', () => {
  test('every combination of what stands under over, for every model', () => {
    expect(
      expand(
        [{ spec: 'llm:{model}?reason={reason}', over: { reason: ['none', 'first'] } }, 'fair_openings'],
        ['m', 'embedded/x?threads=2'],
      ),
    ).toEqual([
      'llm:m?reason=none',
      'llm:m?reason=first',
      'llm:embedded/x?threads=2&reason=none',
      'llm:embedded/x?threads=2&reason=first',
      'fair_openings',
    ]);
  });

  test('without a model its agents are refused', () => {
    expect(() => expand(['llm:{model}', 'fair_openings'], [])).toThrow(
      '"llm:{model}" is played by a model, and none is named: give --model NAME or models: [NAME], or leave it out',
    );
    const dollars = { spec: 'llm:{model}?persona={who}', over: { who: ['$$', "$'"] } };
    expect(expand([dollars], ['a/$&b'])).toEqual(['llm:a/$&b?persona=$$', "llm:a/$&b?persona=$'"]);
  });

  test.each([
    [{ spec: 'x?a={a}', over: { b: [1] } }, 'has a place that nothing fills'],
    [{ spec: 'x', over: { b: [1] } }, 'has no place {b}'],
    ['registry:nowhere', 'there is no registry "nowhere"'],
  ])('%j', (entry, message) => {
    expect(() => expand([entry as string], [])).toThrow(message);
  });

  test.each([
    ['llm:ollama/llama3.2:3b?persona=fair&reason=none', 'ollama/llama3.2:3b'],
    ['sauda@embedded/./x.gguf?steering=off&threads=2', 'embedded/./x.gguf?threads=2'],
    ['worded:bazaar:smart@templates?language=hinglish', undefined],
    ['llm:embedded?threads=2&beliefs=on', 'embedded?threads=2'],
    ['llm:compatible/m?schema=off&guards=off', 'compatible/m'],
    ['janus@compatible/dial?rho=0.7&prompt=on', 'compatible/dial'],
    ['again:planner@compatible/m?tokens=800&url=http://x/v1', 'compatible/m?url=http://x/v1'],
    ['worded:constant?share=0.1@ollama/x?persona=fair', 'ollama/x'],
    ['boulware?exponent=4', undefined],
  ])('the model in %s', (spec, model) => {
    expect(modelIn(spec)).toBe(model);
  });
});

test("the Janus lab's names are the specs that they stand for, in the plan, in its games and where they are compared", async () => {
  const experiment = parseExperiment(
    {
      title: 'names',
      scenarios: { sampler: 'general', count: 4 },
      models: ['far'],
      agents: ['basic@{model}', 'price_boulware@near'],
      opponents: ['boulware', 'basic@far'],
      controls: false,
      stop: { compare: ['basic@far', 'price_boulware@near'], looks: 2 },
    },
    'names',
  );
  const plan = planOf(experiment);
  expect(lineupOf(experiment).agents).toEqual(['llm:far', 'worded:boulware_conceding@near']);
  expect(new Set(plan.tables.flatMap(({ seats }) => Object.values(seats)))).toEqual(
    new Set(['llm:far', 'worded:boulware_conceding@near', 'boulware']),
  );
  const players = await seatPlayers(plan, { model: () => standIn() });
  const [table] = plan.tables;
  for (const episode of await playTable(table as Table, players)) expect(isGameOf(episode, table as Table)).toBe(true);
});

test('one agent under two names is refused, and a control that is an agent does not play again', async () => {
  const lineup = (agents: string[], models: string[] = []) =>
    lineupOf(parseExperiment({ ...small, agents, models }, 'x'));
  expect(() => lineup(['boulware_hard', 'boulware?exponent=4'])).toThrow(
    'boulware_hard and boulware?exponent=4 are one agent under two names, which would play all its games twice: leave one out',
  );
  const twins = ['boulware_hard', 'boulware?exponent=4'];
  expect(() => lineupOf(parseExperiment({ ...small, agents: ['random'], opponents: twins }, 'x'))).toThrow(
    'are one agent under two names',
  );
  expect(() => lineup(['llm:m?reason=first&persona=fair', 'llm:m?persona=fair'])).toThrow('are one agent');
  expect(lineup(['boulware_hard', 'tit_for_tat'])).toMatchObject({
    controls: ['random', 'null'],
    reference: 'boulware_hard',
  });
  expect(lineup(['llm:{model}?reason=first'], ['m']).controls).toEqual([
    'random',
    'null',
    'clean:boulware_hard',
    'llm:m?guards=off',
  ]);
  // One model under two names is found where its digest is known.
  const two = plan({ agents: ['llm:one', 'llm:two'], controls: false });
  const folder = join(tmpdir(), `parley-twins-${process.pid}`);
  await expect(runPlan(two, { folder, resources: { model: standIn } })).rejects.toThrow(
    'llm:one and llm:two are one agent',
  );
});

test('controls are random, null, a script, and each model bare and with its guards; they never sit across', () => {
  const { controls, opponents } = lineupOf(
    parseExperiment({ ...small, models: ['m'], agents: ['llm:{model}?persona=fair'] }, 'x'),
  );
  expect(controls).toEqual(['random', 'null', 'clean:boulware_hard', 'llm:m?guards=off', 'llm:m']);
  expect(opponents).toEqual(['llm:m?persona=fair']);
});

test('of each model one agent plays again with other seeds, in the rows and never across; with controls off nobody does', () => {
  const file = { ...small, models: ['m', 'n'], agents: ['llm:{model}?persona=fair', 'tit_for_tat'] };
  const { lineup, tables } = planOf(parseExperiment(file, 'x'));
  expect(lineup.again).toEqual(['again:llm:m?persona=fair', 'again:llm:n?persona=fair']);
  const again = tables.filter(({ seats }) => Object.values(seats).some((spec) => spec.startsWith('again:')));
  expect(again).toHaveLength(3 * 2 * 3 * 2);
  expect(
    again.every(({ seats, tested }) => tested.length === 1 && seats[tested[0] as string]?.startsWith('again:')),
  ).toBe(true);
  expect(lineupOf(parseExperiment({ ...file, controls: false }, 'x')).again).toEqual([]);
  expect(lineupOf(parseExperiment(small, 'x')).again).toEqual([]);
});

test('a model that plays without guards is its own bare control; the guarded one differs by the guards alone', () => {
  const agents = ['llm:{model}?guards=off&reason=none', 'llm:{model}?reason=first'];
  const { controls } = lineupOf(parseExperiment({ ...small, models: ['m'], agents }, 'x'));
  expect(controls.slice(3)).toEqual(['llm:m?reason=none']);
});

test('agents meet each other and themselves in both seats, once each, with the same seed on a scenario', () => {
  const { tables } = plan({ controls: false });
  // 2 x 2 ordered pairs on 3 scenarios.
  expect(tables).toHaveLength(12);
  expect(new Set(tables.slice(0, 4).map(({ seed }) => seed)).size).toBe(1);
  expect(tables.slice(0, 4).map(({ seats }) => `${seats.buyer} ${seats.seller}`)).toEqual([
    'boulware_hard boulware_hard',
    'boulware_hard tit_for_tat',
    'tit_for_tat boulware_hard',
    'tit_for_tat tit_for_tat',
  ]);
});

test('three controls are added to the rows: 3 x 2 x 2 seats more on each scenario', () => {
  expect(plan({ agents: ['fair_openings', 'tit_for_tat'] }).tables).toHaveLength(3 * (4 + 12));
});

test('agents take one seat where the experiment says so', () => {
  const { tables } = plan({ seating: 'buyer', opponents: ['fair_openings'], controls: false });
  expect(tables.map(({ seats }) => seats.seller)).toEqual(Array(6).fill('fair_openings'));
  expect(() => plan({ seating: 'middle' })).toThrow(
    'seating is both, drawn or a seat of price (buyer, seller), got "middle"',
  );
});

test('in an arena the agent takes another buyer seat in each game', () => {
  const { tables } = plan({
    scenarios: { tasks: ['marketplace_arena+hard'], count: 3 },
    agents: ['bazaar:smart'],
    opponents: ['bazaar:naive'],
    fill: { seller: 'bazaar:seller' },
    controls: false,
  });
  const seats = tables.map(({ seats: s }) => Object.keys(s).find((seat) => s[seat] === 'bazaar:smart'));
  expect(seats).toEqual(['buyer-1', 'buyer-2', 'buyer-3']);
});

test('an arena is a domain like the others: its seats are those of a scenario', () => {
  const { tables, lineup } = plan({
    domain: 'arena',
    scenarios: { sampler: 'marketplace', count: 3, options: { buyers: 2 } },
    agents: ['bazaar:smart'],
    opponents: ['bazaar:naive'],
    fill: { seller: 'bazaar:seller' },
  });
  expect(lineup.controls).toEqual(['random', 'null', 'clean:boulware_firm']);
  expect(tables.filter(({ seats }) => Object.values(seats).includes('bazaar:smart')).map(({ seats }) => seats)).toEqual(
    [
      { 'buyer-1': 'bazaar:smart', 'buyer-2': 'bazaar:naive', seller: 'bazaar:seller' },
      { 'buyer-1': 'bazaar:naive', 'buyer-2': 'bazaar:smart', seller: 'bazaar:seller' },
      { 'buyer-1': 'bazaar:smart', 'buyer-2': 'bazaar:naive', seller: 'bazaar:seller' },
    ],
  );
});

test('what only the sampler of a domain can be told goes to it, and into the source', () => {
  const { draws } = plan({
    domain: 'items',
    agents: ['boulware'],
    scenarios: { sampler: 'janus', count: 1, options: { itemTypes: 6 } },
  });
  expect(draws[0]).toMatchObject({
    source: { sampler: 'janus', seed: 1, itemTypes: 6 },
    scenario: { public: { items: { length: 6 } } },
  });
});

test('deals of one career are one cluster, and so are copies of a scenario whatever they are called', () => {
  const career = (seed: number, deal: number) =>
    clusterOf({
      source: { task: 'career_10+hard', seed, deal },
      scenario: bazaarScenario('career_10+hard', { seed, deal }),
    });
  expect(career(4, 7)).toBe(career(4, 1));
  expect(career(4, 7)).not.toBe(career(5, 7));
  const single = (task: string, seed: number) =>
    clusterOf({ source: { task, seed }, scenario: bazaarScenario(task, { seed }) });
  expect(new Set([1, 2, 3].map((seed) => single('single_deal', seed))).size).toBe(1);
  // The same listing under another number.
  expect(new Set(Array.from({ length: 30 }, (_, i) => single('amazon_realistic', 1000 + i))).size).toBe(17);
});

describe('draws are scenarios where they differ', () => {
  const tasks = (task: string, count: number, seeds = 1) =>
    plan({
      scenarios: { tasks: [task], count, seed: 1000 },
      seeds,
      agents: ['bazaar:smart'],
      opponents: ['bazaar:seller'],
      seating: 'buyer',
      controls: false,
    });

  test('copies are skipped, and where nothing new comes the count is refused', () => {
    const { draws } = tasks('amazon_realistic', 18);
    const contents = draws.map(
      (draw) => 'task' in draw && scenarioContent(bazaarScenario(draw.task, { seed: draw.seed })),
    );
    expect(new Set(contents).size).toBe(18);
    expect(() => tasks('single_deal', 30)).toThrow(
      'scenarios.count asks for 30 scenarios of single_deal, and only 1 of them is no copy: lower count to 1, and raise seeds for more games on it',
    );
    expect(tasks('single_deal+hard', 30).draws).toHaveLength(30);
  });

  test('seeds are further games on one scenario, each with streams of its own', async () => {
    const { draws, tables } = tasks('career_10+hard', 1, 3);
    expect([draws.length, tables.length]).toEqual([1, 3]);
    const players = await seatPlayers(tasks('career_10+hard', 1, 3));
    const games = await Promise.all(tables.map((table) => playTable(table, players)));
    expect(games.map((episodes) => episodes.length)).toEqual([10, 10, 10]);
    expect(new Set(games.flat().map(clusterOf)).size).toBe(1);
    expect(new Set(games.flat().map(sittingOf)).size).toBe(3);
    expect(new Set(games.flat().map(({ seed }) => seed)).size).toBe(30);
  });

  test('one file or listing under two names is refused', () => {
    const scenario = JSON.stringify(bazaarScenario('single_deal', { seed: 1 }));
    const folder = mkdtempSync(join(tmpdir(), 'parley-copies-'));
    const files = ['a.json', 'b.json'].map((name) => join(folder, name));
    for (const file of files) writeFileSync(file, scenario);
    expect(() => plan({ scenarios: { files } })).toThrow('are the same scenario: name it once');
    rmSync(folder, { recursive: true });
  });
});

describe('what cannot be', () => {
  test.each([
    [{ agents: [] }, 'agents'],
    [{ scenarios: { count: 3 } }, 'scenarios.sampler: it is missing, expected text'],
    [{ scenarios: 'general' }, 'scenarios: got "general", expected fields with values'],
    [{ controls: true }, 'controls: got true, expected false or fields with values'],
    [{ metrics: ['fame'] }, 'metrics.0: got "fame", which nothing here is called'],
    [{ colour: 'red' }, 'colour'],
    [
      { scenarios: { listings: ['oak-dining-table'], hash: 'abc' } },
      'expected abc: they are not the ones that were fixed',
    ],
    [{ scenarios: { tasks: ['double_deal'], count: 2 } }, 'there is no task "double_deal" of price'],
    [{ domain: 'chess' }, 'small: there is no domain "chess"; there are price, items, arena, mindgames, ptom, trace'],
    [{ domain: 'items', scenarios: { listings: ['oak-dining-table'] } }, 'items has no listings, got some'],
    [{ domain: 'items', scenarios: { sampler: 'dond', count: 1, zone: 'wide' } }, 'scenarios of items have no zone'],
    [
      { domain: 'items', scenarios: { sampler: 'janus', count: 1, options: { itemTypes: 40 } } },
      'got 40 item types, expected a whole number from 1 to 12',
    ],
    [{ domain: 'items', sections: ['seller-quality'] }, 'seller-quality are of games with one number at issue'],
    [
      { scenarios: { tasks: ['marketplace_arena'], count: 1 } },
      'the agents take the seats of one role, and buyer, seller are open: say who takes the others, as in "fill": {"seller": "SPEC"}',
    ],
  ])('%j', (change, message) => {
    expect(() => planOf(parseExperiment({ ...small, ...change }, 'small'))).toThrow(message);
  });
});

describe('files', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'parley-experiment-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  test('JSON and modules, with what the command line changes', async () => {
    writeFileSync(join(folder, 'e.json'), JSON.stringify(small));
    writeFileSync(join(folder, 'e.mjs'), `export default ${JSON.stringify(small)};`);
    for (const name of ['e.json', 'e.mjs']) {
      const experiment = await loadExperiment(join(folder, name), {
        count: 7,
        agents: ['fair_openings'],
        controls: false,
      });
      expect(experiment).toMatchObject({
        title: 'Small',
        agents: ['fair_openings'],
        controls: false,
        scenarios: { count: 7 },
      });
    }
  });

  test('neither a preset nor a file', async () => {
    await expect(loadExperiment('tournment')).rejects.toThrow(
      'there is no preset "tournment" (did you mean tournament?)',
    );
    await expect(loadExperiment('nowhere.json')).rejects.toThrow('there is no file nowhere.json');
    writeFileSync(join(folder, 'broken.json'), '{');
    await expect(loadExperiment(join(folder, 'broken.json'))).rejects.toThrow('cannot read an experiment from');
  });

  test('YAML says the same as JSON', async () => {
    const written = {
      title: 'Two',
      scenarios: { sampler: 'general', count: 2 },
      agents: ['clean:boulware_firm', 'random'],
    };
    writeFileSync(join(folder, 'two.json'), JSON.stringify(written));
    writeFileSync(
      join(folder, 'two.yaml'),
      'title: Two\nscenarios: {sampler: general, count: 2}\nagents:\n  - clean:boulware_firm # a script\n  - random\n',
    );
    const [json, yaml] = [
      await loadExperiment(join(folder, 'two.json')),
      await loadExperiment(join(folder, 'two.yaml')),
    ];
    expect(yaml).toEqual(json);
    expect(yaml.agents).toEqual(written.agents);
  });

  describe("the trainer's verdict.json", () => {
    /** As trainer/parley_trainer/verdict.py writes it. */
    const verdict = (base: string, more: object = {}) => ({
      recipe: 'sft',
      question: 'does the trained model beat its base in this role?',
      arms: [
        { name: 'base', model: base, guards: 'off' },
        { name: 'prompt-only', model: base, guards: 'off', persona: 'fair' },
        { name: 'trained', model: base, adapter: 'adapter', guards: 'off' },
        { name: 'trained+guards', model: base, adapter: 'adapter', guards: 'on' },
      ],
      controls: ['random', 'null'],
      opponents: ['clean:boulware_firm', 'clean:tit_for_tat'],
      split: 'test',
      seatings: 'both',
      no_deal_counts_as: 0,
      ...more,
    });
    const write = (value: object) => {
      const file = join(folder, 'verdict.json');
      writeFileSync(file, JSON.stringify(value));
      return file;
    };

    test('is an experiment with its arms, its opponents and the controls of every table', async () => {
      const file = write(verdict('HuggingFaceTB/SmolLM2-135M-Instruct'));
      const models = ['compatible/base', 'compatible/buyer'];
      const { lineup, draws, tables } = planOf(await loadExperiment(file, { models, count: 3 }));
      expect(lineup.agents).toEqual([
        'llm:compatible/base?guards=off',
        'llm:compatible/base?guards=off&persona=fair',
        'llm:compatible/buyer?guards=off',
        'llm:compatible/buyer',
      ]);
      expect(lineup.opponents).toEqual(['clean:boulware_firm', 'clean:tit_for_tat']);
      expect(lineup.controls).toEqual(['random', 'null', 'clean:boulware_hard', 'llm:compatible/base']);
      expect(lineup.again).toEqual(['again:llm:compatible/base?guards=off', 'again:llm:compatible/buyer?guards=off']);
      // 10 rows in both seats against 2 opponents.
      expect([draws.length, tables.length]).toEqual([3, 3 * 10 * 2 * 2]);
      await expect(loadExperiment(file, { models: ['compatible/buyer'] })).rejects.toThrow(
        '--model BASE --model TRAINED',
      );
      await expect(loadExperiment(file)).rejects.toThrow('which is no GGUF file: say who plays with');
    });

    const python = pythonWith('json');
    if (!python) process.stderr.write("the trainer's own verdict is not read: there is no python3\n");
    test.skipIf(!python)('as the trainer itself writes it, everybody in it can sit down', async () => {
      const code =
        'import pathlib, sys; from parley_trainer.verdict import write_verdict; write_verdict(pathlib.Path(sys.argv[1]), "sft", "b", "better?")';
      const trainer = join(import.meta.dirname, '../../../trainer');
      execFileSync(python as string, ['-B', '-c', code, folder], { cwd: trainer });
      const models = ['scripted/stand-in', 'scripted'];
      const written = planOf(await loadExperiment(join(folder, 'verdict.json'), { models, count: 2 }));
      const players = await seatPlayers(written, { model: async (name) => ({ ...standIn(), digest: name }) });
      expect(players.size).toBe(written.lineup.agents.length + written.lineup.opponents.length + 4 + 2);
    });

    test('refuses to judge a model that was taught something else', async () => {
      const file = write(verdict('b', { met: { training: ['boulware', 'ptom:mind'], selection: [] } }));
      await expect(loadExperiment(file, { models: ['compatible/b', 'compatible/t'] })).rejects.toThrow(
        'is of a model that was taught ptom (it has met ptom:mind), and its opponents play price',
      );
      // Names without a list say nothing of a domain.
      const bare = { opponents: ['faratin?beta=0.2'], met: { training: ['clean:hardliner'] } };
      const models = ['compatible/b', 'compatible/t'];
      expect((await loadExperiment(write(verdict('b', bare)), { models })).opponents).toEqual(bare.opponents);
    });

    test.each([
      ['in words', 'worded:clean:tit_for_tat@templates', 'clean:tit_for_tat'],
      ['of another registry', 'janus-b:tit_for_tat', 'clean:tit_for_tat'],
      ['by its parameters', 'boulware?exponent=2&opening=target', 'clean:boulware_firm'],
    ])('refuses an opponent that the model has met, %s', async (_, spec, opponent) => {
      const file = write(verdict('b', { met: { training: ['clean:hardliner', spec], selection: [] } }));
      await expect(loadExperiment(file, { models: ['compatible/b', 'compatible/t'] })).rejects.toThrow(
        `${opponent} of the verdict is ${spec}, which the model has met (training)`,
      );
    });

    test('finds the base by its file and what was exported beside it', async () => {
      const file = write(verdict('models/base.gguf'));
      await expect(loadExperiment(file)).rejects.toThrow('write it with parley train export (output: ');
      writeFileSync(join(folder, 'adapter.gguf'), '');
      const trained = async (name: string) => (await loadExperiment(name)).agents.slice(0, 3).filter((_, i) => i !== 1);
      expect(await trained(file)).toEqual([
        'llm:embedded/models/base.gguf?guards=off',
        `llm:embedded/models/base.gguf?lora=${join(folder, 'adapter.gguf')}&guards=off`,
      ]);
      // An adapter on top of another one is not an adapter of the base.
      write(verdict('models/base.gguf', { merged_before: ['runs/sft/adapter'] }));
      await expect(loadExperiment(file)).rejects.toThrow('there is no ');
      writeFileSync(join(folder, 'model.gguf'), '');
      expect((await trained(file))[1]).toBe(`llm:embedded/${join(folder, 'model.gguf')}?guards=off`);
    });

    test('of a hosted model names it; of a dial it is the calibration; of something else it is refused', async () => {
      const hosted = write(verdict('gpt-x', { recipe: 'openai', trained: 'openai/ft:gpt-x:me' }));
      expect((await loadExperiment(hosted)).models).toEqual(['openai/gpt-x', 'openai/ft:gpt-x:me']);
      const taught = await loadExperiment(write(verdict('b', { reason: 'none' })), {
        models: ['compatible/b', 'compatible/t'],
      });
      expect(lineupOf(taught).agents[2]).toBe('llm:compatible/t?reason=none&guards=off');
      const sampling = { temperature: 0.9, max_tokens: 96, schema: false };
      const drawn = await loadExperiment(write(verdict('b', { sampling, tells: true, figures: true })), {
        models: ['compatible/b', 'compatible/t'],
      });
      // As it was trained, so it is judged, and the base beside it.
      for (const agent of drawn.agents)
        expect(agent).toContain('temperature=0.9&tokens=96&schema=off&tells=on&figures=on');
      await expect(loadExperiment(write(verdict('x.gguf', { recipe: 'janus' })))).rejects.toThrow(
        'judged by its calibration',
      );
      await expect(loadExperiment(write(verdict('x.gguf', { opponents: [] })))).rejects.toThrow(
        'is no verdict of the trainer: opponents',
      );
    });
  });

  test('scenarios of an imported corpus, each listing once', async () => {
    const item = { title: 'Bike', category: 'bike', description: 'A bicycle.', listPrice: 200, currency: 'USD' };
    const line = JSON.stringify({ split: 'test', public: { item }, private: { buyer: { target: 120 } } });
    writeFileSync(
      join(folder, 'scenarios.jsonl'),
      `${line}\n${line}\n${line.replace('"test"', '"train"').replace('120', '100')}\n`,
    );
    const asked = async (count?: number) =>
      planOf(await loadExperiment('agreemate', { scenarios: `${join(folder, 'scenarios.jsonl')}:test`, count }));
    const { draws } = await asked(1);
    expect(draws).toHaveLength(1);
    expect(draws[0]).toMatchObject({ scenario: { public: { item }, private: { seller: { target: 200 } } } });
    await expect(asked()).rejects.toThrow('holds 1 price scenarios of the split "test", and count asks for 30');
  });

  test('of a corpus the seed draws which listings are taken, and the zone which may be', async () => {
    const item = (i: number) => ({
      title: `Bike ${i}`,
      category: 'bike',
      description: '',
      listPrice: 200,
      currency: 'USD',
    });
    const lines = Array.from({ length: 60 }, (_, i) =>
      JSON.stringify({ public: { item: item(i) }, private: { buyer: { target: 100 + i } } }),
    );
    const corpus = join(folder, 'scenarios.jsonl');
    writeFileSync(corpus, lines.join('\n'));
    const drawn = (more: object) =>
      plan({ scenarios: { corpus, count: 5, ...more } }).draws.map((draw) => 'scenario' in draw && draw.scenario);
    const titles = (more: object) => drawn(more).map((scenario) => (scenario as PriceScenario).public.item.title);
    expect(titles({ seed: 1 })).toEqual(titles({ seed: 1 }));
    expect(titles({ seed: 1 })).not.toEqual(titles({ seed: 2 }));
    for (const zone of ['wide', 'narrow', 'empty'] as const)
      for (const scenario of drawn({ zone }) as PriceScenario[]) {
        const { buyer, seller } = scenario.private;
        const width = ((buyer?.reservation ?? 0) - (seller?.reservation ?? 0)) / 200;
        expect(width > 0.15 ? 'wide' : width > 0 ? 'narrow' : 'empty').toBe(zone);
      }
    expect(() => drawn({ zone: 'wide', count: 60 })).toThrow('price scenarios with a wide zone, and count asks for 60');
  });

  test('of listings the seed draws which are taken, and more than there are is refused', async () => {
    const listed = async (changes: object) =>
      ((await loadExperiment('agreemate', changes)).scenarios as { listings: string[] }).listings;
    expect(await listed({ count: 4, seed: 1 })).toHaveLength(4);
    expect(await listed({ count: 4, seed: 1 })).not.toEqual(await listed({ count: 4, seed: 2 }));
    await expect(listed({ count: 100 })).rejects.toThrow('there are 30 listings in this experiment, and --count asks');
  });

  test('files are what they are, whatever count and seed say', async () => {
    const files = ['a.json', 'b.json'];
    writeFileSync(join(folder, 'e.json'), JSON.stringify({ ...small, scenarios: { files } }));
    for (const change of [{ count: 5 }, { seed: 3 }])
      await expect(loadExperiment(join(folder, 'e.json'), change)).rejects.toThrow('the scenarios are these files (2)');
  });

  test('a model on the command line plays also where the file has no place for it', async () => {
    writeFileSync(join(folder, 'e.json'), JSON.stringify(small));
    const { agents } = lineupOf(await loadExperiment(join(folder, 'e.json'), { models: ['m'] }));
    expect(agents).toEqual(['boulware_hard', 'tit_for_tat', 'llm:m']);
  });
});

test('docs/EXPERIMENTS.md shows a file that is one, with every key, and names every preset', async () => {
  const text = readFileSync(join(import.meta.dirname, '../../../docs/EXPERIMENTS.md'), 'utf8');
  const shown = [...text.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, block]) => parseYaml(block as string));
  const agents = ['steady', 'clean:boulware_hard', 'clean:boulware_conceding'];
  const whole = Object.assign({}, ...shown, { agents });
  const folder = mkdtempSync(join(tmpdir(), 'parley-docs-'));
  writeFileSync(join(folder, 'docs.json'), JSON.stringify(whole));
  const { looks, experiment } = planOf(await loadExperiment(join(folder, 'docs.json')));
  rmSync(folder, { recursive: true });
  expect(looks?.map(({ scenarios }) => scenarios)).toEqual([10, 20, 30, 40, 50, 60]);
  expect(Object.keys(whole).sort()).toEqual(Object.keys(experiment).sort());
  expect(() => parseExperiment(shown[0], 'docs')).not.toThrow();
  for (const name of Object.keys(presets)) expect(text).toContain(`| \`${name}\` |`);
});

test.each(Object.keys(presets))('preset %s can be planned with the stand-in and with any model', async (name) => {
  const without = planOf(await loadExperiment(name, {}));
  expect(without.tables.length).toBeGreaterThan(100);
  const experiment = await loadExperiment(name, { models: ['some/model'] });
  const { lineup } = planOf(experiment);
  const all = [...lineup.agents, ...lineup.controls];
  expect(all.some((spec) => spec.includes('some/model'))).toBe(true);
  expect(all.some((spec) => spec.includes(STAND_IN))).toBe(false);
  // Law 8: random, null, a script, the model bare and with its guards, where some can judge the game.
  const bare = guardsFor(experiment.domain).length > 0 ? ['llm:some/model?guards=off'] : [];
  for (const control of ['random', 'null', lineup.reference, 'llm:some/model', ...bare])
    expect(all.map(plainSpec)).toContain(control);
});

const EXAMPLES = join(import.meta.dirname, '../../../examples');
const taught = ['negotiator', 'negotiator/pages', 'persuader'].flatMap((folder) =>
  readdirSync(join(EXAMPLES, folder))
    .map((name) => join(folder, name))
    .filter((name) => name.endsWith('.yaml') && /^title:/m.test(readFileSync(join(EXAMPLES, name), 'utf8'))),
);
test.each(taught)('examples/%s can be planned, and everybody in it can sit down', async (name) => {
  const { lineup, experiment } = planOf(await loadExperiment(join(EXAMPLES, name), {}));
  const domain = findDomain(experiment.domain) as Domain;
  const resources = { model: async () => standIn() };
  for (const spec of [...lineup.agents, ...lineup.controls])
    await expect(resolveAgent(spec, domain, resources)).resolves.toMatchObject({ fingerprint: expect.any(String) });
});
