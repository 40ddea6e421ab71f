/**
 * Any agent by its spec: scripts as in spec.ts, and those that speak.
 *
 *   llm:embedded                              a model decides and speaks
 *   llm:ollama/llama3.2:3b?persona=fair&reason=none&guards=off
 *   worded:boulware_hard@embedded?persona=charming
 *   worded:boulware_hard@templates            no model
 *   sauda@ollama/llama3.2:3b?tells=off        the buyer of the bazaar; shopkeeper is its seller (bazaar-agents.ts)
 *   planner@embedded                          beliefs, alternatives with their predicted success, a plan, then an act (planner.ts)
 *   janus@embedded/base.gguf?lora=baked.gguf&rho=0.7     a dialled model (janus.ts)
 *   again:llm:embedded                        the same agent with other seeds (again.ts)
 *   human                                     where somebody can be asked
 *   price_boulware@embedded                   the Janus lab's names (aliases.ts)
 *   llm:embedded?beliefs=on                   asked before each act what it believes of the other side (believing.ts)
 *
 * The fingerprint of a speaking agent covers the script or the prompt's version, the options and the model's digest.
 */
import {
  type Agent,
  contentHash,
  type Domain,
  makeScript,
  type Option,
  type Player,
  type Strategy,
  strategyFingerprint,
} from '../core/index.ts';
import type { Model } from '../models/index.ts';
import { playedAgain, withOtherSeeds } from './again.ts';
import { bazaarModelOptions, bazaarSpec, resolveBazaarByModel } from './bazaar-agents.ts';
import { believing, splitBeliefs } from './believing.ts';
import { freeAgent } from './free.ts';
import { GUARDS_VERSION, guardsNamed, withGuards } from './guards/index.ts';
import { hintsFor } from './hints.ts';
import { type Ask, humanAgent } from './human.ts';
import { JANUS_VERSION } from './janus.ts';
import { READER_VERSION } from './parse/index.ts';
import { type Persona, personaNames } from './personas.ts';
import type { Language } from './phrases.ts';
import { PLANNER_VERSION, plannerAgent } from './planner.ts';
import { PROMPT_VERSION, type Reasoning, reasonings } from './prompt.ts';
import { languageOption, pinned, readOptions, resolvePlayer, SpecError, specOf, splitAt } from './spec.ts';
import { domainsWith, findSpeech, playedAs } from './speech/index.ts';

export interface Resources {
  /** Gives the model that a spec names. */
  readonly model?: (name: string) => Model | Promise<Model>;
  /** Asks the person in a human seat. */
  readonly ask?: Ask;
  /** Agents of one's own, by name. */
  readonly own?: ReadonlyMap<string, OwnAgent>;
}

/** A strategy with options for one domain, or an agent for any, and the hash of the file that it came from. */
export interface OwnAgent {
  readonly hash: string;
  readonly agent: Strategy | Agent;
}

/** The player that a spec names, for the domain that is really played: its guards are those that can judge it. */
export async function resolveAgent(given: string, table: Domain, resources: Resources = {}): Promise<Player> {
  const again = playedAgain(given);
  if (again !== undefined) return withOtherSeeds(await resolveAgent(again, table, resources));
  const asked = splitBeliefs(given);
  if (asked.spec !== given) {
    const player = await resolveAgent(asked.spec, table, resources);
    return asked.beliefs ? believing(player, given, table) : player;
  }
  const player = await resolveSpeaking(given, table, resources);
  return player ? pinned(player, table) : resolvePlayer(given, table);
}

/** Undefined for whoever can be resolved without a model or a person. */
async function resolveSpeaking(given: string, table: Domain, resources: Resources): Promise<Player | undefined> {
  const domain = playedAs(table);
  const [name, query] = splitAt(given, '?');
  const own = resources.own?.get(name);
  if (own) return resolveOwn(given, own, query, domain);
  const spec = specOf(given, domain);
  if (spec === 'human') {
    if (!resources.ask) throw new SpecError('"human" needs somebody to ask: use parley play');
    return { spec, agent: humanAgent(resources.ask), fingerprint: contentHash('human') };
  }
  if (spec.startsWith('llm:')) return resolveFree(spec, table, resources);
  if (spec.startsWith('planner@')) return resolvePlanner(spec, table, resources);
  if (spec.startsWith('janus@')) return resolveJanus(spec, table, resources);
  const bazaar = bazaarSpec(spec, table);
  if (bazaar && bazaar.backend !== 'templates') {
    const text = spec.slice(bazaar.name.length + 1);
    const { name, query } = modelPart(text, bazaarModelOptions[bazaar.name] ?? {});
    return resolveBazaarByModel(spec, bazaar.name, table, await modelNamed(name, spec, resources), query);
  }
  const at = spec.lastIndexOf('@');
  const byModel = spec.startsWith('worded:') && at > 0 && !spec.slice(at + 1).startsWith('templates');
  return byModel ? resolveWordedByModel(spec, at, table, resources) : undefined;
}

/** What it plays is the whole file's affair, so the file's hash is in the fingerprint. */
function resolveOwn(
  spec: string,
  { agent, hash }: OwnAgent,
  query: string | undefined,
  domain: { name: string },
): Player {
  if ('make' in agent) {
    if (agent.domain !== domain.name)
      throw new SpecError(`"${spec}" is a strategy for ${agent.domain}, and ${domain.name} is played`);
    const options = readOptions(agent, query);
    const fingerprint = contentHash({ module: hash, of: strategyFingerprint(agent, options) });
    return { spec, agent: makeScript(spec, agent, options), fingerprint };
  }
  if (query !== undefined) throw new SpecError(`"${spec}" has options, and only a strategy of one's own takes them`);
  const { answer } = agent;
  return {
    spec,
    agent: {
      name: spec,
      act: (view, context) => agent.act(view, context),
      ...(answer && { answer: (view, question, context) => answer.call(agent, view, question, context) }),
    },
    fingerprint: contentHash({ module: hash, of: agent.name }),
  };
}

const temperature: Option = { kind: 'number', default: 0.7, min: 0, max: 2, about: 'sampling temperature' };
const persona: Option = { kind: 'choice', default: 'neutral', values: personaNames, about: 'how it carries itself' };

export const freeOptions = {
  persona,
  reason: { kind: 'choice', default: 'first', values: reasonings, about: 'thinking: hidden and first, none, or after' },
  temperature,
  tokens: { kind: 'number', default: 300, min: 16, max: 8192, about: 'most tokens of a reply' },
  schema: {
    kind: 'choice',
    default: 'on',
    values: ['on', 'off'],
    about: 'hold the reply to its form, where the model can',
  },
  tells: { kind: 'choice', default: 'off', values: ['on', 'off'], about: 'say what the other side gave away' },
  figures: {
    kind: 'choice',
    default: 'off',
    values: ['on', 'off'],
    about: 'say what the standing price gains and how far it came',
  },
  guards: { kind: 'text', default: 'all', about: 'all, off, or names with commas between them' },
  reader: {
    kind: 'text',
    default: 'rules',
    about: 'who reads its prose where acts are words: rules, or a model by its name',
  },
} as const satisfies Record<string, Option>;

async function resolveFree(spec: string, { name: domain }: Domain, resources: Resources): Promise<Player> {
  const { name, query } = modelPart(spec.slice('llm:'.length), freeOptions);
  const given = readOptions({ name: 'llm', options: freeOptions }, query);
  const options = {
    persona: given.persona as Persona,
    reasoning: given.reason as Reasoning,
    temperature: given.temperature as number,
    maxTokens: given.tokens as number,
    // Only where they are not as they were, so that every agent from before they could be set keeps its fingerprint.
    ...(given.schema === 'off' ? { schema: false } : {}),
    ...(given.tells === 'on' ? { tells: true } : {}),
    ...(given.figures === 'on' ? { figures: true } : {}),
  };
  if (options.figures && !findSpeech(domain)?.figures)
    throw new SpecError(
      `"${spec}": there are figures of ${domainsWith((speech) => speech.figures)} only, not of ${domain}`,
    );
  const guards = guardsNamed(given.guards as string, domain);
  const model = await modelNamed(name, spec, resources);
  const byModel = findSpeech(domain)?.byModel;
  if (given.reader !== 'rules' && !byModel)
    throw new SpecError(
      `"${spec}": a model reads the words of ${domainsWith((speech) => speech.byModel)} only, not of ${domain}`,
    );
  const reader = given.reader === 'rules' ? undefined : await modelNamed(given.reader as string, spec, resources);
  return {
    spec,
    agent: withGuards(freeAgent(spec, model, { ...options, ...hintsFor(options), ...(reader && { reader }) }), guards),
    fingerprint: contentHash({
      llm: PROMPT_VERSION,
      reader: READER_VERSION,
      options,
      guards,
      guardsVersion: GUARDS_VERSION,
      digest: model.digest,
      ...(reader && { readBy: { version: byModel?.version, digest: reader.digest } }),
    }),
  };
}

export const plannerOptions = {
  persona,
  temperature,
  tokens: { kind: 'number', default: 800, min: 64, max: 8192, about: 'most tokens of a reply' },
} as const satisfies Record<string, Option>;

async function resolvePlanner(spec: string, table: Domain, resources: Resources): Promise<Player> {
  if (!findSpeech(table.name)) throw new SpecError(`"${spec}": nobody here can speak of games of ${table.name}`);
  const { name, query } = modelPart(spec.slice('planner@'.length), plannerOptions);
  const given = readOptions({ name: 'planner', options: plannerOptions }, query);
  const options = {
    persona: given.persona as Persona,
    temperature: given.temperature as number,
    maxTokens: given.tokens as number,
  };
  const model = await modelNamed(name, spec, resources);
  return {
    spec,
    agent: plannerAgent(spec, model, options),
    fingerprint: contentHash({
      planner: PLANNER_VERSION,
      prompt: PROMPT_VERSION,
      reader: READER_VERSION,
      options,
      digest: model.digest,
    }),
  };
}

export const janusOptions = {
  rho: { kind: 'number', default: 0.5, min: -1, max: 1, about: 'the dial: 0 is all to the buyer, -1 no deal' },
  prompt: { kind: 'choice', default: 'off', values: ['on', 'off'], about: 'say rho in the prompt too' },
  temperature: { ...temperature, default: 0 },
} as const satisfies Record<string, Option>;

async function resolveJanus(spec: string, table: Domain, resources: Resources): Promise<Player> {
  const speech = findSpeech(table.name);
  if (!speech?.janus) {
    const able = domainsWith(({ janus }) => janus);
    throw new SpecError(`"${spec}": a dialled model plays ${able} only, not ${table.name}`);
  }
  const { name, query } = modelPart(spec.slice('janus@'.length), janusOptions);
  const given = readOptions({ name: 'janus', options: janusOptions }, query);
  const rho = given.rho as number;
  const options = { rho, inPrompt: given.prompt === 'on', temperature: given.temperature as number };
  const model = await modelNamed(name, spec, resources);
  return {
    spec,
    agent: speech.janus(spec, model, options),
    fingerprint: contentHash({ janus: JANUS_VERSION, options, digest: model.digest }),
  };
}

export const wordedOptions = {
  persona,
  language: languageOption,
  temperature,
  tokens: { kind: 'number', default: 120, min: 16, max: 1024, about: 'most tokens of a reply' },
} as const satisfies Record<string, Option>;

async function resolveWordedByModel(spec: string, at: number, table: Domain, resources: Resources): Promise<Player> {
  const speech = findSpeech(table.name);
  if (!speech?.wordedByModel) {
    const able = domainsWith(({ wordedByModel }) => wordedByModel);
    throw new SpecError(`"${spec}": a script is put into words for ${able} only, not for ${table.name}`);
  }
  const { name, query } = modelPart(spec.slice(at + 1), wordedOptions);
  const given = readOptions({ name: 'worded', options: wordedOptions }, query);
  const options = {
    persona: given.persona as Persona,
    language: given.language as Language,
    temperature: given.temperature as number,
    maxTokens: given.tokens as number,
  };
  const script = resolvePlayer(spec.slice('worded:'.length, at), playedAs(table));
  const model = await modelNamed(name, spec, resources);
  return {
    spec,
    agent: { ...speech.wordedByModel(script.agent, model, options), name: spec },
    fingerprint: contentHash({
      worded: script.fingerprint,
      version: PROMPT_VERSION,
      reader: READER_VERSION,
      options,
      digest: model.digest,
    }),
  };
}

/** A spec of an agent with a model, without options that say what holds anyway: two specs that come out alike are one agent. */
export function plainSpec(spec: string): string {
  const [head = '', own] = spec.startsWith('llm:')
    ? ['llm:', freeOptions]
    : (Object.entries(bazaarModelOptions)
        .map(([name, options]) => [`${name}@`, options] as const)
        .find(([start]) => spec.startsWith(start)) ?? []);
  if (own === undefined) return spec;
  const known: Readonly<Record<string, Option>> = own;
  const { name, query = '' } = modelPart(spec.slice(head.length), known);
  const said = query.split('&').filter((part) => {
    const [option, value] = splitAt(part, '=');
    return part !== '' && value !== String(known[option]?.default);
  });
  return `${head}${name}${said.length > 0 ? `${name.includes('?') ? '&' : '?'}${said.sort().join('&')}` : ''}`;
}

/** The options of a spec that are not the agent's own belong to its model, as in llm:embedded/x.gguf?persona=fair&threads=2. */
export function modelPart(
  text: string,
  own: Readonly<Record<string, Option>>,
): { name: string; query: string | undefined } {
  const [model, query] = splitAt(text, '?');
  const parts = query === undefined ? [] : query.split('&');
  const [mine, theirs] = [true, false].map((wanted) => parts.filter((part) => splitAt(part, '=')[0] in own === wanted));
  return {
    name: theirs?.length ? `${model}?${theirs.join('&')}` : model,
    query: mine?.length ? mine.join('&') : undefined,
  };
}

async function modelNamed(name: string, spec: string, { model }: Resources): Promise<Model> {
  if (name === '') throw new SpecError(`"${spec}" names no model, as in llm:embedded or llm:ollama/llama3.2:3b`);
  if (!model) throw new SpecError(`"${spec}" needs a model, and only scripts can play here`);
  return model(name);
}
