import { Glyph } from '../../rail/glyph.tsx';
import { useWords } from '../../words/index.ts';
import type { WatchProps } from '../board.ts';
import { dealOf, extentOf, marksOf, priceFacts, writer } from './money.ts';

/** A price game in a list. */
export function PriceGlyph({ game, cards }: WatchProps) {
  const words = useWords();
  const deal = dealOf(game);
  const { title } = priceFacts(game).item;
  const label = deal === undefined ? title : `${title}. ${words.rail.deal(writer(game)(deal))}`;
  return <Glyph {...extentOf(game, cards)} marks={marksOf(game)} deal={deal} label={label} />;
}
