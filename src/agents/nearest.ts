/** Letters: who writes more has mistyped none of these names. */
const LONGEST = 200;

/** The names closest to a mistyped one, by Levenshtein distance; none where all are far, since a wild guess helps nobody. */
export function nearest(name: string, names: readonly string[], most = 3): string[] {
  if (name.length > LONGEST) return [];
  return [...new Set(names)]
    .map((candidate) => ({ candidate, distance: distance(name, candidate) }))
    .filter(({ candidate }) => isNear(name, candidate) || hasWordsOf(candidate, name))
    .sort((a, b) => a.distance - b.distance || (a.candidate < b.candidate ? -1 : 1))
    .slice(0, most)
    .map(({ candidate }) => candidate);
}

/** The end of a sentence that refuses a name: those that are near, or else where all of them are named. */
export function didYouMean(name: string, names: readonly string[], otherwise: string, most = 3): string {
  const near = nearest(name, names, most);
  return near.length > 0 ? `did you mean ${near.join(' or ')}?` : otherwise;
}

/** One slip in three letters is still the same name, or the first word of it. */
function isNear(name: string, candidate: string): boolean {
  const [first = ''] = candidate.split(/[-_]/);
  return [candidate, first].some((word) => distance(name, word) <= Math.min(name.length, word.length) / 3);
}

/** Whether all words of a name are in a longer one, as those of oak-table are in oak-dining-table. */
function hasWordsOf(longer: string, name: string): boolean {
  const words = name.split(/[-_: ]+/).filter(Boolean);
  return words.length > 0 && words.every((word) => word.length > 2 && longer.includes(word));
}

function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const substitution = (row[j - 1] as number) + Number(a[i - 1] !== b[j - 1]);
      next.push(Math.min((row[j] as number) + 1, (next[j - 1] as number) + 1, substitution));
    }
    row = next;
  }
  return row[b.length] as number;
}
