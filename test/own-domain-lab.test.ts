/**
 * A domain with two seats, acts of its own and no offers goes through the laboratory once it has been added: an experiment is
 * planned, played and reported, pairs are made and judged, and whatever does not apply to it says so.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addSpeech, resolvePlayer, type Speech } from '../src/agents/index.ts';
import {
  type Act,
  addKit,
  type Domain,
  type DomainKit,
  defineStrategy,
  type Episode,
  entry,
  metrics,
  playEpisode,
  type View,
} from '../src/core/index.ts';
import { episodeChats } from '../src/data/convert/index.ts';
import { show } from '../src/lab/analysis/show.ts';
import { concessionChart } from '../src/lab/charts/concession-chart.ts';
import { interactions } from '../src/lab/charts/interactions.ts';
import { priceStory } from '../src/lab/charts/offers.ts';
import {
  chooseScenarioOf,
  type ExperimentFile,
  estimatePlan,
  honestyLedger,
  judgeByRules,
  makePairs,
  modelPairJudge,
  parseExperiment,
  planOf,
  playTournament,
  resultsOf,
  runPlan,
  STAND_IN,
  toMarkdown,
  tournamentPlan,
  writeResults,
} from '../src/lab/index.ts';
import { draw } from '../src/lab/report/draw.ts';
import { scriptedModel } from '../src/models/backends/scripted.ts';
import { askDisclose, sampleAskDisclose } from './games/ask-disclose.ts';
import { wageKit } from './games/wage.ts';

const script = (name: string, plan: (view: View) => Act) =>
  entry(
    name,
    defineStrategy({ name, domain: askDisclose.name, version: 1, about: name, options: {}, make: () => plan }),
  );
const lastOf = ({ history }: View) => history.at(-1)?.act.type;
/** The target takes what comes without a question, and leaves what comes after one. */
const answers = (view: View): Act =>
  lastOf(view) === 'ask'
    ? ({ type: 'answer', matters: false } as Act)
    : ({ type: 'choose', take: !view.history.some(({ act }) => act.type === 'ask') } as Act);

const rules = askDisclose as unknown as Domain;
const kit: DomainKit = {
  rules,
  about: 'an advocate talks, a target chooses',
  utility: '1 for an advocate whose advice is taken',
  roles: ['advocate', 'target'],
  fixedRoles: 'An advocate talks and a target decides.',
  samplers: { talk: sampleAskDisclose },
  control: 'pushy',
  scripts: [
    script('pushy', (view) => (view.seat === 'target' ? answers(view) : { type: 'recommend' })),
    script('curious', (view) =>
      view.seat === 'target'
        ? answers(view)
        : view.turn === 1
          ? ({ type: 'ask', topic: 'speed' } as Act)
          : { type: 'recommend' },
    ),
    script('talker', () => ({ type: 'disclose', topic: 'price' }) as Act),
  ],
};

const speech: Speech = {
  domain: rules.name,
  prompt: ({ seat }) => ({
    role: `You are the ${seat}.`,
    objective: 'Have it taken.',
    rules: [],
    acts: ['ask', 'disclose', 'recommend', 'answer', 'choose'],
    allowed: ['ask', 'disclose', 'recommend', 'answer', 'choose'],
    standing: '',
    nameOf: (other) => other,
    actText: (act, words) => `[${act.type}]${words}`,
    terms: {
      schema: { topic: { type: ['string', 'null'] } },
      of: (act) => ({ topic: (act as Act & { topic?: string }).topic ?? null }),
      explained: 'topic: null where the act has none.',
      example: { type: 'recommend' },
    },
  }),
  read(text) {
    if (!text.startsWith('{')) return { problem: 'not an act' };
    return { act: { type: (JSON.parse(text) as { act: string }).act } };
  },
  fields: () => ['type', 'topic', 'matters', 'take', 'words'],
  judges: {},
  earlierView: (view, turn, history) => ({ ...view, turn, history }),
  tell: {
    facts: ({ id }) => ({ title: `Talk ${id}`, lines: [] }),
    secrets: ({ private: secrets }, seat) => `knows ${JSON.stringify(secrets[seat])}`,
    room: () => undefined,
    offer: () => '',
    act: (_scenario, act) => `${act.type}s`,
    deal: () => '',
    conclusion: (_scenario, conclusion) => ((conclusion as { take: boolean }).take ? 'took it' : 'left it'),
  },
};

const written: ExperimentFile = {
  title: 'Talks',
  domain: rules.name,
  scenarios: { sampler: 'talk', count: 4 },
  agents: ['curious', 'talker'],
  opponents: ['curious'],
  seating: 'advocate',
  metrics: ['utility', 'turns', 'rho', 'agreement'],
  regret: true,
};
const refused = (change: Partial<ExperimentFile>) => () => {
  planOf(parseExperiment({ ...written, ...change }, 'talks.yaml'));
};

const folder = mkdtempSync(join(tmpdir(), 'parley-own-domain-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('before it is added', () => {
  test('its name is refused with those that are known', () => {
    expect(refused({})).toThrow(
      'talks.yaml: there is no domain "ask-disclose"; there are price, items, arena, mindgames, ptom, trace',
    );
    expect(() => tournamentPlan(['random'], { domain: rules.name, count: 1, seed: 1 })).toThrow(
      'there is no domain "ask-disclose"',
    );
  });
});

describe('once it is added', () => {
  beforeAll(() => {
    addKit(kit);
    addSpeech(speech);
  });
  const play = (advocate: string, target = 'curious', seed = 1): Episode =>
    playEpisode({
      domain: rules,
      ...chooseScenarioOf(rules.name, { seed }),
      players: { advocate: resolvePlayer(advocate, rules), target: resolvePlayer(target, rules) },
      seed,
    });

  test('an experiment is played and reported with its own words, and a conclusion is no deal', async () => {
    const plan = planOf(parseExperiment(written, 'talks.yaml'));
    // The script of the domain, and random play of its rules; there is none here that does nothing.
    expect(plan.lineup.controls).toEqual(['random', 'pushy']);
    const ran = await runPlan(plan, { folder: join(folder, 'run') });
    expect(ran).toMatchObject({ done: 16, deals: 0, failed: 0 });
    const results = await resultsOf([join(folder, 'run')]);
    const page = toMarkdown(results.page);
    expect(page).toContain('Utility: 1 for an advocate whose advice is taken. ');
    expect(page).toContain('A game that was not concluded counts as 0.');
    const row = (title: string, agent: string) => {
      const table = results.page.sections.find((section) => section.title === title)?.table;
      const cells = table?.rows.find(([name]) => name === agent)?.map(show) ?? [];
      return Object.fromEntries((table?.head ?? []).map((name, i) => [name, cells[i]]));
    };
    // Pushy is taken at its word, curious is not, and talker never comes to an end.
    expect(row('Agents', 'pushy')).toMatchObject({ concluded: '100.0 %' });
    // No deal is to be had: a column of zeros would say that games came to nothing.
    expect(row('Agents', 'pushy')).not.toHaveProperty('deals');
    expect(row('Agents', 'pushy').utility).toMatch(/^1\b/);
    expect(row('Agents', 'curious')).toMatchObject({ concluded: '100.0 %' });
    expect(row('Agents', 'curious').utility).toMatch(/^\.?0/);
    expect(row('How games ended', 'curious')).toMatchObject({
      concluded: '100.0 %',
      'no-deal': '0.0 %',
    });
    expect(row('How games ended', 'talker')).toMatchObject({
      concluded: '0.0 %',
      'no-deal': '100.0 %',
    });
    expect(row('Cells', 'pushy')).toMatchObject({ concluded: '100.0 %', rho: '–' });
    expect(results.page.sections.find(({ title }) => title === 'Regret')?.notes?.[0]).toContain('Not measured');
    await writeResults(join(folder, 'run'), results);
    expect(readFileSync(join(folder, 'run/report.html'), 'utf8')).toContain('concluded');
  });

  test('the stand-in for a model plays what the prompt shows, so that a plan can be estimated', async () => {
    const agents = [`llm:${STAND_IN}?reason=none&guards=off`];
    const plan = planOf(parseExperiment({ ...written, agents, controls: false }, 'talks.yaml'));
    const estimate = await estimatePlan(plan);
    expect(estimate).toMatchObject({ tables: 4, episodes: 4, cells: 1 });
    const ran = await runPlan(plan, { folder: join(folder, 'stand-in') });
    expect(ran.failed).toBe(0);
    const { standings } = await resultsOf([join(folder, 'stand-in')]);
    expect(standings[0]?.gains.concluded).toBeGreaterThan(2);
    expect(estimate.calls).toBeGreaterThan(3);
  });

  test('every metric applies or does not, and none breaks', () => {
    const episode = play('pushy');
    const values = new Map(metrics.map((metric) => [metric.name, metric.of(episode, 'advocate')]));
    expect(values.get('utility')).toBe(1);
    expect(values.get('agreement')).toBe(0);
    expect(values.get('turns')).toBe(2);
    for (const name of ['rho', 'regret']) expect(values.get(name)).toBeUndefined();
  });

  test('whatever swaps seats is refused in the words of the domain', () => {
    const why = 'the seats of ask-disclose cannot be swapped (An advocate talks and a target decides)';
    expect(refused({ seating: 'both' })).toThrow(`${why}: name the seat that the agents take, as in seating: advocate`);
    expect(refused({ opponents: undefined })).toThrow(`${why}: name the opponents`);
    expect(() => tournamentPlan(['random'], { domain: rules.name, count: 1, seed: 1 })).toThrow(why);
    expect(refused({ seating: 'judge' })).toThrow(
      'seating is both, drawn or a seat of ask-disclose (advocate, target)',
    );
  });

  test('scenarios come from its samplers, with the options that it names', () => {
    expect(refused({ scenarios: { listings: ['oak-dining-table'] } })).toThrow(
      'ask-disclose has no listings, got some',
    );
    expect(refused({ scenarios: { tasks: ['single_deal'], count: 1 } })).toThrow('ask-disclose has no tasks, got some');
    expect(refused({ scenarios: { sampler: 'general', count: 1 } })).toThrow(
      'there is no sampler "general" for ask-disclose; there are talk',
    );
    expect(refused({ scenarios: { sampler: 'talk', count: 1, zone: 'wide' } })).toThrow(
      'scenarios of ask-disclose have no zone to choose: they take no options',
    );
    expect(() => chooseScenarioOf(rules.name, { seed: 1, scenario: 'talk-1' })).toThrow(
      'ask-disclose has no scenarios by name: give a .json file, or a sampler (talk), got "talk-1"',
    );
    expect(chooseScenarioOf(rules.name, { seed: 1 }).source).toEqual({ sampler: 'talk', seed: 1 });
  });

  test('the judge by rules takes the higher utility, and no deal for nothing', () => {
    const [taken, left, silent] = [play('pushy'), play('curious'), play('talker')];
    expect(judgeByRules(taken, left, 'advocate')).toMatchObject({ winner: 'a', reason: 'the higher utility' });
    expect(judgeByRules(silent, taken, 'advocate')).toMatchObject({ winner: 'b', reason: 'the higher utility' });
    expect(judgeByRules(left, silent, 'advocate')).toMatchObject({ winner: 'tie', leaning: 'a' });
  });

  test('pairs are made, and a model that judges them reads the words of the domain', async () => {
    const experiment = parseExperiment({ ...written, controls: false }, 'talks.yaml');
    const options = { experiment, a: 'pushy', b: 'curious', opponents: ['curious'], seat: 'advocate' };
    const made = await makePairs({ ...options, folder: join(folder, 'pairs') });
    expect(made).toMatchObject({ done: 4, pairs: 4, stopped: false });
    const asked: string[] = [];
    const model = scriptedModel(
      ({ messages }) => {
        asked.push(messages.at(-1)?.content ?? '');
        return '{"answer": "A"}';
      },
      { digest: 'x' },
    );
    await modelPairJudge(model).judge(play('pushy'), play('curious'), 'advocate');
    expect(asked[0]).toContain('advocate [recommends]');
    expect(asked[0]).toContain('End: took it in turn 2');
    expect(asked[0]).toContain('The advocate: "knows ');
  });

  test('what only a price has does not apply, or says so', () => {
    const episode = play('pushy');
    expect(honestyLedger(episode)).toBeUndefined();
    expect(() => priceStory(episode)).toThrow('a game of ask-disclose has no one number at issue');
    expect(episodeChats(episode)).toHaveLength(2);
    expect(() => episodeChats(episode, { thoughts: true })).toThrow(
      'nobody has put what a seat of ask-disclose thinks into words: thoughts are for price, arena and items',
    );
  });
});

describe('one number at issue, under other names', () => {
  beforeAll(() => addKit(wageKit));
  const { rules: wage } = wageKit;
  const offer = (amount: number, words?: string) => ({ type: 'offer', wage: amount, ...(words && { words }) }) as Act;
  /** The worker opens; the limits are 27 and 15. */
  const game = (...acts: Act[]): Episode => {
    const script = {
      name: 'written',
      act: ({ turn }: View): Act => acts[turn - 1] ?? { type: 'walk' },
    };
    const [employer, worker] = ['x', 'y'].map((spec) => ({ spec, fingerprint: spec, agent: script }));
    return playEpisode({
      domain: wage,
      ...chooseScenarioOf('wage', { seed: 1 }),
      players: { employer: employer!, worker: worker! },
      seed: 1,
    });
  };

  test('its concessions are drawn with the names of its seats', () => {
    const episode = game(offer(30), offer(16), offer(22), { type: 'accept', offer: 3 } as Act);
    const chart = draw(concessionChart(episode));
    for (const words of [
      "employer's maximum 27 an hour",
      "worker's offers",
      'wage an hour',
      'employer x against worker y',
    ])
      expect(chart).toContain(words);
    expect(chart).toContain('deal 22 an hour, employer accepts');
    expect(draw(interactions([episode]))).toContain('employers down,');
  });

  test('its claims are held against its facts, and its last offers are compared', () => {
    const told = (limit: number) => game(offer(30, `I can't go below ${limit}.`), offer(25));
    expect(honestyLedger(told(24))?.map(({ seat, verdict, believed }) => [seat, verdict, believed])).toEqual([
      ['worker', 'false', true],
    ]);
    expect(honestyLedger(told(12))?.[0]?.verdict).toBe('true');
    const [good, bad] = [game(offer(30), offer(20)), game(offer(30), offer(16))];
    expect(judgeByRules(good, bad, 'worker')).toMatchObject({
      winner: 'a',
      reason: expect.stringContaining('last offer'),
    });
    expect(judgeByRules(game(offer(20)), game(offer(30)), 'employer').winner).toBe('a');
  });

  test('its scripts meet in a tournament', async () => {
    const plan = tournamentPlan(['random'], { domain: 'wage', count: 4, seed: 1, controls: false });
    const played = await playTournament(plan);
    expect(played).toMatchObject({ concluded: 0, meanRho: undefined, names: ['random'] });
    expect(played.episodes).toHaveLength(4);
  });
});
