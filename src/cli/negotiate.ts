/** parley negotiate: two agents at a table, once. */
import { Command, Option } from 'commander';
import { playedAs, resolveAgent } from '../agents/index.ts';
import {
  type Domain,
  type Event,
  findBazaarTask,
  findTask,
  idOf,
  kits,
  type Player,
  playEpisode,
  type Seat,
  type ZoneKind,
} from '../core/index.ts';
import { chooseScenarioOf } from '../lab/experiment/scenarios.ts';
import { anySamplerOption, domainOption, kitNamed, seatIn, setOption, zoneOption } from './domain-options.ts';
import { UsageError } from './errors.ts';
import { keptGames } from './kept-games.ts';
import { type Models, openModels } from './model.ts';
import { addModelOptions, modelExamples, modelLimits } from './model-options.ts';
import { negotiateTask, type TaskOptions } from './negotiate-task.ts';
import { collect, jsonOption, opensOption, seedOption, turnsOption, wholeNumber } from './options.ts';
import { refuseSeats } from './refuse-seats.ts';
import { showMetrics, showResult, showScenario, storyteller } from './show.ts';

export function negotiate(): Command {
  const command = new Command('negotiate')
    .option('--a <spec>', 'seat a, in price the buyer: boulware_hard, worded:fair_openings@templates')
    .requiredOption('--b <spec>', 'seat b, in price and in an arena the seller')
    .addOption(
      new Option('--buyer <spec>', 'a buyer of an arena, in place of --a; once for each, two or more').argParser(
        collect,
      ),
    )
    .addOption(domainOption())
    .option(
      '--scenario <id>',
      'a listing, a task (single_deal, terms-candid), or a scenario in a .json file; otherwise the sampler draws one',
    )
    .option('--listings <csv>', 'for amazon_realistic: draw from this file of listings')
    .addOption(anySamplerOption())
    .addOption(zoneOption())
    .addOption(setOption())
    .addOption(seedOption())
    .addOption(turnsOption())
    .addOption(opensOption())
    .addOption(
      new Option('--rounds <n>', 'games one after the other, with the seeds that follow, either side opening in turn')
        .argParser(wholeNumber(1, 100_000))
        .default(1),
    )
    .addOption(
      new Option('--luck <whose>', 'for a bazaar task as it was: original draws the seller’s luck as BazaarBATNA did')
        .choices(['own', 'original'])
        .default('own'),
    )
    .option('--out <file>', 'append the transcript to this .jsonl file')
    .option('--csv <file>', 'add a line for the game to this .csv file too')
    .addOption(jsonOption());
  return addModelOptions(command)
    .addHelpText(
      'after',
      `
Examples:
  parley negotiate --a boulware_hard --b tit_for_tat
  parley negotiate --a worded:boulware_firm@templates --b worded:fair_openings@templates?language=hinglish --scenario oak-dining-table
  parley negotiate --a janus-b:hardliner --b clean:boulware_hard --sampler janus --seed 7 --json
  parley negotiate --a boulware_firm --b boulware_firm --zone empty --out episodes.jsonl
  parley negotiate --domain items --sampler casino --a pareto_walking --b boulware
  parley negotiate --domain multi_item --rounds 5 --a boulware --b fixed_price --out games.jsonl --csv games.csv
  parley negotiate --buyer bazaar:smart --buyer bazaar:naive --buyer sauda --buyer boulware_hard --b bazaar:seller
  parley negotiate --scenario single_deal --luck original --seed 1000 --a sauda@scripted?steering=ladder --b bazaar:seller
  parley negotiate --scenario single_deal --a bazaar:smart --b bazaar:seller
  parley negotiate --scenario career_10+hard --a bazaar:rule_based --b bazaar:seller
  parley negotiate --scenario terms-candid --a terms_bayes --b terms:counterpart
  parley negotiate --a llm:embedded?persona=fair --b worded:boulware_hard@embedded --out games.jsonl
${modelExamples('negotiate --a llm:ollama/llama3.2:3b --b boulware_hard')}`,
    )
    .action(async (options: Negotiation) => {
      const models = openModels(options.out, modelLimits(options));
      try {
        for (let round = 0; round < options.rounds; round++) {
          if (options.rounds > 1 && !options.json)
            print(`${round > 0 ? '\n' : ''}round ${round + 1} of ${options.rounds}`);
          await playOne({ ...options, seed: options.seed + round }, round, models);
        }
      } finally {
        await models.close();
      }
    });
}

interface Negotiation extends TaskOptions {
  readonly domain: string;
  readonly scenario?: string;
  readonly sampler?: string;
  readonly zone?: ZoneKind;
  readonly turns?: number;
  readonly opens?: string;
  readonly set?: Readonly<Record<string, string | number>>;
  readonly rounds: number;
}

const print = (text: string) => process.stdout.write(`${text}\n`);

/** One game, or all deals of a bazaar task. */
async function playOne(options: Negotiation, round: number, models: Models): Promise<void> {
  const { seed, scenario: id, sampler, zone, turns: turnLimit, buyer: buyers } = options;
  if (buyers === undefined && options.a === undefined)
    throw new UsageError("required option '--a <spec>' not specified, or --buyer for each buyer of an arena");
  if (buyers !== undefined && (options.a !== undefined || buyers.length < 2))
    throw new UsageError(
      options.a === undefined
        ? 'an arena has two buyers or more: give --buyer for each'
        : 'give --a or --buyer, not both',
    );
  const task = findBazaarTask(id ?? '');
  // Several buyers sit in an arena, whether that is said or not.
  const given = kitNamed(options.domain);
  const several =
    buyers && kits().find(({ rules, roles }) => !roles && playedAs(rules).name === playedAs(given.rules).name);
  if (buyers && !several) throw new UsageError(`--buyer is for an arena, not for ${given.rules.name}`);
  const { rules: domain } = several ?? given;
  const of = findTask(id ?? '')?.domain ?? domain;
  // A task of the arena is also one of price, whose scripts play it.
  if (task && [of.name, playedAs(of).name].includes(domain.name)) {
    const own = [turnLimit, options.opens, zone, sampler, options.set];
    if (own.some((given) => given !== undefined))
      throw new UsageError(
        `${id} is a bazaar task and has rules of its own: leave --turns, --opens, --zone, --set and --sampler out`,
      );
    if (buyers && task.task.buyers < 2) throw new UsageError(`${id} has one buyer: give --a`);
    return negotiateTask(id as string, task, options, models);
  }
  if (options.listings !== undefined) throw new UsageError('--listings is for --scenario amazon_realistic');
  if (options.luck === 'original') throw new UsageError('--luck original is for a bazaar task, with --scenario');
  const opens = openerOf(domain, options, round);
  const set = { ...options.set, ...(buyers && { buyers: buyers.length }) };
  const chosen = chooseScenarioOf(domain.name, { scenario: id, sampler, seed, zone, turnLimit, opens, more: set });
  const seats = domain.seats(chosen.scenario);
  const specs = buyers ? arenaSpecs(seats, buyers, options.b) : twoSpecs(domain, seats, options);
  refuseSeats(Object.fromEntries(specs));
  const kept = await keptGames(options);
  const players: Record<Seat, Player> = {};
  for (const [seat, spec] of specs) players[seat] = await resolveAgent(spec, domain, models);
  kept.refuse(idOf({ domain, ...chosen, players, seed }));
  const tell = storyteller(chosen.scenario);
  const live = (event: Event) => {
    const line = tell(event);
    if (line !== undefined) print(line);
  };
  if (!options.json) print(`${showScenario(chosen.scenario, players)}\n`);
  const onEvent = options.json ? undefined : live;
  const episode = await playEpisode({ domain, ...chosen, players, seed, onEvent });
  kept.add(episode);
  if (options.json) print(JSON.stringify(episode));
  else {
    print(`\n${showResult(episode.result, chosen.scenario)}`);
    print(showMetrics(episode));
    print(options.out ? `\nepisode ${episode.id}, added to ${options.out}` : `\nepisode ${episode.id}`);
  }
  if (episode.result.kind === 'failed') process.exitCode = 1;
}

/** Who was asked to open; of several rounds the sides take turns, where the scenarios can be told. */
function openerOf(domain: Domain, options: Negotiation, round: number): Seat | undefined {
  if (options.opens !== undefined) return seatIn(domain, options.opens);
  const known = kitNamed(domain.name).options ?? [];
  if (options.rounds === 1 || options.scenario !== undefined || !known.includes('opens')) return undefined;
  return seatIn(domain, round % 2 === 0 ? 'a' : 'b');
}

function twoSpecs(domain: Domain, seats: readonly Seat[], { a, b }: Negotiation): [Seat, string][] {
  const [first, second, ...more] = seats as [Seat, Seat, ...Seat[]];
  if (more.length > 0)
    throw new UsageError(
      `this game of ${domain.name} has the seats ${seats.join(', ')}: two agents cannot fill them; give --buyer for each buyer`,
    );
  return [
    [first, a as string],
    [second, b],
  ];
}

/** In the order of the seats, the seller apart. */
function arenaSpecs(seats: readonly Seat[], buyers: readonly string[], seller: string): [Seat, string][] {
  const theirs = [...buyers];
  return seats.map((seat) => [seat, seat === 'seller' ? seller : (theirs.shift() as string)]);
}
