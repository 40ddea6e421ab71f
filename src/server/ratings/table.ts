/**
 * The table of ratings as it was last reckoned, until there are more. It takes seconds over many ratings, so one is reckoned at a time, for
 * all who ask meanwhile.
 */
import type { Jobs } from '../jobs/jobs.ts';

const MOST_IN_TABLE = 20_000;
/** Milliseconds after which a rating that another server took is looked for. */
const LOOK_AGAIN = 1000;

export function keptTable(jobs: Pick<Jobs, 'run'>, count: () => Promise<number>) {
  let kept: { readonly ratings: number; readonly text: string } | undefined;
  /** How many ratings have come to this server, and how many had when the table was last begun. */
  let [come, begun] = [0, -1];
  let making: Promise<string> | undefined;
  let looked = 0;
  const make = async (): Promise<string> => {
    begun = come;
    const ratings = await count();
    looked = Date.now();
    if (kept?.ratings === ratings) return kept.text;
    // The table is everybody's, so nobody's place is taken for it.
    const text = await jobs.run({ kind: 'raters', limit: MOST_IN_TABLE }, { address: '', known: true });
    kept = { ratings, text };
    return text;
  };
  return {
    /** A rating has come. */
    renew() {
      come++;
    },
    /** As JSON. */
    async text(): Promise<string> {
      const wanted = come;
      if (kept && !making && begun >= wanted && Date.now() - looked < LOOK_AGAIN) return kept.text;
      for (;;) {
        making ??= make().finally(() => {
          making = undefined;
        });
        const enough = begun >= wanted;
        const text = await making;
        if (enough) return text;
      }
    },
  };
}
