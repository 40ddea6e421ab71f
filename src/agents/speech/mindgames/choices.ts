/** Which proposal a target chooses in words. */
import { besideCourtesies } from '../courtesies.ts';
import { createGrammar, type Rules, sentencesIn } from '../grammar.ts';
import { lists, type Names, namesIn } from './names.ts';

export const choices: Rules = {
  choice: [
    [
      '(well ,|yes ,|) (i|we) (will|would|) (choose|take|pick|go with|go for|vote for) {p} (, thank you|)',
      (p: string) => p,
    ],
    ['(my|our) (final|) choice is {p}', (p: string) => p],
    ['(choose|take|pick) {p}', (p: string) => p],
    ['{p}', (p: string) => p],
  ],
};
const reads = createGrammar({ ...lists, ...choices });

/** A bare name, whatever its case, or one that a sentence chooses beside nothing but courtesies. */
export function chosenIn(words: string, names: Names): string | undefined {
  const bare = words
    .trim()
    .replace(/^(?:proposal|plan|option) |[.!]$/gi, '')
    .toLowerCase();
  const named = names.proposals.find((name) => name.toLowerCase() === bare);
  if (named !== undefined) return named;
  const sentences = besideCourtesies(sentencesIn(words, namesIn(names))) ?? [];
  const chosen = new Set(sentences.map((one) => reads<string>('choice', one)));
  return chosen.size === 1 ? [...chosen][0] : undefined;
}
