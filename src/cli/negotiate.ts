/** parley negotiate: two agents at a table, once. */
import { Command } from 'commander';
import { playedAs, resolveAgent } from '../agents/index.ts';
import { type Event, findBazaarTask, findTask, idOf, playEpisode, type Seat } from '../core/index.ts';
import { appendEpisodes, readyToAppend, refuseKnown } from '../data/index.ts';
import { chooseScenarioOf } from '../lab/index.ts';
import { UsageError } from './errors.ts';
import { openModels } from './model.ts';
import { addModelOptions, modelExamples, modelLimits } from './model-options.ts';
import { negotiateTask } from './negotiate-task.ts';
import {
  anySamplerOption,
  domainOption,
  jsonOption,
  kitNamed,
  opensOption,
  refuseSeats,
  seatIn,
  seedOption,
  setOption,
  turnsOption,
  zoneOption,
} from './options.ts';
import { showMetrics, showResult, showScenario, storyteller } from './show.ts';

export function negotiate(): Command {
  const command = new Command('negotiate')
    .description('put two agents at a table and watch them bargain')
    .requiredOption('--a <spec>', 'seat a, in price the buyer: boulware_hard, worded:fair_openings@templates')
    .requiredOption('--b <spec>', 'seat b, in price the seller')
    .addOption(domainOption())
    .option(
      '--scenario <id>',
      'a listing, a bazaar task, or a scenario in a .json file; otherwise the sampler draws one',
    )
    .option('--listings <csv>', 'for amazon_realistic: draw from this file of listings')
    .addOption(anySamplerOption())
    .addOption(zoneOption())
    .addOption(setOption())
    .addOption(seedOption())
    .addOption(turnsOption())
    .addOption(opensOption())
    .option('--out <file>', 'append the transcript to this .jsonl file')
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
  parley negotiate --scenario single_deal --a bazaar:smart --b bazaar:seller
  parley negotiate --scenario career_10+hard --a bazaar:rule_based --b bazaar:seller
  parley negotiate --a llm:embedded?persona=fair --b worded:boulware_hard@embedded --out games.jsonl
${modelExamples('negotiate --a llm:ollama/llama3.2:3b --b boulware_hard')}`,
    )
    .action(async (options) => {
      const { seed, scenario: id, sampler, zone, turns: turnLimit } = options;
      const { rules: domain } = kitNamed(options.domain);
      const task = findBazaarTask(id ?? '');
      const of = findTask(id ?? '')?.domain ?? domain;
      // A task of the arena is also one of price, whose scripts play it.
      if (task && [of.name, playedAs(of).name].includes(domain.name)) {
        if (
          turnLimit !== undefined ||
          options.opens !== undefined ||
          zone !== undefined ||
          sampler !== undefined ||
          options.set
        )
          throw new UsageError(
            `${id} is a bazaar task and has rules of its own: leave --turns, --opens, --zone, --set and --sampler out`,
          );
        return negotiateTask(id, task, options);
      }
      if (options.listings !== undefined) throw new UsageError('--listings is for --scenario amazon_realistic');
      const opens = options.opens === undefined ? undefined : seatIn(domain, options.opens);
      const chosen = chooseScenarioOf(domain.name, {
        scenario: id,
        sampler,
        seed,
        zone,
        turnLimit,
        opens,
        more: options.set,
      });
      const [a, b, ...more] = domain.seats(chosen.scenario) as [Seat, Seat, ...Seat[]];
      if (more.length > 0)
        throw new UsageError(
          `this game of ${domain.name} has the seats ${[a, b, ...more].join(', ')}: two agents cannot fill them`,
        );
      refuseSeats({ [a]: options.a, [b]: options.b });
      if (options.out) readyToAppend(options.out);
      const models = openModels(options.out, modelLimits(options));
      const players = {
        [a]: await resolveAgent(options.a, domain, models),
        [b]: await resolveAgent(options.b, domain, models),
      };
      if (options.out) refuseKnown(options.out, idOf({ domain, ...chosen, players, seed }));
      const print = (text: string) => process.stdout.write(`${text}\n`);
      const tell = storyteller(chosen.scenario);
      const live = (event: Event) => {
        const line = tell(event);
        if (line !== undefined) print(line);
      };
      if (!options.json) print(`${showScenario(chosen.scenario, players)}\n`);
      const onEvent = options.json ? undefined : live;
      const episode = await playEpisode({ domain, ...chosen, players, seed, onEvent });
      await models.close();
      if (options.out) appendEpisodes(options.out, [episode]);
      if (options.json) print(JSON.stringify(episode));
      else {
        print(`\n${showResult(episode.result, chosen.scenario)}`);
        print(showMetrics(episode));
        print(options.out ? `\nepisode ${episode.id}, added to ${options.out}` : `\nepisode ${episode.id}`);
      }
      if (episode.result.kind === 'failed') process.exitCode = 1;
    });
}
