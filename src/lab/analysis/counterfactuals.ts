/**
 * What planners predict, against what happens: every plan in a transcript names alternatives with the success predicted for each
 * (a private note `{ plan: { predicted, alternatives: [{ act, predicted }] } }`); each is really played, by a fork that forces
 * it and lets the same players go on.
 */
import { type Act, type Domain, type Episode, type Player, playEpisode, type Seat, viewsOf } from '../../core/index.ts';

export interface NotedPlan {
  readonly predicted: number;
  readonly alternatives: readonly { readonly act: Act; readonly predicted: number }[];
}

export interface Prediction {
  readonly episode: string;
  readonly turn: number;
  readonly seat: Seat;
  /** What was done, or an alternative to it. */
  readonly of: 'act' | 'alternative';
  readonly predicted: number;
  /** The utility of the seat in the game that came of it. */
  readonly real: number;
}

/** The plans in an episode, by turn and seat; of a turn that was tried again the last. */
export function plansIn({ events }: Episode): readonly { turn: number; seat: Seat; plan: NotedPlan }[] {
  const plans = new Map<string, { turn: number; seat: Seat; plan: NotedPlan }>();
  for (const event of events) {
    const plan = event.type === 'agent-note' ? (event.note as { plan?: NotedPlan } | null)?.plan : undefined;
    if (event.type !== 'agent-note' || typeof plan?.predicted !== 'number') continue;
    plans.set(`${event.turn} ${event.seat}`, { turn: event.turn, seat: event.seat, plan });
  }
  return [...plans.values()];
}

/** What the plans predicted against what came of it, and how many alternatives the rules did not allow, of which nothing can come. */
export interface PlayedOut {
  readonly predictions: readonly Prediction[];
  readonly illegal: number;
}

/** Plays every legal alternative of every plan. The players are those of the episode, or who is to go on in their place. */
export async function playedOut(
  episode: Episode,
  domain: Domain,
  players: Readonly<Record<Seat, Player>>,
  plans = plansIn(episode),
): Promise<PlayedOut> {
  const { id, scenario, source, seed, result } = episode;
  const found: Prediction[] = [];
  let illegal = 0;
  for (const { turn, seat, plan } of plans) {
    const add = (of: Prediction['of'], predicted: number, end: Episode['result']) => {
      if (end.kind !== 'failed')
        found.push({ episode: id, turn, seat, of, predicted, real: end.utility[seat] as number });
    };
    add('act', plan.predicted, result);
    const view = viewsOf(domain, episode, seat).find((one) => one.turn === turn);
    for (const { act, predicted } of plan.alternatives) {
      if (!view || domain.check(view, act) !== undefined) {
        illegal++;
        continue;
      }
      const fork = { of: episode, turn, forced: [{ turn, seat, act }] };
      const played = await playEpisode({ domain, scenario, source, players, seed, fork });
      add('alternative', predicted, played.result);
    }
  }
  return { predictions: found, illegal };
}

export interface CounterfactualScore {
  readonly predictions: number;
  readonly meanPredicted: number;
  readonly meanReal: number;
  /** Mean of (predicted - real)^2: 0 is certain and right. */
  readonly brier: number;
  /** The same of whoever always predicts the mean of what happened. */
  readonly brierOfMean: number;
}

export function counterfactualScore(
  predictions: readonly Pick<Prediction, 'predicted' | 'real'>[],
): CounterfactualScore | undefined {
  if (predictions.length === 0) return undefined;
  const mean = (of: (one: Pick<Prediction, 'predicted' | 'real'>) => number) =>
    predictions.reduce((sum, one) => sum + of(one), 0) / predictions.length;
  const square = (x: number) => x * x;
  const meanReal = mean(({ real }) => real);
  return {
    predictions: predictions.length,
    meanPredicted: mean(({ predicted }) => predicted),
    meanReal,
    brier: mean(({ predicted, real }) => square(predicted - real)),
    brierOfMean: mean(({ real }) => square(meanReal - real)),
  };
}
