/** The view of a seat after some acts, for tests. Prices run from 1 to 100,000, and the seat in question opens. */
import { type PriceAct, type PriceView, price, type Seat, samplers } from '../../core/index.ts';

export interface Own {
  readonly reservation: number;
  readonly target: number;
  readonly title?: string;
  readonly listPrice?: number;
  readonly turnLimit?: number;
  /** Whether offers that meet close the game; they do not where left out. */
  readonly crossing?: 'close' | 'continue';
  /** A turn after which the game is over for want of time. */
  readonly deadline?: number;
}

export function viewOf(seat: 'buyer' | 'seller', own: Own, acts: readonly PriceAct[] = []): PriceView {
  const drawn = samplers.general(1, {
    opens: acts.length % 2 === 0 ? seat : other(seat),
    turnLimit: own.turnLimit ?? 20,
  });
  const item = { ...drawn.public.item, title: own.title ?? 'Oak table', listPrice: own.listPrice ?? 1000 };
  let state = price.start({
    ...drawn,
    public: {
      ...drawn.public,
      item,
      range: { low: 1, high: 100_000 },
      crossing: own.crossing ?? 'continue',
      ...(own.deadline !== undefined && { deadlines: 'enforced' as const }),
    },
    private: {
      ...drawn.private,
      [seat]: {
        reservation: own.reservation,
        target: own.target,
        ...(own.deadline !== undefined && { deadline: own.deadline }),
      },
    },
  });
  for (const act of acts) {
    const actor = price.toAct(state)[0] as Seat;
    const view = price.view(state, actor);
    const problem = price.check(view, act);
    if (problem) throw new RangeError(problem);
    state = price.apply(state, [{ turn: view.turn, seat: actor, act }]);
  }
  return price.view(state, seat);
}

function other(seat: Seat): Seat {
  return seat === 'buyer' ? 'seller' : 'buyer';
}
