/**
 * Games of models that have answered nobody yet: those that are out, and those that went unanswered and were gone by. What one machine
 * holds back until it knows whether an outage ends, a coordinator holds back by this.
 */
import type { ModelRequest } from '../../models/index.ts';
import { type Board, readValue, update } from './board.ts';

/** Of each shard that is out, its games by the model that plays in them. */
export type GamesOut = Readonly<Record<number, Readonly<Record<string, number>>>>;
type OutOf = Readonly<Record<string, GamesOut>>;

/** Told by a coordinator, before it sends them; undefined when it goes. */
export async function tellOut(board: Board, plan: string, owner: string, out: GamesOut | undefined): Promise<void> {
  await update<OutOf>(board, `out:${plan}`, ({ [owner]: _, ...others } = {}) =>
    out === undefined ? others : { ...others, [owner]: out },
  );
}

/** Those of all who coordinate it; undefined where nobody has told. */
export async function shardsOut(board: Board, plan: string): Promise<GamesOut | undefined> {
  const told = Object.values((await readValue<OutOf>(board, `out:${plan}`)) ?? {});
  return told.length > 0 ? Object.assign({}, ...told) : undefined;
}

/** Games that were not answered and were entered as failed, of each model that had answered a greeting alone, by shard. */
type GoneBy = Readonly<Record<string, Readonly<Record<number, number>>>>;

/** Told by a worker, before it enters the shard. */
export async function goBy(
  board: Board,
  plan: string,
  shard: number,
  games: Readonly<Record<string, number>>,
): Promise<void> {
  if (Object.keys(games).length === 0) return;
  await update<GoneBy>(board, `goneby:${plan}`, (held = {}) => ({
    ...held,
    ...Object.fromEntries(Object.entries(games).map(([model, n]) => [model, { ...held[model], [shard]: n }])),
  }));
}

export const goneBy = async (board: Board, plan: string): Promise<GoneBy> =>
  (await readValue<GoneBy>(board, `goneby:${plan}`)) ?? {};

/** What each model has answered first, to anybody. */
export type Answered = Readonly<Record<string, ModelRequest>>;

export const answeredOn = async (board: Board, plan: string): Promise<Answered> =>
  (await readValue<Answered>(board, `answered:${plan}`)) ?? {};

/** Such games in a shard, by model. */
export async function goneByIn(board: Board, plan: string, shard: number): Promise<Readonly<Record<string, number>>> {
  const rows = Object.entries(await goneBy(board, plan)).map(([model, shards]) => [model, shards[shard]] as const);
  return Object.fromEntries(rows.filter((row): row is [string, number] => row[1] !== undefined));
}
