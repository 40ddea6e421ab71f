/**
 * A domain of one's own: a module that exports its record as `kit` and, so that models and people can play it, its words as
 * `speech`. Loaded once, it is played by its name like those of the house. Never over a wire: whoever starts the process says
 * which files run in it.
 */
import { existsSync } from 'node:fs';
import { addSpeech, type Speech } from '../../agents/index.ts';
import { addKit, type DomainKit, findKit, kits } from '../../core/index.ts';
import { loadModule } from './module.ts';
import { ModuleError } from './module-error.ts';

/** Gives the name that it is played by from now on. */
export async function loadDomain(file: string): Promise<string> {
  const { exports, hash } = await loadModule(file);
  const { kit, speech } = exports as { kit?: DomainKit; speech?: Speech };
  const problem = kitProblem(kit) ?? speechProblem(speech, kit as DomainKit);
  if (problem) throw new ModuleError(`${file} is no domain: ${problem}`);
  const { name } = (kit as DomainKit).rules;
  const known = findKit(name);
  if (known?.hash === hash) return name;
  if (known)
    throw new ModuleError(
      `${file}: there is ${known.hash ? 'another' : 'a'} domain ${name} already: give yours another name`,
    );
  addKit({ ...(kit as DomainKit), hash });
  if (speech) addSpeech(speech);
  return name;
}

/** The domain of a run that is read again. Rules that have changed since would tell another story than the games do. */
export async function loadRecorded({ file, hash }: { readonly file: string; readonly hash: string }): Promise<void> {
  if (kits().some((kit) => kit.hash === hash)) return;
  if (!existsSync(file))
    throw new ModuleError(`there is no file ${file} here: go to where the run was started, or give --domain FILE`);
  const name = await loadDomain(file);
  if (findKit(name)?.hash !== hash)
    throw new ModuleError(
      `${file} has changed since the run was played: bring back what it was, or play the run again`,
    );
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
  if (typeof kit !== 'object' || kit === null) return 'it exports no kit';
  const rules = kit.rules as unknown as Record<string, unknown> | undefined;
  if (typeof rules !== 'object' || rules === null) return 'its kit has no rules';
  if (typeof rules.name !== 'string' || !/^[a-z][a-z0-9-]*$/.test(rules.name))
    return `its rules need a name of small letters, digits and dashes, got ${JSON.stringify(rules.name)}`;
  if (!Number.isInteger(rules.version)) return 'its rules need a version, a whole number';
  const missing = RULES.find((rule) => typeof rules[rule] !== 'function');
  if (missing) return `its rules have no ${missing}()`;
  for (const key of ['about', 'utility', 'control'] as const)
    if (typeof kit[key] !== 'string') return `its kit needs ${key}, a text`;
  const samplers = Object.values(kit.samplers ?? {});
  if (samplers.length === 0 || samplers.some((sampler) => typeof sampler !== 'function'))
    return 'its kit needs samplers: at least one function from a seed to a scenario';
  const scenario = (samplers[0] as (seed: number) => unknown)(1);
  const problem = (kit.rules.problem as (scenario: unknown) => string | undefined)(scenario);
  return problem && `its first sampler draws what its rules refuse: ${problem}`;
}

function speechProblem(speech: Speech | undefined, { rules }: DomainKit): string | undefined {
  if (speech === undefined) return undefined;
  if (speech.domain !== rules.name)
    return `its speech is for ${JSON.stringify(speech.domain)}, its rules are ${rules.name}`;
  const missing = (['prompt', 'read', 'fields', 'earlierView'] as const).find(
    (key) => typeof speech[key] !== 'function',
  );
  if (missing) return `its speech has no ${missing}()`;
  return typeof speech.tell === 'object' ? undefined : 'its speech has no tell, the words for a person';
}
