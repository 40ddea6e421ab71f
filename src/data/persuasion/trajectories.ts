/**
 * Trajectories of persuasion in the schema of Planning Theory-of-Mind, made by playing.
 *
 * The study drew success with a coin and had a model write a transcript that fits. Here several persuaders play each scenario against the
 * numeric mind, and what kind of trajectory a game is, is read from what happened in it. Beliefs, counterfactuals and their predicted
 * success are those of the Bayesian observer (core, `deliberate`) at the view of that turn, so they can be held against the truth; of a
 * script that holds no beliefs they say what could have been believed, not what it thought.
 */
import { resolvePlayer } from '../../agents/index.ts';
import {
  type Deliberation,
  type Domain,
  deliberate,
  type Episode,
  type PtomAct,
  type PtomOptions,
  type PtomPersuaderView,
  type PtomScenario,
  playEpisode,
  ptom,
  ptomPersuaderOf,
  ptomTargetOf,
  samplePtom,
  takenOf,
  viewsOf,
} from '../../core/index.ts';

export const strategyTypes = [
  'recovery',
  'information_efficiency',
  'optimal',
  'alternative_success',
  'failed',
] as const;
export type StrategyType = (typeof strategyTypes)[number];

/** Who plays each scenario; the ceiling first. */
const PERSUADERS = ['bayes', 'ask_first', 'greedy', 'own_taste', 'generic'];
const EFFICIENT = 3;
const THOROUGH = 6;

interface BeliefState {
  readonly target_beliefs: Readonly<Record<string, string>>;
  readonly target_desires: Readonly<Record<string, number>>;
  readonly confidence_level: 'low' | 'medium' | 'high';
  readonly information_entropy: number;
}

export interface PtomTrajectory {
  readonly game_id: string;
  readonly scenario_id: string;
  readonly strategy_type: StrategyType;
  readonly scenario: string;
  readonly condition: string;
  /** Not in the study's files, which leave it unsaid. */
  readonly objective: 'A' | 'fit';
  readonly option_a: { readonly name: string; readonly description: string };
  readonly option_b: { readonly name: string; readonly description: string };
  readonly target_preferences: Readonly<Record<string, unknown>>;
  readonly available_facts: readonly Readonly<Record<string, string>>[];
  readonly trajectory: readonly PtomTurn[];
  readonly success: boolean;
  /** Nor is this: success is what the target decided. */
  readonly decided_by: 'play';
  readonly recommended: 'A' | 'B';
  readonly accepted: boolean;
  readonly key_insights: readonly string[];
  readonly process_rewards: readonly { readonly turn: number; readonly reward: number; readonly reason: string }[];
}

interface PtomTurn {
  readonly turn: number;
  readonly belief_state: BeliefState;
  readonly reasoning: string;
  readonly counterfactual_analysis: Readonly<
    Record<string, { readonly p_success: number; readonly reasoning: string }>
  >;
  readonly action_type: 'ASK' | 'DISCLOSE' | 'RECOMMEND';
  readonly action: string;
  readonly response: string;
  readonly belief_update: BeliefState;
}

/** The trajectories of one scenario, at most one of each type. */
export function ptomTrajectories(seed: number, options: PtomOptions = {}): PtomTrajectory[] {
  const domain = ptom as Domain;
  const scenario = samplePtom(seed, options);
  const target = resolvePlayer('worded:ptom:mind@templates', domain);
  const games = PERSUADERS.map((name): Game => {
    const persuader = resolvePlayer(`worded:ptom:${name}@templates`, domain);
    const players = { persuader, target };
    return gameOf(scenario, name, playEpisode({ domain, scenario, source: { seed }, players, seed }));
  });
  // Two persuaders may have said the same.
  const said = games.map(({ episode }) => JSON.stringify(takenOf(episode).map(({ act: { words } }) => words)));
  const left = games.filter((_, i) => said.indexOf(said[i] as string) === i);
  return strategyTypes.flatMap((type) => {
    const at = left.findIndex((game) => isOf(type, game, games));
    if (at < 0) return [];
    const [game] = left.splice(at, 1) as [Game];
    return [trajectoryOf(scenario, game, type)];
  });
}

interface Game {
  readonly persuader: string;
  readonly episode: Episode;
  readonly success: boolean;
  /** Before each act of the persuader. */
  readonly thoughts: readonly Deliberation[];
  /** The place of the turn at which a wrong idea of what matters most was given up for the right one. */
  readonly corrected: number;
}

function gameOf(scenario: PtomScenario, persuader: string, episode: Episode): Game {
  const { result } = episode;
  const views = viewsOf(ptom as Domain, episode, 'persuader') as PtomPersuaderView[];
  const thoughts = views.map((view) => deliberate(view));
  const truth = topOf(ptomTargetOf(scenario).strengths);
  const ideas = thoughts.map(({ top }) => topOf(top));
  // A first idea that nothing was known for is no belief that could be wrong.
  const held = thoughts.map(({ top }, i) => (top[ideas[i] as string] as number) > 0.4);
  const corrected = ideas.findIndex((idea, i) => i > 0 && idea === truth && ideas[i - 1] !== truth && held[i - 1]);
  const success = result.kind === 'concluded' && result.utility.persuader === 1;
  return { persuader, episode, success, thoughts, corrected: ideas.at(-1) === truth ? corrected : -1 };
}

/** By what happened, and not by what was asked for. */
function isOf(type: StrategyType, { success, thoughts, corrected, persuader }: Game, games: readonly Game[]): boolean {
  switch (type) {
    case 'recovery':
      return success && corrected > 0;
    case 'information_efficiency': {
      const won = games.filter((game) => game.success).map((game) => game.thoughts.length);
      const fewest = thoughts.length === Math.min(...won) && thoughts.length <= EFFICIENT;
      return (
        success && won.length > 1 && (fewest || (thoughts.length === Math.max(...won) && thoughts.length >= THOROUGH))
      );
    }
    case 'optimal':
      return success && persuader === 'bayes';
    case 'alternative_success':
      return success && persuader !== 'bayes';
    case 'failed':
      return !success;
    default:
      return type satisfies never;
  }
}

function trajectoryOf(scenario: PtomScenario, game: Game, type: StrategyType): PtomTrajectory {
  const { public: table, id } = scenario;
  const { facts, objective, revealed } = ptomPersuaderOf(scenario);
  const { strengths } = ptomTargetOf(scenario);
  const { episode, thoughts, success, corrected } = game;
  const acts = takenOf(episode).map(({ act }) => act as PtomAct);
  const turns = thoughts.map((thought, i): PtomTurn => {
    const act = acts[2 * i] as PtomAct;
    const reply = acts[2 * i + 1] as PtomAct;
    return {
      turn: i + 1,
      belief_state: beliefState(thought, acts[2 * i - 1]),
      reasoning: reasoning(thought, i === corrected ? thoughts[i - 1] : undefined),
      counterfactual_analysis: counterfactuals(thought, act),
      action_type: act.type.toUpperCase() as PtomTurn['action_type'],
      action: act.words as string,
      response: reply.words as string,
      belief_update: beliefState(thoughts[i + 1] ?? thought, reply),
    };
  });
  const hopes = [...thoughts.map(bestHope), Number(success)];
  return {
    game_id: `${id}_${game.persuader}`,
    scenario_id: id,
    strategy_type: type,
    scenario: table.type,
    condition: table.condition,
    objective,
    option_a: table.options.A,
    option_b: table.options.B,
    target_preferences: {
      stated_explicitly: table.condition === 'REVEALED',
      true_preferences: Object.keys(strengths),
      preference_strength: strengths,
      ...(table.condition === 'PARTIAL' && { partially_revealed: Object.keys(revealed) }),
    },
    available_facts: facts.map(({ favours, ...fact }) => ({ ...fact, favors: favours })),
    trajectory: turns,
    success,
    decided_by: 'play',
    ...ending(acts),
    key_insights: insights(game, strengths),
    process_rewards: thoughts.map((_, i) => ({
      turn: i + 1,
      reward: hundredths((hopes[i + 1] as number) - (hopes[i] as number)),
      reason:
        i + 1 < thoughts.length
          ? 'change of the best predicted chance of success'
          : success
            ? 'what was recommended was accepted, and it was the objective'
            : 'the objective was not reached',
    })),
  };
}

/** A game ends with a recommendation and the decision on it. */
function ending(acts: readonly PtomAct[]): Pick<PtomTrajectory, 'recommended' | 'accepted'> {
  const [advice, decision] = acts.slice(-2) as [PtomAct & { type: 'recommend' }, PtomAct & { type: 'decide' }];
  return { recommended: advice.option, accepted: decision.accept };
}

const bestHope = ({ prospects }: Deliberation) => prospects[0]?.success ?? 0;

function beliefState({ strengths, entropy }: Deliberation, heard: PtomAct | undefined): BeliefState {
  return {
    target_beliefs: heard?.type === 'react' ? { leans_to: heard.lean } : {},
    target_desires: Object.fromEntries(Object.entries(strengths).map(([name, one]) => [name, hundredths(one)])),
    confidence_level: entropy < 0.5 ? 'high' : entropy < 1.2 ? 'medium' : 'low',
    information_entropy: hundredths(entropy),
  };
}

function reasoning({ top, entropy, aFits, prospects }: Deliberation, before: Deliberation | undefined): string {
  const idea = topOf(top);
  const wrong = before && topOf(before.top);
  const [best] = prospects;
  return [
    ...(wrong ? [`I was wrong: I took ${plain(wrong)} for what matters most, and it is ${plain(idea)}.`] : []),
    `What matters most is ${plain(idea)} with a chance of ${percent(top[idea] ?? 0)} (${entropy.toFixed(2)} bits open).`,
    `A fits them best with a chance of ${percent(aFits)}.`,
    ...(best ? [`The most promising act is to ${described(best.act)}: ${percent(best.success)}.`] : []),
  ].join(' ');
}

/** What was done, where it was weighed, and the best of what was not: two at least, four at most. */
function counterfactuals({ prospects }: Deliberation, act: PtomAct): PtomTurn['counterfactual_analysis'] {
  const name = described(act);
  const done = prospects.filter((one) => described(one.act) === name);
  const others = prospects.filter((one) => described(one.act) !== name).slice(0, 3);
  const listed = [...done, ...others].map((one) => [described(one.act), one.success] as const);
  // Where one act alone is worth a thought, the other recommendation is what is left to be weighed, and leads nowhere.
  const other = prospects.some((one) => described(one.act) === 'recommend A') ? 'recommend B' : 'recommend A';
  const all = listed.length > 1 ? listed : [...listed, [other, 0] as const];
  const best = Math.max(...all.map(([, success]) => success));
  return Object.fromEntries(
    all.map(([what, success]) => [
      `if_${what.replaceAll(' ', '_')}`,
      {
        p_success: hundredths(success),
        reasoning: success === best ? 'nothing leads further' : `${percent(best - success)} less than the best`,
      },
    ]),
  );
}

function insights({ thoughts, corrected, success }: Game, strengths: Readonly<Record<string, number>>): string[] {
  const last = thoughts.at(-1) as Deliberation;
  const idea = topOf(last.top);
  const right = idea === topOf(strengths);
  return [
    `${plain(topOf(strengths))} mattered most; ${right ? 'this was known in the end' : `${plain(idea)} was thought to`}`,
    ...(corrected > 0 ? ['a wrong belief was corrected by what the target said'] : []),
    `${success ? 'reached' : 'missed'} in ${thoughts.length} acts`,
  ];
}

function described(act: PtomAct): string {
  switch (act.type) {
    case 'ask':
      return `ask ${plain(act.about)}`;
    case 'disclose':
      return `disclose ${act.fact.id}`;
    case 'recommend':
      return `recommend ${act.option}`;
    default:
      return act.type;
  }
}

function topOf(values: Readonly<Record<string, number>>): string {
  const [first = '', ...rest] = Object.keys(values);
  return rest.reduce((top, name) => ((values[name] as number) > (values[top] as number) ? name : top), first);
}

const plain = (name: string) => name.replaceAll('_', ' ');
const percent = (share: number) => `${Math.round(100 * share)} %`;
const hundredths = (x: number) => Math.round(100 * x) / 100 + 0;
