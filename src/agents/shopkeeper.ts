/**
 * shopkeeper: a seller whose rules are code. A model, or nobody, speaks; the rules hold either way.
 *
 * It never sells or asks below its reservation, never gives the reservation away in words, never walks but by rule, and keeps
 * what was agreed: those are the guards. Two rules are its own: it takes a bid at its aspiration without haggling on, and each
 * counter is lower than the last until it stands at its reservation. Personas: default, firm, flexible, deceptive (those of
 * BazaarBATNA). For comparison with the original: `accept=reservation` takes any bid at the reservation at once, and
 * `counter=original` asks by its arithmetic. Without a model the persona sets the pace and templates speak.
 */
import {
  type Agent,
  acceptable,
  andThen,
  cents,
  clamp,
  lastTurn,
  type NoAct,
  type PriceAct,
  type PriceScript,
  type PriceView,
  polynomial,
} from '../core/index.ts';
import type { Model } from '../models/model.ts';
import { freeAgent } from './free.ts';
import { type GuardName, guard, guardNames, type Rule, withGuards } from './guards/index.ts';
import { agreed, asGood, counterPrice, inside, offerInside, ownBest } from './guards/price-counter.ts';
import { holding } from './holding.ts';
import { type Persona, tongueText } from './personas.ts';
import type { Language } from './phrases.ts';
import type { Reasoning } from './prompt.ts';
import { momentOf, templateFor, withWords } from './worded.ts';

export const shopkeeperPersonas = ['default', 'firm', 'flexible', 'deceptive'] as const;
export type ShopkeeperPersona = (typeof shopkeeperPersonas)[number];
export const acceptances = ['aspiration', 'reservation'] as const;
export type Acceptance = (typeof acceptances)[number];
export const counters = ['aspiration', 'original'] as const;
export type CounterRule = (typeof counters)[number];

export interface ShopkeeperOptions {
  readonly persona: ShopkeeperPersona;
  readonly accept: Acceptance;
  readonly language: Language;
}

export interface ShopkeeperModelOptions extends ShopkeeperOptions {
  readonly reasoning: Reasoning;
  readonly temperature: number;
  readonly maxTokens: number;
}

/** Raised whenever the same view could give another act. */
export const SHOPKEEPER_VERSION = 3;

const PERSONA: Readonly<Record<ShopkeeperPersona, Persona>> = {
  default: 'neutral',
  firm: 'firm',
  flexible: 'flexible',
  deceptive: 'deceptive',
};
/** Share conceded = t^exponent: above 1 holds out (theory/concession.ts). */
const PACE: Readonly<Record<ShopkeeperPersona, number>> = { default: 2, firm: 4, flexible: 1, deceptive: 3 };

/** A counter goes down by this share of the list price at least, for as long as there is room. */
const LEAST_STEP = 0.005;

/** Takes a bid that is as good as what it would ask now, whatever it meant to do. */
const takesAtAspiration: Rule = {
  name: 'takesAtAspiration',
  about: 'takes a bid at the aspiration of the turn',
  judge: (view: PriceView, act: PriceAct) =>
    taking(view, act, counterPrice(view), 'this bid is as good as your aspiration: take it'),
};

/** Takes any bid that keeps to the reservation, as BazaarBATNA's seller did: the buyer gets all the rest. */
const takesAtReservation: Rule = {
  name: 'takesAtReservation',
  about: 'takes any bid that keeps to the reservation',
  judge: (view: PriceView, act: PriceAct) =>
    taking(view, act, view.own.reservation, 'this bid keeps to your reservation: take it'),
};

function taking(view: PriceView, act: PriceAct, threshold: number, reason: string) {
  const { theirs } = view;
  if (act.type === 'accept' || !theirs || !acceptable(view)) return undefined;
  if (!inside(view, theirs.offer.price) || !asGood(view, theirs.offer.price, threshold)) return undefined;
  return { reason, instead: { type: 'accept', offer: theirs.turn } as const };
}

/** Each counter moves toward the buyer, until the reservation. */
const movesToward: Rule = {
  name: 'movesToward',
  about: 'each counter is lower than the last until the reservation',
  judge(view: PriceView, act: PriceAct) {
    const last = ownBest(view);
    if (act.type !== 'offer' || last === undefined || asGood(view, last - 0.005, act.price)) return undefined;
    const met = agreed(view)?.offer.price;
    const next = Math.max(last - leastStep(view), met !== undefined && met <= last ? met : 0);
    const instead = offerInside(view, next);
    // At the reservation, or at what both have named, there is nowhere to go.
    if (instead.type !== 'offer' || instead.price >= act.price) return undefined;
    return { reason: 'a counter must move toward the buyer', instead };
  },
};

function leastStep(view: PriceView): number {
  return Math.max(0.01, cents(LEAST_STEP * view.public.item.listPrice));
}

/** BazaarBATNA's next counter: down by 3 % of the asking price or 35 % of the gap, not below the reservation. */
export function nextCounter(asking: number, reservation: number, last: number, bid: number): number {
  return cents(Math.max(last - Math.max(0.03 * asking, 0.35 * (last - bid)), reservation));
}

/** Without a model: the persona's curve or the original's arithmetic asks, templates speak. */
export function shopkeeperByTemplates(
  name: string,
  { counter, ...options }: ShopkeeperOptions & { readonly counter: CounterRule },
): PriceScript {
  const script: PriceScript = { name, act: (view) => ask(view, options.persona, counter) };
  return behindTheCounter(script, options, counter === 'aspiration' ? guardNames : ORIGINAL_GUARDS) as PriceScript;
}

/** The original's arithmetic decides where to go, so the aspiration of the house does not hold it back. */
const ORIGINAL_GUARDS: readonly GuardName[] = ['leak', 'walkByRule', 'monotone', 'keepAgreement', 'reservation'];

function ask(view: PriceView, persona: ShopkeeperPersona, rule: CounterRule): PriceAct {
  const { reservation, target } = view.own;
  const last = ownBest(view);
  const bid = view.theirs?.offer.price;
  const opening = Math.max(target, reservation);
  if (last === undefined) return offerInside(view, opening);
  if (rule === 'original') return offerInside(view, nextCounter(opening, reservation, last, bid ?? 0));
  const conceded = polynomial(clamp(view.turn / lastTurn(view), 0, 1), { exponent: PACE[persona] });
  return offerInside(view, Math.min(last, opening + conceded * (reservation - opening)));
}

export function shopkeeperByModel(
  name: string,
  model: Model,
  options: ShopkeeperModelOptions,
): Agent<PriceView, PriceAct> {
  const { reasoning, temperature, maxTokens, language } = options;
  const manner = `${tongueText(language)} Stay with what the listing says.`;
  const style = { persona: PERSONA[options.persona], reasoning, manner };
  const agent = freeAgent(name, model, { ...style, temperature, maxTokens }) as Agent<PriceView, PriceAct>;
  return behindTheCounter(agent, options, guardNames);
}

export const shopkeeperSells = (seat: string): string => `shopkeeper sells: it cannot sit as ${seat}; use sauda there`;

/** The rules around whoever speaks, and words where a rule took them away. */
function behindTheCounter(
  agent: Agent<PriceView, PriceAct>,
  { accept, language }: ShopkeeperOptions,
  names: readonly GuardName[],
): Agent<PriceView, PriceAct> {
  // An aspiration would refuse what the original's rule takes.
  const kept = accept === 'reservation' ? names.filter((name) => name !== 'aspiration') : names;
  const takes = accept === 'reservation' ? takesAtReservation : takesAtAspiration;
  const ruled = guard(takes)(guard(movesToward)(withGuards(agent, kept)));
  return {
    ...holding(agent),
    name: agent.name,
    act(view, context) {
      if (view.seat !== 'seller') throw new RangeError(shopkeeperSells(view.seat));
      const speak = (act: PriceAct | NoAct): PriceAct | NoAct => {
        if (act.type === 'none') return act;
        const moment = act.words === undefined ? momentOf(view, act) : undefined;
        return moment ? withWords(act, templateFor(view, act, moment, language, context)) : act;
      };
      return andThen(ruled.act(view, context), speak);
    },
  };
}
