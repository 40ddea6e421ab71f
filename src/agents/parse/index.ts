/** Reading what models and people say: acts of the price and items games, and the numbers in a text. */

export { type NumberInText, type NumberKind, numbersIn } from '../../core/words/numbers.ts';
export { parseItemsReply } from './items.ts';
export { parsePriceReply } from './price.ts';
export type { Parsed } from './structure.ts';

/** Raised whenever the same reply could be read as another act; part of the fingerprint of whoever's replies are read. */
export const READER_VERSION = 14;
