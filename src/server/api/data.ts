/**
 * Data to train on, as it lies in the folder of data: role tables that can be looked through, the way of one row from what was said to the text
 * that is learned, and the cards. An imported corpus is made into role tables when it is first asked for; those lie in the server's own folder.
 */
import { createHash } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { ReplayError, takenOf } from '../../core/index.ts';
import { episodeChats } from '../../data/convert/episode-chat.ts';
import { roleChat } from '../../data/convert/role-chat.ts';
import { type Browser, orders, type RoleTableName, roleTables, tableFile } from '../../data/roles/browse.ts';
import { ModelError } from '../../models/index.ts';
import { tokenizers, tokensOf } from '../../models/node/index.ts';
import { readPlain } from '../../models/node/plain.ts';
import { type DataSet, dataSets } from '../data/folder.ts';
import { wayOf } from '../data/way.ts';
import { type Caller, requireOperator } from '../front-door.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { createPlaces } from '../places.ts';
import { ApiError, errorSchema, type Route, route } from '../routes.ts';
import type { Database } from '../runs/database.ts';
import { type RunFolders, runName } from '../runs/folder.ts';
import { episodeOf } from '../runs/transcript.ts';

export interface DataOptions {
  readonly folder: string | undefined;
  /** Where tables of imported corpora are kept. */
  readonly own: string;
  readonly browser: Browser;
  readonly jobs: Jobs;
  /** The runs, whose games are rows too. */
  readonly folders: RunFolders;
  readonly database: Database;
}

const TAG = 'data';
const none = { 404: { about: 'There is none of this name.', schema: errorSchema } };
const MOST_ROWS = 200;
const LARGEST_CARD = 1 << 20;
/** Characters that are cut into tokens in one go. */
const MOST_CHARACTERS = 60_000;
const CUT_AT_ONCE = 8;

const set = z.string().min(1).max(200).describe('The name of a set, as GET /v1/data lists it.');
const table = z.enum(roleTables).default('generalist');
const text = z.string().max(500).optional();
const place = z.object({ set, table });

const row = z.object({
  row: z.int().describe('Its number in the table, from 0.'),
  role: z.enum(['buyer', 'seller']),
  context: z.string(),
  thought: z.string(),
  values: z.string(),
  partner_values: z.string(),
  utterance: z.string(),
  action: z.string(),
  price: z.number().optional(),
  outcome: z.string(),
  terms: z.string(),
  scenario: z.string(),
  source: z.string(),
  dialogue: z.string(),
  turn: z.int(),
  split_published: z.string(),
  split_scenario: z.string(),
  split_trajectory: z.string(),
});

const waySchema = z.object({
  id: z.string(),
  split: z.string(),
  messages: z.array(
    z.object({ role: z.enum(['system', 'user', 'assistant']), content: z.string(), learned: z.boolean() }),
  ),
  text: z
    .array(z.object({ text: z.string(), learned: z.boolean() }))
    .describe('The chat as ChatML, in pieces. The template of a model may word it otherwise.'),
});

export const tablesIn = (own: string): string => join(own, 'tables');

export function dataRoutes({ folder, own, browser, jobs, folders, database }: DataOptions): Route[] {
  const cutting = createPlaces({ perAddress: CUT_AT_ONCE, overall: CUT_AT_ONCE });
  const busy = () => new ApiError(503, 'busy', 'too many texts are being cut into tokens; come back in a moment');
  const found = (name: string): DataSet => {
    const one = dataSets(folder).find((some) => some.name === name);
    if (one) return one;
    throw new ApiError(404, 'not_found', 'there is no data of this name: GET /v1/data lists what there is');
  };
  /** The folder with the tables of a set. */
  const tablesOf = async (one: DataSet, caller: Caller): Promise<string> => {
    if (one.kind === 'prepared') return one.folder;
    const file = join(one.folder, 'dialogues.jsonl');
    const { size, mtimeMs } = statSync(file);
    const key = createHash('sha256')
      .update(JSON.stringify([file, size, mtimeMs]))
      .digest('hex')
      .slice(0, 20);
    const out = join(tablesIn(own), key);
    if (!existsSync(join(out, 'card.json'))) await jobs.run({ kind: 'roles', input: one.folder, out }, caller);
    return out;
  };
  const tableIn = async (asked: { set: string; table: RoleTableName }, caller: Caller) =>
    join(await tablesOf(found(asked.set), caller), tableFile(asked.table));

  return [
    route({
      method: 'get',
      path: '/v1/data',
      about: 'Data in the folder of data: imported corpora and role tables.',
      tag: TAG,
      needs: 'token',
      answers: {
        200: {
          about: 'The sets by name.',
          schema: z.object({
            sets: z.array(z.object({ name: z.string(), kind: z.enum(['prepared', 'imported']), card: z.boolean() })),
          }),
        },
      },
      handle: ({ c }) => {
        requireOperator(c.get('caller'));
        const sets = dataSets(folder).map(({ name, kind, card, words }) => ({
          name,
          kind,
          card: card !== undefined || words !== undefined,
        }));
        return c.json({ sets });
      },
    }),
    route({
      method: 'get',
      path: '/v1/data/rows',
      about: 'Rows of a role table, chosen and searched.',
      tag: TAG,
      needs: 'token',
      query: place.extend({
        search: text.describe('Words that must be in what was said before, thought or said.'),
        source: text,
        action: text,
        split: text.describe('By scenario: train, validation or test.'),
        dialogue: text,
        order: z.enum(orders).default('row'),
        descending: z.stringbool().default(false),
        offset: z.coerce.number().int().min(0).max(1e9).default(0),
        limit: z.coerce.number().int().min(1).max(MOST_ROWS).default(50),
      }),
      answers: {
        200: {
          about: 'A page of them.',
          schema: z.object({
            total: z.int(),
            of: z.int().describe('Rows of the whole table.'),
            rows: z.array(row),
            sources: z.array(z.string()),
            actions: z.array(z.string()),
          }),
        },
        ...none,
      },
      handle: async ({ c, query }) => {
        const caller = c.get('caller');
        requireOperator(caller);
        const { search, source, action, split, dialogue, order, descending, offset, limit } = query;
        const file = await tableIn(query, caller);
        const chosen = { source, action, split_scenario: split, dialogue };
        const [page, of, sources, actions] = await Promise.all([
          browser.rows(file, { chosen, search, order, descending, offset, limit }),
          browser.count(file),
          browser.choices(file, 'source'),
          browser.choices(file, 'action'),
        ]);
        return c.json({ ...page, of, sources, actions });
      },
    }),
    route({
      method: 'get',
      path: '/v1/data/rows/{row}',
      about:
        'One row and its way: the dialogue it is a turn of, the chat made of it, and the text with what is learned.',
      tag: TAG,
      needs: 'token',
      params: z.object({ row: z.coerce.number().int().min(0).max(1e9) }),
      query: place.extend({
        thoughts: z.stringbool().default(false).describe('The thought goes into the answer, before the act.'),
      }),
      answers: {
        200: {
          about: 'The row.',
          schema: z.object({
            row,
            dialogue: z
              .array(
                z.object({
                  turn: z.int(),
                  role: z.enum(['buyer', 'seller']),
                  utterance: z.string(),
                  action: z.string(),
                  price: z.number().optional(),
                  row: z.int().describe('In the table of both roles.'),
                }),
              )
              .describe('The turns of its dialogue, as the rows tell them.'),
            way: waySchema,
          }),
        },
        ...none,
      },
      handle: async ({ c, params, query }) => {
        const caller = c.get('caller');
        requireOperator(caller);
        const one = await browser.row(await tableIn(query, caller), params.row);
        if (!one) throw new ApiError(404, 'not_found', 'the table has no such row');
        const both = await tableIn({ ...query, table: 'generalist' }, caller);
        const { rows } = await browser.rows(both, {
          chosen: { dialogue: one.dialogue, source: one.source },
          order: 'turn',
          limit: 2 * MOST_ROWS,
        });
        // Where items are shared out each turn is a row of both roles: the dialogue is told as this row's side has it.
        const turns = new Map(rows.filter(({ role }) => role !== one.role).map((some) => [some.turn, some]));
        for (const some of rows) if (some.role === one.role) turns.set(some.turn, some);
        const dialogue = [...turns.values()]
          .sort((a, b) => a.turn - b.turn)
          .map(({ turn, role, utterance, action, price, row: at }) => ({
            turn,
            role,
            utterance,
            action,
            price,
            row: at,
          }));
        return c.json({ row: one, dialogue, way: wayOf(roleChat(one, { thoughts: query.thoughts })) });
      },
    }),
    route({
      method: 'get',
      path: '/v1/data/card',
      about: 'The card of a set: what is in it and what is wrong with it.',
      tag: TAG,
      needs: 'token',
      query: z.object({ set }),
      answers: {
        200: {
          about: 'As data, and in words (Markdown); null where there is none.',
          schema: z.object({ name: z.string(), card: z.unknown(), words: z.string().nullable() }),
        },
        ...none,
      },
      handle: ({ c, query }) => {
        requireOperator(c.get('caller'));
        const { name, card, words } = found(query.set);
        const read = (file: string | undefined) =>
          file !== undefined && statSync(file).size <= LARGEST_CARD ? readPlain(file, LARGEST_CARD) : undefined;
        return c.json({ name, card: jsonOf(read(card)), words: read(words) ?? null });
      },
    }),
    route({
      method: 'post',
      path: '/v1/tokens',
      about: "Texts cut into the tokens of a model in this machine's store.",
      tag: TAG,
      needs: 'token',
      body: z.strictObject({
        texts: z
          .array(z.string().max(MOST_CHARACTERS))
          .max(500)
          .refine(
            (all) => all.reduce((sum, { length }) => sum + length, 0) <= MOST_CHARACTERS,
            `${MOST_CHARACTERS} characters at most, all texts together`,
          ),
        model: z.string().max(200).optional().describe('A name of the store; without it, the first.'),
      }),
      answers: {
        200: {
          about: 'One list a text. Without a model in the store, or without llama.cpp, there are none.',
          schema: z.object({
            models: z.array(z.string()).describe('What could be asked for.'),
            model: z.string().nullable(),
            tokens: z.array(
              z.array(
                z.object({
                  text: z.string(),
                  ids: z.array(z.int()).describe('Several where each holds some bytes of one letter.'),
                }),
              ),
            ),
          }),
        },
        ...none,
      },
      handle: async ({ c, body }) => {
        const caller = c.get('caller');
        requireOperator(caller);
        const models = tokenizers();
        const model = body.model ?? models[0];
        if (model === undefined) return c.json({ models, model: null, tokens: [] });
        if (!models.includes(model))
          throw new ApiError(404, 'not_found', 'there is no model of this name in the store');
        const left = new AbortController();
        const place = cutting.take({ ...caller, onLost: () => left.abort(busy()) });
        if (!place) throw busy();
        try {
          const signal = AbortSignal.any([c.req.raw.signal, left.signal]);
          return c.json({ models, model, tokens: await tokensOf(model, body.texts, { signal }) });
        } catch (error) {
          if (!(error instanceof ModelError)) throw error;
          return c.json({ models, model: null, tokens: [] });
        } finally {
          place.release();
        }
      },
    }),
    route({
      method: 'get',
      path: '/v1/runs/{run}/games/{game}/rows',
      about:
        'The rows that a game of a run gives: one an act, with the very prompt that a model in that seat would have been sent.',
      tag: TAG,
      needs: 'token',
      params: z.object({ run: runName, game: z.string().regex(/^[0-9a-f]{20}$/) }),
      query: z.object({ thoughts: z.stringbool().default(false) }),
      answers: {
        200: {
          about: 'In the order of the acts; none of a game that failed.',
          schema: z.object({
            rows: z.array(z.object({ turn: z.int(), seat: z.string(), words: z.string(), way: waySchema })),
          }),
        },
        409: { about: 'No rows can be made of it.', schema: errorSchema },
        ...none,
      },
      handle: async ({ c, params, query }) => {
        requireOperator(c.get('caller'));
        const episode = await episodeOf({ folders, database, ...params, signal: c.req.raw.signal });
        const taken = takenOf(episode);
        try {
          const rows = episodeChats(episode, query).map((chat) => {
            const [, turn = '', seat = ''] = /^[^-]+-(\d+)-(.+)$/.exec(chat.id) ?? [];
            const words = taken.find((one) => one.turn === Number(turn) && one.seat === seat)?.act.words ?? '';
            return { turn: Number(turn), seat, words, way: wayOf(chat) };
          });
          return c.json({ rows });
        } catch (error) {
          if (error instanceof RangeError || error instanceof ReplayError)
            throw new ApiError(409, 'no_rows', error.message);
          throw error;
        }
      },
    }),
  ];
}

function jsonOf(text: string | undefined): unknown {
  try {
    return text === undefined ? null : JSON.parse(text);
  } catch {
    return null;
  }
}
