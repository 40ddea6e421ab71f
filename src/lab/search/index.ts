/** What is searched for by playing: exploits of an agent, games and pairs of replies to learn from. */
export * from './exploit/index.ts';
export * from './lessons/index.ts';
export * from './pairs/index.ts';
