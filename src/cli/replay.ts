/** parley replay: fold a recorded episode through the rules again; with --fork, play on from a turn with other agents. */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { readFreeText, resolveAgent, speechOf, splitAt } from '../agents/index.ts';
import {
  type Domain,
  type Episode,
  findKit,
  type Player,
  playEpisode,
  replay as replayEpisode,
  stateAfter,
  stepsOf,
  type Taken,
} from '../core/index.ts';
import { appendEpisodes, findEpisode, readEpisodes, readyToAppend } from '../data/episodes.ts';
import { orStandIn } from '../lab/experiment/stand-in.ts';
import { kitOfGame, seatIn } from './domain-options.ts';
import { UsageError } from './errors.ts';
import { openModels } from './model.ts';
import { jsonOption, ownDomainOption, wholeNumber } from './options.ts';
import { refuseSeats } from './refuse-seats.ts';
import { replayPage } from './replay-page.ts';
import { ending, showEvents, showMetrics, showResult, showScenario } from './show.ts';

export function replay(): Command {
  return new Command('replay')
    .argument(
      '<file#id>',
      'a .jsonl file of transcripts and an episode id (its first characters suffice); a file alone lists its games',
    )
    .option('--fork <turn>', 'keep the acts before this turn and play on from there', wholeNumber(1))
    .option('--swap <seat=spec>', 'who sits in a seat after the fork; may be given twice', collect, [])
    .option(
      '--act <seat=act>',
      'what a seat does in that turn, as a person would type it; may be given twice',
      collect,
      [],
    )
    .option('--out <file>', 'append the fork to this .jsonl file')
    .option('--html <file>', 'write the game, or all games of the file, as one page that opens without a server')
    .addOption(ownDomainOption())
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
Examples:
  parley replay parley-demo/episodes.jsonl
  parley replay parley-demo/episodes.jsonl#1f0c
  parley replay parley-demo/episodes.jsonl#1f0c --fork 5 --swap seller=hardliner
  parley replay parley-demo/episodes.jsonl#1f0c --fork 4 --act seller="offer 340"
  parley replay parley-demo/episodes.jsonl --html replay.html`,
    )
    .action(async (place: string, options) => {
      const { file, id } = splitPlace(place);
      if (options.fork === undefined && options.swap.length > 0) {
        throw new UsageError('--swap needs --fork TURN: say from which turn on the other agent sits there');
      }
      if (options.fork === undefined && options.act.length > 0)
        throw new UsageError('--act needs --fork TURN: say in which turn the seat acts so');
      if (id === undefined) {
        if (options.fork !== undefined) throw new UsageError(`--fork needs a game: parley replay ${file} lists them`);
        if (options.html !== undefined) return writePage(options.html, file, readEpisodes(file), options.json);
        return await listGames(file, options.json);
      }
      const episode = findEpisode(file, id);
      const { rules: domain } = await kitOfGame(file, episode.domain);
      replayEpisode(domain, episode);
      const fork = options.fork === undefined ? undefined : await forkAt(domain, episode, options);
      if (fork && options.out) appendEpisodes(options.out, [fork]);
      if (options.html !== undefined)
        return writePage(options.html, file, fork ? [episode, fork] : [episode], options.json);
      const text = options.json
        ? JSON.stringify(fork ?? { id: episode.id, replays: true, result: episode.result })
        : `${show(episode, fork)}${fork && options.out ? `\n\nepisode ${fork.id}, added to ${options.out}` : ''}`;
      process.stdout.write(`${text}\n`);
    });
}

/** The most games that a list shows. */
const SHOWN = 200;

async function listGames(file: string, json: boolean | undefined): Promise<void> {
  const games = readEpisodes(file);
  if (json) {
    const rows = games.map(({ id, domain, seats, result }) => ({ id, domain, seats: specsOf(seats), result }));
    process.stdout.write(`${JSON.stringify({ file, games: rows })}\n`);
    return;
  }
  if (games.length === 0) throw new UsageError(`${file} holds no game`);
  const lines: string[] = [];
  for (const { id, domain, scenario, seats, result } of games.slice(0, SHOWN)) {
    await kitOfGame(file, domain);
    lines.push(`${id}  ${Object.values(specsOf(seats)).join(' against ')}: ${ending(result, scenario)}`);
  }
  if (games.length > SHOWN) lines.push(`and ${games.length - SHOWN} more`);
  const [first] = games;
  lines.push('', `parley replay ${file}#${first?.id.slice(0, 6)} replays the first`);
  process.stdout.write(`${lines.join('\n')}\n`);
}

/** A domain of one's own has no board in a page, and its rules are not in it. */
function writePage(out: string, file: string, games: readonly Episode[], json: boolean | undefined): void {
  if (games.length === 0) throw new UsageError(`${file} holds no game`);
  // A domain of the house has no hash of its own.
  const strange = games.find(({ domain }) => findKit(domain)?.hash !== undefined || !findKit(domain));
  if (strange)
    throw new UsageError(`a page cannot show a game of ${strange.domain}: it holds the rules of the house alone`);
  const page = replayPage(file, games);
  try {
    writeFileSync(out, page);
  } catch (error) {
    throw new UsageError(`cannot write ${out}: ${(error as Error).message}`);
  }
  const bytes = Buffer.byteLength(page);
  process.stdout.write(
    json
      ? `${JSON.stringify({ html: out, games: games.length, bytes })}\n`
      : `${games.length === 1 ? '1 game' : `${games.length} games`} in ${out}, ${Math.ceil(bytes / 1000)} kB: open it in a browser\n`,
  );
}

function specsOf(seats: Episode['seats']): Record<string, string> {
  return Object.fromEntries(Object.entries(seats).map(([seat, { spec }]) => [seat, spec]));
}

function show(episode: Episode, fork: Episode | undefined): string {
  const { scenario } = episode;
  const part = (one: Episode, title: string) =>
    [title, showEvents(one.events, scenario), '', showResult(one.result, scenario), showMetrics(one)].join('\n');
  const head = showScenario(scenario, episode.seats);
  if (!fork)
    return `${head}\n\n${part(episode, `as recorded, episode ${episode.id}`)}\n\nreplayed: the rules give the recorded result`;
  const others = Object.entries(fork.seats).flatMap(([seat, { spec }]) =>
    spec === episode.seats[seat]?.spec ? [] : [`${spec} as ${seat}`],
  );
  const played = others.length > 0 ? `, from there on with ${others.join(' and ')}` : '';
  return `${head}\n\n${part(episode, `as recorded, episode ${episode.id}`)}\n\n${part(fork, `forked at turn ${fork.fork?.turn}${played}, episode ${fork.id}`)}`;
}

interface ForkOptions {
  readonly fork: number;
  readonly swap: readonly string[];
  readonly act: readonly string[];
  readonly out?: string;
}

async function forkAt(
  domain: Domain,
  episode: Episode,
  { fork: turn, swap: swaps, act: acts, out }: ForkOptions,
): Promise<Episode> {
  if (out) readyToAppend(out);
  const opened = openModels(out);
  const models = { ...opened, model: orStandIn(opened.model) };
  const last = episode.result.turn;
  if (turn > last) throw new UsageError(`--fork ${turn} is past the end: the episode has ${last} turns`);
  const players: Record<string, Player> = {};
  for (const [seat, sitter] of Object.entries(episode.seats))
    players[seat] = await resolveAgent(sitter.spec, domain, models);
  for (const swap of swaps) {
    const [seat = '', spec = ''] = [swap.slice(0, swap.indexOf('=')), swap.slice(swap.indexOf('=') + 1)];
    if (!swap.includes('=') || spec === '')
      throw new UsageError(`--swap takes SEAT=SPEC, as in seller=hardliner, got "${swap}"`);
    const own = seatIn(domain, seat, episode.scenario);
    refuseSeats({ [own]: spec });
    players[own] = await resolveAgent(spec, domain, models);
  }
  for (const [seat, sitter] of Object.entries(episode.seats)) {
    const player = players[seat];
    if (player?.spec === sitter.spec && player.fingerprint !== sitter.fingerprint) {
      throw new UsageError(
        `${sitter.spec} has changed since this episode was recorded, so it cannot play on; swap ${seat} for another`,
      );
    }
  }
  const forced = acts.map((text) => forcedAct(domain, episode, turn, text));
  const twice = forced.find(({ seat }, i) => forced.findIndex((one) => one.seat === seat) !== i);
  if (twice) throw new UsageError(`--act is given twice for ${twice.seat}`);
  const fork = await playEpisode({
    domain,
    scenario: episode.scenario,
    source: episode.source,
    seed: episode.seed,
    players,
    fork: { of: episode, turn, forced },
  });
  await models.close();
  return fork;
}

/** SEAT=ACT, read as a person's line in that seat. */
function forcedAct(domain: Domain, episode: Episode, turn: number, text: string): Taken {
  const [name, line] = splitAt(text, '=');
  if (!line) throw new UsageError(`--act takes SEAT=ACT, as in seller="offer 340", got "${text}"`);
  const seat = seatIn(domain, name, episode.scenario);
  const before = stepsOf(episode).filter((step) => step.turn < turn);
  const state = stateAfter(domain, episode.scenario, before);
  if (!domain.toAct(state).includes(seat))
    throw new UsageError(`in turn ${turn} it is ${domain.toAct(state).join(', ')} who acts, not ${seat}`);
  const view = domain.view(state, seat);
  const read = readFreeText(line, view);
  if (read.type === 'none') {
    const { allowed } = speechOf(view.domain).prompt(view);
    throw new UsageError(
      `--act ${text}: "${line}" is nothing that can be done; in turn ${turn} the ${seat} may ${allowed.join(', ')}`,
    );
  }
  const problem = domain.check(view, read);
  if (problem !== undefined) throw new UsageError(`--act ${text}: ${problem}`);
  return { turn, seat, act: read };
}

/** Of the folder of a run its games; a file may have a # in its name. */
export function splitPlace(place: string): { file: string; id?: string } {
  const at = place.lastIndexOf('#');
  if (at < 0 || existsSync(place)) return { file: gamesAt(place) };
  if (at < 1 || at === place.length - 1)
    throw new UsageError(`expected FILE#ID, as in episodes.jsonl#1f0c, got "${place}"`);
  return { file: gamesAt(place.slice(0, at)), id: place.slice(at + 1) };
}

function gamesAt(place: string): string {
  const games = join(place, 'episodes.jsonl');
  return existsSync(games) ? games : place;
}

function collect(value: string, all: readonly string[]): string[] {
  return [...all, value];
}
