/** How often to repeat: the full count with PARLEY_FULL=1; in a plain `npm test` about a tenth of it, or what is said. */
export function repetitions(full: number, plain = Math.ceil(full / 10)): number {
  return process.env.PARLEY_FULL ? full : plain;
}
