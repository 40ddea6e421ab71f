/**
 * A short line of a person as an act: its name, its values, then words after a colon, a dash or "because". Anything else after the
 * values is no line of this form, since "decide no doubt, I accept" does not refuse.
 */
export interface Line {
  readonly type: string;
  readonly values: readonly string[];
  readonly words: string;
  /** Why it cannot be read, in a sentence. */
  readonly problem?: string;
}

const SET_OFF = /^(?:[:–—-]+$|because\b)/i;

/** `count` says how many values come after the name of an act. */
export function lineIn(text: string, count: (type: string) => number): Line {
  const [name = '', ...rest] = text.trim().split(/\s+/);
  const type = name.toLowerCase();
  const values = rest.slice(0, count(type));
  const said = rest.slice(values.length);
  const last = values.at(-1);
  if (last?.endsWith(':')) return { type, values: [...values.slice(0, -1), last.slice(0, -1)], words: said.join(' ') };
  if (said.length > 0 && !SET_OFF.test(said[0] as string))
    return {
      type,
      values,
      words: '',
      problem: `after "${[type, ...values].join(' ').slice(0, 80)}" words come after a colon, got ${JSON.stringify(said[0]?.slice(0, 40))}`,
    };
  return { type, values, words: said.join(' ').replace(/^[:–—-]+\s*/, '') };
}
