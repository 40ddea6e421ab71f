/** parley best-response: the most that any play can earn against a script, and how far every script falls short of it. */
import { Command } from 'commander';
import { resolveScript, scriptNames } from '../agents/index.ts';
import {
  type BestResponse,
  bestResponse,
  bestResponseAgent,
  type Counterpart,
  createRng,
  type Event,
  mean,
  type PriceScenario,
  type PriceScript,
  price,
  runEpisode,
  type Script,
  type Seat,
  strategyFingerprint,
} from '../core/index.ts';
import { chooseScenario } from '../lab/experiment/scenarios.ts';
import { samplerOption, seatIn, zoneOption } from './domain-options.ts';
import { formerly, jsonOption, opensOption, scenarioSeedOption, turnsOption, wholeNumber } from './options.ts';
import { showEvents } from './show.ts';
import { terminalTable } from './table.ts';

export function bestResponseVerb(): Command {
  return new Command('best-response')
    .requiredOption('--against <spec>', 'the script, as in boulware_hard or boulware?exponent=3')
    .option('--as <seat>', 'the seat that responds', 'buyer')
    .option('--scenario <id>', 'a listing, or a scenario in a .json file; otherwise the sampler draws')
    .addOption(samplerOption('janus'))
    .addOption(zoneOption())
    .addOption(scenarioSeedOption().default(1))
    .option('--count <n>', 'how many scenarios, from consecutive seeds (default: 20)', wholeNumber(1))
    .addOption(formerly('--episodes <n>', '--count').argParser(wholeNumber(1)))
    .addOption(turnsOption())
    .addOption(opensOption())
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
The solver knows the script and both reservations: an upper bound for agents, not an agent. Against a script that
draws at random the value is the mean of the best policy over its draws, and the table is of many games with their margin of
error; against one that does not say what it remembers it is only the best that probing found ("at least").

Examples:
  parley best-response --against boulware_hard
  parley best-response --against janus-b:tit_for_tat --as seller --count 5
  parley best-response --against fair_openings --scenario oak-dining-table --json`,
    )
    .action((options) => {
      const { against: spec, scenario: id, sampler, zone, seed, turns: turnLimit, json } = options;
      const seat = seatIn(price, options.as);
      const opens = options.opens === undefined ? undefined : seatIn(price, options.opens);
      // A scenario in a file is one scenario, whatever the seed.
      const count = id?.endsWith('.json') ? 1 : (options.count ?? options.episodes ?? 20);
      const against = resolveScript(spec, price);
      const scenarios = Array.from({ length: count }, (_, i) =>
        chooseScenario({ scenario: id, sampler, seed: seed + i, zone, turnLimit, opens }),
      ).map((chosen) => chosen.scenario);
      const measured = measure({ scenarios, seat, against, seed });
      const print = (text: string) => process.stdout.write(`${text}\n`);
      if (json) print(JSON.stringify({ against: spec, as: seat, episodes: count, seed, ...measured }));
      else print(asText(spec, seat, scenarios[0] as PriceScenario, measured));
    });
}

interface Setting {
  readonly scenarios: readonly PriceScenario[];
  readonly seat: Seat;
  readonly against: Extract<Counterpart, { strategy: unknown }>;
  readonly seed: number;
}

interface Measured {
  readonly value: Summary;
  /** Whether every value is exact; otherwise they are lower limits, and the truth is at most `bound`. */
  readonly exact: boolean;
  /** Whether they are means over the script's own draws. */
  readonly expectation: boolean;
  readonly bound: number;
  /** The plan for the first scenario, or one game of the best policy where the script draws at random. */
  readonly game: readonly Event[];
  readonly isPlan: boolean;
  /** Games on each scenario: one, or several where the script draws. */
  readonly games: number;
  /** What the best response earned when it played, and the scripts, best first; beside it half of the 95 % interval over the draws. */
  readonly played: number;
  readonly playedError: number;
  readonly scripts: readonly {
    readonly name: string;
    readonly utility: number;
    readonly error: number;
    readonly short: number;
  }[];
}

/** Games of each script where the other one draws, over all scenarios: an error of about .01 at most. */
const DRAWN_GAMES = 400;

interface Summary {
  readonly mean: number;
  readonly sd: number;
  readonly min: number;
  readonly max: number;
}

function measure({ scenarios, seat, against, seed }: Setting): Measured {
  const them: Script = { name: 'them', act: against.strategy.make(against.options ?? {}) };
  const play = (scenario: PriceScenario, player: Script, i: number, game: number) => {
    const agents = seat === 'buyer' ? { buyer: player, seller: them } : { buyer: them, seller: player };
    const own = createRng(seed + i).split('agents');
    return runEpisode({ domain: price, scenario, agents, rng: game === 0 ? own : own.split(game) });
  };

  const challengers = challengersOf();
  const tried = { challengers: challengers.map(({ script }) => script) };
  const found: BestResponse[] = scenarios.map((scenario) => bestResponse(scenario, seat, against, tried));
  const expectation = found.some((one) => one.expectation);
  const games = expectation ? Math.max(2, Math.ceil(DRAWN_GAMES / scenarios.length)) : 1;
  /** Mean utility over the scenarios; undefined when the player breaks down in one of them. */
  const earnedBy = (playerFor: (scenario: PriceScenario) => Script): { mean: number; error: number } | undefined => {
    let [sum, variance] = [0, 0];
    for (const [i, scenario] of scenarios.entries()) {
      const player = playerFor(scenario);
      const earned: number[] = [];
      for (let game = 0; game < games; game++) {
        const { result } = play(scenario, player, i, game);
        if (result.kind === 'failed') return undefined;
        earned.push(result.utility[seat] as number);
      }
      const { mean, sd } = summary(earned);
      sum += mean;
      variance += games > 1 ? (sd * sd) / (games - 1) : 0;
    }
    return { mean: sum / scenarios.length, error: (1.96 * Math.sqrt(variance)) / scenarios.length };
  };
  const value = summary(found.map((one) => one.value));
  const best = (scenario: PriceScenario): PriceScript => bestResponseAgent(scenario, seat, against, tried);
  const [first] = scenarios as [PriceScenario];
  const plan = found[0]?.plan;
  const played = earnedBy(best);
  return {
    value,
    exact: found.every((one) => one.exact),
    expectation,
    bound: mean(found.map((one) => one.bound)),
    game: plan?.map((taken) => ({ type: 'action-taken', ...taken })) ?? play(first, best(first), 0, 0).events,
    isPlan: plan !== undefined,
    games,
    played: played?.mean ?? Number.NaN,
    playedError: played?.error ?? Number.NaN,
    scripts: challengers
      .flatMap(({ name, script }) => {
        const earned = earnedBy(() => script);
        return earned === undefined
          ? []
          : [{ name, utility: earned.mean, error: earned.error, short: value.mean - earned.mean }];
      })
      .sort((a, b) => b.utility - a.utility),
  };
}

/** Every script of the registries once, under the first name it has. Those of TERMS-Bench know that game alone, and plan at length. */
function challengersOf(): { name: string; script: Script }[] {
  const seen = new Set<string>();
  return scriptNames(price.name).flatMap(({ registry, entry }) => {
    if (registry === 'terms') return [];
    const fingerprint = strategyFingerprint(entry.strategy, entry.options);
    if (seen.has(fingerprint)) return [];
    seen.add(fingerprint);
    const name = `${registry}:${entry.name}`;
    return [{ name, script: { name, act: entry.strategy.make(resolveScript(name, price).options) } }];
  });
}

function summary(values: readonly number[]): Summary {
  const seen = mean(values);
  const variance = mean(values.map((value) => (value - seen) ** 2));
  return { mean: seen, sd: Math.sqrt(variance), min: Math.min(...values), max: Math.max(...values) };
}

function asText(spec: string, seat: Seat, scenario: PriceScenario, measured: Measured): string {
  const { value, exact, expectation, bound, game, isPlan, games, played, playedError, scripts } = measured;
  const shown = (utility: number, error: number) =>
    expectation ? `${utility.toFixed(3)} ± ${error.toFixed(3)}` : utility.toFixed(3);
  const table = terminalTable({
    head: ['', `the ${seat} against ${spec}`, 'utility', 'short of it by'],
    words: [1],
    rows: [
      ['', 'best response', shown(played, playedError), (value.mean - played).toFixed(3)],
      ...scripts.map(({ name, utility, error, short }, i) => [
        ...[String(i + 1), name, shown(utility, error), short.toFixed(3)],
      ]),
    ],
  });
  const spread = `sd ${value.sd.toFixed(3)}, from ${value.min.toFixed(3)} to ${value.max.toFixed(3)}`;
  const sureness = expectation ? "on average over the script's draws" : 'exact';
  return [
    exact
      ? `best response ${value.mean.toFixed(3)} (${spread}), ${sureness}`
      : `best response at least ${value.mean.toFixed(3)} (${spread}), at most ${bound.toFixed(3)}`,
    '',
    isPlan
      ? `the plan for ${scenario.id}`
      : `one game of the best policy on ${scenario.id}; the script draws at random`,
    showEvents(game, scenario),
    '',
    table,
    expectation
      ? `${games} games a scenario, since the script draws at random: ± is the 95 % error that its draws leave; no deal counts as 0`
      : 'one game a scenario; no deal counts as 0',
  ].join('\n');
}
