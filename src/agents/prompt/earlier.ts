/**
 * What a seat saw at its earlier turns, worked out from what it sees now.
 *
 * A view holds the history of all that its seat may know, so the view of each earlier turn follows from it. Whatever a prompt says
 * of a turn can be said again, in the same words, at every later one: conversations grow at the end only.
 */
import type { Act, Taken, View } from '../../core/index.ts';
import { speechOf } from '../speech/index.ts';

export interface Moment {
  readonly view: View;
  /** What others did since this seat's turn before. */
  readonly since: readonly Taken[];
  /** What this seat did then; undefined for the turn at hand. */
  readonly act: Act | undefined;
}

/** Every turn of this seat so far, the one at hand last. */
export function momentsOf(view: View): Moment[] {
  let last = 0;
  const since = (turn: number) => {
    const from = last;
    last = turn;
    return view.history.filter((one) => one.seat !== view.seat && one.turn >= from && one.turn < turn);
  };
  const own = view.history.filter(({ seat }) => seat === view.seat);
  return [
    ...own.map(({ turn, act }) => ({ view: viewAt(view, turn), since: since(turn), act })),
    { view, since: since(view.turn), act: undefined },
  ];
}

/** The view that this seat had at an earlier turn of its own. */
export function viewAt(view: View, turn: number): View {
  const history = view.history.filter((one) => one.turn < turn);
  return speechOf(view.domain).earlierView(view, turn, history);
}
