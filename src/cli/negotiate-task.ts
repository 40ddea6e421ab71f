/** parley negotiate --scenario TASK: every deal of a bazaar task, and what its grader says. */
import { resolveAgent } from '../agents/index.ts';
import {
  arena,
  arenaBuyers,
  arenaScenario,
  bazaarScenario,
  createRng,
  type Domain,
  type Episode,
  type NamedTask,
  type Player,
  playTask,
  price,
  pythonRandom,
  type TaskPlayed,
} from '../core/index.ts';
import { readBazaarListings } from '../data/import/bazaar/listings.ts';
import { UsageError } from './errors.ts';
import { keptGames } from './kept-games.ts';
import type { Models } from './model.ts';
import type { ModelLimits } from './model-options.ts';
import { refuseSeats } from './refuse-seats.ts';
import { showMetrics, showResult, showScenario, storyteller } from './show.ts';

export interface TaskOptions extends ModelLimits {
  readonly a?: string;
  readonly b: string;
  /** Of an arena, in place of a. */
  readonly buyer?: readonly string[];
  readonly seed: number;
  readonly listings?: string;
  readonly luck?: 'own' | 'original';
  readonly out?: string;
  readonly csv?: string;
  readonly json?: boolean;
}

export async function negotiateTask(
  name: string,
  { task, hard }: NamedTask,
  options: TaskOptions,
  models: Models,
): Promise<void> {
  const { a, b, seed, out, json, luck } = options;
  if (options.listings !== undefined && !task.listings)
    throw new UsageError(`${name} is not about listings: leave --listings out`);
  if (luck === 'original' && (hard || task.deals > 1 || task.buyers > 1))
    throw new UsageError(
      `${name} cannot be played with the luck of the original: take a task of one deal and one buyer, as it was`,
    );
  const drawn = options.listings === undefined ? undefined : drawListing(options.listings, seed, luck);
  const specs = options.buyer ?? Array.from({ length: task.buyers }, () => a as string);
  const several = task.buyers > 1 ? { buyers: specs.length } : {};
  const seats = task.buyers > 1 ? arenaBuyers(specs.length) : ['buyer'];
  refuseSeats({ seller: b, ...Object.fromEntries(seats.map((seat, i) => [seat, specs[i] as string])) });
  const kept = await keptGames(options);
  const domain = (task.buyers > 1 ? arena : price) as Domain;
  const seller = await resolveAgent(b, domain, models);
  const players: Record<string, Player> = { seller };
  for (const [i, seat] of seats.entries()) players[seat] = await resolveAgent(specs[i] as string, domain, models);
  const print = (text: string) => process.stdout.write(`${text}\n`);
  const scenario =
    task.buyers > 1 ? arenaScenario(name, { seed, ...several }) : bazaarScenario(name, { seed, luck, ...drawn });
  if (!json) print(showScenario(scenario, players));
  let tell = storyteller(scenario);
  let telling = 0;
  const played = await playTask({
    task: name,
    players,
    seed,
    luck,
    ...drawn,
    ...several,
    onEvent(event, deal) {
      if (json) return;
      if (deal > telling) {
        print(task.deals > 1 ? `\ndeal ${deal} of ${task.deals}` : '');
        telling = deal;
        tell = storyteller(scenario);
      }
      const line = tell(event);
      if (line !== undefined) print(line);
    },
    onEpisode(episode: Episode) {
      if (!json) print(`\n${showResult(episode.result, episode.scenario)}`);
      kept.add(episode);
    },
  });
  if (json) print(JSON.stringify(played));
  else {
    if (task.deals === 1) print(showMetrics(played.episodes[0] as Episode));
    print(`\n${showScore(played, task.threshold)}`);
    if (out) print(`${played.episodes.length} episode${played.episodes.length > 1 ? 's' : ''} added to ${out}`);
  }
  if (!played.graded) process.exitCode = 1;
}

function showScore({ task, graded }: TaskPlayed, threshold: number): string {
  if (!graded) return `${task}: no score, since a deal broke down`;
  const lines = Object.entries(graded).map(([seat, { score, success }]) => {
    const verdict = `${success ? 'a success' : 'no success'}, which takes ${threshold}`;
    return `${task}, ${seat}: score ${score.toFixed(3)} (${verdict})`;
  });
  return lines.join('\n');
}

/** The original's luck draws it as the original did, which makes it the very listing of its game where the file is the same. */
function drawListing(file: string, seed: number, luck: TaskOptions['luck']) {
  const { listings } = readBazaarListings(file);
  if (listings.length === 0) throw new UsageError(`${file} holds no listing with 0 < discounted price < actual price`);
  if (luck !== 'original') return { listing: createRng(seed).split('listing').pick(listings) };
  return { listing: listings[pythonRandom(seed).below(listings.length)], listings: listings.length };
}
