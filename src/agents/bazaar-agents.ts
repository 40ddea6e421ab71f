/**
 * sauda and shopkeeper by their specs.
 *
 *   sauda                                          no model: a rule proposes, the steering decides, templates speak
 *   sauda@templates?steering=head&tells=off        the same, with options
 *   sauda@ollama/llama3.2:3b?language=hinglish     a model proposes
 *   shopkeeper@templates?persona=firm&counter=original
 *   shopkeeper@embedded?persona=flexible&accept=reservation
 */
import {
  contentHash,
  type Domain,
  type Option,
  type Options,
  type Player,
  type Script,
  type Seat,
} from '../core/index.ts';
import type { Model } from '../models/model.ts';
import { GUARDS_VERSION, guardsNamed, withGuards } from './guards/index.ts';
import { READER_VERSION } from './parse/index.ts';
import { type Persona, personaNames } from './personas.ts';
import type { Language } from './phrases.ts';
import { type Reasoning, reasonings } from './prompt.ts';
import { SAUDA_BUYS, SAUDA_VERSION, type SaudaOptions, saudaByModel, saudaByTemplates, tellReaders } from './sauda.ts';
import {
  acceptances,
  counters,
  SHOPKEEPER_VERSION,
  type ShopkeeperOptions,
  shopkeeperByModel,
  shopkeeperByTemplates,
  shopkeeperPersonas,
  shopkeeperSells,
} from './shopkeeper.ts';
import { languageOption, readOptions, SpecError, splitAt } from './spec-options.ts';
import { domainsWith, findSpeech } from './speech/index.ts';
import { type SteeringName, steerings } from './steering/index.ts';

const speech = {
  reason: { kind: 'choice', default: 'first', values: reasonings, about: 'thinking: hidden and first, none, or after' },
  temperature: { kind: 'number', default: 0.7, min: 0, max: 2, about: 'sampling temperature' },
  tokens: { kind: 'number', default: 300, min: 16, max: 8192, about: 'most tokens of a reply' },
} as const satisfies Record<string, Option>;

/** With steering the aspiration is the steering's, and so is the choice to walk. */
const SAUDA_GUARDS = 'leak,monotone,keepAgreement,reservation';
/** The original had none, and behind `monotone` its two steerings would play alike. */
const guardsOf = ({ guards, steering }: Options) =>
  guards !== 'usual' ? (guards as string) : steering === 'ladder' || steering === 'head' ? 'off' : SAUDA_GUARDS;
const sauda = {
  steering: { kind: 'choice', default: 'bayesian', values: steerings, about: 'who decides' },
  language: languageOption,
  guards: {
    kind: 'text',
    default: 'usual',
    about: `usual (${SAUDA_GUARDS}; none behind ladder and head), all, off, or names with commas between them`,
  },
} as const satisfies Record<string, Option>;
const saudaTemplates = {
  ...sauda,
  tells: { kind: 'choice', default: 'patterns', values: ['patterns', 'off'], about: 'who reads the tells' },
} as const satisfies Record<string, Option>;
const saudaModel = {
  ...sauda,
  tells: { kind: 'choice', default: 'patterns', values: tellReaders, about: 'who reads the tells' },
  memory: { kind: 'choice', default: 'on', values: ['on', 'off'], about: 'whether it sees more than the last line' },
  persona: { kind: 'choice', default: 'neutral', values: personaNames, about: 'how it carries itself' },
  ...speech,
} as const satisfies Record<string, Option>;

const keeper = {
  persona: { kind: 'choice', default: 'default', values: shopkeeperPersonas, about: 'how it carries itself' },
  accept: { kind: 'choice', default: 'aspiration', values: acceptances, about: 'which bid it takes' },
  language: languageOption,
} as const satisfies Record<string, Option>;
const keeperTemplates = {
  ...keeper,
  counter: { kind: 'choice', default: 'aspiration', values: counters, about: 'how it asks' },
} as const satisfies Record<string, Option>;
const keeperModel = { ...keeper, ...speech } as const satisfies Record<string, Option>;

export const bazaarModelOptions: Readonly<Record<string, Readonly<Record<string, Option>>>> = {
  sauda: saudaModel,
  shopkeeper: keeperModel,
};

/** Of those that need no model. */
export const bazaarOptions: Readonly<Record<string, Readonly<Record<string, Option>>>> = {
  sauda: saudaTemplates,
  shopkeeper: keeperTemplates,
};

interface BazaarSpec {
  readonly name: string;
  /** What stands behind the @; templates where there is none. */
  readonly backend: string;
  readonly query: string | undefined;
}

/** The parts of a spec that names sauda or shopkeeper; undefined for any other. */
export function bazaarSpec(spec: string, table: Pick<Domain, 'name'>): BazaarSpec | undefined {
  const name = /^(sauda|shopkeeper)(?=$|[@?])/.exec(spec)?.[1];
  if (name === undefined) return undefined;
  if (!findSpeech(table.name)?.bazaar) {
    const able = domainsWith(({ bazaar }) => bazaar);
    throw new SpecError(`"${spec}": ${name} haggles over a price only, in ${able}, not over ${table.name}`);
  }
  const rest = spec.slice(name.length);
  if (rest.startsWith('@')) {
    const [backend, query] = splitAt(rest.slice(1), '?');
    if (backend === '') throw new SpecError(`"${spec}" names no backend, as in ${name}@templates or ${name}@embedded`);
    return { name, backend, query };
  }
  return { name, backend: 'templates', query: rest === '' ? undefined : rest.slice(1) };
}

/** Why an agent cannot sit in a seat, known before anything is played; undefined where it can. */
export function seatProblem(spec: string, seat: Seat): string | undefined {
  const name = /^(?:again:)*(sauda|shopkeeper)(?=$|[@?])/.exec(spec)?.[1];
  if (name === 'sauda' && seat === 'seller') return SAUDA_BUYS;
  return name === 'shopkeeper' && seat !== 'seller' ? shopkeeperSells(seat) : undefined;
}

/** sauda or shopkeeper without a model; undefined for any other spec. */
export function resolveBazaar(spec: string, table: Pick<Domain, 'name'>): Player<Script> | undefined {
  const parts = bazaarSpec(spec, table);
  if (!parts) return undefined;
  const { name, backend, query } = parts;
  if (backend !== 'templates') throw new SpecError(`"${spec}" needs a model, and only scripts can play here`);
  if (name === 'shopkeeper') {
    const options = readOptions({ name, options: keeperTemplates }, query);
    const agent = shopkeeperByTemplates(spec, options as unknown as Parameters<typeof shopkeeperByTemplates>[1]);
    return { spec, agent: agent as unknown as Script, fingerprint: fingerprint(name, options) };
  }
  const options = readOptions({ name, options: saudaTemplates }, query);
  const agent = saudaByTemplates(spec, saudaOptions(options));
  const guards = guardsNamed(guardsOf(options), table.name);
  const guarded = withGuards(agent as unknown as Script, guards);
  return { spec, agent: guarded, fingerprint: fingerprint(name, { ...options, guards }) };
}

/** The same with a model; `query` holds their own options only. */
export function resolveBazaarByModel(
  spec: string,
  name: string,
  table: Pick<Domain, 'name'>,
  model: Model,
  query: string | undefined,
): Player {
  const given = readOptions({ name, options: bazaarModelOptions[name] ?? {} }, query);
  const talk = {
    reasoning: given.reason as Reasoning,
    temperature: given.temperature as number,
    maxTokens: given.tokens as number,
  };
  if (name === 'shopkeeper') {
    const agent = shopkeeperByModel(spec, model, { ...(given as unknown as ShopkeeperOptions), ...talk });
    return { spec, agent: agent as unknown as Player['agent'], fingerprint: fingerprint(name, given, model.digest) };
  }
  const agent = saudaByModel(spec, model, { ...saudaOptions(given), ...talk, persona: given.persona as Persona });
  const guards = guardsNamed(guardsOf(given), table.name);
  const guarded = withGuards(agent as unknown as Player['agent'], guards);
  return { spec, agent: guarded, fingerprint: fingerprint(name, { ...given, guards }, model.digest) };
}

function saudaOptions(given: Options): SaudaOptions {
  return {
    memory: given.memory !== 'off',
    tells: given.tells as SaudaOptions['tells'],
    steering: given.steering as SteeringName,
    language: given.language as Language,
  };
}

function fingerprint(name: string, options: Readonly<Record<string, unknown>>, digest = 'templates'): string {
  const version = name === 'sauda' ? SAUDA_VERSION : SHOPKEEPER_VERSION;
  return contentHash({ [name]: version, reader: READER_VERSION, options, guardsVersion: GUARDS_VERSION, digest });
}
