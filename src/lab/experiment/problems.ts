/** What is wrong with a file, in sentences: all of it at once, each with its line and, where a name is near, with what was meant. */
import type { z } from 'zod';
import { didYouMean } from '../../agents/nearest.ts';

type Path = readonly PropertyKey[];
/** The line of a place in the file that was read; undefined where it was no text. */
export type LineOf = (path: Path) => number | undefined;

/** Problems that are told at once: whoever has more mends these first. */
export const MOST = 50;

/** What a schema has against a value. */
export function schemaProblems(error: z.ZodError, value: unknown, schema: z.ZodType): readonly Problem[] {
  const all = error.issues
    .slice(0, MOST)
    .flatMap((issue) => problemsOf(issue, value, schema))
    .slice(0, MOST);
  // One slip may break several rules.
  return all.filter(({ path, says }, i) => all.findIndex((one) => sameProblem(one, path, says)) === i);
}

const sameProblem = (one: Problem, path: Path, says: string) =>
  one.says === says && one.path.join('.') === path.join('.');

/** The sentence of an error: one problem in a line, several under one another. */
export function problemsText(where: string, problems: readonly Problem[], lineOf?: LineOf): string {
  const written = problems
    .map(({ path, says }) => ({ line: lineOf?.(path), says: `${path.length > 0 ? `${path.join('.')}: ` : ''}${says}` }))
    .sort((a, b) => (a.line ?? 0) - (b.line ?? 0))
    .map(({ line, says }) => (line === undefined ? says : `line ${line}: ${says}`));
  return written.length === 1
    ? `${where} is not an experiment: ${written[0]}`
    : `${where} is not an experiment, for ${written.length} reasons${written.length < MOST ? '' : ' or more'}:\n${written.map((one) => `  ${one}`).join('\n')}`;
}

export interface Problem {
  readonly path: Path;
  readonly says: string;
}

function problemsOf(issue: z.core.$ZodIssue, value: unknown, schema: z.ZodType): readonly Problem[] {
  const { path } = issue;
  const unquoted = unquotedAt(path, value);
  if (unquoted) return [unquoted];
  const got = path.reduce<unknown>((at, key) => (at as Record<PropertyKey, unknown> | undefined)?.[key], value);
  const one = (says: string): readonly Problem[] => [{ path, says }];
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.slice(0, MOST).map((key) => {
        const known = fieldsAt(schema, path);
        const hint = didYouMean(key, known, `there are ${known.join(', ')}`);
        return { path: [...path, key], says: `this is no field here; ${hint}` };
      });
    case 'invalid_union': {
      const wholly = issue.errors.flatMap((form) => form.filter((inner) => inner.path.length === 0).slice(0, 1));
      if (wholly.length === issue.errors.length && wholly.every(({ code }) => code !== 'unrecognized_keys'))
        return one(`got ${shown(got)}, expected ${[...new Set(wholly.map(wanted))].join(' or ')}`);
      return closest(issue).flatMap((inner) => problemsOf({ ...inner, path: [...path, ...inner.path] }, value, schema));
    }
    case 'invalid_type':
      return one(
        got === undefined
          ? `it is missing, expected ${kind(issue.expected)}`
          : `got ${shown(got)}, expected ${kind(issue.expected)}`,
      );
    case 'invalid_value':
      return one(`got ${shown(got)}, expected ${issue.values.map(String).join(' or ')}`);
    case 'too_small':
    case 'too_big': {
      const bound = issue.code === 'too_small' ? `at least ${issue.minimum}` : `at most ${issue.maximum}`;
      const what = Array.isArray(got)
        ? `${got.length} entries`
        : typeof got === 'string'
          ? `${got.length} letters`
          : shown(got);
      return one(
        `got ${what}, expected ${issue.code === 'too_small' && issue.inclusive === false ? `more than ${issue.minimum}` : bound}`,
      );
    }
    default:
      return one(`got ${shown(got)}: ${issue.message}`);
  }
}

/** `llm:{model}` without quotation marks, which YAML reads as { llm: { model: null } }. */
function unquotedAt(path: Path, value: unknown): Problem | undefined {
  let at: unknown = value;
  for (const [depth, key] of path.entries()) {
    at = (at as Record<PropertyKey, unknown> | null | undefined)?.[key];
    const text = braced(at);
    if (text !== undefined)
      return {
        path: path.slice(0, depth + 1),
        says: `put it in quotation marks, as in '${text}': without them YAML reads braces as fields`,
      };
  }
  return undefined;
}

function braced(value: unknown): string | undefined {
  const [pair, ...more] = Object.entries((typeof value === 'object' && value) || {});
  if (!pair || more.length > 0) return undefined;
  const [place, ...others] = Object.entries((typeof pair[1] === 'object' && pair[1]) || {});
  return place && others.length === 0 && place[1] === null ? `${pair[0]}:{${place[0]}}` : undefined;
}

function wanted(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type') return kind(issue.expected);
  return issue.code === 'invalid_value' ? issue.values.map(String).join(' or ') : issue.message;
}

/** Of the forms that may stand somewhere, what speaks against the one that fits best. */
function closest({ errors }: z.core.$ZodIssueInvalidUnion): readonly z.core.$ZodIssue[] {
  const wrong = (issues: readonly z.core.$ZodIssue[]) =>
    issues.reduce((sum, issue) => {
      // What is of another kind altogether fits worse than an object with a strange field or two.
      if (issue.code === 'unrecognized_keys') return sum + issue.keys.length;
      return sum + (issue.path.length === 0 ? 100 : 1);
    }, 0);
  return errors.toSorted((a, b) => wrong(a) - wrong(b))[0] ?? [];
}

/** The fields that an object at this place may have, of all its forms. */
function fieldsAt(schema: unknown, path: Path): string[] {
  const forms = formsOf(schema);
  const [key, ...rest] = path;
  if (key === undefined) return [...new Set(forms.flatMap(({ shape }) => Object.keys(shape ?? {})))];
  return [
    ...new Set(
      forms.flatMap(({ shape, element, valueType }) => {
        const next = shape?.[String(key)] ?? element ?? valueType;
        return next === undefined ? [] : fieldsAt(next, rest);
      }),
    ),
  ];
}

interface Form {
  readonly shape?: Readonly<Record<string, unknown>>;
  readonly element?: unknown;
  readonly valueType?: unknown;
}

function formsOf(schema: unknown): readonly Form[] {
  const { def } = schema as { def: { type: string; innerType?: unknown; options?: readonly unknown[] } };
  if (def.innerType !== undefined) return formsOf(def.innerType);
  if (def.options !== undefined) return def.options.flatMap(formsOf);
  return [{ ...(def as Form) }];
}

const KINDS: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  tuple: 'a list of two',
  object: 'fields with values',
  record: 'fields with values',
};
const kind = (expected: string): string => KINDS[expected] ?? expected;

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}
