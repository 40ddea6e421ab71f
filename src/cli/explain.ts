/** parley explain SPEC: what an agent is, what it can be told, what it sees, and for a model the prompt that would be sent. */
import { Command } from 'commander';
import { kindOf, playedAs, resolveAgent, resolveScript, specOf, splitAt } from '../agents/index.ts';
import { type Domain, type Option, type OptionValue, type Player, playEpisode, type Seat } from '../core/index.ts';
import { chooseScenarioOf } from '../lab/experiment/scenarios.ts';
import type { Message, Model, ModelRequest } from '../models/index.ts';
import { anySamplerOption, domainOption, kitNamed, seatIn, setOption } from './domain-options.ts';
import { jsonOption, seedOption } from './options.ts';
import { showBrief } from './show.ts';

interface Explained {
  readonly spec: string;
  readonly kind: string;
  readonly about: string;
  readonly options: readonly ExplainedOption[];
  readonly fingerprint?: string;
  readonly seat: Seat;
  readonly sees: string;
  readonly prompt?: Pick<ModelRequest, 'messages' | 'temperature' | 'maxTokens' | 'schema'>;
}

interface ExplainedOption {
  readonly name: string;
  readonly value: OptionValue;
  readonly takes: string;
  readonly about: string;
}

export function explain(): Command {
  return new Command('explain')
    .argument('<spec>', 'an agent, as parley list agents spells them')
    .option('--as <seat>', 'the seat that it takes, by its name, or a or b', 'a')
    .addOption(domainOption())
    .option('--scenario <id>', 'a scenario by name, or in a .json file; otherwise the sampler draws one')
    .addOption(anySamplerOption())
    .addOption(setOption())
    .addOption(seedOption())
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
No model is asked: its prompt is only shown.

Examples:
  parley explain boulware_hard
  parley explain sauda?steering=head --as buyer --scenario oak-dining-table
  parley explain llm:ollama/llama3.2:3b?persona=fair --as seller
  parley explain ask_first --domain mindgames`,
    )
    .action(async (given: string, options) => {
      const explained = await explainAgent(given, options);
      process.stdout.write(`${options.json ? JSON.stringify(explained) : written(explained)}\n`);
    });
}

interface Settings {
  readonly as: string;
  readonly domain: string;
  readonly scenario?: string;
  readonly sampler?: string;
  readonly set?: Readonly<Record<string, string | number>>;
  readonly seed: number;
}

async function explainAgent(given: string, settings: Settings): Promise<Explained> {
  const { rules: domain, control } = kitNamed(settings.domain);
  const { scenario: id, sampler, seed, set } = settings;
  const chosen = chooseScenarioOf(domain.name, { scenario: id, sampler, seed, more: set });
  const seat = seatIn(domain, settings.as, chosen.scenario);
  const spec = specOf(given, playedAs(domain));
  let asked: ModelRequest | undefined;
  const unasked = async (name: string): Promise<Model> => {
    const { checkModelName } = await import('../models/node/resolve.ts');
    checkModelName(name);
    return {
      name,
      digest: 'not asked',
      generate(request) {
        asked ??= request;
        throw new Error('only the prompt was wanted');
      },
    };
  };
  const ask = () => {
    throw new Error('only what a person sees was wanted');
  };
  const player = await resolveAgent(given, domain, { model: unasked, ask });
  if (speaksByModel(spec)) {
    const players: Record<Seat, Player> = {};
    const across = await resolveAgent(control, domain);
    for (const one of domain.seats(chosen.scenario)) players[one] = one === seat ? player : across;
    await playEpisode({ domain, ...chosen, players, seed });
  }
  return {
    spec,
    ...describe(spec, domain),
    ...(speaksByModel(spec) || spec === 'human' ? {} : { fingerprint: player.fingerprint }),
    seat,
    sees: showBrief(chosen.scenario, seat, 'somebody whose limits it does not see'),
    ...(asked && { prompt: promptOf(asked) }),
  };
}

const promptOf = ({ messages, temperature, maxTokens, schema }: ModelRequest) => ({
  messages,
  temperature,
  maxTokens,
  ...(schema && { schema }),
});

const speaksByModel = (spec: string): boolean => /^llm:|@(?!templates)/.test(spec);

function describe(spec: string, domain: Domain): Pick<Explained, 'kind' | 'about' | 'options'> {
  const kind = kindOf(spec);
  const set = new URLSearchParams(splitAt(spec, '?')[1] ?? '');
  if (kind) return { kind: kind.form, about: kind.about, options: listed(kind.options, (name) => set.get(name)) };
  const { strategy, options } = resolveScript(withoutBeliefs(spec), playedAs(domain));
  return { kind: 'script', about: strategy.about, options: listed(strategy.options, (name) => options[name] ?? null) };
}

function withoutBeliefs(spec: string): string {
  return spec.replace(/([?&])beliefs=\w+&?/, '$1').replace(/[?&]$/, '');
}

function listed(
  options: Readonly<Record<string, Option>>,
  value: (name: string) => OptionValue | null,
): readonly ExplainedOption[] {
  return Object.entries(options).map(([name, option]) => ({
    name,
    value: value(name) ?? option.default,
    takes: taken(option),
    about: option.about,
  }));
}

function taken(option: Option): string {
  if (option.kind === 'choice') return option.values.join(', ');
  if (option.kind === 'flag') return 'true, false';
  if (option.kind === 'text') return 'text';
  const { min, max } = option;
  if (min !== undefined && max !== undefined) return `${min} to ${max}`;
  return min !== undefined ? `${min} or more` : max !== undefined ? `${max} or less` : 'a number';
}

function written({ spec, kind, about, options, fingerprint, seat, sees, prompt }: Explained): string {
  const width = Math.max(0, ...options.map(({ name, value }) => `${name}=${value}`.length));
  const parts = [
    `${spec}\n  ${kind}: ${about}${fingerprint === undefined ? '' : `\n  fingerprint ${fingerprint}`}`,
    options.length === 0
      ? 'It takes no options.'
      : `Its options, as they are set:\n${options.map((o) => `  ${`${o.name}=${o.value}`.padEnd(width)}  ${o.about} (${o.takes})`).join('\n')}`,
    `What it sees as ${seat}:\n${indented(sees)}`,
  ];
  if (prompt) {
    const { messages, temperature, maxTokens } = prompt;
    parts.push(
      `The prompt of its first turn, at temperature ${temperature} and with at most ${maxTokens} tokens:\n${messages.map(spoken).join('\n')}`,
    );
    if (prompt.schema)
      parts.push(`The reply is held to this form, where the model can:\n  ${JSON.stringify(prompt.schema)}`);
  }
  return parts.join('\n\n');
}

const spoken = ({ role, content }: Message): string => `  [${role}]\n${indented(content)}`;
const indented = (text: string): string => text.replace(/^(?=.)/gm, '  ');
