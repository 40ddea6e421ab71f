/** typed: acts are filled in as forms. prose: a model writes words, and what they do is read from them. The rules are the same. */
export const talks = ['typed', 'prose'] as const;
export type Talk = (typeof talks)[number];
