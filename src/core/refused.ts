/**
 * What the record keeps of an answer that was refused: its JSON, in at most 400 characters.
 *
 * Where the whole is longer, or some part of it cannot be written, its parts are made shorter and not its text. So what stays
 * is JSON that metrics and rewards can read back: what an act binds to (its type, its numbers) gets room first, and words
 * are cut to what is left.
 */
const MOST = 400;

export function describe(answer: unknown): string {
  if (typeof answer === 'number') return String(answer);
  const text = json(() => answer);
  if (text !== undefined && text.length <= MOST) return text;
  if (typeof answer === 'string') return cut(answer, MOST) as string;
  if (typeof answer === 'object' && answer !== null && !Array.isArray(answer)) return shortened(answer);
  return excerpt(text ?? typeof answer);
}

/** What is kept of a text that was never an act, such as a reply that could not be read. */
export function excerpt(text: string): string {
  return text.slice(0, MOST);
}

/** The fields that fit, in their order. `type` is given room first, then numbers, then the shorter before the longer. */
function shortened(answer: object): string {
  const fields = Object.keys(answer).flatMap((key, place) => {
    const text = json(() => answer[key as never]);
    return text === undefined ? [] : [{ place, head: `${JSON.stringify(key)}:`, text }];
  });
  const rank = ({ head, text }: { head: string; text: string }) =>
    head === '"type":' ? 0 : Number.isNaN(Number(text)) ? 2 : 1;
  const kept: { place: number; text: string }[] = [];
  // Two braces, and no comma after the last field.
  let room = MOST - 1;
  for (const { place, head, text } of fields.toSorted((a, b) => rank(a) - rank(b) || a.text.length - b.text.length)) {
    const left = room - head.length - ','.length;
    const value = text.length <= left ? text : text.startsWith('"') ? cut(JSON.parse(text), left) : undefined;
    if (value === undefined) continue;
    kept.push({ place, text: head + value });
    room = left - value.length;
  }
  return `{${kept
    .sort((a, b) => a.place - b.place)
    .map(({ text }) => text)
    .join(',')}}`;
}

/** The beginning of a text as JSON of at most `room` characters; undefined where not even one has room. */
function cut(text: string, room: number): string | undefined {
  const begin = beginning(text, room);
  // What is escaped takes more characters than one, so taking away one for each that is too many is always enough.
  const over = Math.max(0, JSON.stringify(`${begin}…`).length - room);
  return over < begin.length ? JSON.stringify(`${beginning(begin, begin.length - over)}…`) : undefined;
}

/** The first so many characters, but never the first half of a pair, which JSON would escape to six. */
function beginning(text: string, length: number): string {
  const part = text.slice(0, Math.max(0, length));
  return /[\uD800-\uDBFF]$/.test(part) ? part.slice(0, -1) : part;
}

/** Undefined for what has no JSON: a cycle, a BigInt, a function. */
function json(value: () => unknown): string | undefined {
  try {
    return JSON.stringify(value());
  } catch {
    return undefined;
  }
}
