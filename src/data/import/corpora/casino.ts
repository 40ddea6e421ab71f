/**
 * CaSiNo (Chawla et al. 2021, CC BY 4.0): two campers share out three packages each of food, water and firewood.
 *
 * High, medium and low priority are worth 5, 4 and 3 points a package; who walks away gets 5 points in all. Deals are submitted,
 * accepted and rejected by buttons, which the log writes as if they were said; here they are acts. Strategy annotations cover
 * some dialogues. Points, satisfaction and liking are known afterwards only.
 */
import { z } from 'zod';
import { items } from '../../../core/index.ts';
import { type CorpusOutcome, type CorpusSource, type CorpusTurn, EntryError, misfit, type Notes } from './corpus.ts';

const ITEMS = ['Food', 'Water', 'Firewood'] as const;
const POINTS = { High: 5, Medium: 4, Low: 3 } as const;
const SEATS = { mturk_agent_1: 'a', mturk_agent_2: 'b' } as const;

const units = z.object({ Food: z.coerce.number(), Water: z.coerce.number(), Firewood: z.coerce.number() });
const person = z.object({
  value2issue: z.object({ High: z.enum(ITEMS), Medium: z.enum(ITEMS), Low: z.enum(ITEMS) }),
  value2reason: z.record(z.string(), z.string()).optional(),
  outcomes: z.looseObject({ points_scored: z.number() }).optional(),
  demographics: z.looseObject({}).optional(),
  personality: z.looseObject({}).optional(),
});
const schema = z.object({
  chat_logs: z.array(
    z.object({
      text: z.string(),
      id: z.enum(['mturk_agent_1', 'mturk_agent_2']),
      task_data: z.object({ issue2youget: units.optional(), issue2theyget: units.optional() }),
    }),
  ),
  participant_info: z.object({ mturk_agent_1: person, mturk_agent_2: person }),
  annotations: z.array(z.tuple([z.string(), z.string()])).optional(),
});
type Entry = z.infer<typeof schema>;

export const casino: CorpusSource = {
  name: 'casino',
  expected: 'CaSiNo dialogues as a JSON list',
  licence: 'CaSiNo, Chawla et al. 2021, CC BY 4.0',
  people: { domain: items.name },
  repeated: 'repeated',
  rules: {
    repeated: 'The same dialogue came before.',
    'split-not-whole': 'A submitted deal does not share out exactly three packages of each.',
    'button-as-words': 'Submit-Deal, Accept-Deal, Reject-Deal and Walk-Away are acts and are taken out of the words.',
    'annotation-missing': 'Annotations skip an utterance; they are put beside the words they are about.',
    'points-differ': 'The recorded points are not what the deal is worth.',
  },
  unit: 'dialogue',
  // There are 36 pairs of priorities in all.
  group: ({ scenario, turns }) => [scenario, turns.map(({ words }) => words)],
  entries(text) {
    let list: unknown;
    try {
      list = JSON.parse(text);
    } catch {
      return [{ line: 1, value: undefined }];
    }
    return (Array.isArray(list) ? list : [list]).map((value, i) => ({ line: i + 1, value }));
  },
  dialogue(value, notes) {
    const { data: entry, error } = schema.safeParse(value);
    if (!entry) throw new EntryError(misfit(value, error.issues));
    const { mturk_agent_1: one, mturk_agent_2: two } = entry.participant_info;
    const { turns, outcome } = playOf(entry, notes);
    const worth = pointsOf(outcome, entry);
    const recorded = [one, two].map(({ outcomes }) => outcomes?.points_scored);
    if (worth && recorded.some((points, i) => points !== undefined && points !== worth[i]))
      notes.clean('points-differ');
    return {
      scenario: {
        public: { items: ITEMS.map((name) => ({ name: name.toLowerCase(), count: 3 })), outsidePoints: 5 },
        private: { a: secretsOf(one), b: secretsOf(two) },
      },
      turns,
      outcome,
      afterwards: { a: one.outcomes ?? {}, b: two.outcomes ?? {} },
    };
  },
};

type Person = z.infer<typeof person>;

function valuesOf({ value2issue }: Person): number[] {
  const levels = Object.entries(value2issue) as [keyof typeof POINTS, string][];
  return ITEMS.map((name) => POINTS[levels.find(([, issue]) => issue === name)?.[0] ?? 'Low']);
}

function secretsOf(one: Person): Record<string, unknown> {
  const { value2reason: reasons = {}, demographics = {}, personality = {} } = one;
  return { values: valuesOf(one), reasons, demographics, personality };
}

function playOf({ chat_logs, annotations = [] }: Entry, notes: Notes): { turns: CorpusTurn[]; outcome: CorpusOutcome } {
  const turns: CorpusTurn[] = [];
  let outcome: CorpusOutcome = { kind: 'no-deal' };
  let standing: Extract<CorpusTurn['act'], { type: 'offer' }> | undefined;
  let next = 0;
  for (const { text, id, task_data } of chat_logs) {
    const seat = SEATS[id];
    const press = (act: CorpusTurn['act']) => {
      notes.clean('button-as-words');
      turns.push({ seat, words: '', act });
    };
    if (text === 'Submit-Deal') {
      standing = offerOf(seat, task_data, notes);
      press(standing);
    } else if (text === 'Accept-Deal' && standing) {
      press({ type: 'accept' });
      const { type: _type, ...deal } = standing;
      outcome = { kind: 'agreement', deal };
    } else if (text === 'Reject-Deal') press({ type: 'reject' });
    else if (text === 'Walk-Away') {
      press({ type: 'walk' });
      outcome = { kind: 'walked', by: seat };
    } else {
      const found = annotations.findIndex(([words], i) => i >= next && words === text);
      if (found >= 0) next = found + 1;
      else if (annotations.length > 0) notes.clean('annotation-missing');
      const labels = annotations[found]?.[1].split(',');
      turns.push({ seat, words: text.trim(), act: { type: 'say' }, ...(labels ? { labels } : {}) });
    }
  }
  return { turns, outcome };
}

function offerOf(
  seat: 'a' | 'b',
  { issue2youget, issue2theyget }: Entry['chat_logs'][number]['task_data'],
  notes: Notes,
) {
  const bundle = (get: z.infer<typeof units> | undefined) => ITEMS.map((name) => get?.[name] ?? Number.NaN);
  const [own, other] = [bundle(issue2youget), bundle(issue2theyget)];
  if (own.some((n, i) => n + (other[i] as number) !== 3)) notes.leaveOut('split-not-whole');
  const split = seat === 'a' ? { a: own, b: other } : { a: other, b: own };
  return { type: 'offer', split } as const;
}

/** What the outcome is worth to both; nothing where there is none. */
function pointsOf(outcome: CorpusOutcome, { participant_info }: Entry): [number, number] | undefined {
  if (outcome.kind === 'walked') return [5, 5];
  if (outcome.kind !== 'agreement' || !('split' in outcome.deal)) return undefined;
  const { a, b } = outcome.deal.split;
  const worth = (bundle: readonly number[], one: Person) =>
    valuesOf(one).reduce((sum, value, i) => sum + value * (bundle[i] as number), 0);
  return [worth(a, participant_info.mturk_agent_1), worth(b, participant_info.mturk_agent_2)];
}
