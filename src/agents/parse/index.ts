/** Reading what models and people say: acts of the price and items games, and the numbers in a text. */
export { parseItemsReply } from './items.ts';
export { type NumberInText, type NumberKind, numbersIn } from './numbers.ts';
export { parsePriceReply } from './price.ts';
export type { Parsed } from './structure.ts';
