/** How often to repeat: the full count with PARLEY_FULL=1, about a tenth of it in a plain `npm test`. */
export function repetitions(full: number): number {
  return process.env.PARLEY_FULL ? full : Math.ceil(full / 10);
}
