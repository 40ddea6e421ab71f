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
  type CorpusOutcome,
  type CorpusScenario,
  type CorpusSource,
  type CorpusTurn,
  EntryError,
  linesOf,
  misfit,
  type Notes,
} from './corpus.ts';
import { ptomActs } from './ptom-acts.ts';
import { isAccepted, recommendedIn } from './ptom-choice.ts';
import { apiErrorIn, isApiError } from './ptom-errors.ts';
import { ptomFindings } from './ptom-findings.ts';

const preferences = z.looseObject({
  true_preferences: z.array(z.string()).optional(),
  preference_strength: z.record(z.string(), z.number().min(0).max(1)),
});
const fact = z.object({
  id: z.string(),
  content: z.string(),
  favors: z.string(),
  dimension: z.string().nullish(),
});
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
  optimal_strategy_hint: z.string().nullish(),
});
const belief = z.looseObject({ target_desires: z.record(z.string(), z.unknown()).optional() });
const trajectorySchema = z.object({
  ...common,
  scenario_id: z.string(),
  scenario: z.string(),
  strategy_type: z.string().optional(),
  /** What the advocate is there for; the files of the study never say, and mean A. */
  objective: z.enum(['A', 'fit']).optional(),
  /** Set where a game was really played, so that its kind and its success come after it. */
  decided_by: z.literal('play').optional(),
  /** Of such a game too: what was recommended at its end, and whether it was taken. */
  recommended: z.enum(['A', 'B']).optional(),
  accepted: z.boolean().optional(),
  option_a: option.optional(),
  option_b: option.optional(),
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

export const ptom: CorpusSource = {
  name: 'ptom',
  expected: 'persuasion scenarios or trajectories as JSON lines',
  licence: 'zcsabbagh/cs329a, no licence stated; written by a model',
  repeated: 'repeated',
  rules: {
    repeated: 'The same scenario or dialogue came before.',
    'preferences-incomplete': 'true_preferences is missing or lacks one that has a strength; the strengths decide.',
    'fact-favours-unclear': 'A fact favours neither A nor B nor "neutral"; it is taken for neutral.',
    'fact-without-dimension': 'A fact does not say what it is about; it is kept, and moves nobody.',
    'revealed-in-words': 'What is revealed is said in words and names no preference; the words are kept.',
    'revealed-unsaid': 'PARTIAL, and what is revealed is not said.',
    'act-renamed': 'An act has another name than ASK, DISCLOSE or RECOMMEND; what it does is read from the name.',
    'act-mixed': 'An act does two things at once; the one that binds comes first.',
    'act-outside-game': 'An act is none of the game’s; what was said is kept without an act.',
    'belief-off-list':
      'A belief is about a preference that the target does not have; it cannot be scored and is taken out.',
    'no-recommendation': 'Nobody recommended anything: success or not, the outcome is unknown.',
    'choice-unread': 'Something was accepted, and the words do not plainly say which option: the outcome is unknown.',
    'failed-yet-accepted':
      'No success, and yet the target plainly accepts what was recommended last: that is the outcome.',
    'api-error': 'What was said is an error message of a service; nobody spoke.',
  },
  group: ({ scenario }) => scenario.public.name,
  entries: (text) => linesOf(text, apiErrorIn),
  findings: ptomFindings,
  dialogue(value, notes) {
    const instead = apiErrorIn(value);
    if (instead) throw new EntryError(instead.says);
    if (typeof value === 'object' && value !== null && 'trajectory' in value) return played(value, notes);
    const { data, error } = scenarioSchema.safeParse(value);
    if (!data) throw new EntryError(misfit(value, error.issues));
    const { scenario_id: name, scenario_type: type, description, context, option_a, option_b, complexity } = data;
    const options = { a: option_a, b: option_b };
    const described = { name, type, description, context, options, ...(complexity ? { complexity } : {}) };
    const scenario = scenarioOf(data, described, notes);
    const hint = data.optimal_strategy_hint;
    return {
      // The hint names the strengths, so it stands with nobody who plays.
      scenario: hint ? { ...scenario, private: { ...scenario.private, author: { hint } } } : scenario,
      turns: [],
      outcome: { kind: 'unknown' },
    };
  },
};

function played(value: unknown, notes: Notes): ReturnType<CorpusSource['dialogue']> {
  const { data, error } = trajectorySchema.safeParse(value);
  if (!data) throw new EntryError(misfit(value, error.issues));
  if (data.trajectory.every(({ action, response }) => isApiError(action) || isApiError(response)))
    notes.leaveOut('api-error');
  const turns = data.trajectory.flatMap((turn) => turnsOf(turn, strengthsOf(data.target_preferences), notes));
  const recommended = turns.some(({ labels }) => labels?.includes('RECOMMEND'));
  if (!recommended) notes.clean('no-recommendation');
  const { success, strategy_type: strategy, process_rewards: rewards, decided_by: decidedBy } = data;
  return {
    scenario: scenarioOf(data, describedIn(data), notes),
    turns,
    outcome: recommended ? outcomeOf(data, notes) : { kind: 'unknown' },
    afterwards: {
      success,
      ...(decidedBy && { decidedBy }),
      ...(strategy ? { strategy } : {}),
      ...(rewards ? { rewards } : {}),
    },
  };
}

function outcomeOf(data: Trajectory, notes: Notes): CorpusOutcome {
  const { success, accepted: said, option_a, option_b } = data;
  const turns = data.trajectory.filter(({ action_type: type }) => ptomActs(type).includes('RECOMMEND'));
  const accepted = said ?? (success || isAccepted(turns.at(-1)?.response ?? ''));
  if (!accepted) return { kind: 'no-deal' };
  // A failure of a played game is one of its objective, which the other option may have missed.
  if (!success && !data.decided_by) notes.clean('failed-yet-accepted');
  const names = { ...(option_a && { A: option_a.name }), ...(option_b && { B: option_b.name }) };
  const choice = data.recommended ?? recommendedIn(turns, names);
  if (choice) return { kind: 'agreement', deal: { choice } };
  notes.clean('choice-unread');
  return { kind: 'unknown' };
}

function describedIn({ scenario_id, scenario, objective, option_a, option_b }: Trajectory): Record<string, unknown> {
  const options = option_a && option_b ? { options: { a: option_a, b: option_b } } : {};
  return { name: scenario_id, type: scenario, ...options, ...(objective && { objective }) };
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
  const facts = available_facts.map(({ favors, dimension, ...rest }) => {
    const clear = /^(?:A|B|neutral)$/.test(favors);
    if (!clear) notes.clean('fact-favours-unclear');
    if (!dimension) notes.clean('fact-without-dimension');
    return { ...rest, dimension: dimension ?? '', favours: clear ? favors : 'neutral' };
  });
  const told = condition === 'PARTIAL' ? partlyRevealed(target_preferences, all) : undefined;
  if (told && told.names.length === 0) notes.clean(told.words.length > 0 ? 'revealed-in-words' : 'revealed-unsaid');
  const revealed = told?.names ?? (condition === 'REVEALED' ? all : []);
  return {
    public: {
      ...described,
      condition,
      revealed,
      ...(told && told.words.length > 0 && { revealedWords: told.words }),
    },
    private: { advocate: { facts }, target: { strengths } },
  };
}

/**
 * PARTIAL: whatever they called the field, and whether it is a list, a table from preferences to what was said of them, or a
 * sentence. Where only what is hidden is listed, the rest is revealed.
 */
function partlyRevealed(
  of: Readonly<Record<string, unknown>>,
  all: readonly string[],
): { names: string[]; words: string[] } {
  const fields = Object.entries(of).filter(([key]) => /reveal/i.test(key));
  const said = [...fields.flatMap(([, value]) => textsIn(value)), ...textsIn(of.stated_explicitly)];
  const hidden = Object.entries(of).flatMap(([key, value]) => (/^hidden/i.test(key) ? textsIn(value) : []));
  const named = all.filter((name) => said.includes(name));
  const rest = hidden.some((name) => all.includes(name)) ? all.filter((name) => !hidden.includes(name)) : [];
  const words = said.filter((text) => !all.includes(text));
  return { names: named.length > 0 || words.length > 0 ? named : rest, words };
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) => [key, ...textsIn(one)]);
}

function turnsOf(
  turn: Trajectory['trajectory'][number],
  strengths: Readonly<Record<string, number>>,
  notes: Notes,
): CorpusTurn[] {
  const acts = ptomActs(turn.action_type);
  if (acts.length === 0) notes.clean('act-outside-game');
  else if (acts.length > 1) notes.clean('act-mixed');
  else if (acts[0] !== turn.action_type) notes.clean('act-renamed');
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
    {
      seat: 'advocate',
      words: turn.action.trim(),
      act: say,
      ...(acts.length > 0 ? { labels: acts } : {}),
      notes: private_,
    },
    { seat: 'target', words: turn.response.trim(), act: say },
  ];
}
