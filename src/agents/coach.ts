/**
 * The coach: what an offer is worth to one's own side, what a script would do here, and, when a game is over, what each move
 * gave away. Before the end it knows one seat's view and no more; its guess of the other side's limit is read off their offers.
 */
import {
  type AcceptAct,
  type Act,
  aside,
  type Context,
  createRng,
  type Domain,
  type Episode,
  findKit,
  type Metric,
  type MoveRegret,
  metrics,
  type OfferAct,
  regretPerMove,
  type Seat,
  type Standing,
  type View,
} from '../core/index.ts';
import { resolveScript } from './script.ts';
import { resolvePlayer } from './spec.ts';
import { SpecError } from './spec-options.ts';
import { domainsWith, type Evaluation, findSpeech } from './speech/index.ts';

export function evaluate(view: View, terms: Readonly<Record<string, unknown>>): Evaluation {
  const speech = findSpeech(view.domain);
  if (speech?.evaluate) return speech.evaluate(view, terms);
  const able = domainsWith((one) => one.evaluate);
  throw new RangeError(`what an offer is worth can be told for ${able}, not for ${view.domain}`);
}

/**
 * What a script would do in this seat now. One that is named does what it does; the adviser, who did not make the offers so far, never
 * goes back on them.
 */
export function suggest(view: View, domain: Domain, spec?: string): { act: Act; by: string } {
  const by = spec ?? adviserOf(domain);
  const { agent } = resolvePlayer(by, domain);
  const context = aside(createRng(0).split(view.seat).split(view.turn));
  const act = agent.act(view, context);
  return { act: spec === undefined ? held(view, domain, act, context) : act, by };
}

/** The own best offer instead of one behind it, or theirs where that is no worse; in words, where the adviser has some. */
function held(view: View, domain: Domain, act: Act, context: Context): Act {
  const speech = findSpeech(view.domain);
  const instead = speech?.judges.monotone?.(view, act)?.instead;
  if (!instead) return act;
  const { theirs } = view as { theirs?: Standing<OfferAct> };
  const take: AcceptAct | undefined = theirs && { type: 'accept', offer: theirs.turn };
  const gain = (offer: Act) => speech.evaluate?.(view, offer as Act & Record<string, unknown>).gain ?? 0;
  const takes = theirs && take && domain.check(view, take) === undefined && gain(theirs.offer) >= gain(instead);
  const kept = takes ? take : instead;
  if (act.words === undefined || !speech.templates) return kept;
  return speech.templates.words({ name: 'held', act: () => kept }, 'english').act(view, context);
}

function adviserOf({ name }: Domain): string {
  const spec = findSpeech(name)?.adviser ?? findKit(name)?.control;
  if (spec === undefined) throw new SpecError(`no script advises on ${name}: name one`);
  return spec;
}

export interface Review {
  /** By metric; what does not apply is left out. */
  readonly metrics: Readonly<Record<string, number>>;
  /** What each own move gave away against the script across, where that can be worked out. */
  readonly moves: readonly ReviewedMove[] | null;
}

interface ReviewedMove {
  readonly turn: number;
  /** The best that could still be had before it; before the first, the best that was possible. */
  readonly best: number;
  readonly regret: number;
  readonly exact: boolean;
}

/** Only for a game that is over: it reads both sides. It searches for a best response, which may take minutes. */
export function review(episode: Episode, seat: Seat): Review {
  return { metrics: valuesOf(episode, seat, () => true), moves: movesOf(episode, seat) };
}

/** What can be told without a search. */
export function quickReview(episode: Episode, seat: Seat): Review {
  return { metrics: valuesOf(episode, seat, ({ needs }) => needs !== 'solver'), moves: null };
}

function valuesOf(episode: Episode, seat: Seat, wanted: (metric: Metric) => boolean): Record<string, number> {
  const values: Record<string, number> = {};
  for (const metric of metrics.filter(wanted)) {
    const value = metric.of(episode, seat);
    if (value !== undefined) values[metric.name] = value;
  }
  return values;
}

function movesOf(episode: Episode, seat: Seat): Review['moves'] {
  const moves = regretAgainstScript(episode, seat);
  return (
    moves?.map(({ turn, before, regret, exact }) => ({ turn, best: before, regret: costOf(regret), exact })) ?? null
  );
}

/** What each move of a seat cost against the script across; null where no script sits there that a best response can be searched for. */
export function regretAgainstScript(episode: Episode, seat: Seat): readonly MoveRegret[] | null {
  const other = Object.entries(episode.seats).find(([name]) => name !== seat)?.[1].spec ?? '';
  const script = /^worded:(.*)@templates/.exec(other)?.[1] ?? other;
  try {
    const counterpart = resolveScript(script, { name: episode.domain });
    return regretPerMove(episode, seat, counterpart);
  } catch (error) {
    if (error instanceof SpecError || error instanceof RangeError) return null;
    throw error;
  }
}

const NOISE = 1e-9;

/** What is left by arithmetic alone cost nothing. */
function costOf(regret: number): number {
  return Math.abs(regret) < NOISE ? 0 : regret;
}
