/** Reports on imported results, as Markdown. */
export * from './agreemate.ts';
export * from './bazaar.ts';
export * from './corpus.ts';
export * from './mindgames.ts';
