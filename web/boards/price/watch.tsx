import { Rail } from '../../rail/rail.tsx';
import { seatName, useWords } from '../../words/index.ts';
import type { WatchProps } from '../board.ts';
import { dealOf, extentOf, marksOf, ownOf, priceFacts, writer, zoneEnds } from './money.ts';

/** The rail of a price game; the limits stand on it for who may see them. */
export function PriceRail({ game, cards, children }: WatchProps & { children?: React.ReactNode }) {
  const words = useWords();
  const own = ownOf(game);
  const side = game.you?.seat as 'buyer' | 'seller' | undefined;
  const [low, high] = cards ? zoneEnds(cards) : [undefined, undefined];
  const limit = (seat: 'buyer' | 'seller', price: number) => ({
    price,
    side: seat,
    label: side === seat ? words.rail.yourLimit : words.rail.limit(seatName(words, seat)),
  });
  const posts = [
    { price: priceFacts(game).item.listPrice, label: words.rail.listPrice },
    ...(low !== undefined && high !== undefined
      ? [limit('seller', low), limit('buyer', high)]
      : own && side
        ? [limit(side, own.reservation)]
        : []),
  ];
  return (
    <Rail
      {...extentOf(game, cards)}
      marks={marksOf(game)}
      posts={posts}
      zone={low !== undefined && high !== undefined ? { low, high } : undefined}
      deal={dealOf(game)}
      format={writer(game)}
    >
      {children}
    </Rail>
  );
}
