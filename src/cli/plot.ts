/** parley plot: concession curves, pairings, the Pareto frontier and the sway of a persuasion, as SVG and PNG. */
import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Argument, Command, Option } from 'commander';
import { findSpeech, resolvePlayer, scriptNames } from '../agents/index.ts';
import { type DomainKit, findKit, playEpisode, price, registries, type ZoneKind } from '../core/index.ts';
import { readEpisodes } from '../data/episodes.ts';
import { turnRowsIn } from '../data/parquet/turn-rows.ts';
import { readAttention } from '../lab/analysis/attention.ts';
import { entrantsOf, playTournament, tournamentPlan } from '../lab/analysis/tournament.ts';
import type { Sheet } from '../lab/charts/index.ts';
import { chooseScenarioOf, noSuchDomain } from '../lab/experiment/scenarios.ts';
import { makeFolder } from '../models/node/files.ts';
import { anySamplerOption, domainOption, usualSampler, zoneOption } from './domain-options.ts';
import { UsageError } from './errors.ts';
import { jsonOption, seedOption, turnsOption, wholeNumber } from './options.ts';
import { plotCalibration } from './plot-calibration.ts';
import { ending } from './show.ts';

type Plots = typeof import('../lab/charts/index.ts') &
  Pick<typeof import('../lab/report/draw.ts'), 'draw' | 'toPng'> &
  Pick<typeof import('../lab/report/row-survey.ts'), 'rowSurvey'>;
/** File name without its ending, to drawing. */
type Drawings = Record<string, Sheet>;

interface PlotOptions {
  readonly out: string;
  readonly in?: string;
  readonly against?: string;
  readonly registry?: string;
  readonly domain: string;
  readonly sampler?: string;
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
  belief: drawBelief,
  asking: (): Drawings => {
    throw new UsageError('asking is drawn of --in FILE, the episodes.jsonl of a run of persuasion');
  },
  attention: (): Drawings => {
    throw new UsageError('attention is drawn of --in FILE, which parley train probe writes');
  },
} as const;

export function plot(): Command {
  return new Command('plot')
    .addArgument(new Argument('<what>', 'what to draw').choices(Object.keys(drawers)))
    .argument('[specs...]', 'the agents; for a frontier the two at the table, or none; for a belief the two')
    .requiredOption('--out <folder>', 'folder for the .svg and .png files')
    .option(
      '--in <file>',
      'draw a file: a simulated .jsonl or .parquet, episodes of persuasion, a calibration.jsonl, or a probe',
    )
    .option('--against <file>', 'attention: the probe of the base; calibration: the rows of the control arm')
    .addOption(new Option('--registry <name>', 'all agents of a registry').choices(Object.keys(registries)))
    .addOption(domainOption())
    .addOption(anySamplerOption())
    .option(
      '--scenario <id>',
      'one that the domain knows by name, such as a price listing, or a scenario in a .json file; otherwise the sampler draws one',
    )
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
belief        how the target of a persuasion leans after each message: of two agents at the table, or of --in FILE
asking        what persuaders asked and how often they won, from --in FILE, the episodes.jsonl of a run
calibration   the rho that a dialled model was asked for and the rho that came out, from --in FILE;
              calibration.md has the figures
attention     where a model looks, by layer and head, and what each head is worth, from --in FILE

Without --sampler the scenarios are those of the Janus lab (janus), or the first sampler of a domain that has none.

Examples:
  parley plot concessions --out plots
  parley plot concessions boulware_hard clean:micro_own 'boulware?exponent=3' --out plots
  parley plot interactions --registry clean --sampler general --seed 3 --out plots
  parley plot interactions --in turns.jsonl --out plots
  parley plot frontier clean:boulware_firm clean:fair_openings --scenario oak-dining-table --out plots
  parley plot frontier boulware pareto_walking --domain items --sampler casino --out plots
  parley plot belief ptom:bayes ptom:mind --domain ptom --out plots
  parley plot asking --in runs/persuasion/episodes.jsonl --out plots
  parley plot calibration --in runs/dial/calibration.jsonl --against runs/control/calibration.jsonl --out plots
  parley plot attention --in trained.json --against base.json --out plots`,
    )
    .action(async (what: keyof typeof drawers, specs: string[], options: PlotOptions) => {
      if (options.against !== undefined && what !== 'attention' && what !== 'calibration')
        throw new UsageError('--against is for attention and calibration');
      // A document and a rasteriser take half a second to load: only who draws waits for them.
      const plots = {
        ...(await import('../lab/charts/index.ts')),
        ...(await import('../lab/report/draw.ts')),
        ...(await import('../lab/report/row-survey.ts')),
      };
      if (what === 'calibration' && options.in !== undefined) return plotCalibration(plots, options.in, options);
      const drawings =
        options.in === undefined
          ? await drawers[what](plots, specs, options)
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
  if (what === 'belief') return { belief: plots.beliefChart(readEpisodes(file), basename(file)) };
  if (what === 'asking') return { asking: plots.askingChart(readEpisodes(file), basename(file)) };
  if (what === 'attention')
    return {
      attention: plots.attentionChart(readAttention(file), against === undefined ? undefined : readAttention(against)),
    };
  const survey = plots.rowSurvey();
  for await (const row of turnRowsIn(file)) survey.add(row);
  const { concessions, interactions, payoffs } = survey.drawings(basename(file));
  return what === 'concessions' ? { concessions } : { interactions, payoffs };
}

function write({ draw, toPng }: Plots, out: string, drawings: Drawings): string[] {
  makeFolder(out);
  const files: string[] = [];
  const save = (name: string, content: string | Uint8Array): void => {
    const file = join(out, name);
    writeFileSync(file, content);
    files.push(file);
  };
  const svgs = Object.entries(drawings).map(([name, sheet]) => [name, draw(sheet)] as const);
  // The SVGs first: they need no font.
  for (const [name, svg] of svgs) save(`${name}.svg`, svg);
  for (const [name, svg] of svgs) save(`${name}.png`, toPng(svg));
  return files;
}

function drawConcessions(plots: Plots, specs: readonly string[], { registry, seed, domain }: PlotOptions): Drawings {
  if (kitNamed(domain) !== findKit(price.name))
    throw new UsageError(`concession curves are drawn of price scripts, and --domain ${domain} has others`);
  const known = scriptNames(price.name);
  const all = specs.length === 0 ? [...new Set(known.map((name) => name.registry))] : [];
  const shown = registry === undefined ? all : [registryOf(price.name, registry)];
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

async function drawInteractions(plots: Plots, specs: readonly string[], options: PlotOptions): Promise<Drawings> {
  const { registry, seed, episodes, turns: turnLimit, scenario, zone, domain } = options;
  const { rules, issue, roles } = kitNamed(domain);
  const [first, second] = roles ?? [];
  if (!issue || first === undefined || second === undefined)
    throw new UsageError(`interactions draw offers of one number between two sides, and ${domain} has no such offers`);
  const players = [
    ...(registry !== undefined ? entrantsOf(registryOf(domain, registry)).entrants : []),
    ...specs.map((spec) => resolvePlayer(spec, rules)),
  ];
  if (players.length === 0) throw new UsageError('interactions need one or more agents, or --registry NAME');
  const names = players.map((player) => player.spec);
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice !== undefined) throw new UsageError(`"${twice}" is given twice`);
  const { sampler = usualSampler(domain) } = options;
  const chosen = chooseScenarioOf(domain, { scenario, sampler, seed, zone, turnLimit });
  const games = players.flatMap((one) =>
    players.map((other) => playEpisode({ domain: rules, ...chosen, players: { [first]: one, [second]: other }, seed })),
  );
  const plan = tournamentPlan(names, { domain, count: episodes, seed, sampler, turnLimit, controls: false });
  const { payoffs, ...played } = await playTournament(plan);
  return {
    interactions: plots.interactions(games),
    payoffs: plots.heatmap({
      title: 'Mean utility of the row against the column',
      subtitle: `${played.episodes.length} games of the ${sampler} sampler, both roles, agreement ${played.agreement.toFixed(2)}`,
      names,
      payoffs,
    }),
  };
}

/** Any domain with a bargaining problem between two sides. */
function drawFrontier(plots: Plots, specs: readonly string[], options: PlotOptions): Drawings {
  if (options.registry !== undefined) throw new UsageError('a frontier takes two agents, not a registry');
  if (specs.length !== 0 && specs.length !== 2) {
    throw new UsageError(`a frontier takes the two agents at the table, or none, got ${specs.length}`);
  }
  const { seed, zone, turns: turnLimit, scenario, domain, sampler = usualSampler(domain) } = options;
  const { rules, bargain } = kitNamed(domain);
  const chosen = chooseScenarioOf(domain, { scenario, sampler, seed, zone, turnLimit });
  const problem = bargain?.(chosen.scenario);
  if (!problem)
    throw new UsageError(`${domain} has no deals between two sides that could be listed, so there is no frontier`);
  const { disagreement } = problem;
  const [first, second] = problem.seats as [string, string];
  const [one, other] = specs.map((spec) => resolvePlayer(spec, rules));
  const result =
    one && other && playEpisode({ domain: rules, ...chosen, players: { [first]: one, [second]: other }, seed }).result;
  const deal = result?.kind === 'agreement' ? problem.seats.map((seat) => result.utility[seat] as number) : undefined;
  const shares = deal ? `, ${deal.map((u, i) => `${u.toFixed(2)} to ${problem.seats[i]}`).join(' and ')}` : '';
  const name = findSpeech(domain)?.tell.facts(chosen.scenario).title ?? chosen.scenario.id;
  const ended = result ? ending(result, chosen.scenario) : 'what every outcome is worth';
  const outcomes = problem.outcomes();
  return {
    frontier: plots.frontier({
      title: `${name}: ${ended}${shares}`,
      subtitle: specs.length === 2 ? `${specs.join(' against ')}, seed ${seed}` : `seed ${seed}`,
      seats: [first, second],
      outcomes,
      disagreement,
      solutions: plots.solutionPoints(outcomes, disagreement),
      ...(deal && { deal: { label: 'deal', at: deal } }),
    }),
  };
}

/** One game of a persuader and a target. */
function drawBelief(plots: Plots, specs: readonly string[], options: PlotOptions): Drawings {
  const { seed, turns: turnLimit, scenario, zone, domain, sampler = usualSampler(domain) } = options;
  if (specs.length !== 2)
    throw new UsageError(`a belief takes a persuader and a target, or --in FILE, got ${specs.length} agents`);
  const { rules, roles = [] } = kitNamed(domain);
  if (!roles.includes('persuader'))
    throw new UsageError(`nobody is persuaded in ${domain}: take --domain mindgames, ptom or trace`);
  const chosen = chooseScenarioOf(domain, { scenario, sampler, seed, zone, turnLimit });
  const [persuader, target] = specs.map((spec) => resolvePlayer(spec, rules)) as [Player, Player];
  const game = playEpisode({ domain: rules, ...chosen, players: { persuader, target }, seed });
  const name = findSpeech(domain)?.tell.facts(chosen.scenario).title ?? chosen.scenario.id;
  return { belief: plots.beliefChart([game], `${name} ${specs.join(' against ')}, seed ${seed}`) };
}
type Player = ReturnType<typeof resolvePlayer>;

function kitNamed(domain: string): DomainKit {
  const kit = findKit(domain);
  if (!kit) throw new UsageError(noSuchDomain(domain));
  return kit;
}

function registryOf(domain: string, registry: string): string {
  if (scriptNames(domain).some((name) => name.registry === registry)) return registry;
  throw new UsageError(`this plot is of ${domain} scripts, and registry "${registry}" has none`);
}
