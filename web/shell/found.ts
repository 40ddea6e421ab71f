/** What the finder can go to: pages, tasks and agents of every domain that has a board, things to haggle over, games. */
import { listings, type Task, tasks } from '../../src/core/index.ts';
import { agentsFor, canSpeak, specOf } from '../agents/agents.ts';
import { ask } from '../api/client.ts';
import { boardDomains, boardOf } from '../boards/index.ts';
import { calledIn } from '../game/called.ts';
import type { Game } from '../game/game.ts';
import { keptGames } from '../game/seats.ts';
import { pages } from '../pages.ts';
import type { Words } from '../words/index.ts';
import { setTheme, themes } from './theme.ts';

export interface Found {
  readonly id: string;
  readonly name: string;
  readonly about: string;
  /** Where it goes; what is done instead, where it goes nowhere. */
  readonly to?: string;
  act?(): void;
  readonly search?: Readonly<Record<string, string>>;
}

/** Own games, and listed ones, that are asked for. */
const MOST_OWN = 8;
const MOST_LISTED = 20;

export function foundPages(words: Words): Found[] {
  return pages
    .filter(({ path }) => !path.includes('$') && path !== '/here')
    .map(({ path, name }) => ({ id: `page:${path}`, name: words.nav[name], about: path, to: path }));
}

const playable = () => tasks().filter(({ domain, deals }) => deals === 1 && boardDomains.includes(domain.name));

function seatsOf({ domain, scenario }: Task): readonly string[] {
  return domain.seats(scenario(1, {}).scenario);
}

/** Where it is watched: two sides at the table, more in the arena. */
function pageOf(task: Task): string {
  return seatsOf(task).length > 2 ? '/arena' : '/table';
}

/** Where it is played. */
function playPageOf(task: Task): string {
  return seatsOf(task).length > 2 ? '/arena' : '/play';
}

/** Light, dark, or as the system is: done where one stands. */
export function foundThemes(words: Words): Found[] {
  return themes.map((theme) => ({
    id: `theme:${theme}`,
    name: words.nav.themes[theme],
    about: words.nav.theme,
    act: () => setTheme(theme),
  }));
}

export function foundTasks(words: Words): Found[] {
  return playable().map((task) => ({
    id: `task:${task.name}`,
    name: calledIn(words, task.name),
    about: task.name,
    to: playPageOf(task),
    search: { task: task.name },
  }));
}

/** An agent goes to the first task of its domain, into the seat that is its own. */
export function foundAgents(words: Words): Found[] {
  const known = new Set<string>();
  return boardDomains.flatMap((domain) => {
    const task = playable().find((one) => one.domain.name === domain);
    if (!task) return [];
    const seats = seatsOf(task);
    const sitting = seats.flatMap((seat) => agentsFor(domain, seat, words).map((agent) => ({ ...agent, seat })));
    return sitting.flatMap(({ name, about, seat }) => {
      if (known.has(name)) return [];
      known.add(name);
      const usual = seats.find((one) => task.opponents?.[one]?.includes(name));
      const spec = specOf({ name, spoken: canSpeak(domain), options: {} });
      const search = { task: task.name, [usual ?? seat]: spec };
      return [{ id: `agent:${name}`, name, about, to: pageOf(task), search }];
    });
  });
}

export function foundListings(words: Words): Found[] {
  return listings.map(({ id, title, category }) => ({
    id: `listing:${id}`,
    name: words.scene(title),
    about: words.scene(title) === title ? category : title,
    to: '/table',
    search: { listing: id },
  }));
}

/** The latest games of this browser, then those that are listed; one that cannot be had is left out. */
export async function foundGames(words: Words): Promise<Found[]> {
  const own = keptGames().slice(0, MOST_OWN);
  const games = own.map(async ({ game: id, token }) => {
    const game = (await ask('GET /v1/games/{id}', { path: { id }, seat: token })) as unknown as Game;
    const board = await boardOf(game.domain);
    const state = game.result
      ? board.ending(game, words)
      : game.status === 'live'
        ? words.turn(game.turn, game.turnLimit)
        : words.game.givenUp;
    return [gameFound(id, board.title(game, words), `${words.yours.one} · ${state}`)];
  });
  const limit = MOST_LISTED;
  const live = async () => (await ask('GET /v1/games', { query: { limit } })).games;
  const over = async () => (await ask('GET /v1/replays', { query: { limit } })).replays;
  const listed = [
    { title: words.find.live, list: live },
    { title: words.find.over, list: over },
  ].map(async ({ title, list }) =>
    (await list()).map(({ id, task, created, seedChosenBy }) => {
      const about = [title, created.slice(0, 16).replace('T', ' ')];
      const isChosen = seedChosenBy !== 'the server';
      return gameFound(
        id,
        calledIn(words, task),
        [...about, isChosen ? words.find.seedChosen : ''].filter(Boolean).join(' · '),
      );
    }),
  );
  const all = await Promise.all([...games, ...listed].map((some) => some.catch(() => [])));
  const seen = new Set<string>();
  return all.flat().filter(({ id }) => !seen.has(id) && seen.add(id));
}

/** The id of a game, or a link to it, as somebody pastes it. */
export function gameNamed(typed: string): string | undefined {
  return /(?:^|\/g\/)([\w-]{32})$/.exec(typed.trim())?.[1];
}

export function gameFound(id: string, name: string, about: string): Found {
  return { id: `game:${id}`, name, about, to: `/g/${id}` };
}
