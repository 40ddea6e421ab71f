/**
 * The kinds of agents: a literal list. The head of a spec says which kind it is of; scripts, whose heads are names, stand in the
 * registries of core.
 */
import type { Option } from '../core/index.ts';
import { playedAgain } from './again.ts';
import { bazaarModelOptions, bazaarOptions } from './bazaar-agents.ts';
import { splitBeliefs } from './believing.ts';
import { freeOptions, janusOptions, modelPart, plannerOptions, wordedOptions } from './resolve.ts';
import { languageOption } from './spec-options.ts';

export interface AgentKind {
  /** How its specs look, with what is to be put in place in capitals. */
  readonly form: string;
  readonly about: string;
  /** Whether a spec is of this kind. */
  readonly matches: RegExp;
  readonly options: Readonly<Record<string, Option>>;
}

const NO_OPTIONS = {};

/** The first that matches is the kind of a spec. */
export const agentKinds: readonly AgentKind[] = [
  {
    form: 'worded:SCRIPT@templates',
    about: 'a script whose acts are put into words by templates',
    matches: /^worded:.*@templates(?:\?|$)/,
    options: { language: languageOption },
  },
  {
    form: 'worded:SCRIPT@MODEL',
    about: 'a script decides, and a model puts its acts into words',
    matches: /^worded:/,
    options: wordedOptions,
  },
  {
    form: 'llm:MODEL',
    about: 'a model decides and speaks, within guards',
    matches: /^llm:/,
    options: freeOptions,
  },
  {
    form: 'planner@MODEL',
    about: 'a model that writes down beliefs, alternatives with their chances and a plan before it acts',
    matches: /^planner@/,
    options: plannerOptions,
  },
  {
    form: 'janus@MODEL',
    about: 'a model trained with a dial: rho asks for a share',
    matches: /^janus@/,
    options: janusOptions,
  },
  {
    form: 'sauda',
    about: "the bazaar's buyer, who listens for tells; rules propose, templates speak",
    matches: /^sauda(?:@templates)?(?:\?|$)/,
    options: bazaarOptions.sauda ?? NO_OPTIONS,
  },
  {
    form: 'sauda@MODEL',
    about: 'the same, with a model that proposes and speaks, and steering that decides',
    matches: /^sauda@/,
    options: bazaarModelOptions.sauda ?? NO_OPTIONS,
  },
  {
    form: 'shopkeeper',
    about: "the bazaar's seller with a manner; rules decide, templates speak",
    matches: /^shopkeeper(?:@templates)?(?:\?|$)/,
    options: bazaarOptions.shopkeeper ?? NO_OPTIONS,
  },
  {
    form: 'shopkeeper@MODEL',
    about: 'the same, spoken by a model',
    matches: /^shopkeeper@/,
    options: bazaarModelOptions.shopkeeper ?? NO_OPTIONS,
  },
  {
    form: 'again:SPEC',
    about: 'the same agent with other random draws, to see how much is chance',
    matches: /^again:/,
    options: NO_OPTIONS,
  },
  { form: 'human', about: 'a person, asked in the terminal or the browser', matches: /^human$/, options: NO_OPTIONS },
];

export function kindOf(spec: string): AgentKind | undefined {
  return agentKinds.find(({ matches }) => matches.test(spec));
}

/** The name of the model that a spec is played with, with the model's own options; undefined for a script. */
export function modelIn(given: string): string | undefined {
  const again = playedAgain(given);
  if (again !== undefined) return modelIn(again);
  const { spec } = splitBeliefs(given);
  const kind = kindOf(spec);
  if (!kind?.form.endsWith('MODEL')) return undefined;
  // The script that a model words may have an @ of its own.
  const before = spec.startsWith('worded:') ? spec.lastIndexOf('@') : spec.search(/(?<=^llm):|@/);
  return before < 0 ? undefined : modelPart(spec.slice(before + 1), kind.options).name;
}
