/**
 * Keys that no rule knows, refused: under another name a secret could stand in a part that the other side sees, and a plan in an act.
 */
export function strangeKey(what: string, given: unknown, known: readonly string[]): string | undefined {
  const strange = Object.keys(given as object).find((key) => !known.includes(key));
  return strange === undefined
    ? undefined
    : `${what} has ${known.join(', ')} and nothing else, got ${JSON.stringify(strange)}`;
}

/** The same of a scenario as a whole, and of who sits at it. */
export function strangeInScenario(given: object, seats: readonly string[]): string | undefined {
  const { private: secrets } = given as { private?: unknown };
  return (
    strangeKey('a scenario', given, ['domain', 'version', 'id', 'public', 'private']) ??
    strangeKey('the private part', secrets ?? {}, seats)
  );
}
