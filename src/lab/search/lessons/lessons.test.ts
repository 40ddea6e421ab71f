import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isSameScript, renderPrompt, resolvePlayer } from '../../../agents/index.ts';
import {
  createRng,
  type PriceScenario,
  type PriceView,
  playEpisode,
  price,
  type Rng,
  replay,
  takenOf,
} from '../../../core/index.ts';
import { labels, lesson, makeLessons, termsLesson } from './make.ts';
import { drawOpponent, speaking } from './population.ts';

/** Few, for speed. */
const HYPOTHESES = 6;

test('nobody to learn against is one to choose by or one of the verdict', () => {
  const source = readFileSync(join(import.meta.dirname, '../../../../trainer/parley_trainer/opponents.py'), 'utf8');
  const kept = ['SELECTION', 'VERDICT'].flatMap((name) => {
    const [, list = ''] = new RegExp(`^${name} = \\(([^)]*)\\)`, 'm').exec(source) ?? [];
    return [...list.matchAll(/"([^"]+)"/g)].map(([, spec]) => spec as string);
  });
  expect(kept.length).toBe(7);
  const rng = createRng(1);
  const drawn = new Set(Array.from({ length: 250 }, () => drawOpponent(rng)));
  for (const spec of drawn) {
    resolvePlayer(speaking(spec), price);
    expect(kept.filter((one) => isSameScript(one, spec))).toEqual([]);
  }
  expect(drawn.size).toBeGreaterThan(120);
  // The example tells the trainer whom its rows have met.
  const sft = readFileSync(join(import.meta.dirname, '../../../../examples/negotiator/sft.yaml'), 'utf8');
  const met = [...sft.matchAll(/^ {2}- (\S+)$/gm)].map(([, spec]) => spec);
  expect([...new Set([...drawn].map((spec) => spec.split('?')[0]))].filter((name) => !met.includes(name))).toEqual([]);
});

test('lessons are whole games of the teacher, and in parts the same ones', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-lessons-'));
  try {
    const made = (out: string, part?: { index: number; of: number }) =>
      makeLessons({ out: join(folder, out), teacher: 'switching', count: 3, seed: 40, part, hypotheses: HYPOTHESES });
    const whole = await made('whole');
    const [first, second] = [await made('0', { index: 0, of: 2 }), await made('1', { index: 1, of: 2 })];
    expect([whole.games, first.games, second.games]).toEqual([3, 2, 1]);
    const rows = (out: string) =>
      readFileSync(join(folder, out, 'train.jsonl'), 'utf8')
        .trim()
        .split('\n');
    expect([...rows('0'), ...rows('1')].sort()).toEqual(rows('whole').sort());
    for (const row of rows('whole').map((line) => JSON.parse(line)))
      expect(row.messages.filter(({ weight }: { weight?: number }) => weight === 0)).toEqual([]);
    // A student's games: the same file, read as if the other side had been the student.
    const games = readFileSync(join(folder, 'whole/episodes.jsonl'), 'utf8');
    writeFileSync(join(folder, 'met.jsonl'), games);
    const found = await makeLessons({
      out: join(folder, 'met'),
      teacher: 'switching',
      hypotheses: HYPOTHESES,
      count: 0,
      seed: 0,
      met: join(folder, 'met.jsonl'),
      student: 'teacher:',
    });
    // Its own teacher would have done the same in every turn.
    expect(found.agreement).toBe(1);
    expect(found.rows).toBeGreaterThan(3);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('a label is what the teacher would do where the student stood, in the prompt that the student saw', () => {
  const { episode, seat } = lesson('switching', 7, { hypotheses: HYPOTHESES });
  const other = seat === 'buyer' ? 'seller' : 'buyer';
  const made = [...labels(episode, other, 'switching', { hypotheses: HYPOTHESES })];
  const turns = takenOf(episode).filter((one) => one.seat === other);
  expect(made.map(({ row }) => row.id)).toEqual(turns.map(({ turn }) => `${episode.id}-${turn}-${other}`));
  const states = replay(price as never, episode).states;
  for (const [i, { row }] of made.entries()) {
    const view = price.view(states[(turns[i] as { turn: number }).turn - 1] as never, other) as PriceView;
    const bare = row.messages.slice(0, -1).map(({ role, content }) => ({ role, content }));
    expect(bare).toEqual(renderPrompt(view, { persona: 'neutral', reasoning: 'none' }));
    expect(row.messages.filter(({ role, weight }) => role === 'assistant' && weight !== 0)).toHaveLength(1);
  }
});

test('a thought says what the offer gains against the own limit, and the act follows from it', () => {
  const rows = Array.from({ length: 30 }, (_, i) => 1_000_000 + i).flatMap((seed) => {
    const { episode, seat } = lesson('tuned', seed);
    const limit = (episode.scenario as PriceScenario).private[seat]?.reservation as number;
    return [...labels(episode, seat, 'tuned', { thoughts: true })].map(({ row }) => {
      const { reasoning, act } = JSON.parse(row.messages.at(-1)?.content as string);
      return { reasoning, act, toward: seat === 'seller' ? 1 : -1, limit };
    });
  });
  for (const { reasoning, act, toward, limit } of rows) {
    const [, theirs, word, gain] = /Their ([\d.]+) (gains|loses) ([\d.]+)\./.exec(reasoning) ?? [];
    if (theirs === undefined) expect(reasoning).toContain('No price of theirs.');
    else expect(Number(gain) * (word === 'gains' ? 1 : -1)).toBeCloseTo(toward * (Number(theirs) - limit), 2);
    const [, now, waiting] = /Now (\d+), waiting (\d+)\./.exec(reasoning) ?? [];
    if (act === 'walk') expect(word).not.toBe('gains');
    if (act === 'offer') expect(Number(now)).toBeLessThanOrEqual(Number(waiting));
  }
  expect(new Set(rows.map(({ act }) => act))).toEqual(new Set(['offer', 'accept', 'walk']));
  expect(rows.find(({ act }) => act === 'walk')?.reasoning).toMatch(/^My last turn\. .* Nobody answers after this\.$/);
});

test('limits of TERMS-Bench have all their digits: what is thought and offered has cents, and nothing past the limit', () => {
  for (let seed = 0; seed < 40; seed++) {
    const { episode, seat } = termsLesson('tuned', seed);
    const limit = (episode.scenario as PriceScenario).private[seat]?.reservation as number;
    for (const { row } of labels(episode, seat, 'tuned', { thoughts: true })) {
      const said = row.messages.at(-1)?.content as string;
      expect(said).not.toMatch(/\d\.\d{3}/);
      const { act, price } = JSON.parse(said);
      if (act === 'offer') expect((seat === 'seller' ? 1 : -1) * (price - limit)).toBeGreaterThanOrEqual(0);
    }
  }
});

test('with figures the prompts have them, and the thought says the same numbers', () => {
  let [steps, gains] = [0, 0];
  const figures = /\nTheirs (gains|loses) you (?:nothing|([\d.]+) \([\d.]+ %\))(?:, a step of (-?[\d.]+))?\.\n/;
  for (let seed = 1_000_000; seed < 1_000_030; seed++) {
    const { episode, seat } = lesson('appraiser', seed);
    const rows = (told: boolean) =>
      [...labels(episode, seat, 'appraiser', { thoughts: true, figures: told, isMet: true })].map(
        ({ row }) => row.messages,
      );
    const plain = rows(false);
    for (const [i, messages] of rows(true).entries()) {
      // Nothing else of the prompt is another.
      const bare = messages.map(({ content }) => content.replace(figures, '\n'));
      expect(bare).toEqual(plain[i]?.map(({ content }) => content));
      const told = messages.map(({ content }) => figures.exec(content));
      const { reasoning } = JSON.parse(messages.at(-1)?.content as string);
      const [, word, gain] = told.at(-2) ?? [];
      const weighed = / 3 x ([\d.]+) = /.exec(reasoning)?.[1];
      if (weighed !== undefined) {
        gains++;
        expect([word, gain]).toEqual(['gains', weighed]);
      }
      const thought = /Steps (-?[\d.]+), (-?[\d.]+), (-?[\d.]+)[,.]/.exec(reasoning);
      const said = told.flatMap((one) => one?.[3] ?? []).slice(-3);
      if (!thought || said.length < 3) continue;
      steps++;
      expect(thought.slice(1, 4)).toEqual(said.map((one) => expect.stringMatching(new RegExp(`^${one}\\.?$`))));
    }
  }
  expect(steps).toBeGreaterThan(5);
  expect(gains).toBeGreaterThan(5);
});

test('a student is labelled in the prompts that it was sent, figures and all', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-figures-'));
  try {
    const scenario = lesson('appraiser', 1_000_004).episode.scenario as PriceScenario;
    const seller = resolvePlayer('worded:clean:boulware_firm@templates', price);
    for (const [i, spec] of ['llm:x?figures=on&guards=off', 'llm:x?guards=off'].entries()) {
      const met = join(folder, `${i}.jsonl`);
      const buyer = { ...resolvePlayer('worded:tuned@templates', price), spec };
      const episode = playEpisode({
        domain: price as never,
        scenario,
        source: { file: 'mine' },
        players: { buyer, seller },
        seed: 1,
      });
      writeFileSync(met, `${JSON.stringify(episode)}\n`);
      await makeLessons({ out: join(folder, `${i}`), teacher: 'appraiser', count: 0, seed: 0, met, thoughts: true });
      const rows = readFileSync(join(folder, `${i}/train.jsonl`), 'utf8');
      expect(rows.length).toBeGreaterThan(2000);
      expect(/\\nTheirs (gains|loses) you /.test(rows)).toBe(i === 0);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('with slips another plays, and the rows are still what the teacher would do', () => {
  const offers = (drift?: Rng) => {
    const { episode, seat } = lesson('tuned', 1_000_003, { drift });
    const rows = [...labels(episode, seat, 'tuned', { thoughts: true })];
    return { ids: rows.map(({ row }) => row.id), first: rows[0]?.row.messages.at(-1)?.content, events: episode.events };
  };
  const plain = offers();
  const slipped = offers(createRng(5));
  expect(slipped.events).not.toEqual(plain.events);
  for (const drift of [6, 7, 8]) expect(offers(createRng(drift)).events).not.toEqual(slipped.events);
  // The other side has said the same until there: the teacher aims at the same price, and goes there from where the other stands.
  const [drifted, own] = [slipped, plain].map(({ first }) => JSON.parse(first as string));
  expect(drifted.reasoning).toBe(own.reasoning);
  expect(drifted.price).not.toBe(own.price);
});

test('only the teacher that goes by few numbers says them', async () => {
  const options = { out: 'nowhere', teacher: 'switching', count: 1, seed: 1, thoughts: true } as const;
  await expect(makeLessons(options)).rejects.toThrow('only the teachers "tuned" and "appraiser" say what they go by');
});
