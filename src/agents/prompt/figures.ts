/**
 * What a side would reckon on paper before it answers: what the price that stands gains against its own limit, in money and of the list
 * price, and how far the other side came with it. Models subtract badly, and the smaller the worse.
 */
import { cents, type PriceView } from '../../core/index.ts';

export function priceFigures({ seat, own, theirs, history, public: { item, range } }: PriceView): string {
  if (!theirs) return '';
  const toward = seat === 'seller' ? 1 : -1;
  const round = roundedFor(item.listPrice);
  const gain = cents(toward * (theirs.offer.price - own.reservation));
  const share = gain === 0 ? '' : ` (${percent(Math.abs(gain), item.listPrice || range.high - range.low)})`;
  const gains = `Theirs ${gain === 0 ? 'gains you nothing' : `${gain > 0 ? 'gains' : 'loses'} you ${round(Math.abs(gain))}`}${share}`;
  const said = history.filter((one) => one.seat !== seat);
  const [before, last] = said.flatMap(({ act }) => (act.type === 'offer' ? [act.price] : [])).slice(-2);
  // Of the step before last nothing is said again.
  const isNew = said.at(-1)?.act.type === 'offer';
  return last === undefined || before === undefined || !isNew
    ? `${gains}.`
    : `${gains}, a step of ${round(toward * (last - before))}.`;
}

/** Of the list price, or of the range where there is none, so that gains of all items can be told apart alike. */
export function percent(amount: number, whole: number): string {
  return `${percentOf(amount, whole)} %`;
}

/** As it is said. */
export function percentOf(amount: number, whole: number): number {
  return Math.round((1000 * amount) / whole) / 10;
}

/** To a thousandth of the list price or less, and to whole cents: digits that decide nothing are hard to reckon with. */
export function roundedFor(listPrice: number): (price: number) => number {
  let unit = 0.01;
  while (10_000 * unit <= listPrice) unit *= 10;
  // The same difference may come with other noise in its last digits.
  return (price) => cents(Math.round(price / unit + 1e-9) * unit);
}
