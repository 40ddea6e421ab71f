/** Data cards: what is in a dataset, and what is wrong with it. */
export { CANNOT_SEE, type Card, CardError, type CardOptions, cardOrContents, dataCard } from './card.ts';
export type { Contents } from './contents.ts';
export type { Finding } from './findings.ts';
export { contentsOf, counted, grouped, percent } from './words.ts';
