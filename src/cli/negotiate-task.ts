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
  type TaskPlayed,
} from '../core/index.ts';
import { appendEpisodes, readBazaarListings, readyToAppend } from '../data/index.ts';
import { UsageError } from './errors.ts';
import { openModels } from './model.ts';
import { type ModelLimits, modelLimits } from './model-options.ts';
import { refuseSeats } from './options.ts';
import { showMetrics, showResult, showScenario, storyteller } from './show.ts';

export interface TaskOptions extends ModelLimits {
  readonly a: string;
  readonly b: string;
  readonly seed: number;
  readonly listings?: string;
  readonly out?: string;
  readonly json?: boolean;
}

export async function negotiateTask(name: string, { task }: NamedTask, options: TaskOptions): Promise<void> {
  const { a, b, seed, out, json } = options;
  if (options.listings !== undefined && !task.listings)
    throw new UsageError(`${name} is not about listings: leave --listings out`);
  const listing = options.listings === undefined ? undefined : drawListing(options.listings, seed);
  const buyers = task.buyers > 1 ? arenaBuyers(task.buyers) : ['buyer'];
  refuseSeats({ seller: b, ...Object.fromEntries(buyers.map((seat) => [seat, a])) });
  if (out) readyToAppend(out);
  const models = openModels(out, modelLimits(options));
  const domain = (task.buyers > 1 ? arena : price) as Domain;
  const seller = await resolveAgent(b, domain, models);
  const players: Record<string, Player> = { seller };
  for (const seat of buyers) players[seat] = await resolveAgent(a, domain, models);
  const print = (text: string) => process.stdout.write(`${text}\n`);
  const scenario = task.buyers > 1 ? arenaScenario(name, { seed }) : bazaarScenario(name, { seed, listing });
  if (!json) print(showScenario(scenario, players));
  let tell = storyteller(scenario);
  let telling = 0;
  const played = await playTask({
    task: name,
    players,
    seed,
    listing,
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
      if (out) appendEpisodes(out, [episode]);
    },
  });
  await models.close();
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

function drawListing(file: string, seed: number) {
  const { listings } = readBazaarListings(file);
  if (listings.length === 0) throw new UsageError(`${file} holds no listing with 0 < discounted price < actual price`);
  return createRng(seed).split('listing').pick(listings);
}
