/**
 * One name, one fingerprint (law 7): a table that put two versions of an agent under one name would average two agents.
 * A fingerprint under two names is fine: that is an A/A test.
 */

export class MixedFingerprintsError extends Error {
  override readonly name = 'MixedFingerprintsError';
}

export function refuseMixedFingerprints(rows: Iterable<{ readonly name: string; readonly fingerprint: string }>): void {
  const seen = new Map<string, string>();
  for (const { name, fingerprint } of rows) {
    const held = seen.get(name);
    if (held !== undefined && held !== fingerprint) {
      throw new MixedFingerprintsError(
        `got two fingerprints of ${name} in one table (${held.slice(0, 12)} and ${fingerprint.slice(0, 12)}), expected one: ` +
          'give the two versions different names, or play the older games again',
      );
    }
    seen.set(name, fingerprint);
  }
}
