/**
 * Writes docs/METRICS.md from the list of metrics: `npx tsx scripts/metrics-glossary.ts`.
 * A test holds the page to this text, so the page cannot fall behind the code.
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { kits } from '../src/core/index.ts';
import { type Metric, metricFamilies } from '../src/core/metrics/index.ts';

export const page = fileURLToPath(new URL('../docs/METRICS.md', import.meta.url));

const HEAD = `# Metrics

Every metric is a function of a transcript. \`undefined\` means that it does not apply; tables count such episodes and never
average them as zero. An episode that failed (an agent broke down) measures nothing. This page is made from the code by
\`npx tsx scripts/metrics-glossary.ts\`.

**Words.** *Zone*: the deals that leave nobody below its reservation; in price from the seller's reservation to the buyer's.
*u* utility, *r* reservation, both on the scale of utility; *gain* u - r. In price utility is the gain over the
reservation / width of the zone (the price range when the zone is empty), in items the own value / own maximum. *Concession*: a
step from one own offer to the next that lowers the own utility; *retreat*: one that raises it.

**Letters.** A: price of the deal. B, S: target of the buyer, of the seller. L: list price. T: turns. P: the prices offered by
either side, mixed, in order.
`;

const FAMILIES: Readonly<Record<keyof typeof metricFamilies, string>> = {
  outcome: 'How it ended, who got what, and how that compares with theory.',
  agreemate:
    'The nine of AgreeMate (agreement and dialogue length, `turns`, are above), with each variant of a formula under its own name; clipped, and divided by the list price where money has a unit.',
  process: 'How a seat got there.',
  defects: 'What weak negotiators do wrong.',
  beliefs: 'What a seat stated of the other side (an agent with `?beliefs=on`), against the truth.',
  persuasion: 'What a persuader did to the belief of a target, and how that left it.',
  bazaar: 'For episodes of a bazaar task.',
  mindgames: 'What a persuader did in a game of minds, and what came of it.',
  terms: 'What TERMS-Bench reports, for its episodes alone.',
};

const TAIL = `
Over many episodes: \`anchoring(episodes, seat)\`, the Pearson correlation of a seat's first offer with the final price, both as
shares of the list price (Galinsky and Mussweiler 2001); needs three deals, and both to vary. \`parley beliefs\` scores statements turn
by turn against what was believed before, with the expected calibration error of the chances given (Naeini et al. 2015).
`;

function withThe(part: NonNullable<Metric['needs']>): string[] {
  return kits().flatMap((kit) => (kit[part] ? [kit.rules.name] : []));
}

export function glossary(): string {
  const tables = Object.entries(metricFamilies).map(([family, members]) => {
    const rows = members.map(({ name, per, domains, needs, about, source }: Metric) =>
      [`\`${name}\``, per, (needs ? withThe(needs) : domains)?.join(', ') ?? 'any', about, source].join(' | '),
    );
    return [
      `\n## ${family}\n\n${FAMILIES[family as keyof typeof metricFamilies]}\n`,
      '| name | per | domain | formula | source |',
      '|---|---|---|---|---|',
      ...rows.map((row) => `| ${row} |`),
      '',
    ].join('\n');
  });
  return [HEAD, ...tables, TAIL].join('');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(page, glossary());
