/**
 * What was chosen in a trajectory of P-ToM: the option that was recommended last, where it was accepted. The files say neither, so both
 * are read from the words, by lists of what plainly recommends and accepts; what they do not know is unknown. Games that were played
 * say both, and nothing is read.
 */
export interface Recommended {
  readonly action: string;
  readonly response: string;
}

type Choice = 'A' | 'B';
type Names = Readonly<Partial<Record<Choice, string>>>;

const RECOMMENDS =
  /\b(?:recommend|recommending|advice is|suggest|take|choose|pick|go(?:ing)? with|(?:right|better|best) (?:path|choice|bet|option)|more appropriate)\b/i;
const DENIES = /\b(?:not|never|cannot|against|rather than|instead of|over|unlike)\b|n['’]t\b|\?/i;
const ACCEPTS =
  /^(?:yes\b|agreed\b|exactly\b|perfect\b|good, I will\b|thank you[^.!?]*\b(?:that makes|understanding)\b|that (?:makes (?:complete|perfect|a lot(?: more)?) sense|feels right)\b|you(?:['’]re| are) (?:absolutely )?right\b)/i;
const WAVERS = /\b(?:but|however|although|yet|unless|if|not sure|second thoughts|hold on|wait)\b|\?/i;

/** The option that the last recommendation with a readable one names. */
export function recommendedIn(turns: readonly Recommended[], names: Names): Choice | undefined {
  for (const { action } of turns.toReversed()) {
    const named = namedIn(action, names);
    if (named.size > 0) return named.size === 1 ? [...named][0] : undefined;
  }
  return undefined;
}

/** Whether a reply plainly takes what was recommended. */
export function isAccepted(response: string): boolean {
  return ACCEPTS.test(response.trim()) && !WAVERS.test(response);
}

function namedIn(words: string, names: Names): ReadonlySet<Choice> {
  const found = new Set<Choice>();
  for (const sentence of words.split(/(?<=[.!?])\s+/)) {
    if (!RECOMMENDS.test(sentence) || DENIES.test(sentence)) continue;
    // A letter by itself is an option where no word comes after it: "take A." and not "take A hotel".
    for (const [, letter] of sentence.matchAll(/\boption ([AB])\b/gi)) found.add(letter?.toUpperCase() as Choice);
    for (const [, letter] of sentence.matchAll(/\b([AB])(?=[.,;:!)]|$)/g)) found.add(letter as Choice);
    for (const choice of ['A', 'B'] as const) {
      const name = names[choice]?.toLowerCase();
      if (name && sentence.toLowerCase().includes(name)) found.add(choice);
    }
  }
  return found;
}
