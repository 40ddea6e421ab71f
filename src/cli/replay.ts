/** parley replay: fold a recorded episode through the rules again; with --fork, play on from a turn with other agents. */
import { Command } from 'commander';
import { resolveAgent } from '../agents/index.ts';
import {
  arena,
  type Domain,
  type Episode,
  findDomain,
  type Player,
  playEpisode,
  price,
  replay as replayEpisode,
  takenOf,
} from '../core/index.ts';
import { appendEpisodes, findEpisode } from '../data/index.ts';
import { UsageError } from './errors.ts';
import { openModels } from './model.ts';
import { jsonOption, seatIn, wholeNumber } from './options.ts';
import { showEvents, showMetrics, showResult, showScenario } from './show.ts';

export function replay(): Command {
  return new Command('replay')
    .description('replay a recorded episode, or fork it at a turn')
    .argument('<file#id>', 'a .jsonl file of transcripts and an episode id (its beginning will do)')
    .option('--fork <turn>', 'keep the acts before this turn and play on from there', wholeNumber(1))
    .option('--swap <seat=spec>', 'who sits in a seat after the fork; may be given twice', collect, [])
    .option('--out <file>', 'append the fork to this .jsonl file')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
Examples:
  parley replay parley-demo/episodes.jsonl#1f0c
  parley replay parley-demo/episodes.jsonl#1f0c --fork 5 --swap seller=hardliner`,
    )
    .action(async (place: string, options) => {
      const { file, id } = splitPlace(place);
      if (options.fork === undefined && options.swap.length > 0) {
        throw new UsageError('--swap needs --fork TURN: say from which turn on the other agent sits there');
      }
      const episode = findEpisode(file, id);
      const domain: Domain | undefined = findDomain(episode.domain);
      if (!domain) throw new UsageError(`${place} is a game of "${episode.domain}", which this parley does not know`);
      replayEpisode(domain, episode);
      const fork =
        options.fork === undefined ? undefined : await forkAt(domain, episode, options.fork, options.swap, options.out);
      if (fork && options.out) appendEpisodes(options.out, [fork]);
      const text = options.json
        ? JSON.stringify(fork ?? { id: episode.id, replays: true, result: episode.result })
        : show(episode, fork);
      process.stdout.write(`${text}\n`);
    });
}

function show(episode: Episode, fork: Episode | undefined): string {
  const { scenario } = episode;
  const part = (one: Episode, title: string) =>
    [title, showEvents(one.events, scenario), '', showResult(one.result, scenario), showMetrics(one)].join('\n');
  const head = showScenario(scenario, (fork ?? episode).seats);
  if (!fork)
    return `${head}\n\n${part(episode, `as recorded, episode ${episode.id}`)}\n\nreplayed: the rules give the recorded result`;
  return `${head}\n\n${part(episode, `as recorded, episode ${episode.id}`)}\n\n${part(fork, `forked at turn ${fork.fork?.turn}, episode ${fork.id}`)}`;
}

async function forkAt(
  domain: Domain,
  episode: Episode,
  turn: number,
  swaps: readonly string[],
  out: string | undefined,
): Promise<Episode> {
  const models = openModels(out);
  const last = episode.result.turn;
  if (turn > last) throw new UsageError(`--fork ${turn} is past the end: the episode has ${last} turns`);
  // Whoever can play for a price can sit in an arena.
  const kind = domain === arena ? price : domain;
  const players: Record<string, Player> = {};
  for (const [seat, sitter] of Object.entries(episode.seats))
    players[seat] = await resolveAgent(sitter.spec, kind, models);
  for (const swap of swaps) {
    const [seat = '', spec = ''] = [swap.slice(0, swap.indexOf('=')), swap.slice(swap.indexOf('=') + 1)];
    if (!swap.includes('=') || spec === '')
      throw new UsageError(`--swap takes SEAT=SPEC, as in seller=hardliner, got "${swap}"`);
    players[seatIn(domain, seat, episode.scenario)] = await resolveAgent(spec, kind, models);
  }
  for (const [seat, sitter] of Object.entries(episode.seats)) {
    const player = players[seat];
    if (player?.spec === sitter.spec && player.fingerprint !== sitter.fingerprint) {
      throw new UsageError(
        `${sitter.spec} has changed since this episode was recorded, so it cannot play on; swap ${seat} for another`,
      );
    }
  }
  const opening = takenOf(episode).filter((taken) => taken.turn < turn);
  const fork = await playEpisode({
    domain,
    scenario: episode.scenario,
    source: episode.source,
    seed: episode.seed,
    players,
    fork: { of: episode.id, turn, opening },
  });
  await models.close();
  return fork;
}

function splitPlace(place: string): { file: string; id: string } {
  const at = place.lastIndexOf('#');
  if (at < 1 || at === place.length - 1)
    throw new UsageError(`expected FILE#ID, as in episodes.jsonl#1f0c, got "${place}"`);
  return { file: place.slice(0, at), id: place.slice(at + 1) };
}

function collect(value: string, all: readonly string[]): string[] {
  return [...all, value];
}
