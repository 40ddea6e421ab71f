/**
 * A domain of one's own: a module that exports its record as `kit` and, so that models and people can play it, its words as
 * `speech`. Loaded once, it is played by its name like those of the house. Never over a wire: whoever starts the process says
 * which files run in it.
 */
import { existsSync } from 'node:fs';
import { addSpeech, type Speech } from '../../../agents/index.ts';
import { addKit, type DomainKit, type Entry, findKit, kits, makeScript, type Question } from '../../../core/index.ts';
import { errorText } from '../../../core/plain.ts';
import { describe } from '../../../core/refused.ts';
import { loadModule } from './module.ts';
import { ModuleError } from './module-error.ts';

const files: string[] = [];

/** What was loaded here, for threads that need the same. */
export function ownDomainFiles(): readonly string[] {
  return files;
}

/** Gives the name that it is played by from now on; `recorded` is the hash it must have. */
export async function loadDomain(file: string, recorded?: string): Promise<string> {
  const { exports, hash } = await loadModule(file, recorded);
  const { kit, speech } = exports as { kit?: DomainKit; speech?: Speech };
  const problem = problemIn(kit, speech);
  if (problem) throw new ModuleError(`${file} is no domain: ${problem}`);
  const { name } = (kit as DomainKit).rules;
  const known = findKit(name);
  if (known?.hash === hash) return name;
  if (known)
    throw new ModuleError(
      known.hash
        ? `${file}: another version of the domain ${name} is loaded already`
        : `${file}: there is a domain ${name} already: give yours another name`,
    );
  addKit({ ...(kit as DomainKit), hash });
  if (speech) addSpeech(speech);
  files.push(file);
  return name;
}

/** The domain of a run that is read again. Rules that have changed since would tell another story than the games do. */
export async function loadRecorded({ file, hash }: { readonly file: string; readonly hash: string }): Promise<void> {
  if (kits().some((kit) => kit.hash === hash)) return;
  if (!existsSync(file))
    throw new ModuleError(`there is no file ${file} here: go to where the run was started, or give --domain FILE`);
  await loadDomain(file, hash);
}

/** Why the exports are no domain, in a sentence. */
function problemIn(kit: DomainKit | undefined, speech: Speech | undefined): string | undefined {
  try {
    return kitProblem(kit) ?? speechProblem(speech, kit as DomainKit);
  } catch (error) {
    // A getter of the module's may throw as well.
    return error instanceof Thrown ? error.message : `it cannot be looked at: ${errorText(error).split('\n')[0]}`;
  }
}

const RULES = [
  'problem',
  'seats',
  'start',
  'toAct',
  'view',
  'check',
  'apply',
  'outcome',
  'utility',
  'randomAct',
] as const;

function kitProblem(kit: DomainKit | undefined): string | undefined {
  if (typeof kit !== 'object' || kit === null) return 'it exports no kit (docs/DOMAINS.md shows one)';
  const rules = kit.rules as unknown as Record<string, unknown> | undefined;
  if (typeof rules !== 'object' || rules === null) return 'its kit has no rules';
  if (typeof rules.name !== 'string' || !/^[a-z][a-z0-9-]*$/.test(rules.name))
    return `its rules need a name of small letters, digits and dashes, got ${JSON.stringify(rules.name)}`;
  if (!Number.isInteger(rules.version)) return 'its rules need a version, a whole number';
  const missing = RULES.find((rule) => typeof rules[rule] !== 'function');
  if (missing) return `its rules have no ${missing}()`;
  for (const key of ['about', 'utility', 'control'] as const)
    if (typeof kit[key] !== 'string') return `its kit needs ${key}, a text`;
  if (kit.fixedRoles !== undefined && typeof kit.fixedRoles !== 'string')
    return `its fixedRoles are the reason in a sentence, got ${describe(kit.fixedRoles)}`;
  return samplersProblem(kit) ?? scriptsProblem(kit) ?? questionsProblem(kit);
}

function samplersProblem({ rules, samplers, roles }: DomainKit): string | undefined {
  const named = Object.entries(samplers ?? {});
  if (named.length === 0 || named.some(([, sampler]) => typeof sampler !== 'function'))
    return 'its kit needs samplers: at least one function from a seed to a scenario';
  if (roles !== undefined && !isTexts(roles)) return `its roles are a list of seats, got ${describe(roles)}`;
  for (const [name, sampler] of named) {
    const scenario = calling(`its sampler ${name}()`, () => sampler(1));
    const problem = calling('its rules.problem()', () => rules.problem(scenario));
    if (problem) return `its sampler ${name} draws what its rules refuse: ${problem}`;
    const seats = calling('its rules.seats()', () => rules.seats(scenario));
    if (!isTexts(seats) || seats.length === 0) return `its rules.seats() gives a list of seats, got ${describe(seats)}`;
    if (roles && JSON.stringify(roles) !== JSON.stringify(seats))
      return `its roles are ${roles.join(', ')}, and its rules seat ${seats.join(', ')}`;
  }
  return undefined;
}

function scriptsProblem({ rules, scripts = [], control }: DomainKit): string | undefined {
  if (!Array.isArray(scripts)) return `its scripts are a list of entries, got ${describe(scripts)}`;
  for (const [i, script] of (scripts as readonly (Partial<Entry> | undefined)[]).entries()) {
    const { name, strategy } = script ?? {};
    if (typeof name !== 'string' || typeof strategy?.make !== 'function')
      return `its script ${typeof name === 'string' ? name : i + 1} is no entry: entry(name, strategy) makes one`;
    if (strategy.domain !== rules.name)
      return `its script ${name} is for the domain ${describe(strategy.domain)}, its rules are ${rules.name}`;
    calling(`its script ${name}`, () => makeScript(name, strategy, script?.options));
  }
  const [wanted] = control.split('?');
  const known = scripts.flatMap(({ name, strategy }) => [name, strategy.name]);
  return wanted === 'random' || known.includes(wanted as string)
    ? undefined
    : `its control ${describe(control)} is no script of its own: there are ${[...new Set(known), 'random'].join(', ')}`;
}

function questionsProblem({ questions = [] }: DomainKit): string | undefined {
  if (!Array.isArray(questions)) return `its questions are a list, got ${describe(questions)}`;
  const names = new Set<unknown>();
  for (const [i, question] of (questions as readonly (Partial<Question> | undefined)[]).entries()) {
    const { name, ask, truth } = question ?? {};
    if (typeof name !== 'string' || name === '') return `its question ${i + 1} has no name`;
    if (names.has(name)) return `two of its questions are called ${name}`;
    names.add(name);
    for (const [key, value] of Object.entries({ ask, truth }))
      if (typeof value !== 'function') return `its question ${name} has no ${key}()`;
  }
  return undefined;
}

function speechProblem(speech: Speech | undefined, { rules }: DomainKit): string | undefined {
  if (speech === undefined) return undefined;
  if (typeof speech !== 'object' || speech === null) return `its speech is a record, got ${describe(speech)}`;
  if (speech.domain !== rules.name)
    return `its speech is for ${JSON.stringify(speech.domain)}, its rules are ${rules.name}`;
  const missing = (['prompt', 'read', 'fields', 'earlierView'] as const).find(
    (key) => typeof speech[key] !== 'function',
  );
  if (missing) return `its speech has no ${missing}()`;
  if (typeof speech.tell !== 'object' || speech.tell === null) return 'its speech has no tell, the words for a person';
  const untold = (['facts', 'secrets', 'room', 'offer', 'deal'] as const).find(
    (key) => typeof speech.tell[key] !== 'function',
  );
  return untold && `its speech has no tell.${untold}()`;
}

/** Whatever a module throws is one sentence that names the function. */
function calling<T>(what: string, call: () => T): T {
  try {
    return call();
  } catch (error) {
    throw new Thrown(`${what} fails: ${errorText(error).split('\n')[0]}`);
  }
}

class Thrown extends Error {}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}
