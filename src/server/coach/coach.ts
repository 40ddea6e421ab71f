/**
 * The coach: what an offer is worth to one's own side, what a script would do here, and, when a game is over, what each move
 * gave away. Before the end it knows one seat's view and no more; its guess of the other side's limit is read off their offers.
 */
import { resolvePlayer, resolveScript, SpecError } from '../../agents/index.ts';
import {
  type Act,
  aside,
  createRng,
  type Domain,
  type Episode,
  type ItemsView,
  metrics,
  type PricePrivate,
  type PricePublic,
  type PriceView,
  regretPerMove,
  reservationByCurveFit,
  type Seat,
  type Split,
  utilityFunction,
  type View,
} from '../../core/index.ts';

export interface Evaluation {
  /** Over the own reservation, in money (price) or as a share of everything (items). */
  readonly gain: number;
  readonly pastReservation: boolean;
  /** How far from the reservation (0) to the target (1); price only. */
  readonly towardTarget: number | null;
  /** Against the other side's standing offer. */
  readonly betterThanStanding: boolean | null;
  /** Where their limit seems to lie, from two of their offers on; price only. */
  readonly theirLimit: { readonly estimate: number; readonly error: number } | null;
  readonly says: string;
}

export function evaluate(view: View, offer: { price?: number; split?: Split }): Evaluation {
  return view.domain === 'items'
    ? evaluateSplit(view as ItemsView, offer.split)
    : evaluatePrice(view as PriceView, offer.price);
}

function evaluatePrice(view: PriceView, price: number | undefined): Evaluation {
  if (price === undefined) throw new RangeError('a price is needed for this game, as in {"price": 350}');
  const { reservation, target } = view.own as PricePrivate;
  const sign = view.seat === 'buyer' ? -1 : 1;
  const gain = round(sign * (price - reservation));
  const way = sign * (target - reservation);
  const standing = view.theirs?.offer.price;
  const limit = theirLimit(view);
  const towardTarget = way > 0 ? round(gain / way) : null;
  const says = [
    gain < 0 ? `it is ${-gain} past your limit: do not` : `it leaves you ${gain} over your limit`,
    ...(towardTarget !== null && gain >= 0 ? [`${Math.round(100 * towardTarget)} % of the way to your target`] : []),
    ...(limit ? [`their limit seems to be near ${limit.estimate}`] : []),
  ];
  return {
    gain,
    pastReservation: gain < 0,
    towardTarget,
    betterThanStanding: standing === undefined ? null : sign * (price - standing) > 0,
    theirLimit: limit,
    says: says.join('; '),
  };
}

function evaluateSplit(view: ItemsView, split: Split | undefined): Evaluation {
  if (split === undefined)
    throw new RangeError('a split is needed for this game, as in {"split": {"a": [1, 0], "b": [0, 2]}}');
  const { values, reservation = 0 } = view.own;
  const mine = split[view.seat as keyof Split] ?? [];
  if (mine.length !== values.length) throw new RangeError(`a split gives ${values.length} numbers to each seat`);
  const worth = utilityFunction(view.public.items, values);
  const share = worth(mine);
  const standing = view.theirs ? worth(view.theirs.offer.split[view.seat as keyof Split]) : undefined;
  return {
    gain: round(share - reservation),
    pastReservation: share < reservation,
    towardTarget: null,
    betterThanStanding: standing === undefined ? null : share > standing,
    theirLimit: null,
    says: `it is worth ${Math.round(100 * share)} % of everything to you`,
  };
}

function theirLimit(view: PriceView): Evaluation['theirLimit'] {
  const seat = view.seat === 'buyer' ? 'seller' : 'buyer';
  const offers = view.history.flatMap(({ turn, seat: by, act }) =>
    by === seat && act.type === 'offer' ? [{ turn, price: act.price }] : [],
  );
  const fit = reservationByCurveFit(offers, view.turnLimit, { seat, range: (view.public as PricePublic).range });
  return fit ? { estimate: round(fit.reservation), error: round(fit.error) } : null;
}

const DEFAULT_ADVISER: Readonly<Record<string, string>> = {
  price: 'worded:clean:boulware_firm@templates',
  items: 'pareto_walking',
};

/** What a script would do in this seat now. */
export function suggest(view: View, domain: Domain, spec = DEFAULT_ADVISER[domain.name]): { act: Act; by: string } {
  if (spec === undefined) throw new SpecError(`no script advises on ${domain.name} yet: name one`);
  const { agent } = resolvePlayer(spec, domain);
  const rng = createRng(0).split(view.seat).split(view.turn);
  const act = agent.act(view, aside(rng));
  return { act, by: spec };
}

export interface Review {
  /** By metric; what does not apply is left out. */
  readonly metrics: Readonly<Record<string, number>>;
  /** What each own move gave away against the script across, where that can be worked out. */
  readonly moves: readonly { readonly turn: number; readonly regret: number; readonly exact: boolean }[] | null;
}

/** Only for a game that is over: it reads both sides. */
export function review(episode: Episode, seat: Seat): Review {
  const values: Record<string, number> = {};
  for (const metric of metrics) {
    const value = metric.of(episode, seat);
    if (value !== undefined) values[metric.name] = value;
  }
  return { metrics: values, moves: movesOf(episode, seat) };
}

function movesOf(episode: Episode, seat: Seat): Review['moves'] {
  const other = Object.entries(episode.seats).find(([name]) => name !== seat)?.[1].spec ?? '';
  const script = /^worded:(.*)@templates/.exec(other)?.[1] ?? other;
  try {
    const counterpart = resolveScript(script, { name: episode.domain });
    return regretPerMove(episode, seat, counterpart).map(({ turn, regret, exact }) => ({
      turn,
      regret: round(regret),
      exact,
    }));
  } catch (error) {
    if (error instanceof SpecError || error instanceof RangeError) return null;
    throw error;
  }
}

function round(x: number): number {
  return Math.round(x * 1e6) / 1e6 + 0;
}
