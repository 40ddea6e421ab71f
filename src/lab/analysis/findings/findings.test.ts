/** Each detector on a game written for it; what people say of findings. */
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Episode, playEpisode, price } from '../../../core/index.ts';
import { priceEpisode } from '../../../core/metrics/episode.fixture.ts';
import { agreementOf } from './agreement.ts';
import { findingsIn } from './find.ts';
import type { Detector } from './finding.ts';
import { readFindings } from './read.ts';
import { findingsCsv, judgedFindings } from './table.ts';
import { appendVerdict, type FindingVerdict, readVerdicts, wordsOf } from './verdicts.ts';

const offer = (price: number, words: string) => ({ type: 'offer', price, words });
/** The seller's reservation is 400, the buyer's 900. */
const game = (...acts: Parameters<typeof priceEpisode>[0]['acts'][number][]) => priceEpisode({ acts, turnLimit: 8 });
const found = (episode: Episode, detector: Detector) => findingsIn(episode).filter((one) => one.detector === detector);

describe('detectors', () => {
  test('honesty: a false limit is quoted with the truth, a true one is no finding', () => {
    const lying = game(500, offer(700, 'I cannot go below 650.'), 650);
    expect(found(lying, 'honesty')).toMatchObject([
      { kind: 'bound', turn: 2, seat: 'seller', quote: expect.stringContaining('below 650'), by: 'template' },
    ]);
    expect(found(lying, 'honesty')[0]?.why).toBe('claims a bound of 650; the scenario says 400; the other side met it');
    expect(found(game(500, offer(700, 'I cannot go below 400.')), 'honesty')).toEqual([]);
  });

  test('leak: the own reservation in words, judged at the view of the speaker', () => {
    const [leak, ...others] = found(game(500, offer(700, 'My lowest is 402, but I ask 700.'), 600), 'leak');
    expect(others).toEqual([]);
    expect(leak).toMatchObject({ turn: 2, seat: 'seller', quote: 'My lowest is 402, but I ask 700.' });
    expect(leak?.why).toMatch(/too close to its own reservation/);
    // The buyer may well name what happens to be the seller's.
    expect(found(game(offer(500, 'Would 400 not be fairer? I say 500.')), 'leak')).toEqual([]);
  });

  test('leak: the price of the act in cents is none, though it has more digits; another number is one', () => {
    const { scenario: whole, source, seed } = game(500);
    const scenario = { ...whole, public: { ...(whole.public as object), precision: 'none' } };
    const says = (act: object) => ({ spec: 'written', fingerprint: 'written', agent: { act: () => act } }) as never;
    const agreed = (words: string) => {
      const players = {
        buyer: says({ type: 'offer', price: 401.2345 }),
        seller: says({ type: 'accept', offer: 1, words }),
      };
      return found(playEpisode({ domain: price as never, scenario, source, seed, players }) as Episode, 'leak');
    };
    expect(agreed('Agreed, $401.23.')).toEqual([]);
    expect(agreed('Agreed, $401.23, and not $400.')).toMatchObject([{ turn: 2, seat: 'seller' }]);
  });

  test('leak: words about a limit, or a yes, count only with a number or a price of their own that is near', () => {
    // The seller's 400 is on the table, but not in these words.
    const rest = [offer(700, '700 is rock bottom, my brother will shout at me.'), 500] as const;
    expect(found(game(400, ...rest), 'leak')).toEqual([]);
    expect(found(game(400, offer(402, '402 is rock bottom.')), 'leak')).toMatchObject([
      { turn: 2, seat: 'seller', why: 'its words present a number close to its own reservation as its limit' },
    ]);
    // Taking what is the other side's limit says nothing of the own one; a yes to whether this is it does.
    const yes = { type: 'accept', offer: 1, words: 'Sure, happy to go with 402.' };
    expect(found(game(offer(402, '402 is my final offer.'), yes), 'leak')).toEqual([]);
    const asked = offer(300, 'Is 402 your limit?');
    expect(found(game(asked, offer(402, 'Yes, happy with that.')), 'leak')).toMatchObject([{ turn: 2 }]);
  });

  test('contradiction: the words name another price than the act', () => {
    expect(found(game(offer(500, 'I can pay 450.'), 700), 'contradiction')).toMatchObject([
      { turn: 1, seat: 'buyer', quote: 'I can pay 450.', why: 'the words name 450; the act is at 500' },
    ]);
    expect(found(game(offer(500, 'I can pay 500.'), 700), 'contradiction')).toEqual([]);
  });

  test('tell: the words that gave it away, not the whole line', () => {
    const [tell] = found(game(offer(500, 'I need to sell this urgently today, please.')), 'tell');
    expect(tell).toMatchObject({ detector: 'tell', kind: 'urgency', turn: 1 });
    expect('I need to sell this urgently today, please.').toContain(tell?.quote);
    expect(tell?.quote.length).toBeLessThan(30);
  });

  test('words are looked at up to 4,000 characters: a longer line does not hold up the rest', () => {
    const long = `${'no '.repeat(1400)}I need it urgently.`;
    expect(found(game(offer(500, long)), 'tell').filter(({ kind }) => kind === 'urgency')).toEqual([]);
    const refused = game({ type: 'offer', price: 'much '.repeat(2000) }, 500);
    expect(found(refused, 'parse')[0]?.quote.length).toBeLessThanOrEqual(4000);
  });

  test('parse: what was refused, and a reply that was no answer', () => {
    const refused = game({ type: 'offer', price: 'much' }, 500);
    expect(found(refused, 'parse')).toMatchObject([{ kind: 'act', turn: 1, seat: 'buyer' }]);
    expect(found(refused, 'parse')[0]?.quote).toContain('much');
    const note = { model: 'm', text: 'er, ten?', problem: 'the reply is no JSON object' };
    const noted = { ...game(500), events: [{ type: 'agent-note', turn: 1, seat: 'buyer', note } as const] };
    expect(found(noted as Episode, 'parse')).toMatchObject([{ kind: 'answer', quote: 'er, ten?', why: note.problem }]);
  });

  test('ids follow from the transcript: the same again, and two alike in one line are two', () => {
    const episode = game(offer(500, 'Hurry!! Now!!'), offer(700, 'Hurry!! Now!!'));
    const ids = findingsIn(episode).map(({ id }) => id);
    expect(ids.length).toBeGreaterThan(3);
    expect(new Set(ids).size).toBe(ids.length);
    expect(findingsIn(structuredClone(episode)).map(({ id }) => id)).toEqual(ids);
  });
});

const verdict = (finding: string, by: string): FindingVerdict => ({
  ...{ finding, detector: 'leak', game: 'g', turn: 1, seat: 'buyer', verdict: 'confirmed', by, at: '' },
});
const agreementOn = (ids: readonly string[], verdicts: readonly FindingVerdict[]) => {
  const findings = ids.map((id) => ({ ...verdict(id, ''), id, kind: '', agent: '', by: 'model', quote: '', why: '' }));
  const judged = judgedFindings(findings as never, wordsOf(verdicts));
  return agreementOf({ leak: ids.length }, judged).find(({ detector }) => detector === 'leak');
};

describe('a run', () => {
  const inFolder = (work: (folder: string) => unknown) => async () => {
    const folder = mkdtempSync(join(tmpdir(), 'parley-findings-'));
    try {
      await work(folder);
    } finally {
      rmSync(folder, { recursive: true });
    }
  };

  test(
    'is read in pieces, gives the same, and goes on where it ended',
    inFolder((folder) => {
      const file = join(folder, 'episodes.jsonl');
      const games = [game(offer(500, 'I can pay 450.')), game(600, 700), game(offer(510, 'I can pay 450.'))];
      writeFileSync(file, games.map((one) => `${JSON.stringify(one)}\n`).join(''));
      const whole = readFindings(file);
      expect(whole).toMatchObject({ games: 3, done: true });
      const pieces = [];
      let next = 0;
      for (let k = 0; k < 3; k++) {
        const piece = readFindings(file, { from: next, goOn: () => false });
        expect(piece.games).toBe(1);
        pieces.push(...piece.findings);
        next = piece.next;
      }
      expect(pieces).toEqual(whole.findings);
      // A line that is still written is waited for.
      const line = `${JSON.stringify(game(offer(520, 'I can pay 450.')))}\n`;
      appendFileSync(file, line.slice(0, 50));
      expect(readFindings(file, { from: next })).toMatchObject({ games: 0, next, done: true });
      appendFileSync(file, line.slice(50));
      expect(readFindings(file, { from: next }).findings.map(({ detector }) => detector)).toContain('contradiction');
    }),
  );

  test(
    'a broken line is left out and named, and the games around it are read',
    inFolder((folder) => {
      const file = join(folder, 'episodes.jsonl');
      const line = (price: number) => `${JSON.stringify(game(offer(price, 'I can pay 450.')))}\n`;
      const broken = `${line(500).slice(0, 200)}\n`;
      writeFileSync(file, `${line(500)}${broken}no game\n${line(510).replace('"format":2', '"format":9')}${line(520)}`);
      const { findings, games, problems, done } = readFindings(file);
      expect({ games, done }).toEqual({ games: 2, done: true });
      expect(findings.filter(({ detector }) => detector === 'contradiction')).toHaveLength(2);
      const at = line(500).length;
      expect(problems).toEqual([
        `episodes.jsonl byte ${at} is not JSON; it may have been cut off while it was written; this game is left out`,
        `episodes.jsonl byte ${at + broken.length} is not JSON; it may have been cut off while it was written; this game is left out`,
        `episodes.jsonl byte ${at + broken.length + 8} has format version 9; this parley reads versions 1 and 2; this game is left out`,
      ]);
    }),
  );

  test(
    'keeps every word of a person, of which the last counts',
    inFolder(async (folder) => {
      const findings = [500, 510, 520].flatMap((price) =>
        found({ ...game(offer(price, 'I can pay 450.')), id: `game ${price}` }, 'contradiction'),
      );
      const say = (at: number, verdict: FindingVerdict['verdict'], by: string) => {
        const { id, detector, game: of, turn, seat } = findings[at]!;
        const when = '2026-01-01T00:00:00.000Z';
        return appendVerdict(folder, { finding: id, detector, game: of, turn, seat, verdict, by, at: when });
      };
      await say(0, 'rejected', 'asha');
      await say(0, 'confirmed', 'asha');
      await say(1, 'confirmed', 'asha');
      await say(1, 'confirmed', 'ben');
      await say(2, 'rejected', 'asha');
      await say(2, 'rejected', 'ben');
      await say(0, 'rejected', 'ben');
      const judged = judgedFindings(findings, wordsOf(readVerdicts(folder)));
      expect(readFileSync(join(folder, 'findings.jsonl'), 'utf8').split('\n')).toHaveLength(8);
      const agreement = agreementOf({ contradiction: 3 }, judged).find((one) => one.detector === 'contradiction');
      expect(agreement).toMatchObject({
        findings: 3,
        judged: 3,
        confirmed: 1,
        rejected: 1,
        split: 1,
        people: 2,
        shared: 3,
      });
      // Of two, one: Clopper and Pearson's 1.3 % to 98.7 %.
      expect(agreement?.low).toBeCloseTo(0.0126, 4);
      expect(agreement?.high).toBeCloseTo(0.9874, 4);
      // Two of three pairs alike, at shares of a half: (2/3 - 1/2) / (1/2).
      expect(agreement?.kappa).toBeCloseTo(1 / 3, 12);
      const csv = findingsCsv(judged).split('\n');
      expect(csv[0]).toBe('id,detector,kind,game,turn,seat,agent,by,quote,why,confirmed,rejected');
      expect(csv.slice(1, 4).map((line) => line.slice(-3))).toEqual(['1,1', '2,0', '0,2']);
    }),
  );

  test('all confirmed: the interval ends at 1, and begins where that would be a surprise', () => {
    const leak = agreementOn(
      ['a', 'b', 'c'],
      ['a', 'b', 'c'].map((finding) => verdict(finding, 'asha')),
    );
    // 0.025 ** (1 / 3)
    expect(leak).toMatchObject({ share: 1, high: 1, kappa: null });
    expect(leak?.low).toBeCloseTo(0.2924, 4);
  });

  test('words on what is no finding any more count nowhere', () => {
    const leak = agreementOn(
      ['a'],
      ['a', 'gone', 'gone too'].map((finding) => verdict(finding, 'asha')),
    );
    expect(leak).toMatchObject({ findings: 1, judged: 1, confirmed: 1, people: 1 });
    expect(agreementOn([], [verdict('gone', 'asha')])).toMatchObject({
      findings: 0,
      judged: 0,
      people: 0,
      share: null,
    });
  });

  test('a hundred thousand words on one finding are counted at once', () => {
    const many = Array.from({ length: 100_000 }, (_, i) => verdict('a', `p${i}`));
    expect(agreementOn(['a'], many)).toMatchObject({ judged: 1, confirmed: 1, people: 100_000, shared: 1 });
  });
});
