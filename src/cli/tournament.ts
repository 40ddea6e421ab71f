/** parley tournament: the experiment in which everybody meets everybody, in both roles. */
import { Command, Option } from 'commander';
import { resolvePlayer } from '../agents/index.ts';
import { type Domain, findDomain, registries } from '../core/index.ts';
import * as cell from '../lab/analysis/cell.ts';
import { resultsOf } from '../lab/analysis/results.ts';
import {
  entrantsOf,
  playTournament,
  type Tournament,
  tournamentOf,
  tournamentPlan,
} from '../lab/analysis/tournament.ts';
import { ExperimentError } from '../lab/experiment/experiment.ts';
import { type Manifest, readManifest } from '../lab/experiment/manifest.ts';
import type { Plan } from '../lab/experiment/plan.ts';
import { runPlan } from '../lab/experiment/run.ts';
import { writeResults } from '../lab/report/write.ts';
import { anySamplerOption, domainOption, usualSampler } from './domain-options.ts';
import { UsageError } from './errors.ts';
import { madeNow } from './made.ts';
import { jsonOption, scenarioSeedOption, turnsOption, wholeNumber } from './options.ts';
import { written } from './show-results.ts';
import { terminalTable } from './table.ts';

export function tournament(): Command {
  return new Command('tournament')
    .argument('[specs...]', 'the agents, two or more')
    .addOption(new Option('--registry <name>', 'all agents of a registry').choices(Object.keys(registries)))
    .option('--episodes <n>', 'games for each ordered pair, each on another scenario', wholeNumber(1, 100_000), 40)
    .addOption(domainOption())
    .addOption(anySamplerOption())
    .addOption(scenarioSeedOption().default(1))
    .addOption(turnsOption())
    .option('--no-controls', 'leave the controls out')
    .option('--out <folder>', 'where the run and its report go, as those of parley run; without it nothing is kept')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
Without --sampler the scenarios are those of the Janus lab (janus), or the first sampler of a domain that has none.
With models, or more of an experiment: parley run tournament.

Examples:
  parley tournament --registry janus-a --episodes 40
  parley tournament boulware_hard tit_for_tat random --sampler general
  parley tournament --registry clean --json
  parley tournament --registry items --sampler dond --out runs/dond`,
    )
    .action(async (specs: string[], options, command: Command) => {
      const domain: string = options.registry ? domainOf(options.registry) : options.domain;
      if (command.getOptionValueSource('domain') === 'cli' && options.domain !== domain)
        throw new UsageError(
          `the registry ${options.registry} is of ${domain}, not of ${options.domain}: leave one of them out`,
        );
      for (const spec of specs) resolvePlayer(spec, findDomain(domain) as Domain);
      const twice = specs.find((spec, i) => specs.indexOf(spec) !== i);
      if (twice) throw new UsageError(`"${twice}" is entered twice`);
      const { entrants, left } = options.registry ? entrantsOf(options.registry) : { entrants: [], left: [] };
      const names = [...entrants.map(({ spec }) => spec), ...specs];
      if (names.length < 2) throw new UsageError('a tournament takes two or more agents, or --registry NAME');
      const { sampler = usualSampler(domain), seed, turns: turnLimit, episodes: count, json, out } = options;
      const controls = options.controls === false ? { controls: false as const } : {};
      try {
        const plan = tournamentPlan(names, { domain, sampler, count, seed, turnLimit, ...controls });
        const played = out === undefined ? await playTournament(plan) : await kept(plan, out);
        process.stdout.write(`${json ? asJson(played, left) : asTable(played, left, out)}\n`);
      } catch (error) {
        throw error instanceof ExperimentError ? new UsageError(error.message) : error;
      }
    });
}

/** Played in a folder, with its report. */
async function kept(plan: Plan, folder: string): Promise<Tournament> {
  await runPlan(plan, { folder, made: madeNow() });
  const results = await resultsOf([folder]);
  await writeResults(folder, results);
  return tournamentOf(readManifest(folder) as Manifest, results.episodes, results.tested);
}

function domainOf(registry: string): string {
  const [entry] = registries[registry as keyof typeof registries];
  return entry.strategy.domain;
}

type LeftOut = readonly (readonly [string, string])[];

function asJson(
  { standings, fingerprints, episodes, payoffs: _, names, concluded, ...summary }: Tournament,
  left: LeftOut,
): string {
  // In the order they entered, then the controls.
  const all = [...names, ...standings.flatMap(({ agent, control }) => (control ? [agent] : []))];
  const by = <T>(of: (standing: (typeof standings)[number]) => T) =>
    Object.fromEntries(all.map((name) => [name, of(standings.find(({ agent }) => agent === name) as never)]));
  return JSON.stringify({
    episodes: episodes.length,
    ...summary,
    ...(concluded > 0 ? { concluded } : {}),
    utility: by(({ gains }) => gains.noDealAsZero.mean),
    interval: by(({ gains: { noDealAsZero: gain } }) => (Number.isFinite(gain.low) ? [gain.low, gain.high] : null)),
    agreementBy: by(({ gains: { deals, games, failed } }) => deals / (games - failed)),
    controls: all.slice(names.length),
    ...(left.length > 0 ? { leftOut: Object.fromEntries(left) } : {}),
    fingerprints: Object.fromEntries(all.map((name) => [name, fingerprints.get(name)])),
  });
}

function asTable({ standings, episodes, ...summary }: Tournament, left: LeftOut, out?: string): string {
  const table = terminalTable({
    head: ['', 'agent', 'utility', 'in deals', 'agreement', 'games'],
    words: [1],
    rows: standings.map(({ agent, control, gains: { games, failed, deals, noDealAsZero, agreementOnly } }, i) => [
      control ? '' : String(i + 1),
      agent,
      cell.estimate(noDealAsZero),
      cell.number(agreementOnly.mean),
      cell.share(games > failed ? deals / (games - failed) : undefined),
      cell.count(games),
    ]),
    quiet: standings.flatMap(({ control }, i) => (control ? [i] : [])),
  });
  const { agreement, concluded, meanRho, sdRho, meanTurns, forfeited, failed } = summary;
  const ended = concluded > 0 ? `, concluded ${concluded.toFixed(3)}` : '';
  const rho = meanRho === undefined ? '' : `, mean rho ${meanRho.toFixed(3)} (sd ${sdRho?.toFixed(3)})`;
  return [
    table,
    `${episodes.length} episodes among the agents, agreement ${agreement.toFixed(3)}${ended}${rho}, ${meanTurns.toFixed(1)} turns`,
    'utility: no deal counts as 0, in brackets the 95 % interval; in deals: the mean over agreements alone; dim: controls',
    ...left.map(([spec, before]) => `${spec} is ${before} under another name, and plays once`),
    ...(forfeited > 0 ? [`${forfeited} episodes were forfeited: a seat made no legal act`] : []),
    ...(failed > 0 ? [`${failed} episodes failed and count nowhere`] : []),
    ...(out === undefined ? [] : [written(out)]),
  ].join('\n');
}
