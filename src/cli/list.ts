/** parley list: what there is, a line each. */
import { existsSync } from 'node:fs';
import { Command } from 'commander';
import { agentKinds, findSpeech, playedAs, scriptNames } from '../agents/index.ts';
import { type DomainKit, faithfulRegistries, kits, metrics, type Options, tasks } from '../core/index.ts';
import * as cell from '../lab/analysis/cell.ts';
import type { ListedRun } from '../lab/experiment/list-runs.ts';
import { kitNamed } from './domain-options.ts';
import { UsageError } from './errors.ts';
import { jsonOption } from './options.ts';
import { terminalTable } from './table.ts';

const collect = (value: string, all: string[] = []) => [...all, value];

/** One of a list: what a command takes for it, and what it is. */
interface Listed {
  readonly name: string;
  readonly about: string;
  readonly domain?: string;
}

interface Catalogue {
  readonly about: string;
  /** Without a domain: of all of them. */
  list(domain: string | undefined): readonly Listed[] | Promise<readonly Listed[]>;
  readonly byDomain: boolean;
  readonly examples: readonly string[];
}

const catalogues: Readonly<Record<string, Catalogue>> = {
  agents: {
    about: 'agents: scripts by name, and how the others are spelt',
    byDomain: true,
    list: (domain) => [...(domain === undefined ? kindsOfAgents() : []), ...domainsOf(domain).flatMap(scriptsOf)],
    examples: ['parley list agents', 'parley list agents boulware --domain price', 'parley list agents --json'],
  },
  scenarios: {
    about: 'scenarios that have a name, and the samplers that draw others',
    byDomain: true,
    list: (domain) => domainsOf(domain).flatMap(scenariosOf),
    examples: ['parley list scenarios oak', 'parley list scenarios --domain items'],
  },
  tasks: {
    about: 'tasks of the environment: a sampler, who sits across, and a reward',
    byDomain: true,
    list: (domain) =>
      tasks()
        .filter((task) => domain === undefined || task.domain.name === domain)
        .map(({ name, about, opponent, domain: { name: of } }) => ({
          name,
          about: `${about} (across sits ${opponent})`,
          domain: of,
        })),
    examples: ['parley list tasks', 'parley list tasks hard --domain arena'],
  },
  domains: {
    about: 'what can be negotiated',
    byDomain: false,
    list: () =>
      kits().map(({ rules: { name }, about, roles }) => ({
        name,
        about: `${about} (seats: ${roles?.join(', ') ?? 'as the scenario has them'})`,
      })),
    examples: ['parley list domains'],
  },
  metrics: {
    about: 'measures of a game, each with its formula',
    byDomain: true,
    list: (domain) =>
      metrics
        .filter(({ domains, needs }) => {
          if (domain === undefined) return true;
          return (domains?.includes(domain) ?? true) && (needs === undefined || kitNamed(domain)[needs] !== undefined);
        })
        .map(({ name, about }) => ({ name, about })),
    examples: ['parley list metrics', 'parley list metrics concession'],
  },
  presets: {
    about: 'experiments that parley run knows by name',
    byDomain: false,
    async list() {
      const { presets } = await import('../lab/experiment/presets/index.ts');
      return Object.entries(presets).map(([name, { title, about }]) => ({ name, about: about ?? title ?? name }));
    },
    examples: ['parley list presets', 'parley run tournament --out runs/tournament'],
  },
  models: {
    about: 'models in the store, and known names to pull',
    byDomain: false,
    async list() {
      const { catalogue, listModels } = await import('../models/node/index.ts');
      const here = listModels();
      return [
        ...here.map(({ name, licence }) => ({
          name: `embedded/${name}`,
          about: `here (${licence ?? 'no licence stated'})`,
        })),
        ...catalogue
          .filter(({ name }) => !here.some((card) => card.name === name))
          .map(({ name, says }) => ({ name, about: `${says}: parley models pull ${name}` })),
      ];
    },
    examples: ['parley list models', 'parley models pull smollm2'],
  },
};

export function list(): Command {
  const command = new Command('list').addHelpText(
    'after',
    '\nExamples:\n  parley list agents boulware\n  parley list presets\n  parley list runs',
  );
  for (const [name, catalogue] of Object.entries(catalogues)) command.addCommand(listOf(name, catalogue));
  return command.addCommand(runs());
}

function listOf(name: string, { about, byDomain, list: all, examples }: Catalogue): Command {
  const command = new Command(name)
    .description(about)
    .argument('[words...]', 'only those with all of these words in their line')
    .addOption(jsonOption())
    .addHelpText('after', `\nExamples:\n${examples.map((example) => `  ${example}`).join('\n')}`);
  if (byDomain) command.option('--domain <name>', 'only of this domain');
  return command.action(async (words: string[], { domain, json }: { domain?: string; json?: boolean }) => {
    const found = (await all(domain)).filter(({ name, about }) => {
      const line = `${name} ${about}`.toLowerCase();
      return words.every((word) => line.includes(word.toLowerCase()));
    });
    if (json) return void process.stdout.write(`${JSON.stringify({ [name]: found })}\n`);
    if (found.length === 0)
      throw new UsageError(`no line of parley list ${name} has ${words.map((word) => `"${word}"`).join(' and ')}`);
    process.stdout.write(`${lines(found)}\n`);
  });
}

/** Names under one another, domain by domain where there are several. */
function lines(found: readonly Listed[]): string {
  const width = Math.min(36, Math.max(...found.map(({ name }) => name.length)));
  const heads = new Set(found.map(({ domain }) => domain)).size > 1;
  let last: string | undefined;
  return found
    .flatMap(({ name, about, domain }) => {
      const head = heads && domain !== last ? ['', `${domain}:`] : [];
      last = domain;
      return [...head, `${heads && domain !== undefined ? '  ' : ''}${name.padEnd(width)}  ${about}`];
    })
    .join('\n');
}

function domainsOf(domain: string | undefined): readonly DomainKit[] {
  return domain === undefined ? kits() : [kitNamed(domain)];
}

const kindsOfAgents = (): readonly Listed[] => agentKinds.map(({ form, about }) => ({ name: form, about }));

/** Whose scripts say little by a bare name: a "candid" is nobody without its benchmark. */
const BENCHMARKS = ['bazaar', 'terms'];

/** Scripts that a bare name finds stand under it; those of a faithful list or a benchmark, and those that another hides, under their registry's. */
function scriptsOf({ rules }: DomainKit): readonly Listed[] {
  const { name: domain } = playedAs(rules);
  if (domain !== rules.name)
    return [{ name: `(those of ${domain})`, about: `${rules.name} is played by them`, domain: rules.name }];
  const named = new Set<string>();
  return scriptNames(domain).map(({ registry, entry: { name, strategy, options } }) => {
    const open = ![...faithfulRegistries, ...BENCHMARKS].includes(registry) && !named.has(name);
    if (open) named.add(name);
    return { name: open ? name : `${registry}:${name}`, about: `${strategy.about}${written(options)}`, domain };
  });
}

function written(options: Options): string {
  const set = Object.entries(options).map(([name, value]) => `${name}=${value}`);
  return set.length > 0 ? ` (${set.join(', ')})` : '';
}

function scenariosOf({ rules: { name: domain }, samplers, named }: DomainKit): readonly Listed[] {
  const title = (name: string): string => {
    try {
      const drawn = named?.draw(name, 1, {});
      return drawn ? (findSpeech(domain)?.tell.facts(drawn.scenario).title ?? name) : name;
    } catch (error) {
      // A row of deals is no single scenario, and says how it is played.
      if (error instanceof RangeError) return error.message;
      throw error;
    }
  };
  return [
    ...(named?.names ?? []).map((name) => ({ name, about: title(name), domain })),
    ...Object.keys(samplers).map((name) => ({
      name: `--sampler ${name}`,
      about: 'draws another for each seed',
      domain,
    })),
  ];
}

function runs(): Command {
  return new Command('runs')
    .description('the runs in a folder: how far each came, and what it was tagged with')
    .argument('[folder]', `where the runs are (default: ${RUNS})`)
    .option('--tag <word>', 'only those with this tag; may be given several times', collect)
    .addOption(jsonOption())
    .addHelpText('after', '\nExamples:\n  parley list runs\n  parley list runs results --tag baseline --json')
    .action(async (given: string | undefined, { tag = [], json }: { tag?: string[]; json?: boolean }) => {
      const { listRuns } = await import('../lab/experiment/list-runs.ts');
      const folder = given ?? RUNS;
      // Before the first run there is no folder, and nobody named one.
      const all = given === undefined && !existsSync(RUNS) ? [] : listRuns(folder);
      const found = all.filter(({ tags }) => tag.every((one) => tags.includes(one)));
      const none = all.length === 0 ? `no runs in ${folder} yet: ${FIRST_RUN} makes one` : `no such run in ${folder}`;
      const problems = found.flatMap((run) => (run.problem === undefined ? [] : [`${run.folder}: ${run.problem}`]));
      const shown = found.length === 0 ? none : [asTable(found), ...problems].join('\n');
      process.stdout.write(`${json ? JSON.stringify({ folder, runs: found }) : shown}\n`);
    });
}

/** Where parley run puts what has no --out. */
const RUNS = 'runs';
const FIRST_RUN = 'parley run examples/mine.yaml --out runs/mine';

function asTable(found: readonly ListedRun[]): string {
  return terminalTable({
    head: ['folder', 'title', 'state', 'games', 'failed', 'begun', 'tags'],
    words: [0, 1, 2, 5, 6],
    rows: found.map(({ folder: place, title, state, games, planned, failed, begun, tags }) => [
      ...[place, title, state],
      games === planned ? cell.count(games) : cell.outOf(games, planned),
      cell.count(failed),
      begun.slice(0, 16).replace('T', ' '),
      tags.join(', '),
    ]),
  });
}
