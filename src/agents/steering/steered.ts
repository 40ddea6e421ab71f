/**
 * A buyer whose acts are steered: the agent proposes, the steering decides, and what it changed is on record.
 *
 * off       the agent's own act
 * ladder    BazaarBATNA's steering as it was when its table was made (bazaar.ts)
 * head      the same with its monotone guard
 * bayesian  the best act by a posterior over what the seller is (bayesian/)
 *
 * Where the act changed, its words are a template's: words meant for another price would contradict it. Steering is for the
 * buyer's seat; in any other the agent plays as it is. A `say` or `reject` is no proposal that the original knew: it passes.
 * A reply that cannot be read is no act and is asked for again; behind `ladder` and `head` it is what it was to the original, an
 * offer of 30 % of the budget that the wrapper then moves, so that a model that says nothing plays there as it did.
 */
import {
  type Act,
  type Agent,
  acceptable,
  andThen,
  bazaarView,
  type Context,
  cents,
  clamp,
  type NoAct,
  type PriceAct,
  type PriceView,
} from '../../core/index.ts';
import { holding } from '../holding.ts';
import type { Language } from '../phrases.ts';
import type { Tells } from '../tells/read.ts';
import { momentOf, templateFor, withWords } from '../worded.ts';
import { bayesianBelief } from './bayesian/believes.ts';
import { roundsBy } from './bayesian/posterior.ts';
import { steerBayesian } from './bayesian/steer.ts';
import { type Proposal, type SteeringTells, steerBazaar } from './bazaar.ts';

export const steerings = ['bayesian', 'head', 'ladder', 'off'] as const;
export type SteeringName = (typeof steerings)[number];

/** Left in the transcript each time the steering changes an act. */
export interface SteeringNote {
  readonly steering: SteeringName;
  /** No act where the reply could not be read. */
  readonly raw: Act | NoAct;
  readonly became: PriceAct;
}

/** What a proposal becomes. `tells`: what is known of the other side, or undefined where tells are off. */
function steer(
  name: SteeringName,
  view: PriceView,
  proposal: PriceAct | undefined,
  tells: Tells | undefined,
): PriceAct | undefined {
  if (view.seat === 'seller' || name === 'off') return proposal;
  if (name === 'bayesian') return steerBayesian(view, proposal, tells?.heard ?? []).act;
  if (!view.theirs || !proposal || proposal.type === 'say' || proposal.type === 'reject') return proposal;
  const asked: number[] = [];
  for (const { seat, act } of view.history) if (seat !== view.seat && act.type === 'offer') asked.push(act.price);
  const ask = view.theirs.offer.price;
  const steered = steerBazaar(
    {
      ask,
      budget: view.own.reservation,
      round: roundsBy(view, view.turn) - 1,
      maxRounds: roundsBy(view, view.turnLimit),
      personality: bazaarView(view).public.sellerType ?? 'default',
      ...(view.mine && { ownLast: view.mine.offer.price }),
      delta: (asked.at(-2) ?? ask) - ask,
      ...(tells && { tells: tellsFor(view, tells) }),
    },
    proposal as Proposal,
    name,
  );
  if (steered.type === 'offer') return steered.price === (proposal as { price?: number }).price ? proposal : steered;
  if (steered.type === proposal.type) return proposal;
  if (steered.type === 'walk') return { type: 'walk' };
  // The original let the environment refuse this; an offer of the ask says the same and is legal.
  return acceptable(view) ? { type: 'accept', offer: view.theirs.turn } : { type: 'offer', price: ask };
}

/** The faithful seller's own tells where it shows them, else what was read. */
function tellsFor(view: PriceView, { now, pattern }: Tells): SteeringTells {
  const shown = bazaarView(view).theirs?.offer.tells;
  if (shown) return shown;
  const { urgency, confidence, deception, escalation } = now;
  return {
    ...(urgency !== undefined && { urgency }),
    ...(confidence !== undefined && { confidence }),
    ...(deception !== undefined && { deception }),
    ...(escalation !== undefined && { escalation }),
    ...(pattern !== undefined && { pattern }),
  };
}

/** The act after steering, with words that fit it, noted where it changed. */
export function steeredAct(
  name: SteeringName,
  view: PriceView,
  raw: PriceAct | NoAct | undefined,
  tells: Tells | undefined,
  language: Language,
  context: Context,
): PriceAct | NoAct {
  const isOriginal = (name === 'ladder' || name === 'head') && view.seat !== 'seller';
  if (raw?.type === 'none' && !isOriginal) return raw;
  const proposal = raw?.type === 'none' ? unreadable(view) : raw;
  const act = steer(name, view, proposal, tells) as PriceAct;
  if (act === raw) return act;
  if (raw) {
    const note: SteeringNote = { steering: name, raw, became: act };
    context.note(note);
  }
  const moment = momentOf(view, act);
  return moment ? withWords(act, templateFor(view, act, moment, language, context)) : act;
}

/** The original's stand-in for a reply that it could not read. */
export function unreadable({ own, public: { range } }: PriceView): PriceAct {
  return { type: 'offer', price: cents(clamp(0.3 * own.reservation, range.low, range.high)) };
}

type Answer = NonNullable<Agent<PriceView, PriceAct>['answer']>;

/** An agent's acts behind a steering, with the tells that `read` finds. What the steering holds is believed, where it holds anything. */
export function steered(
  agent: Agent<PriceView, PriceAct>,
  name: SteeringName,
  read: (view: PriceView) => Tells | undefined,
  language: Language,
): Agent<PriceView, PriceAct> {
  const believes: Answer = (view, question) => bayesianBelief(view, question, read(view)?.heard ?? []);
  return {
    ...(name === 'bayesian' ? { answer: believes } : holding(agent)),
    name: agent.name,
    act(view, context) {
      const raw = agent.act(view, context);
      const finish = (answer: PriceAct | NoAct) =>
        steeredAct(name, view, answer, name === 'off' ? undefined : read(view), language, context);
      return andThen(raw, finish);
    },
  };
}
