/** parley negotiate: two agents at a table, once. */
import { Command, Option } from 'commander';
import { resolvePlayer } from '../agents/index.ts';
import { type Event, playEpisode, price } from '../core/index.ts';
import { appendEpisodes } from '../data/index.ts';
import { chooseScenario } from '../lab/index.ts';
import { jsonOption, opensOption, samplerOption, seedOption, turnsOption, zoneOption } from './options.ts';
import { rememberOffer, showEvent, showMetrics, showResult, showScenario } from './show.ts';

/** The few numbers that a person wants to see first. */
export const FIRST_METRICS = ['utility', 'rho', 'turns'];

export function negotiate(): Command {
  return new Command('negotiate')
    .description('put two agents at a table and watch them bargain')
    .requiredOption('--a <spec>', 'the buyer, as in boulware_hard or worded:fair@templates')
    .requiredOption('--b <spec>', 'the seller')
    .addOption(new Option('--domain <name>', 'what is negotiated').choices(['price']).default('price'))
    .option('--scenario <id>', 'a listing, or a scenario in a .json file; otherwise the sampler draws one')
    .addOption(samplerOption('general'))
    .addOption(zoneOption())
    .addOption(seedOption())
    .addOption(turnsOption())
    .addOption(opensOption())
    .option('--out <file>', 'append the transcript to this .jsonl file')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
Examples:
  parley negotiate --a boulware_hard --b tit_for_tat
  parley negotiate --a worded:boulware_firm@templates --b worded:fair@templates?language=hinglish --scenario oak-dining-table
  parley negotiate --a janus-b:hardliner --b clean:boulware_hard --sampler janus --seed 7 --json
  parley negotiate --a boulware_firm --b boulware_firm --zone empty --out episodes.jsonl`,
    )
    .action(async (options) => {
      const { seed, scenario: id, sampler, zone, turns: turnLimit, opens } = options;
      const players = { buyer: resolvePlayer(options.a, price), seller: resolvePlayer(options.b, price) };
      const chosen = chooseScenario({ scenario: id, sampler, seed, zone, turnLimit, opens });
      const print = (text: string) => process.stdout.write(`${text}\n`);
      const standing = new Map<number, number>();
      const live = (event: Event) => {
        const line = showEvent(event, chosen.scenario, standing);
        if (line !== undefined) print(line);
        rememberOffer(event, standing);
      };
      if (!options.json) print(`${showScenario(chosen.scenario, players)}\n`);
      const onEvent = options.json ? undefined : live;
      const episode = await playEpisode({ domain: price, ...chosen, players, seed, onEvent });
      if (options.out) appendEpisodes(options.out, [episode]);
      if (options.json) print(JSON.stringify(episode));
      else {
        print(`\n${showResult(episode.result, chosen.scenario)}`);
        print(showMetrics(episode, FIRST_METRICS));
        print(options.out ? `\nepisode ${episode.id}, added to ${options.out}` : `\nepisode ${episode.id}`);
      }
      if (episode.result.kind === 'failed') process.exitCode = 1;
    });
}
