/** parley play: a person in the terminal against an agent. */
import { randomUUID } from 'node:crypto';
import { createInterface } from 'node:readline/promises';
import { Command, Option } from 'commander';
import pc from 'picocolors';
import { type Ask, findSpeech, resolveAgent, speechOf } from '../agents/index.ts';
import {
  type Act,
  cellOf,
  type DomainKit,
  type Event,
  findBazaarTask,
  type Player,
  playEpisode,
  type Seat,
  tasks,
  termsTasks,
  type View,
} from '../core/index.ts';
import { chooseScenarioOf } from '../lab/experiment/scenarios.ts';
import { anySamplerOption, domainOption, kitNamed, seatIn, setOption, zoneOption } from './domain-options.ts';
import { heardResult, hearing } from './hearing.ts';
import { keptGames } from './kept-games.ts';
import { openModels } from './model.ts';
import { jsonOption, opensOption, seedOption, turnsOption } from './options.ts';
import { refuseSeats } from './refuse-seats.ts';
import { showBrief, showMetrics, showResult, showScenario, storyteller, tellerOf } from './show.ts';

export function play(): Command {
  return new Command('play')
    .addOption(new Option('--as <seat>', 'your seat by its name, or a or b').default('a'))
    .option('--against <spec>', 'your opponent (default: that of a TERMS-Bench task, else the adviser of the domain)')
    .addOption(domainOption())
    .option(
      '--scenario <id>',
      'a listing, a task (single_deal, terms-candid), or a scenario in a .json file; otherwise the sampler draws one',
    )
    .addOption(anySamplerOption())
    .addOption(zoneOption())
    .addOption(setOption())
    .addOption(seedOption())
    .addOption(turnsOption())
    .addOption(opensOption())
    .option('--out <file>', 'append the transcript to this .jsonl file')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
Type a price ("350", "how about $350?"), "accept", "reject", "walk", "help", or anything else you want to say.

Examples:
  parley play
  parley play --as seller --scenario oak-dining-table
  parley play --scenario terms-candid
  parley play --against worded:boulware_hard@templates?language=hinglish --out mine.jsonl`,
    )
    .action(async (options) => {
      const kit = kitNamed(options.domain);
      const { rules: domain, options: known = [], hash, fixedRoles } = kit;
      const { seed, scenario: id, sampler, zone } = options;
      // Bargaining with a person is kept short; talks with roles of their own last as long as `negotiate` has them.
      const terms = termsTasks.find(({ name }) => name === id) ?? cellOf({ sampler, seed });
      const own = findBazaarTask(id ?? '') || terms || !known.includes('turnLimit') || hash || fixedRoles;
      const turnLimit = options.turns ?? (own ? undefined : 12);
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
      const kept = await keptGames(options);
      // With --json the talk goes to standard error, and the transcript alone to standard output.
      const screen = options.json ? process.stderr : process.stdout;
      const print = (text: string) => screen.write(`${text}\n`);
      const terminal = createInterface({ input: process.stdin, output: screen });
      const lines = terminal[Symbol.asyncIterator]();
      const readLine = async (turn: number): Promise<string> => {
        screen.write(`${String(turn).padStart(3)} ${pc.bold('you')}     > `);
        const { value, done } = await lines.next();
        if (done) throw new Error('the input ended before the game did');
        return value;
      };
      let told = false;
      const ask: Ask = async (view, refused) => {
        if (!told) print(pc.dim(`    ${mayType(view)}; "help" has the rules`));
        told = true;
        if (refused) print(pc.red(`    ${refused}`));
        for (let doubted: string | undefined; ; ) {
          const line = await readLine(view.turn);
          const doubt = isHelp(line) ? helpAt(view) : doubtOf(line, view);
          if (doubt === undefined || line === doubted) return line;
          print(pc.yellow(doubt.replace(/^/gm, '    ')));
          doubted = isHelp(line) ? undefined : line;
        }
      };
      const models = openModels(options.out);
      try {
        const own = seatIn(domain, options.as, chosen.scenario);
        const spec = options.against ?? (terms ? 'terms:counterpart' : usualOpponent(kit, own));
        refuseSeats(
          Object.fromEntries(domain.seats(chosen.scenario).flatMap((seat) => (seat === own ? [] : [[seat, spec]]))),
        );
        const across = await resolveAgent(spec, domain, models);
        const players: Record<Seat, Player> = {};
        for (const seat of domain.seats(chosen.scenario))
          players[seat] = seat === own ? await resolveAgent('human', domain, { ask }) : across;
        print(`${showBrief(chosen.scenario, own, across.spec)}\n`);
        const tell = storyteller(chosen.scenario);
        const hear = hearing(domain, chosen.scenario, own);
        const stories = new Map<Event, string | undefined>();
        const say = (event: Event) => {
          const line = stories.get(event);
          // Of one's own acts one has the words; an offer is said again as it was understood.
          if (event.seat === own && event.type === 'action-taken' && event.act.type === 'offer')
            print(
              pc.dim(
                `    understood: you offer ${tellerOf(chosen.scenario).offer(chosen.scenario, event.act as never)}`,
              ),
            );
          if (line !== undefined && (event.seat !== own || event.type !== 'action-taken')) print(line);
        };
        const onEvent = (event: Event) => {
          // The storyteller must know of offers that are not told, or an acceptance would be told as that of one's own.
          stories.set(event, tell(event));
          for (const one of hear(event)) say(one);
        };
        const episode = await playEpisode({ domain, ...chosen, players, seed, session: randomUUID(), onEvent });
        print(`\n${showResult(heardResult(episode.result, own), chosen.scenario)}`);
        if (episode.result.kind !== 'failed') {
          print(`\nthe cards on the table\n${showScenario(chosen.scenario, episode.seats)}\n`);
          print(showMetrics(episode));
        } else process.exitCode = 1;
        kept.add(episode);
        if (options.json) process.stdout.write(`${JSON.stringify(episode)}\n`);
        print(options.out ? `\nepisode ${episode.id}, added to ${options.out}` : `\nepisode ${episode.id}`);
      } finally {
        terminal.close();
        await models.close();
      }
    });
}

/** Who sits across a person unless somebody is named: in a game of fixed roles whoever its tasks seat there. */
function usualOpponent(kit: DomainKit, own: Seat): string {
  const task =
    kit.fixedRoles === undefined ? undefined : tasks().find(({ domain: { name } }) => name === kit.rules.name);
  const across = kit.roles?.find((seat) => seat !== own);
  if (task && across !== undefined) return task.opponents?.[across] ?? task.opponent;
  return findSpeech(kit.rules.name)?.adviser ?? kit.control;
}

const isHelp = (line: string): boolean => /^\s*(?:help|\?)\s*$/i.test(line);

const mayType = (view: View, allowed = speechOf(view.domain).prompt(view).allowed): string =>
  `you may ${allowed.join(', ')}: say so in words of your own`;

/** What may be done now and by which rules, as a model is told. */
function helpAt(view: View): string {
  const { allowed, rules, standing } = speechOf(view.domain).prompt(view);
  return [mayType(view, allowed), ...rules.map((rule) => `- ${rule}`), ...(standing === '' ? [] : [standing])].join(
    '\n',
  );
}

/** Said once before a line that would be a deal past one's own limit, or an offer of one; the same line again is meant so. */
function doubtOf(line: string, view: View): string | undefined {
  const speech = speechOf(view.domain);
  const parsed = speech.readLine?.(line, view) ?? speech.read(line, view);
  if (!speech.evaluate || !('act' in parsed)) return undefined;
  const { act } = parsed;
  const standing = (view as View & { readonly theirs?: { readonly offer: Act } }).theirs?.offer;
  const terms = act.type === 'offer' ? act : act.type === 'accept' ? standing : undefined;
  if (!terms) return undefined;
  try {
    const { pastReservation } = speech.evaluate(view, terms as unknown as Readonly<Record<string, unknown>>);
    return pastReservation
      ? 'that is past your own limit: you would lose by it. The same line again does it.'
      : undefined;
  } catch (error) {
    // What are no terms of this game the rules refuse in their own words.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
