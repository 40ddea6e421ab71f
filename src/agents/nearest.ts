/** The names closest to a mistyped one, by Levenshtein distance. */
export function nearest(name: string, names: readonly string[], most = 3): string[] {
  return [...new Set(names)]
    .map((candidate) => ({ candidate, distance: distance(name, candidate) }))
    .sort((a, b) => a.distance - b.distance || (a.candidate < b.candidate ? -1 : 1))
    .slice(0, most)
    .map(({ candidate }) => candidate);
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
