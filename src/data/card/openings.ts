/**
 * Oracle openings: first offers that are exactly the other side's reservation. A script that opens there was told the secret,
 * or the width of a zone that never varies (the Janus lab's second registry does, by a margin of just that width).
 *
 * In whole money an honest script hits the secret now and then, so a script is named from three hits on, when they are at
 * least a quarter of its openings. Other ways of using a secret cannot be seen from rows.
 */
import { isSame } from './checks.ts';
import { type Finding, finding, MOST_EXAMPLES } from './findings.ts';
import { type Negotiation, namesOf, otherThan, reservationsOf } from './negotiation.ts';

const LEAST_HITS = 3;
const LEAST_SHARE = 0.25;
/** For files that do not name their scripts. */
const ANY = 'all scripts';

export function createOpenings() {
  const scripts = new Map<string, { openings: number; hits: number; examples: string[] }>();
  return {
    add(negotiation: Negotiation): void {
      const reservations = reservationsOf(negotiation);
      const names = namesOf(negotiation);
      for (const role of ['buyer', 'seller'] as const) {
        const opening = negotiation.steps.find((step) => step.role === role && step.action === 'OFFER');
        const secret = reservations[otherThan(role)];
        if (!opening || secret === undefined) continue;
        const name = names[role] ?? ANY;
        const script = scripts.get(name) ?? { openings: 0, hits: 0, examples: [] };
        scripts.set(name, script);
        script.openings++;
        if (!isSame(opening.price, secret)) continue;
        script.hits++;
        if (script.examples.length < MOST_EXAMPLES) script.examples.push(negotiation.id);
      }
    },

    findings(): Finding[] {
      const named = [...scripts]
        .filter(([, { hits, openings }]) => hits >= LEAST_HITS && hits >= LEAST_SHARE * openings)
        .sort(([a], [b]) => (a < b ? -1 : 1));
      if (named.length === 0) return [];
      const count = named.reduce((sum, [, { hits }]) => sum + hits, 0);
      const shares = named.map(([name, { hits, openings }]) => `${name} ${Math.round((100 * hits) / openings)} %`);
      const examples = new Set(named.flatMap(([, script]) => script.examples));
      return [finding('oracle-openings', count, [...examples], `Share of openings: ${shares.join(', ')}.`)];
    },
  };
}
