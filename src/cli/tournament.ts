/** parley tournament: a round robin of scripts, in both roles. */
import Table from 'cli-table3';
import { Command, Option } from 'commander';
import { registryPlayers, resolvePlayer } from '../agents/index.ts';
import { type Domain, type Episode, findDomain, registries } from '../core/index.ts';
import { appendEpisodes } from '../data/index.ts';
import { runTournament, type Tournament } from '../lab/index.ts';
import { UsageError } from './errors.ts';
import {
  anySamplerOption,
  domainOption,
  jsonOption,
  seedOption,
  turnsOption,
  usualSampler,
  wholeNumber,
} from './options.ts';

export function tournament(): Command {
  return new Command('tournament')
    .description('play every agent against every agent, in both roles')
    .argument('[specs...]', 'the agents, two or more')
    .addOption(new Option('--registry <name>', 'all agents of a registry').choices(Object.keys(registries)))
    .option('--episodes <n>', 'games for each ordered pair', wholeNumber(1), 40)
    .addOption(domainOption())
    .addOption(anySamplerOption())
    .addOption(seedOption())
    .addOption(turnsOption())
    .option('--out <file>', 'append every transcript to this .jsonl file')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
Without --sampler the scenarios are those of the Janus lab (janus), or the first sampler of a domain that has none.

Examples:
  parley tournament --registry janus-a --episodes 40
  parley tournament boulware_hard tit_for_tat random --sampler general
  parley tournament --registry clean --json
  parley tournament --registry items --sampler dond`,
    )
    .action((specs: string[], options, command: Command) => {
      const domain = options.registry ? domainOf(options.registry) : options.domain;
      if (command.getOptionValueSource('domain') === 'cli' && options.domain !== domain)
        throw new UsageError(
          `the registry ${options.registry} is of ${domain}, not of ${options.domain}: leave one of them out`,
        );
      const named = specs.map((spec) => resolvePlayer(spec, findDomain(domain) as Domain));
      const players = [...(options.registry ? registryPlayers(options.registry) : []), ...named];
      if (players.length < 2) throw new UsageError('a tournament takes two or more agents, or --registry NAME');
      const names = players.map((player) => player.agent.name);
      const twice = names.find((name, i) => names.indexOf(name) !== i);
      if (twice) throw new UsageError(`"${twice}" is entered twice`);
      const episodes: Episode[] = [];
      const { sampler = usualSampler(domain), seed, turns: turnLimit } = options;
      const onEpisode = options.out ? (episode: Episode) => episodes.push(episode) : undefined;
      const asked = { domain, episodes: options.episodes, seed, sampler, turnLimit, onEpisode };
      let played: Tournament;
      try {
        played = runTournament(players, asked);
      } finally {
        // Also what was played before something broke.
        if (options.out) appendEpisodes(options.out, episodes);
      }
      process.stdout.write(`${options.json ? asJson(played) : asTable(played)}\n`);
    });
}

function domainOf(registry: string): string {
  const [entry] = registries[registry as keyof typeof registries];
  return entry.strategy.domain;
}

function asJson({ standings, payoffs: _, concluded, ...summary }: Tournament): string {
  return JSON.stringify({
    ...summary,
    ...(concluded > 0 ? { concluded } : {}),
    utility: Object.fromEntries(standings.map((s) => [s.name, s.utility])),
    agreementBy: Object.fromEntries(standings.map((s) => [s.name, s.agreement])),
    fingerprints: Object.fromEntries(standings.map((s) => [s.name, s.fingerprint])),
  });
}

function asTable({ standings, ...summary }: Tournament): string {
  const table = new Table({
    head: ['', 'agent', 'utility', 'in deals', 'agreement', 'games'],
    colAligns: ['right', 'left', 'right', 'right', 'right', 'right'],
    style: { head: [], border: [], compact: true },
  });
  const sorted = [...standings].sort((a, b) => b.utility - a.utility);
  for (const [i, s] of sorted.entries()) {
    table.push([
      i + 1,
      s.name,
      s.utility.toFixed(3),
      s.utilityInDeals?.toFixed(3) ?? '-',
      s.agreement.toFixed(3),
      s.games,
    ]);
  }
  const concluded = summary.concluded > 0 ? `, concluded ${summary.concluded.toFixed(3)}` : '';
  const rho =
    summary.meanRho === undefined ? '' : `, mean rho ${summary.meanRho.toFixed(3)} (sd ${summary.sdRho?.toFixed(3)})`;
  const lines = [
    table.toString(),
    `${summary.episodes} episodes, agreement ${summary.agreement.toFixed(3)}${concluded}${rho}, ${summary.meanTurns.toFixed(1)} turns`,
    'utility: no deal counts as 0; in deals: the mean over agreements alone',
  ];
  if (summary.forfeited > 0) lines.push(`${summary.forfeited} episodes were forfeited: a seat made no legal act`);
  if (summary.failed > 0) lines.push(`${summary.failed} episodes failed and count nowhere`);
  return lines.join('\n');
}
