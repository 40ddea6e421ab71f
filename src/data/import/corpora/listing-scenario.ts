/**
 * A scenario that can be played, from a listing of a corpus and its buyer's target.
 *
 * People had a target each and no limit, so the limits are ours (house definition): the buyer's lies a tenth to three tenths of
 * the list price above its target, the seller's as far below the list price. The zone may be empty. The lab plays on these, and
 * rows for training have the same limits in their prompts (convert/dialogue-chat.ts).
 */
import { cents, contentHash, createRng, type Item, type PriceScenario, price } from '../../../core/index.ts';

interface PlayableListing {
  readonly item: Item;
  /** The buyer's. */
  readonly target: number;
}

export function listingScenario(
  { item, target }: PlayableListing,
  { seed, turnLimit = 20 }: { readonly seed: number; readonly turnLimit?: number },
): PriceScenario | undefined {
  const { listPrice } = item;
  const id = contentHash([item.title, listPrice, target]);
  const rng = createRng(seed).split('corpus').split(id);
  const range = { low: cents(0.1 * listPrice), high: cents(2 * listPrice) };
  const reach = () => rng.uniform(0.1, 0.3) * listPrice;
  const scenario: PriceScenario = {
    domain: price.name,
    version: price.version,
    id,
    public: { item, range, turnLimit, opens: rng.pick(['buyer', 'seller']), crossing: 'close' },
    private: {
      buyer: { reservation: cents(Math.min(range.high, target + reach())), target },
      seller: { reservation: cents(Math.max(range.low, listPrice - reach())), target: listPrice },
    },
  };
  return price.problem(scenario) === undefined ? scenario : undefined;
}
