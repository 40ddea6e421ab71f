/**
 * A domain is known by its name where it is written down, and nowhere else: whoever needs to know what a game is like asks its
 * rule book (src/core/domains) or its Speech (src/agents/speech). This reads the source for switches on a domain's name.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const SOURCE = join(import.meta.dirname, '../src');

/** Where a domain is written down. */
const HOMES = ['core/domains/', 'core/strategies/', 'agents/speech/'];

const NAME = String.raw`['"\`](?:price|items|arena)['"\`]`;
const KNOWN = String.raw`\b(?:price|items|arena)\.name\b`;
/** Whatever is called so holds the name of a domain. */
const ASKED = String.raw`\b(?:domain|domainName|played|name|kind)\b\)?`;

const SWITCHES: Readonly<Record<string, RegExp>> = {
  'compares a name': new RegExp(String.raw`${ASKED}\s*[!=]==?\s*(?:${NAME}|${KNOWN})`),
  'compares a name, the other way round': new RegExp(String.raw`(?:${NAME}|${KNOWN})\s*[!=]==?\s*\w+`),
  'a case of a name': new RegExp(String.raw`\bcase\s+(?:${NAME}|${KNOWN})\s*:`),
  'looks a name up in a list of its own': new RegExp(
    String.raw`\[[^\]\n]*${NAME}[^\]\n]*\]\s*(?:as const)?\)?\.includes\(`,
  ),
  'a list of names to choose from': new RegExp(String.raw`(?:z\.enum|\.choices)\(\s*\[[^\]]*${NAME}`),
  'a type of names': new RegExp(String.raw`${NAME}\s*\|\s*${NAME}|\bDomainName\b`),
  'a table by name':
    /^( +)(price|items|arena): (?:(?!^\1\}|^\S)[\s\S])*?^\1(?!\2)(?:price|items|arena): |\{ ?(?:price|items|arena): [^{}\n]*, (?:price|items|arena): /m,
  'seats without a scenario': /\bseats\(\s*undefined/,
};

function switchesIn(text: string): string[] {
  const code = text.replace(/\/\*[\s\S]*?\*\/|(?<![:'"`])\/\/.*$/gm, '');
  return Object.entries(SWITCHES).flatMap(([what, pattern]) => {
    const found = pattern.exec(code)?.[0];
    return found === undefined ? [] : [`${what}: ${found.replace(/\s+/g, ' ')}`];
  });
}

describe('what counts as a switch', () => {
  test.each([
    "if (view.domain === 'items') return 1;",
    "table.domain.name !== 'arena'",
    "const seat = domain === 'price' ? 'buyer' : 'a';",
    "'price' === scenario.domain",
    'name === arena.name ? price : { name }',
    "episode?.domain == 'price'",
    "switch (view.domain) {\n  case 'price':\n",
    "domain: z.enum(['price', 'items']).default('price')",
    "z.enum([\n  'items',\n  'price',\n])",
    ".choices(['price'])",
    "readonly domain: 'price' | 'items';",
    "Required<Pick<Judges, 'price' | 'arena'>>",
    'const name = options.domain as DomainName;',
    'domain.seats(undefined as never)',
    "['price', 'arena'].includes(domain)",
    "const byDomain = {\n  price: 'boulware',\n  items: 'pareto_walking',\n};",
    "const control = { price: 'boulware_hard', items: 'boulware' };",
  ])('%s', (code) => expect(switchesIn(code)).not.toEqual([]));

  test.each([
    "ruleY(levels, { y: 'price', stroke: 'color' })",
    "act.type === 'offer'",
    "value.get('amount') ?? value.get('price')",
    "domains: ['price'],",
    "// domain === 'price'",
    "/** What `view.domain === 'items'` used to say. */",
    "scriptNames('price')",
    "'price' in act ? 1 : 2",
    'episode.domain !== scenario.domain',
    'const a = {\n  price: 5,\n};\nconst b = {\n  items: [],\n};',
  ])('not: %s', (code) => expect(switchesIn(code)).toEqual([]));
});

test('no file asks for the name of a domain', () => {
  const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/\.(?:test|fixture)\.ts$/.test(file))
    .filter((file) => !HOMES.some((home) => file.startsWith(home)));
  expect(files.length).toBeGreaterThan(200);
  const found = files.flatMap((file) => {
    const switches = switchesIn(readFileSync(join(SOURCE, file), 'utf8'));
    return switches.length > 0 ? [{ file, switches }] : [];
  });
  expect(found.map(({ file, switches }) => `src/${file} ${switches.join('; ')}`)).toEqual([]);
});
