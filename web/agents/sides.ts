/** Agents that are made for one side. sauda buys and the shopkeeper sells, whoever asks them; the other scripts are of use there alone. */
const SIDES: Readonly<Record<string, readonly string[]>> = {
  buyer: ['sauda', ...bazaar('naive', 'aggressive', 'smart', 'rule_based', 'quality')],
  seller: ['shopkeeper', ...bazaar('seller', 'default', 'deceptive', 'impatient', 'collaborative')],
  target: ['ptom:mind', 'ptom:rational_mind'],
};

/** Whether the agent of this spec can sit there; seats of an arena have numbers. */
export function canSit(spec: string, seat: string): boolean {
  const name = spec.replace(/[?@].*$/, '').replace(/\+hard$/, '');
  const [side] = Object.entries(SIDES).find(([, names]) => names.includes(name)) ?? [];
  return side === undefined || side === seat.replace(/-\d+$/, '');
}

function bazaar(...names: readonly string[]): readonly string[] {
  return names.map((name) => `bazaar:${name}`);
}
