/** sauda buys and the shopkeeper sells, whoever asks them. */
const SIDES: Readonly<Record<string, 'buyer' | 'seller'>> = { sauda: 'buyer', shopkeeper: 'seller' };

/** Whether the agent of this spec can sit there; seats of an arena have numbers. */
export function canSit(spec: string, seat: string): boolean {
  const side = SIDES[/^\w+/.exec(spec)?.[0] ?? ''];
  return side === undefined || side === seat.replace(/-\d+$/, '');
}
