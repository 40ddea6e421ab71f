/**
 * Strangers: opponents of no named script, drawn piece by piece. To tune a negotiator against, so that it is good before those whom
 * nobody foresaw: a curve of any shape by the clock, a part of what is left in every turn, answers to the other side's steps or to the whole way it came, giving way to new
 * prices only, a middle between openings, jumps near the deadline, and any rule of acceptance; some
 * are offended by a first offer out of all reason (Schweinsberg, Ku, Wang and Pillutla 2012). None goes past its limit, and
 * few ever take an offer back.
 */
import { lastTurn, type PriceAct, type PriceScript, type PriceView, type Rng } from '../../../core/index.ts';

/** From a step as a share of the list price to a share of what is left: 4 to 42 % in a turn. */
const SHARES = 6;

type Kind =
  | 'clock'
  | 'remains'
  | 'steps'
  | 'answers'
  | 'distinct'
  | 'middle'
  | 'reads'
  | 'matches'
  | 'guesses'
  | 'holds';

export function drawStranger(rng: Rng): PriceScript {
  const shape = {
    kind: rng.pick<Kind>([
      ...(['clock', 'clock', 'steps', 'answers', 'answers', 'distinct', 'distinct', 'middle', 'reads'] as const),
      ...(['matches', 'matches', 'guesses', 'holds', 'holds', 'holds', 'remains', 'remains'] as const),
    ]),
    exponent: logUniform(rng, 0.15, 9),
    // Where it opens: at its target, or so far from its limit, a share of the list price; at most at the end of the range.
    opens: rng.float() < 0.6 ? undefined : logUniform(rng, 0.08, 1.5),
    // How much of the way to its limit it goes at most.
    goes: rng.float() < 0.5 ? 1 : rng.uniform(0.2, 1),
    jumps: Array.from({ length: 2 + rng.integer(5) }, () => rng.float()),
    ratio: logUniform(rng, 0.3, 2.5),
    delay: rng.integer(3),
    drift: rng.float() < 0.5 ? 0 : rng.uniform(0, 0.6),
    step: logUniform(rng, 0.006, 0.07),
    // Steps of the other side that are shorter are none to it, and how far it takes the other side's way to be.
    least: rng.float() < 0.5 ? 0 : rng.uniform(0, 0.03),
    way: logUniform(rng, 0.12, 0.7),
    pace: rng.uniform(0.2, 1),
    middleOf: rng.pick(['openings', 'last']),
    late: rng.float() < 0.3 ? { turns: 1 + rng.integer(3), to: rng.uniform(0.8, 1) } : undefined,
    noise: rng.float() < 0.3 ? rng.uniform(0, 0.05) : 0,
    wavers: rng.float() < 0.4,
    // Whom a first offer so far past its limit, a share of the list price, offends: it leaves, or hardly moves any more.
    offended: rng.float() < 0.35 ? { by: rng.uniform(0.08, 0.5), leaves: rng.float() < 0.3 } : undefined,
    takes: rng.pick(['next', 'next', 'next', 'level', 'middle']),
    level: rng.uniform(0.01, 0.25),
    slack: rng.float() < 0.6 ? 0 : rng.uniform(0, 0.05),
    takesLast: rng.float() < 0.3,
    leaves: rng.float() < 0.15 ? rng.uniform(0.5, 1) : undefined,
  };
  return {
    name: `stranger ${shape.kind}`,
    act(view, { rng: draws }): PriceAct {
      const { item, range } = view.public;
      const toward = view.seat === 'seller' ? 1 : -1;
      const { reservation } = view.own;
      const gain = (price: number) => toward * (price - reservation);
      const top = gain(toward > 0 ? range.high : range.low);
      const opening = Math.min(
        top,
        Math.max(0, shape.opens === undefined ? gain(view.own.target) : shape.opens * item.listPrice),
      );
      const own = gains(view, true, gain);
      const theirs = gains(view, false, gain);
      const time = view.turn / lastTurn(view);
      const mine = own.at(-1) ?? opening;
      const isOffended = shape.offended !== undefined && (theirs[0] ?? 0) < -shape.offended.by * item.listPrice;
      if (isOffended && shape.offended?.leaves) return { type: 'walk' };
      const floor = opening * (1 - shape.goes * (isOffended ? 0.3 : 1));
      let next = asked(shape, { time, opening, floor, own, theirs, list: item.listPrice });
      next += shape.noise * item.listPrice * (draws.float() - 0.5);
      if (shape.late && lastTurn(view) - view.turn <= shape.late.turns)
        next = Math.min(next, opening * (1 - shape.late.to));
      // Noise may take an offer back, but only of somebody who wavers.
      next = Math.max(0, shape.wavers && shape.noise > 0 ? next : Math.min(mine, next));
      const price = Math.round((reservation + toward * next) * 100) / 100;

      const offered = view.theirs ? gain(view.theirs.offer.price) : undefined;
      if (offered !== undefined && offered >= 0) {
        const middle = ((own[0] ?? opening) + (theirs[0] ?? 0)) / 2;
        const good =
          offered >= next - shape.slack * item.listPrice ||
          (shape.takes === 'level' && offered >= shape.level * item.listPrice) ||
          (shape.takes === 'middle' && offered >= middle) ||
          (shape.takesLast && !isOffended && view.turn >= lastTurn(view) - 1);
        if (good) return { type: 'accept', offer: (view.theirs as { turn: number }).turn };
      }
      const [earlier, latest] = [theirs.at(-3), theirs.at(-1)];
      if (shape.leaves !== undefined && time > shape.leaves && earlier !== undefined && latest !== undefined)
        if (latest - earlier < 0.005 * item.listPrice && latest < 0) return { type: 'walk' };
      return { type: 'offer', price };
    },
  };
}

interface Game {
  readonly time: number;
  readonly opening: number;
  readonly floor: number;
  /** What both have offered so far, as gains of the stranger. */
  readonly own: readonly number[];
  readonly theirs: readonly number[];
  readonly list: number;
}

function asked(
  shape: {
    kind: Kind;
    exponent: number;
    jumps: number[];
    ratio: number;
    delay: number;
    drift: number;
    step: number;
    pace: number;
    least: number;
    way: number;
    middleOf: string;
  },
  { time, opening, floor, own, theirs, list }: Game,
): number {
  const mine = own.at(-1) ?? opening;
  const by = (share: number) => opening + (floor - opening) * share;
  switch (shape.kind) {
    case 'clock':
      return by(time ** shape.exponent);
    case 'remains':
      return own.length === 0 ? opening : mine - shape.step * SHARES * (mine - floor);
    case 'steps':
      return by(shape.jumps.filter((jump) => jump <= time).length / shape.jumps.length);
    case 'answers': {
      if (own.length === 0) return opening;
      const [now, before] = [theirs.at(-1 - shape.delay), theirs.at(-2 - shape.delay)];
      const step = now !== undefined && before !== undefined ? now - before : 0;
      const given = step > 0 && step >= shape.least * list ? shape.ratio * step : 0;
      return Math.max(floor, Math.min(mine - given, by(shape.drift * time ** shape.exponent)));
    }
    case 'matches': {
      // Goes as large a share of its way as the other side has gone of what it supposes to be that one's.
      const [first, last] = [theirs[0], theirs.at(-1)];
      if (first === undefined || last === undefined) return opening;
      return by(Math.min(1, Math.max(0, (shape.ratio * (last - first)) / (shape.way * list))));
    }
    case 'guesses': {
      // Supposes the other side's limit so far from its first offer, and goes to the middle of both limits and no further.
      const [first] = theirs;
      if (first === undefined) return opening;
      const fair = Math.min(opening, Math.max(floor, (first + shape.way * list) / 2));
      return opening + (fair - opening) * time ** shape.exponent;
    }
    case 'holds': {
      // Holds while offers lose, or gain less than it thinks worth an answer; then meets the other side a part of the way.
      const best = Math.max(...theirs, Number.NEGATIVE_INFINITY);
      const answered = best >= shape.least * list;
      return answered ? Math.max(floor, mine - shape.pace * Math.max(0, mine - best) * 0.5) : Math.max(mine, floor);
    }
    case 'distinct': {
      const isNew = theirs.length > 0 && new Set(theirs).size >= new Set(own).size;
      return Math.max(floor, own.length > 0 && isNew ? mine - shape.step * list : mine);
    }
    case 'middle': {
      const other = shape.middleOf === 'openings' ? theirs[0] : theirs.at(-1);
      if (other === undefined) return opening;
      const middle = ((shape.middleOf === 'openings' ? (own[0] ?? opening) : mine) + other) / 2;
      return Math.max(floor, mine + Math.min(1, shape.pace + time * (1 - shape.pace)) * (middle - mine));
    }
    case 'reads': {
      // Goes further with those whose offers keep rising.
      const [early, late] = [theirs.at(-4), theirs.at(-1)];
      const rises = early !== undefined && late !== undefined && late > early;
      return by((rises ? 1 : 1 - shape.pace / 2) * time ** (rises ? shape.exponent / 2 : shape.exponent));
    }
    default:
      return shape.kind satisfies never;
  }
}

function gains({ seat, history }: PriceView, own: boolean, gain: (price: number) => number): number[] {
  return history.flatMap((taken) =>
    taken.act.type === 'offer' && (taken.seat === seat) === own ? [gain(taken.act.price)] : [],
  );
}

function logUniform(rng: Rng, low: number, high: number): number {
  return low * (high / low) ** rng.float();
}
