import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { answerSchema, renderPrompt, speechOf } from '../../../../agents/index.ts';
import {
  beliefProblem,
  type DomainKit,
  type Episode,
  findKit,
  playEpisode,
  takenOf,
  viewsOf,
} from '../../../../core/index.ts';
import { valueReader } from '../../../../models/structured.ts';
import { playedOut } from '../../../analysis/counterfactuals.ts';
import { lineupOf, loadExperiment } from '../../../experiment/index.ts';
import { makePersuasionLessons, persuasionLesson, persuasionRows } from './make.ts';
import { teachersTable, thoughtPlans } from './plans.ts';
import { inWords, weighedIn } from './teacher.ts';
import { type PersuasionDomain, persuasionTeachers } from './teachers.ts';

const domains = Object.keys(persuasionTeachers) as PersuasionDomain[];
const kitOf = (domain: PersuasionDomain) => findKit(domain) as DomainKit;
const viewsIn = (episode: Episode) => viewsOf(kitOf(episode.domain as PersuasionDomain).rules, episode, 'persuader');
const MOST_THOUGHT = 400;

test.each(domains)(
  '%s: a row is what an llm: agent with reason=first is asked, and an answer that it could give',
  (domain) => {
    const episode = persuasionLesson(domain, 7, 0.3);
    const views = new Map(viewsIn(episode).map((view) => [view.turn, view]));
    const rows = [...persuasionRows(episode)];
    expect(rows.filter(({ id }) => id.endsWith('-act')).length).toBeGreaterThan(1);
    for (const { id, messages } of rows) {
      const [turn, kind] = id.slice(episode.id.length + 1).split('-');
      const view = views.get(Number(turn)) as NonNullable<ReturnType<typeof views.get>>;
      const asked = renderPrompt(view, { persona: 'neutral', reasoning: 'first' });
      const plain = messages.map(({ role, content }) => ({ role, content }));
      const answer = plain.at(-1)?.content as string;
      if (kind === 'belief') {
        expect(plain.slice(0, -2)).toEqual(asked.slice(0, -1));
        expect(plain.at(-2)?.content.startsWith(`${asked.at(-1)?.content}\nBefore you act, a question`)).toBe(true);
        const given = JSON.parse(answer);
        const fits = kitOf(domain).questions?.some((question) => {
          const one = question.ask(view);
          return (
            one &&
            given[one.kind === 'choice' ? 'chances' : 'values'] &&
            !beliefProblem(one, { kind: one.kind, ...summing(given) } as never)
          );
        });
        expect(fits).toBe(true);
        continue;
      }
      expect(plain.slice(0, -1)).toEqual(asked);
      expect(valueReader(answerSchema(view, 'first'))(answer)).toEqual(JSON.parse(answer));
      expect(JSON.parse(answer).reasoning.length).toBeLessThanOrEqual(MOST_THOUGHT);
      const read = speechOf(domain).read(answer, view);
      expect(read).toMatchObject({ act: persuasionTeachers[domain].act(view) });
    }
  },
);

/** Chances as they were rounded. */
function summing({ chances, ...rest }: { chances?: Record<string, number> }) {
  const sum = Object.values(chances ?? {}).reduce((total, one) => total + one, 0);
  return chances
    ? { chances: Object.fromEntries(Object.entries(chances).map(([key, one]) => [key, one / sum])) }
    : rest;
}

test.each(domains)('%s: nothing of the target is read for a thought or an act but what the seat has seen', (domain) => {
  const episode = persuasionLesson(domain, 11, 0.3);
  const { rules } = kitOf(domain);
  const forbidden = new Proxy(
    {},
    {
      get: (_, key) => {
        throw new Error(`the target's ${String(key)} was read`);
      },
    },
  );
  const teacher = persuasionTeachers[domain];
  const secret = { ...episode.scenario.private, target: forbidden };
  let state = rules.start({ ...episode.scenario, private: secret } as never);
  const seen = viewsIn(episode);
  for (const taken of takenOf(episode)) {
    if (taken.seat === 'persuader') {
      const view = rules.view(state, 'persuader');
      const open = seen.find(({ turn }) => turn === taken.turn) as typeof view;
      expect(inWords(teacher.thinks(view))).toBe(inWords(teacher.thinks(open)));
      expect(teacher.act(view)).toEqual(teacher.act(open));
    }
    state = rules.apply(state, [taken]);
  }
});

test.each(domains)('%s: a thought says the same when it is read again, and names what it does', (domain) => {
  const teacher = persuasionTeachers[domain];
  for (const view of viewsIn(persuasionLesson(domain, 13, 0.3))) {
    const thought = teacher.thinks(view);
    const byName = (list: readonly { name: string }[]) => new Map(list.map((one) => [one.name, one]));
    const coarse = weighedIn(teacher, view, inWords(thought, teacher.digits));
    expect([...byName(coarse).keys()].sort()).toEqual([...byName(thought.weighed).keys()].sort());
    for (const { name, act, predicted } of coarse) {
      const meant = byName(thought.weighed).get(name) as (typeof coarse)[number];
      expect(act).toEqual(meant.act);
      expect(Math.abs(predicted - meant.predicted)).toBeLessThanOrEqual(0.0051);
    }
    expect(thought.weighed.map(({ act }) => act)).toContainEqual(teacher.act(view));
    expect(thought.weighed.length).toBeGreaterThan(domain === 'ptom' && view.turn === view.turnLimit - 1 ? 0 : 1);
  }
});

test('what is expected of an act is what comes of it, where the mind is revealed and nothing is left to chance', async () => {
  const { rules, samplers } = kitOf('mindgames');
  const seen: number[] = [];
  for (const seed of [2, 3, 5]) {
    const scenario = samplers.arms?.(seed, { condition: 'revealed' }) as never;
    const players = teachersTable('mindgames');
    const episode = playEpisode({ domain: rules, scenario, source: { seed }, players, seed });
    const [view] = viewsIn(episode) as [ReturnType<typeof viewsIn>[number]];
    const { weighed } = persuasionTeachers.mindgames.thinks(view);
    const [own, ...alternatives] = weighed as [(typeof weighed)[number], ...typeof weighed];
    const plans = [{ turn: 1, seat: 'persuader', plan: { predicted: own.predicted, alternatives } }];
    const { predictions, illegal } = await playedOut(episode, rules, players, plans);
    expect([predictions.length, illegal]).toEqual([3, 0]);
    for (const { predicted, real } of predictions) expect(predicted).toBe(real);
    seen.push(...predictions.map(({ real }) => real));
  }
  expect(new Set(seen)).toEqual(new Set([0, 1]));
});

test('the thoughts of a student become plans, of the turns in which they weigh what was done', () => {
  const episode = persuasionLesson('ptom', 21);
  const views = viewsIn(episode);
  const teacher = persuasionTeachers.ptom;
  const notes = views.map((view, i) => ({
    type: 'agent-note',
    seat: 'persuader',
    turn: view.turn,
    note: { text: JSON.stringify({ reasoning: i === 0 ? 'Hello 3.' : inWords(teacher.thinks(view)) }) },
  }));
  const seats = { ...episode.seats, persuader: { ...episode.seats.persuader, spec: 'llm:compatible/sft' } };
  const { plans, thoughts } = thoughtPlans({ ...episode, seats, events: [...episode.events, ...notes] } as never);
  expect(thoughts).toBe(views.length);
  expect(plans.map(({ turn }) => turn)).toEqual(views.slice(1).map(({ turn }) => turn));
  const [{ plan }] = plans as [(typeof plans)[number]];
  expect(plan.alternatives.length).toBeGreaterThan(0);
  // A teacher's games hold no thoughts: they are thought again.
  expect(thoughtPlans(episode).plans.map(({ turn }) => turn)).toEqual(views.map(({ turn }) => turn));
});

test('lessons are written in parts as in one go, and a student is labelled turn by turn', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-persuasion-'));
  try {
    const made = (out: string, part?: { index: number; of: number }) =>
      makePersuasionLessons({ domain: 'ptom', out: join(folder, out), count: 2, seed: 50, slips: 0.3, part });
    const whole = await made('whole');
    const parts = [await made('0', { index: 0, of: 2 }), await made('1', { index: 1, of: 2 })];
    expect([whole.games, ...parts.map(({ games }) => games)]).toEqual([2, 1, 1]);
    const rows = (out: string) =>
      readFileSync(join(folder, out, 'train.jsonl'), 'utf8')
        .trim()
        .split('\n');
    expect([...rows('0'), ...rows('1')].sort()).toEqual(rows('whole').sort());
    expect(rows('whole').length).toBe(whole.rows);
    const games = readFileSync(join(folder, 'whole/episodes.jsonl'), 'utf8');
    const met = join(folder, 'met.jsonl');
    writeFileSync(met, games.replaceAll('teacher:ptom', 'llm:compatible/sft'));
    const labelled = await makePersuasionLessons({ domain: 'ptom', out: join(folder, 'met'), count: 0, seed: 0, met });
    expect(labelled).toMatchObject({ games: 2, rows: whole.rows, utility: whole.utility });
    const others = makePersuasionLessons({ domain: 'trace', out: join(folder, 'met'), count: 0, seed: 0, met });
    await expect(others).rejects.toThrow('has no finished game of trace');
    expect(rows('met').length).toBe(whole.rows);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('the example judges on held-out scenarios, beside base, planner and controls, and says whom its rows have met', async () => {
  const folder = join(import.meta.dirname, '../../../../../examples/persuader');
  const text = (file: string) => readFileSync(join(folder, file), 'utf8');
  for (const domain of domains) {
    const experiment = await loadExperiment(join(folder, `verdict-${domain}.yaml`));
    const { agents, controls, opponents } = lineupOf(experiment);
    expect(experiment).toMatchObject({ domain, scenarios: { sampler: 'arms', seed: 3_000_000 } });
    expect((experiment.scenarios as { count: number }).count).toBeGreaterThanOrEqual(100);
    expect(opponents).toEqual([persuasionTeachers[domain].target]);
    for (const one of [
      'llm:compatible/base?',
      'llm:compatible/sft?',
      'llm:compatible/grpo?',
      'planner@compatible/base?',
    ])
      expect(agents.filter((spec) => spec.startsWith(one))).toHaveLength(1);
    expect(controls).toContain('random');
    expect(text('sft.yaml')).toContain(`  - ${persuasionTeachers[domain].target}\n`);
  }
  // Every set of seeds begins where no other one reaches.
  const starts = [...text('run.sh').matchAll(/--seed (\d+)/g)].map(([, seed]) => Number(seed));
  expect(starts.length).toBe(5);
  const all = [...starts, 1_200_000, 3_000_000].sort((one, other) => one - other);
  for (const [i, start] of all.entries())
    expect((all[i + 1] ?? Number.POSITIVE_INFINITY) - start).toBeGreaterThanOrEqual(50_000);
});

test('mindgames: a thought reads the table by attribute, and what helps follows from who likes what', () => {
  const episode = persuasionLesson('mindgames', 1_000_000);
  const [, view] = viewsIn(episode);
  // By hand: wanted is A; it increases noise and fares and decreases safety, B decreases safety and fares, C decreases noise.
  expect(episode.scenario.private.persuader).toMatchObject({
    goal: 'A',
    table: [
      [-1, 1, 1],
      [-1, 0, -1],
      [0, -1, 0],
    ],
  });
  expect(episode.scenario.private.target).toMatchObject({ coefficients: [1, 1, -1] });
  expect(persuasionTeachers.mindgames.thinks(view as never).believed).toBe(
    'safety: liked, A - B - C 0, B - helps. noise: liked, A + B 0 C -, A + C - helps. fares: disliked, A + B - C 0, nothing helps.',
  );
});

test('mindgames: who has told too much goes on: asks what is liked, tells what helps, and then nothing', () => {
  const { rules, samplers } = kitOf('mindgames');
  const { persuader, target } = teachersTable('mindgames');
  let told = false;
  const blurting = {
    ...persuader,
    agent: {
      name: 'blurting',
      act: (view: never, context: never) => {
        const all = persuasionTeachers.mindgames.named(view).find(({ name }) => name.startsWith('tell all of'));
        if (told) return persuader?.agent.act(view, context) as never;
        told = true;
        return all?.act as never;
      },
    },
  };
  const scenario = samplers.arms?.(2, { messages: 4 }) as never;
  const players = { persuader: blurting, target } as never;
  const acts = takenOf(playEpisode({ domain: rules, scenario, source: { seed: 2 }, players, seed: 2 }) as Episode)
    .filter(({ seat }) => seat === 'persuader')
    .map(({ act }) => act as unknown as { disclose: { proposal: string }[]; motivational: string[] });
  const goal = acts[0]?.disclose[0]?.proposal;
  expect(acts.map(({ disclose, motivational }) => [disclose.length > 0, motivational.length])).toEqual([
    [true, 0],
    [false, 3],
    [true, 0],
    [false, 0],
  ]);
  // What was told is not told again.
  expect(acts[2]?.disclose.map(({ proposal }) => proposal)).not.toContain(goal);
});
