/**
 * What one side of a price game can believe of the other.
 *
 *   reservation   its limit, anywhere in the public range: the rules let a side offer past its own limit, so no offer rules a limit
 *                 out. Not asked where the width of the zone is public, since it then follows from the own one.
 *   type          the personality of a bazaar seller. A buyer is asked where deadlines end the game and no type is shown: the
 *                 hardened tasks. Where such a game has no stall there is no truth, and nothing is scored.
 *   urgency, stance   the type of a TERMS-Bench counterpart, where the own side has a type too
 *   patience      the last turn in which it can close, where deadlines end the game: from the turn at hand to the turn limit
 */
import type { Question } from '../../beliefs/belief.ts';
import type { Seat } from '../../types.ts';
import { bazaarView, briefOf } from '../bazaar/brief.ts';
import { personalities } from '../bazaar/stall.ts';
import { termsView, typeOf } from '../terms/brief.ts';
import { stances } from '../terms/families.ts';
import { type PricePrivate, type PriceScenario, type PriceView, zoneOf } from './price.ts';

type PriceQuestion = Question<PriceView, PriceScenario>;

const reservation: PriceQuestion = {
  name: 'reservation',
  ask({ seat, public: { range, zoneWidth } }) {
    if (zoneWidth !== undefined) return undefined;
    const words =
      seat === 'buyer'
        ? 'What is the least that the seller would take rather than no deal?'
        : 'What is the most that the buyer would pay rather than no deal?';
    return { kind: 'number', words, low: range.low, high: range.high };
  },
  truth(scenario, seat) {
    const { low, high } = zoneOf(scenario);
    return seat === 'buyer' ? low : high;
  },
};

const type: PriceQuestion = {
  name: 'type',
  ask(view) {
    const { seat, public: facts } = bazaarView(view);
    const { deadlines, sellerType } = facts;
    if (seat !== 'buyer' || deadlines !== 'enforced' || sellerType !== undefined) return undefined;
    return { kind: 'choice', words: 'What kind of seller is this?', options: personalities };
  },
  truth: (scenario, seat) => (seat === 'buyer' ? briefOf(scenario, 'seller').stall?.personality : undefined),
};

const patience: PriceQuestion = {
  name: 'patience',
  ask({ seat, turn, turnLimit, public: { deadlines } }) {
    if (deadlines !== 'enforced' || turn >= turnLimit) return undefined;
    const words = `What is the last turn in which the ${otherSide(seat)} can still close, before its patience ends the game?`;
    return { kind: 'number', words, low: turn, high: turnLimit };
  },
  truth({ public: { turnLimit, deadlines }, private: secrets }, seat) {
    if (deadlines !== 'enforced') return undefined;
    const { deadline = turnLimit } = secrets[otherSide(seat)] as PricePrivate;
    return Math.min(deadline, turnLimit);
  },
};

const urgency: PriceQuestion = {
  name: 'urgency',
  ask(view) {
    if (termsView(view).own.type === undefined) return undefined;
    const words = `How urgently does the ${otherSide(view.seat)} need a deal, from 0 (not at all) to 1 (very)?`;
    return { kind: 'number', words, low: 0, high: 1 };
  },
  truth: (scenario, seat) => typeOf(scenario, otherSide(seat))?.urgency,
};

const stance: PriceQuestion = {
  name: 'stance',
  ask(view) {
    if (termsView(view).own.type === undefined) return undefined;
    return { kind: 'choice', words: `What is the stance of the ${otherSide(view.seat)}?`, options: stances };
  },
  truth: (scenario, seat) => typeOf(scenario, otherSide(seat))?.stance,
};

function otherSide(seat: Seat): Seat {
  return seat === 'buyer' ? 'seller' : 'buyer';
}

export const priceQuestions = [reservation, type, patience, urgency, stance] as readonly Question[];
