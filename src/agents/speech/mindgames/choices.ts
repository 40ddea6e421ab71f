/** Which proposal a target chooses in words. */

import { isCourtesy } from '../courtesies.ts';
import { literal } from '../marks.ts';
import { marked, P, sentencesIn } from './names.ts';

const PICK = '(?:choose|take|pick|go with|go for|vote for)';
const CHOOSES = new RegExp(
  `^(?:(?:well|so|ok|okay|then|now|good|thank you|thanks|yes)(?:, | ))*(?:(?:i|we)(?: will| would)? ${PICK} (?:for )?(${P})|(?:my|our) (?:final )?choice(?: is|:) (${P})|${PICK} (${P}))(?:, (?:thank you|thanks|please))?$`,
);

/** A bare name, or one that a sentence chooses and the others, courtesies all, do not take back. */
export function chosenIn(words: string, proposals: readonly string[]): string | undefined {
  const bare = new RegExp(`^(?:(?:proposal|plan|option) )?(${proposals.map(literal).join('|')})[.!]?$`, 'i').exec(
    words.trim(),
  );
  if (bare) return proposals.find((name) => name.toLowerCase() === bare[1]?.toLowerCase());
  const chosen = new Set<string>();
  for (const sentence of sentencesIn(words)) {
    const one = choiceIn(sentence, proposals);
    if (one !== undefined) chosen.add(one);
    else if (!isCourtesy(marked(sentence, { proposals, attributes: [] }))) return undefined;
  }
  return chosen.size === 1 ? [...chosen][0] : undefined;
}

/** The one that a sentence chooses and does nothing else. */
export function choiceIn(sentence: string, proposals: readonly string[]): string | undefined {
  const hit = CHOOSES.exec(marked(sentence, { proposals, attributes: [] }));
  const at = /§(\d)/.exec(hit?.slice(1).find((one) => one !== undefined) ?? '')?.[1];
  return at === undefined ? undefined : proposals[Number(at)];
}

/** Another than the chosen one that the words, however loosely, choose. */
export function namesAnother(words: string, choice: string, proposals: readonly string[]): string | undefined {
  const text = marked(words, { proposals, attributes: [] });
  const named = [...text.matchAll(new RegExp(`\\b(?:${PICK}|choice(?: is|:)?|it is) (?:for )?${P}`, 'g'))];
  return named
    .map(([hit]) => proposals[Number(/§(\d)/.exec(hit)?.[1])])
    .find((name) => name !== undefined && name !== choice);
}
