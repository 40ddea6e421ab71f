/** The arena in words: a negotiation over a price with several buyers at the table. A model sends no signals and reads the others'. */
import { type ArenaPublic, type ArenaView, type BazaarPublic, bazaarView, type PriceView } from '../../core/index.ts';
import { type Facts, factsIn, type PromptParts } from './parts.ts';
import { pricedPrompt, priceFacts } from './price.ts';
import { named, quoted } from './quote.ts';
import { TALK } from './table.ts';

/** Views of the arena are price views with more in them. */
const asPriced = (view: ArenaView) => bazaarView(view as unknown as PriceView);
const isSelling = ({ seat }: ArenaView) => seat === 'seller';

const arenaFacts: Facts<ArenaPublic & BazaarPublic, ArenaView> = {
  item: () => undefined, // The role has it.
  buyers: (view) =>
    `Buyers: ${view.public.buyers.map((seat) => `${named(seat)}${seat === view.seat ? ' (you)' : ''}`).join(', ')}. At most one of them gets it; to the others the game scores 0.`,
  opens: () =>
    'The seller acts in odd turns; in even ones all buyers who have not left act at once, without seeing each other’s bids or words.',
  turnLimit: ({ turnLimit }) => `One act each, at most ${turnLimit} turns in all; without a deal by then all score 0.`,
  // Whatever the scenario says: these rules close by an accept alone.
  crossing: () => 'A bid at the ask or above it closes nothing: only accept does.',
  leavers: ({ public: { leavers } }) =>
    leavers === 'out'
      ? 'The leading bid is the highest of the latest bids of those still there. When all buyers have left, the game ends.'
      : 'The leading bid is the highest ever made, also of a buyer who left or bid less later. When all buyers have left, the seller acts once more.',
  budgets: ({ public: { budgets } }) =>
    budgets === 'binding' ? "A bid past the buyer's limit is refused." : "A bid past the buyer's limit is not refused.",
  range: (view) => priceFacts.range(asPriced(view)),
  sellerType(view) {
    const { sellerType } = asPriced(view).public;
    return sellerType === undefined ? undefined : `All know the seller's type: ${sellerType}.`;
  },
  // No rule of the arena reads these.
  firstOffer: () => undefined,
  deadlines: () => undefined,
  zoneWidth: () => undefined,
  precision: () => undefined,
  ownOffers: () => undefined,
};

export function arenaPrompt(view: ArenaView): PromptParts {
  const common = pricedPrompt(asPriced(view));
  const acts = isSelling(view) ? sellersActs : buyersActs;
  return {
    ...common,
    standing: [common.standing, ...tableNow(view)].join(' '),
    rules: [
      ...factsIn(arenaFacts, view),
      ...acts,
      'Buyers may signal to all; a signal is talk. All see who leads, who has bid and who left.',
      TALK,
    ],
    acts: ['offer', 'accept', 'walk', 'say'],
    allowed: ['offer', ...(canAccept(view) ? ['accept'] : []), 'walk', 'say'],
    nameOf: (seat) => (seat === 'seller' ? 'Seller' : named(seat)),
  };
}

const sellersActs = [
  'offer: ask a price; it stands until you ask another.',
  'accept: take the leading bid; that closes the deal.',
  'say: words only. walk: end the game without a deal.',
];
const buyersActs = [
  'offer: bid; your bid stands until you make another.',
  'accept: bid the ask and close. Once a buyer accepts, the highest bid of that turn wins at its own price, of equal ones the first in the list of buyers.',
  'say: words only. walk: leave for good.',
];

function canAccept({ theirs, own, public: { budgets }, seat }: ArenaView): boolean {
  if (!theirs) return false;
  return seat === 'seller' || budgets === 'open' || theirs.offer.price <= own.reservation;
}

/** What is seen of the buyers at this turn: everybody who has not left acts in each round, so that needs no count. */
function tableNow({ attention, seat, others, signals }: ArenaView): string[] {
  const leader = attention === 'all' ? [] : [attention === seat ? 'Your bid leads.' : `${named(attention)} leads.`];
  const lists = (['negotiating', 'browsing', 'left'] as const).flatMap((status) => {
    const names = others.flatMap((one) => (one.status === status ? [named(one.seat)] : []));
    return names.length > 0 ? [`${STATUS[status]}: ${names.join(', ')}.`] : [];
  });
  const heard = Object.entries(signals).map(([who, signal]) => `${named(who)} ${quoted(signal)}`);
  return [...leader, ...lists, ...(heard.length > 0 ? [`Signals: ${heard.join(', ')}.`] : [])];
}

const STATUS = { negotiating: 'Have bid', browsing: 'No bid yet', left: 'Left' } as const;
