/** What is searched for by playing: exploits of an agent, pairs of replies to learn from. */
export * from './exploit/index.ts';
export * from './pairs/index.ts';
