/** parley beliefs: what was believed in recorded games, against the truth and against what was believed before. */
import { Command } from 'commander';
import { resolveAgent } from '../agents/index.ts';
import { type Agent, type Episode, type Event, findKit } from '../core/index.ts';
import { findEpisode, readEpisodes } from '../data/episodes.ts';
import { askedBeliefs, beliefCells, beliefHead, beliefRows, statedBeliefs } from '../lab/analysis/beliefs.ts';
import { kitOfGame, seatIn } from './domain-options.ts';
import { UsageError } from './errors.ts';
import { openModels } from './model.ts';
import { jsonOption, ownDomainOption } from './options.ts';
import { terminalTable } from './table.ts';

export function beliefs(): Command {
  return new Command('beliefs')
    .argument(
      '<file>',
      'a .jsonl file of transcripts, or FILE#ID for one episode (the first characters of its id suffice)',
    )
    .option('--ask <spec>', 'ask this agent at every view of a seat, instead of reading what was stated')
    .option('--seat <seat>', 'one seat alone')
    .addOption(ownDomainOption())
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
Beliefs are stated by agents with ?beliefs=on. Scores: error and brier, where smaller is better; rank, where larger is; coverage,
best at .8. "less": the score minus that of the prior in the column before it, with a 95 % interval over scenarios. Ignorance knows the question
alone; the own prior is what the agent answers before anybody has acted, or the first thing it stated.

Examples:
  parley negotiate --domain items --a pareto_walking?beliefs=on --b boulware --out games.jsonl
  parley beliefs games.jsonl
  parley beliefs games.jsonl#1f0c --seat buyer --ask sauda
  parley beliefs games.jsonl --ask llm:embedded --json`,
    )
    .action(async (place: string, options: { ask?: string; seat?: string; json?: true }) => {
      const episodes = episodesIn(place);
      for (const domain of new Set(episodes.map((episode) => episode.domain)))
        if (!(await kitOfGame(fileOf(place), domain)).questions)
          throw new UsageError(`${place} has a game of ${domain}, in which there is nothing to believe`);
      const { seat: name, ask } = options;
      const seat =
        name === undefined ? undefined : (episode: Episode) => seatIn(rulesOf(episode), name, episode.scenario);
      if (seat) for (const episode of episodes) seat(episode);
      const left: string[] = [];
      const leftOut = (_episode: Episode, why: string) => left.push(why);
      const series =
        ask === undefined ? statedBeliefs(episodes, seat, leftOut) : await asked(episodes, ask, seat, leftOut);
      if (left.length > 0)
        process.stderr.write(
          `parley: ${left.length} games are left out, since their questions cannot be put: ${left[0]}\n`,
        );

      if (series.length === 0) {
        const none = episodes.flatMap(({ events }) => events).find(isAskedInVain);
        if (left.length > 0 || none)
          throw new UsageError(`no belief in ${place} can be scored: ${left[0] ?? none?.note.problem}`);
        throw new UsageError(
          ask === undefined
            ? `no belief is stated in ${place}: play with ?beliefs=on, or give --ask SPEC to ask an agent after the fact`
            : `${ask} answers no question at these views`,
        );
      }
      const rows = beliefRows(series);
      process.stdout.write(
        `${options.json ? JSON.stringify({ games: new Set(episodes.map(({ id }) => id)).size, rows }) : table(rows)}\n`,
      );
    });
}

/** A note that a belief was asked for, and what came was none. */
function isAskedInVain(event: Event): event is Event & { note: { question: string; problem: string } } {
  const { question, problem } = ((event.type === 'agent-note' && event.note) || {}) as Record<string, unknown>;
  return typeof question === 'string' && typeof problem === 'string';
}

function fileOf(place: string): string {
  const at = place.lastIndexOf('#');
  return at > 0 ? place.slice(0, at) : place;
}

function episodesIn(place: string): Episode[] {
  const file = fileOf(place);
  return file === place ? readEpisodes(place) : [findEpisode(file, place.slice(file.length + 1))];
}

function rulesOf({ domain }: Episode) {
  const kit = findKit(domain);
  if (!kit) throw new UsageError(`this parley does not know games of "${domain}"`);
  return kit.rules;
}

async function asked(
  episodes: readonly Episode[],
  spec: string,
  seat: ((episode: Episode) => string) | undefined,
  leftOut: (episode: Episode, why: string) => void,
) {
  const models = openModels(undefined);
  try {
    const agents = new Map<string, Agent>();
    for (const episode of episodes) {
      if (agents.has(episode.domain)) continue;
      const { agent } = await resolveAgent(spec, rulesOf(episode), models);
      if (!agent.answer) throw new UsageError(`${spec} holds no beliefs: ask one that does, such as llm: or sauda`);
      agents.set(episode.domain, agent);
    }
    return await askedBeliefs(episodes, ({ domain }) => agents.get(domain) as Agent, {
      ...(seat && { seat }),
      leftOut,
    });
  } finally {
    await models.close();
  }
}

function table(rows: ReturnType<typeof beliefRows>): string {
  return terminalTable({ head: beliefHead, words: [...beliefHead.keys()], rows: rows.map(beliefCells) });
}
