/**
 * An action as BazaarBATNA's clients send it, {"action": "offer", "price": 40, "message": "..."}, as ours: the act's name is its type and
 * the message its words. Anything else is left as it came.
 */
const ACTIONS = ['offer', 'accept', 'walk'] as const;
export const bazaarActions = ACTIONS as unknown as [string, ...string[]];

export function ourAction(given: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { action, price, message, ...rest } = given;
  if (given.type !== undefined || !(ACTIONS as readonly unknown[]).includes(action)) return { ...given };
  return {
    ...rest,
    type: action,
    // Theirs carries a null price beside an accept or a walk.
    ...(price !== undefined && price !== null && { price }),
    ...(typeof message === 'string' && message !== '' ? { words: message } : {}),
  };
}
