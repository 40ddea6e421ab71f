/** The options of a spec: what stands behind its question mark, checked against what its agent takes. */
import { completeOptions, type Option, type Options, type OptionValue } from '../core/index.ts';
import type { Language } from './phrases.ts';

export class SpecError extends Error {
  override readonly name = 'SpecError';
}

const languages: readonly Language[] = ['english', 'hinglish'];
export const languageOption = {
  kind: 'choice',
  default: 'english',
  values: languages,
  about: 'language of the words',
} as const;

/** The options in the query of a spec, over those that are set already, complete and checked. */
export function readOptions(
  owner: { readonly name: string; readonly options: Readonly<Record<string, Option>> },
  query: string | undefined,
  preset: Options = {},
): Options {
  const given: Record<string, OptionValue> = {};
  for (const part of query === undefined ? [] : query.split('&')) {
    const [key, text] = splitAt(part, '=');
    const option = Object.hasOwn(owner.options, key) ? owner.options[key] : undefined;
    if (!option) {
      const list = Object.entries(owner.options).map(([k, o]) => `${k}=${o.default}`);
      const known = list.length > 0 ? `its options are ${list.join(', ')}` : 'it takes none';
      throw new SpecError(`${owner.name} has no option "${key}"; ${known}`);
    }
    if (Object.hasOwn(given, key)) throw new SpecError(`${owner.name}: option "${key}" is given twice`);
    given[key] = parseValue(owner.name, key, option, text);
  }
  try {
    return completeOptions(owner, { ...preset, ...given });
  } catch (error) {
    throw new SpecError((error as Error).message);
  }
}

function parseValue(name: string, key: string, option: Option, text: string | undefined): OptionValue {
  if (option.kind === 'flag') return text === undefined || text === 'true' ? true : text === 'false' ? false : text;
  if (text === undefined) throw new SpecError(`${name}: option "${key}" needs a value, as in ${key}=${option.default}`);
  if (option.kind === 'choice' || option.kind === 'text') return text;
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value))
    throw new SpecError(`${name}: ${key} must be a number, got "${text}"`);
  return value;
}

/** The text before and after the first `at`. */
export function splitAt(text: string, at: string): [string, string?] {
  const i = text.indexOf(at);
  return i < 0 ? [text] : [text.slice(0, i), text.slice(i + 1)];
}
