/** Values as shares of what all of them come to: where only proportions were asked for, a belief and the truth can be told apart so. */
export function sharesOf(values: Readonly<Record<string, number>>): Record<string, number> {
  const sum = Object.values(values).reduce((all, value) => all + value, 0);
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, sum > 0 ? value / sum : 0]));
}
