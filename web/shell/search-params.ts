/** What stands behind the ? of an address, as the text that it is: a run called 1e3 is no number, and what was typed stays as typed. */

/** What is no text is named here, once for all pages. */
const NUMBERS: ReadonlySet<string> = new Set([
  'after',
  'buyers',
  'from',
  'limit',
  'offset',
  'rail',
  'row',
  'seed',
  'speed',
  'step',
  'turn',
]);
const FLAGS: ReadonlySet<string> = new Set(['descending', 'pattern', 'see', 'thoughts']);
const VALUES: ReadonlySet<string> = new Set(['forks']);
/** Words that somebody looks for; they may have quotes of their own. */
const TYPED: ReadonlySet<string> = new Set(['said', 'search']);

export type Search = Readonly<Record<string, unknown>>;

/** What does not read as what its name asks for stays text: pages say what they cannot use. */
export function readSearch(text: string): Search {
  const search: Record<string, unknown> = {};
  for (const [name, value] of new URLSearchParams(text))
    if (!Object.hasOwn(search, name)) search[name] = read(name, value);
  return search;
}

export function writeSearch(search: Search): string {
  const given = Object.entries(search).filter(([, value]) => value !== undefined);
  const text = new URLSearchParams(
    given.map(([name, value]) => [name, typeof value === 'object' ? JSON.stringify(value) : String(value)]),
  ).toString();
  return text && `?${text}`;
}

function read(name: string, value: string): unknown {
  if (NUMBERS.has(name)) return value.trim() !== '' && Number.isFinite(Number(value)) ? Number(value) : value;
  if (FLAGS.has(name)) return value === 'true' || value === 'false' ? value === 'true' : value;
  if (VALUES.has(name)) return jsonIn(value) ?? value;
  return TYPED.has(name) ? value : unquoted(value);
}

/** Links of earlier versions have text in quotes where it could have been something else. */
function unquoted(value: string): string {
  const inner = value.startsWith('"') ? jsonIn(value) : undefined;
  return typeof inner === 'string' && jsonIn(inner) !== undefined ? inner : value;
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
