/**
 * Who may be handed a view without a lock on it: the scripts of the house's own registries, which the conformance suite plays
 * with frozen views. Everybody else gets frozen views in play, and what they answer is copied, so that nothing an agent keeps
 * can change the record. Freezing and copying cost a scripted game more than its play does; that is the only reason for this list.
 */
const trusted = new WeakSet<object>();

/** Puts a strategy or a script of ours on the list. */
export function trust<T extends object>(one: T): T {
  trusted.add(one);
  return one;
}

export function isTrusted(one: object): boolean {
  return trusted.has(one);
}
