/**
 * A persuasion trajectory as chats: a row for each turn of the advocate, which asks, discloses and recommends.
 *
 * The prompt has what the advocate knew: the topic, its facts, the strengths that were revealed, what was said. The answer has
 * its belief, reasoning and counterfactuals before its act (the planning of Planning Theory-of-Mind), or the act
 * alone. The model that wrote the trajectories knew the target's strengths and wrote them down as the advocate's belief to the
 * last digit in 29 of 430 turns: such a row would teach to guess secrets, and is left out unless they were revealed.
 */
import { z } from 'zod';
import { SPLITS, splitByHash } from '../parquet/splits.ts';
import type { ChatRow } from './chat-row.ts';

const fact = z.object({ content: z.string(), dimension: z.string(), favours: z.string() });
const option = z.object({ name: z.string(), description: z.string() });
const notes = z.object({
  belief: z.record(z.string(), z.unknown()),
  reasoning: z.string(),
  counterfactuals: z.record(z.string(), z.unknown()),
});
const schema = z.object({
  id: z.string(),
  source: z.literal('ptom'),
  split: z.enum(SPLITS),
  ownSplit: z.enum(SPLITS).optional(),
  scenario: z.object({
    public: z.object({
      type: z.string(),
      description: z.string().optional(),
      context: z.string().optional(),
      options: z.object({ a: option, b: option }).optional(),
      condition: z.string(),
      revealed: z.array(z.string()),
      revealedWords: z.array(z.string()).optional(),
      objective: z.enum(['A', 'fit']).optional(),
    }),
    private: z.object({
      advocate: z.object({ facts: z.array(fact) }),
      target: z.object({ strengths: z.record(z.string(), z.number()) }),
    }),
  }),
  turns: z.array(
    z.object({
      seat: z.enum(['advocate', 'target']),
      words: z.string(),
      labels: z.array(z.string()).optional(),
      notes: notes.optional(),
    }),
  ),
});
type Trajectory = z.output<typeof schema>;

export interface PersuasionChatOptions {
  /** Belief, reasoning and counterfactuals go into the answer, before the act. */
  readonly thoughts?: boolean;
  readonly splitBy?: 'scenario' | 'trajectory' | 'published';
}

export interface PersuasionChats {
  readonly rows: readonly ChatRow[];
  /** Turns that give no row, each in a sentence. */
  readonly problems: readonly string[];
}

/** Undefined where the value is no persuasion trajectory of an import. */
export function persuasionChats(value: unknown, options: PersuasionChatOptions = {}): PersuasionChats | undefined {
  const { data } = schema.safeParse(value);
  if (!data) return undefined;
  const { id, source, scenario, turns } = data;
  const system = systemOf(data, options);
  const split =
    options.splitBy === 'trajectory'
      ? splitByHash(id)
      : ((options.splitBy === 'published' ? undefined : data.ownSplit) ?? data.split);
  const rows: ChatRow[] = [];
  const problems: string[] = [];
  for (const [i, turn] of turns.entries()) {
    if (turn.seat !== 'advocate') continue;
    const act = turn.labels?.[0];
    if (act === undefined) problems.push(`turn ${i + 1} has no act of the game`);
    else if (options.thoughts && !turn.notes) problems.push(`turn ${i + 1} has no thoughts`);
    else if (options.thoughts && isCopied(turn.notes?.belief ?? {}, scenario))
      problems.push(`turn ${i + 1} has the target's secret strengths for a belief`);
    else {
      const said = turns.slice(0, i).map(({ seat, words }) => `${seat === 'advocate' ? 'You' : 'Them'}: ${words}`);
      const { belief, reasoning, counterfactuals } = turn.notes ?? {};
      const thoughts = options.thoughts ? { belief, reasoning, counterfactuals } : {};
      rows.push({
        id: `${id}-${i + 1}-advocate`,
        source,
        split,
        messages: [
          { role: 'system', content: system },
          { role: 'user', content: [...(said.length > 0 ? said : ['Nothing was said yet.']), 'Your move.'].join('\n') },
          { role: 'assistant', content: JSON.stringify({ ...thoughts, act, words: turn.words }) },
        ],
      });
    }
  }
  return { rows, problems };
}

/** What success was in these games; the files of the study mean A and never say so. */
const GOALS = {
  A: 'You want them to choose A.',
  fit: 'You want them to choose the option that fits them best.',
} as const;

function isCopied(belief: Readonly<Record<string, unknown>>, scenario: Trajectory['scenario']): boolean {
  const strengths = Object.entries(scenario.private.target.strengths);
  const hidden = strengths.some(([name]) => !scenario.public.revealed.includes(name));
  return hidden && strengths.length > 0 && strengths.every(([name, strength]) => belief[name] === strength);
}

function systemOf({ scenario }: Trajectory, { thoughts }: PersuasionChatOptions): string {
  const { type, description, context, options, revealed, revealedWords = [], objective = 'A' } = scenario.public;
  const { facts } = scenario.private.advocate;
  const strengths = Object.entries(scenario.private.target.strengths);
  // As in play: who was told a preference was told its strength, so that a belief with it is no guess.
  const told = strengths.filter(([name]) => revealed.includes(name));
  const hidden = told.length < strengths.length;
  const thinking = thoughts
    ? '"belief":{"what they may value":0.5},"reasoning":"...","counterfactuals":{"another act":{"p_success":0.5,"reasoning":"..."}},'
    : '';
  return [
    `You speak with somebody who chooses between two options, A and B. ${GOALS[objective]}${hidden ? ` You do not see how much they care about ${told.length > 0 ? 'everything' : 'what'}.` : ''}`,
    [`Topic: ${type.replaceAll('_', ' ')}.`, description, context].filter(Boolean).join(' '),
    ...(options
      ? (['a', 'b'] as const).map((key) => `${key.toUpperCase()}: ${options[key].name}. ${options[key].description}`)
      : []),
    `Facts that you know:\n${facts.map(({ content, favours, dimension }) => `- ${content} (favours ${[favours, dimension.replaceAll('_', ' ')].filter(Boolean).join('; ')})`).join('\n')}`,
    ...(told.length > 0
      ? [
          `How much they care, from 0 to 1${hidden ? ', as far as you were told' : ''}: ${told.map(([name, strength]) => `${name.replaceAll('_', ' ')} ${strength}`).join(', ')}.`,
        ]
      : []),
    ...(revealedWords.length > 0 ? [`You heard of them: ${revealedWords.join(' ')}`] : []),
    `Reply with one JSON object and nothing else, in this form:\n{${thinking}"act":"ASK","words":"what you say"}\nact is one of ASK, DISCLOSE, RECOMMEND.`,
  ].join('\n\n');
}
