/** parley plot: concession curves, pairings and the Pareto frontier, as SVG and PNG. */
import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Argument, Command, Option } from 'commander';
import { registryPlayers, resolvePlayer, scriptNames } from '../agents/index.ts';
import {
  type Episode,
  type ItemsDeal,
  type ItemsScenario,
  items,
  itemsSamplers,
  type Player,
  type PriceDeal,
  playEpisode,
  price,
  registries,
  type SamplerName,
  type Script,
  samplers,
  utilityVectors,
  type ZoneKind,
} from '../core/index.ts';
import { turnRowsIn } from '../data/index.ts';
import { chooseScenario, readAttention, runTournament } from '../lab/index.ts';
import { makeFolder } from '../models/node/files.ts';
import { UsageError } from './errors.ts';
import { jsonOption, seedOption, turnsOption, wholeNumber, zoneOption } from './options.ts';
import { plotCalibration } from './plot-calibration.ts';
import { ending } from './show.ts';

type Plots = typeof import('../lab/plots/index.ts');
/** File name without its ending, to drawing. */
type Drawings = Record<string, string>;

interface PlotOptions {
  readonly out: string;
  readonly in?: string;
  readonly against?: string;
  readonly registry?: string;
  readonly domain: 'price' | 'items';
  readonly sampler: string;
  readonly scenario?: string;
  readonly zone?: ZoneKind;
  readonly turns?: number;
  readonly seed: number;
  readonly episodes: number;
  readonly json?: boolean;
}

const drawers = {
  concessions: drawConcessions,
  interactions: drawInteractions,
  frontier: drawFrontier,
  calibration: (): Drawings => {
    throw new UsageError('a calibration is drawn of --in FILE, which parley train janus calibrate writes');
  },
  attention: (): Drawings => {
    throw new UsageError('attention is drawn of --in FILE, which parley train probe writes');
  },
} as const;

export function plot(): Command {
  const samplerNames = [...new Set([...Object.keys(samplers), ...Object.keys(itemsSamplers)])];
  return new Command('plot')
    .description('draw how scripts concede, how pairs of them play, and what a deal leaves on the table')
    .addArgument(new Argument('<what>', 'what to draw').choices(Object.keys(drawers)))
    .argument('[specs...]', 'the agents; for a frontier the two at the table, or none')
    .requiredOption('--out <dir>', 'folder for the .svg and .png files')
    .option('--in <file>', 'draw a file: a simulated .jsonl or .parquet, a calibration.jsonl, or a probe')
    .option('--against <file>', 'attention: the probe of the base; calibration: the rows of the control arm')
    .addOption(new Option('--registry <name>', 'all agents of a registry').choices(Object.keys(registries)))
    .addOption(
      new Option('--domain <name>', 'frontier: what is negotiated').choices(['price', 'items']).default('price'),
    )
    .addOption(new Option('--sampler <name>', 'where scenarios come from').choices(samplerNames).default('janus'))
    .option('--scenario <id>', 'a price listing, or a scenario in a .json file; otherwise the sampler draws one')
    .addOption(zoneOption())
    .addOption(turnsOption())
    .addOption(seedOption())
    .option('--episodes <n>', 'interactions: games for each ordered pair in the payoff matrix', wholeNumber(1), 20)
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
concessions   what each script asks for, turn by turn, of an opponent that does not move; without agents, every registry
interactions  one game of every pairing, and the payoff matrix over --episodes games
frontier      what every outcome is worth to both sides, the solutions, and the deal of two agents
calibration   the rho that a dialled model was asked for and the rho that came out, from --in FILE;
              calibration.md has the figures
attention     where a model looks, by layer and head, and what each head is worth, from --in FILE

Examples:
  parley plot concessions --out plots
  parley plot concessions boulware_hard clean:micro_own 'boulware?exponent=3' --out plots
  parley plot interactions --registry clean --sampler general --seed 3 --out plots
  parley plot interactions --in turns.jsonl --out plots
  parley plot frontier clean:boulware_firm clean:fair_openings --scenario oak-dining-table --out plots
  parley plot frontier boulware pareto_walking --domain items --sampler casino --out plots
  parley plot calibration --in runs/dial/calibration.jsonl --against runs/control/calibration.jsonl --out plots
  parley plot attention --in trained.json --against base.json --out plots`,
    )
    .action(async (what: keyof typeof drawers, specs: string[], options: PlotOptions) => {
      if (options.against !== undefined && what !== 'attention' && what !== 'calibration')
        throw new UsageError('--against is for attention and calibration');
      // A document and a rasteriser take half a second to load: only who draws waits for them.
      const plots = await import('../lab/plots/index.ts');
      if (what === 'calibration' && options.in !== undefined) return plotCalibration(plots, options.in, options);
      const drawings =
        options.in === undefined
          ? drawers[what](plots, specs, options)
          : await drawFile(plots, what, options.in, options);
      const files = write(plots, options.out, drawings);
      process.stdout.write(`${options.json ? JSON.stringify({ files }) : files.join('\n')}\n`);
    });
}

/** The rows of a simulated file, and of its drawings those that belong to `what`. */
async function drawFile(
  plots: Plots,
  what: keyof typeof drawers,
  file: string,
  { against }: PlotOptions,
): Promise<Drawings> {
  if (what === 'frontier') throw new UsageError('a frontier is drawn of a scenario, not of a file');
  if (what === 'attention')
    return {
      attention: plots.attentionChart(readAttention(file), against === undefined ? undefined : readAttention(against)),
    };
  const survey = plots.rowSurvey();
  for await (const row of turnRowsIn(file)) survey.add(row);
  const { concessions = '', interactions = '', payoffs = '' } = survey.drawings(basename(file));
  return what === 'concessions' ? { concessions } : { interactions, payoffs };
}

function write({ toPng }: Plots, out: string, drawings: Drawings): string[] {
  makeFolder(out);
  const files: string[] = [];
  const save = (name: string, content: string | Uint8Array): void => {
    const file = join(out, name);
    writeFileSync(file, content);
    files.push(file);
  };
  // The SVGs first: they need no font.
  for (const [name, svg] of Object.entries(drawings)) save(`${name}.svg`, svg);
  for (const [name, svg] of Object.entries(drawings)) save(`${name}.png`, toPng(svg));
  return files;
}

function drawConcessions(plots: Plots, specs: readonly string[], { registry, seed }: PlotOptions): Drawings {
  const known = scriptNames('price');
  const all = specs.length === 0 ? [...new Set(known.map((name) => name.registry))] : [];
  const shown = registry === undefined ? all : [priceRegistry(registry)];
  const groups = shown.flatMap((name) =>
    plots.groupEntries(
      name,
      known.filter((one) => one.registry === name).map((one) => one.entry),
    ),
  );
  const named = specs.map((spec) => ({ name: spec, script: resolvePlayer(spec, price).agent }));
  const panels = named.length > 0 ? plots.evenly(named, plots.MOST_CURVES).map((scripts) => ({ scripts })) : [];
  return { concessions: plots.concessions([...groups, ...panels], { seed }) };
}

function drawInteractions(plots: Plots, specs: readonly string[], options: PlotOptions): Drawings {
  const { registry, seed, episodes, turns: turnLimit } = options;
  const players = [
    ...(registry !== undefined ? registryPlayers(priceRegistry(registry)) : []),
    ...specs.map((spec) => resolvePlayer(spec, price)),
  ];
  if (players.length === 0) throw new UsageError('interactions need one or more agents, or --registry NAME');
  const names = players.map((player) => player.spec);
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice !== undefined) throw new UsageError(`"${twice}" is given twice`);
  const sampler = priceSampler(options.sampler);
  const chosen = chooseScenario({ scenario: options.scenario, sampler, seed, zone: options.zone, turnLimit });
  const games = players.flatMap((buyer) =>
    players.map((seller) => playEpisode({ domain: price, ...chosen, players: { buyer, seller }, seed })),
  );
  const { payoffs, ...played } = runTournament(players, { episodes, seed, sampler, turnLimit: turnLimit ?? 20 });
  return {
    interactions: plots.interactions(games),
    payoffs: plots.heatmap({
      title: 'Mean utility of the row against the column',
      subtitle: `${played.episodes} games of the ${sampler} sampler, both roles, agreement ${played.agreement.toFixed(2)}`,
      names,
      payoffs,
    }),
  };
}

function drawFrontier(plots: Plots, specs: readonly string[], options: PlotOptions): Drawings {
  if (options.registry !== undefined) throw new UsageError('a frontier takes two agents, not a registry');
  if (specs.length !== 0 && specs.length !== 2) {
    throw new UsageError(`a frontier takes the two agents at the table, or none, got ${specs.length}`);
  }
  const space = options.domain === 'items' ? itemsSpace(specs, options) : priceSpace(plots, specs, options);
  const { name, ending, outcomes, seats, deal } = space;
  const disagreement = [0, 0];
  const shares = deal ? `, ${deal.map((u, i) => `${u.toFixed(2)} to ${seats[i]}`).join(' and ')}` : '';
  return {
    frontier: plots.frontier({
      title: `${name}: ${ending}${shares}`,
      subtitle: specs.length === 2 ? `${specs.join(' against ')}, seed ${options.seed}` : `seed ${options.seed}`,
      seats,
      outcomes,
      disagreement,
      solutions: plots.solutionPoints(outcomes, disagreement),
      ...(deal && { deal: { label: 'deal', at: deal } }),
    }),
  };
}

interface Space {
  readonly name: string;
  readonly ending: string;
  readonly seats: readonly [string, string];
  readonly outcomes: readonly (readonly number[])[];
  readonly deal: readonly number[] | undefined;
}

function priceSpace(plots: Plots, specs: readonly string[], options: PlotOptions): Space {
  const { seed, zone, turns: turnLimit, scenario: id } = options;
  const chosen = chooseScenario({ scenario: id, sampler: priceSampler(options.sampler), seed, zone, turnLimit });
  const [buyer, seller] = specs.map((spec) => resolvePlayer(spec, price));
  const episode = buyer && seller && playEpisode({ domain: price, ...chosen, players: { buyer, seller }, seed });
  const deal = dealOf<PriceDeal>(episode);
  return {
    name: chosen.scenario.public.item.title,
    ending: endingOf(episode),
    seats: ['buyer', 'seller'],
    outcomes: plots.priceOutcomes(chosen.scenario),
    deal: deal && plots.priceUtilities(chosen.scenario, deal.price),
  };
}

function itemsSpace(specs: readonly string[], options: PlotOptions): Space {
  const { seed, turns: turnLimit, sampler } = options;
  if (options.scenario !== undefined || options.zone !== undefined) {
    throw new UsageError('--scenario and --zone are for price; items scenarios come from --sampler and --seed');
  }
  if (!(sampler in itemsSamplers)) {
    throw new UsageError(`there is no items sampler "${sampler}"; there are ${Object.keys(itemsSamplers).join(', ')}`);
  }
  const scenario: ItemsScenario = itemsSamplers[sampler as keyof typeof itemsSamplers](seed, { turnLimit });
  const [a, b] = specs.map((spec): Player<Script> => resolvePlayer(spec, items));
  const episode =
    a && b && playEpisode({ domain: items, scenario, source: { sampler, seed }, players: { a, b }, seed });
  const deal = dealOf<ItemsDeal>(episode);
  return {
    name: `${scenario.public.items.map(({ name, count }) => (count > 1 ? `${count} ${name}` : name)).join(', ')}`,
    ending: endingOf(episode),
    seats: ['a', 'b'],
    outcomes: utilityVectors(scenario),
    deal:
      deal && ['a', 'b'].map((seat) => items.utility(scenario, seat, { kind: 'agreement', turn: 1, by: seat, deal })),
  };
}

function dealOf<Deal>(episode: Episode | undefined): Deal | undefined {
  return episode?.result.kind === 'agreement' ? (episode.result.deal as Deal) : undefined;
}

function endingOf(episode: Episode | undefined): string {
  if (!episode) return 'what every outcome is worth';
  return ending(episode.result, episode.scenario);
}

function priceRegistry(registry: string): string {
  if (scriptNames('price').some((name) => name.registry === registry)) return registry;
  throw new UsageError(`this plot is of price scripts, and registry "${registry}" has none`);
}

function priceSampler(name: string): SamplerName {
  if (name in samplers) return name as SamplerName;
  throw new UsageError(`there is no price sampler "${name}"; there are ${Object.keys(samplers).join(', ')}`);
}
