/**
 * Persuasion scenarios and trajectories of Planning Theory-of-Mind (zcsabbagh/cs329a): an advocate asks, discloses and
 * recommends option A to a target whose preference strengths it cannot see. No licence is stated.
 *
 * The trajectories were written by a model to fit a success label that a coin had decided, so `success` is a property of the
 * generator. Their own validator refuses RECOMMEND and PARTIAL, which the game has; its verdict is not used. Beliefs, reasoning
 * and counterfactuals are the advocate's private notes and never words.
 */
import { z } from 'zod';
import {
  type CorpusScenario,
  type CorpusSource,
  type CorpusTurn,
  EntryError,
  jsonLines,
  misfit,
  type Notes,
} from './corpus.ts';

const names = z.array(z.string());
const preferences = z.looseObject({
  true_preferences: names.optional(),
  preference_strength: z.record(z.string(), z.number().min(0).max(1)),
});
const fact = z.object({ id: z.string(), content: z.string(), favors: z.string(), dimension: z.string() });
const option = z.object({ name: z.string(), description: z.string() });
const common = {
  condition: z.enum(['HIDDEN', 'PARTIAL', 'REVEALED']),
  target_preferences: preferences,
  available_facts: z.array(fact).min(1),
};
const scenarioSchema = z.object({
  ...common,
  scenario_id: z.string(),
  scenario_type: z.string(),
  description: z.string(),
  context: z.string(),
  option_a: option,
  option_b: option,
  complexity: z.string().optional(),
});
const belief = z.looseObject({ target_desires: z.record(z.string(), z.unknown()).optional() });
const trajectorySchema = z.object({
  ...common,
  scenario_id: z.string(),
  scenario: z.string(),
  strategy_type: z.string().optional(),
  success: z.boolean(),
  process_rewards: z.array(z.unknown()).optional(),
  trajectory: z
    .array(
      z.object({
        belief_state: belief.optional(),
        belief_update: belief.optional(),
        reasoning: z.string().optional(),
        counterfactual_analysis: z.record(z.string(), z.unknown()).optional(),
        action_type: z.string(),
        action: z.string(),
        response: z.string(),
      }),
    )
    .min(1),
});
type Trajectory = z.infer<typeof trajectorySchema>;

/** The names that the generator used for the three acts of the game. */
const ACTS: Readonly<Record<string, 'ASK' | 'DISCLOSE' | 'RECOMMEND'>> = {
  ASK: 'ASK',
  DISCLOSE: 'DISCLOSE',
  DISCLOSE_FACT: 'DISCLOSE',
  INFORM: 'DISCLOSE',
  PRESENT_FACT: 'DISCLOSE',
  PRESENT_FACTS: 'DISCLOSE',
  REVEAL: 'DISCLOSE',
  SHARE: 'DISCLOSE',
  SHARE_INFO: 'DISCLOSE',
  RECOMMEND: 'RECOMMEND',
  ACT: 'RECOMMEND',
  CLOSE: 'RECOMMEND',
  FINALIZE: 'RECOMMEND',
};

export const ptom: CorpusSource = {
  name: 'ptom',
  expected: 'persuasion scenarios or trajectories as JSON lines',
  licence: 'zcsabbagh/cs329a, no licence stated; written by a model',
  repeated: 'repeated',
  rules: {
    repeated: 'The same scenario or dialogue came before.',
    'preferences-incomplete': 'true_preferences is missing or lacks one that has a strength; the strengths decide.',
    'fact-favours-unclear': 'A fact favours neither A nor B nor "neutral"; it is taken for neutral.',
    'act-renamed': 'An act has another name than ASK, DISCLOSE or RECOMMEND.',
    'act-outside-game': 'An act is none of the game’s; what was said is kept without an act.',
    'belief-off-list':
      'A belief is about a preference that the target does not have; it cannot be scored and is taken out.',
    'no-recommendation': 'Nobody recommended anything: success or not, the outcome is unknown.',
  },
  group: ({ scenario }) => scenario.public.name,
  entries: jsonLines,
  dialogue(value, notes) {
    if (typeof value === 'object' && value !== null && 'trajectory' in value) return played(value, notes);
    const { data, error } = scenarioSchema.safeParse(value);
    if (!data) throw new EntryError(misfit(value, error.issues));
    const { scenario_id: name, scenario_type: type, description, context, option_a, option_b, complexity } = data;
    const options = { a: option_a, b: option_b };
    const described = { name, type, description, context, options, ...(complexity ? { complexity } : {}) };
    return { scenario: scenarioOf(data, described, notes), turns: [], outcome: { kind: 'unknown' } };
  },
};

function played(value: unknown, notes: Notes): ReturnType<CorpusSource['dialogue']> {
  const { data, error } = trajectorySchema.safeParse(value);
  if (!data) throw new EntryError(misfit(value, error.issues));
  const turns = data.trajectory.flatMap((turn) => turnsOf(turn, strengthsOf(data.target_preferences), notes));
  const recommended = turns.some(({ labels }) => labels?.includes('RECOMMEND'));
  if (!recommended) notes.clean('no-recommendation');
  const { success, strategy_type: strategy, process_rewards: rewards } = data;
  return {
    scenario: scenarioOf(data, { name: data.scenario_id, type: data.scenario }, notes),
    turns,
    outcome: !recommended
      ? { kind: 'unknown' }
      : success
        ? { kind: 'agreement', deal: { choice: 'A' } }
        : { kind: 'no-deal' },
    afterwards: { success, ...(strategy ? { strategy } : {}), ...(rewards ? { rewards } : {}) },
  };
}

const strengthsOf = ({ preference_strength }: z.infer<typeof preferences>) => preference_strength;

function scenarioOf(
  { condition, target_preferences, available_facts }: Pick<Trajectory, keyof typeof common>,
  described: Readonly<Record<string, unknown>>,
  notes: Notes,
): CorpusScenario {
  const strengths = strengthsOf(target_preferences);
  const listed = new Set(target_preferences.true_preferences);
  const all = Object.keys(strengths);
  if (all.length !== listed.size || !all.every((name) => listed.has(name))) notes.clean('preferences-incomplete');
  const facts = available_facts.map(({ favors, ...rest }) => {
    if (/^(?:A|B|neutral)$/.test(favors)) return { ...rest, favours: favors };
    notes.clean('fact-favours-unclear');
    return { ...rest, favours: 'neutral' };
  });
  const revealed = condition === 'REVEALED' ? all : condition === 'PARTIAL' ? partlyRevealed(target_preferences) : [];
  return {
    public: { ...described, condition, revealed },
    private: { advocate: { facts }, target: { strengths } },
  };
}

/** PARTIAL: whatever they called the field. */
function partlyRevealed(of: Readonly<Record<string, unknown>>): string[] {
  const fields = [of.partially_revealed_preferences, of.partially_revealed, of.revealed_preferences];
  return fields.map((field) => names.safeParse(field).data).find((list) => list !== undefined) ?? [];
}

function turnsOf(
  turn: Trajectory['trajectory'][number],
  strengths: Readonly<Record<string, number>>,
  notes: Notes,
): CorpusTurn[] {
  const act = ACTS[turn.action_type];
  if (!act) notes.clean('act-outside-game');
  else if (act !== turn.action_type) notes.clean('act-renamed');
  const desires = (of: z.infer<typeof belief> | undefined) => {
    const entries = Object.entries(of?.target_desires ?? {});
    const known = entries.filter(([name]) => name in strengths);
    if (known.length < entries.length) notes.clean('belief-off-list');
    return Object.fromEntries(known);
  };
  const private_ = {
    belief: desires(turn.belief_state),
    reasoning: turn.reasoning ?? '',
    counterfactuals: turn.counterfactual_analysis ?? {},
    updated: desires(turn.belief_update),
  };
  const say = { type: 'say' } as const;
  return [
    { seat: 'advocate', words: turn.action.trim(), act: say, ...(act ? { labels: [act] } : {}), notes: private_ },
    { seat: 'target', words: turn.response.trim(), act: say },
  ];
}
