/**
 * MCP, the Model Context Protocol: tools for an agent that negotiates, over stdio (parley mcp) and HTTP (/v1/mcp).
 *
 *   evaluate_offer   what an offer is worth to one's own side
 *   suggest_counter  what a script would do next, in words
 *   start_game, act  play a game against any script
 *   coach            advice in a game; when it is over, what each move gave away
 *
 * The first, second and last take either a game with the token of a seat, or a situation told in numbers. They see one
 * seat's view, as any agent does. JSON-RPC 2.0, one request at a time, no server-sent messages: the part of the protocol
 * (2025-06-18) that tools need.
 */
import { z } from 'zod';
import { evaluate, suggest } from '../agents/coach.ts';
import { allSpeeches, findSpeech, resolvePlayer, SpecError } from '../agents/index.ts';
import { type Domain, findKit, kits, type OfferAct, price, type Seat, type View } from '../core/index.ts';
import { anyAct } from './acts.ts';
import { checkedAct, newGameOf, newGameSchema, readText } from './api/games.ts';
import { reviewed } from './api/replays.ts';
import { type Caller, requireToken } from './front-door.ts';
import { showGame } from './games/show.ts';
import { seatOf, type Table } from './games/table.ts';
import type { Tables } from './games/tables.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { Limiter } from './limits.ts';
import { ApiError, type Route, route } from './routes.ts';
import { situationSchema, viewOf } from './situation.ts';

const PROTOCOL = '2025-06-18';

const place = {
  game: z.string().max(100).optional().describe('A game, with `seat_token`.'),
  seat_token: z.string().max(100).optional(),
  situation: situationSchema.optional().describe('Instead of a game: a haggle somewhere else, in numbers.'),
};

interface Tool {
  readonly name: string;
  readonly about: string;
  readonly input: z.ZodType;
  readonly call: (input: never, context: ToolContext) => Promise<unknown> | unknown;
}

export interface ToolContext {
  readonly tables: Tables;
  readonly jobs: Jobs;
  /** Acts of one game. */
  readonly limiter: Limiter;
  readonly caller: Pick<Caller, 'address' | 'known' | 'mayUseModels'>;
}

function tool<I extends z.ZodType>(
  name: string,
  about: string,
  input: I,
  call: (input: z.infer<I>, context: ToolContext) => Promise<unknown> | unknown,
): Tool {
  return { name, about, input, call: call as Tool['call'] };
}

const makeTools = (): readonly Tool[] => [
  tool(
    'evaluate_offer',
    "What an offer is worth to one's own side, and where the other side's limit seems to lie.",
    z.strictObject({ ...place, ...termsOfOffers() }),
    async (input, context) => evaluate((await viewFor(input, context)).view, input),
  ),
  tool(
    'suggest_counter',
    'What a scripted negotiator would do next, with words where it has them.',
    z.strictObject({ ...place, strategy: z.string().max(300).optional().describe('The spec of a script.') }),
    async (input, context) => {
      const { view, domain } = await viewFor(input, context);
      return suggested(view, domain, input.strategy, context);
    },
  ),
  tool(
    'start_game',
    'Sits down to a game against any agent. Keep the seat_token: it is shown once.',
    newGameSchema(),
    async (input, { tables, caller }) => {
      const { table, tokens } = await tables.create(newGameOf(input), caller);
      const [seat] = Object.keys(tokens);
      return { ...showGame(table, seat), seat_token: seat === undefined ? null : tokens[seat], tokens };
    },
  ),
  tool(
    'act',
    'Acts in a game: an act as data, or a line of text such as "how about 350?". Answers with the game after the other side has acted.',
    z.strictObject({
      game: z.string().max(100),
      seat_token: z.string().max(100),
      act: anyAct().optional(),
      text: z.string().min(1).max(4000).optional(),
      turn: z
        .int()
        .min(1)
        .optional()
        .describe('The turn that it is for; then it counts once, however often it is sent.'),
    }),
    async ({ game, seat_token, act, text, turn }, context) => {
      const { table, seat } = await seatIn(context.tables, game, seat_token);
      if ((act === undefined) === (text === undefined)) throw new RangeError('give either act or text');
      const full = context.limiter.take(game);
      if (full) throw new RangeError(`${full.says} in one game; come back in ${full.seconds} s`);
      const given = text === undefined ? checkedAct(table, act) : readText(table, seat, text, turn);
      const { refused, attemptsLeft } = await context.tables.act(table, seat, given, { wait: 25_000, turn });
      if (refused !== undefined) throw new RangeError(`refused: ${refused} (${attemptsLeft} tries left in this turn)`);
      return showGame(table, seat);
    },
  ),
  tool(
    'coach',
    'Advice for the seat in this game or situation; for a game that is over, its metrics and what each move gave away.',
    z.strictObject(place),
    async (input, context) => {
      if (input.game !== undefined) {
        const { table, seat } = await seatIn(context.tables, input.game, input.seat_token);
        if (table.episode) return reviewed(table, table.episode, seat, context.jobs, context.caller);
      }
      const { view, domain } = await viewFor(input, context);
      const { theirs } = view as { theirs?: { offer: OfferAct } };
      return {
        theirOffer: theirs && findSpeech(domain.name)?.evaluate ? evaluate(view, { ...theirs.offer }) : null,
        suggestion: await suggested(view, domain, undefined, context),
      };
    },
  ),
];

/** What a script would do, in a thread where it thinks long. */
async function suggested(view: View, domain: Domain, spec: string | undefined, { jobs, caller }: ToolContext) {
  if (spec === undefined || !resolvePlayer(spec, domain).agent.thinks) return suggest(view, domain, spec);
  const { name } = domain;
  const hash = findKit(name)?.hash;
  const text = await jobs.run({ kind: 'suggest', domain: name, hash, view, spec }, caller);
  return (JSON.parse(text) as ReturnType<typeof suggest> | null) ?? suggest(view, domain, spec);
}

/** What an offer says, in every domain whose offers can be evaluated. */
function termsOfOffers(): Record<string, z.ZodType> {
  const offers = allSpeeches().flatMap(({ evaluate, acts }) =>
    evaluate ? Object.entries(acts?.offer?.fields ?? {}) : [],
  );
  return Object.fromEntries(offers.map(([name, schema]) => [name, z.fromJSONSchema(schema as never).optional()]));
}

let made: { readonly kits: number; readonly tools: readonly Tool[] } | undefined;

/** Made once, and again when a domain has been added. */
function tools(): readonly Tool[] {
  const count = kits().length;
  if (made?.kits !== count) made = { kits: count, tools: makeTools() };
  return made.tools;
}

async function seatIn(tables: Tables, game: string, token: string | undefined): Promise<{ table: Table; seat: Seat }> {
  const table = await tables.find(game);
  const seat = seatOf(table, token);
  if (seat === undefined) throw new RangeError('seat_token does not open a seat of this game');
  return { table, seat };
}

async function viewFor(
  { game, seat_token, situation }: { game?: string; seat_token?: string; situation?: z.infer<typeof situationSchema> },
  { tables }: ToolContext,
): Promise<{ view: View; domain: Domain }> {
  if ((game === undefined) === (situation === undefined))
    throw new RangeError('give either a game with its seat_token, or a situation');
  if (situation !== undefined) return { view: viewOf(situation), domain: price as unknown as Domain };
  const { table, seat } = await seatIn(tables, game as string, seat_token);
  const asked = table.live?.asked(seat);
  if (!asked)
    throw new RangeError(table.breakdown?.reason ?? (table.episode ? 'the game is over' : 'it is not your turn'));
  return { view: asked.view, domain: table.domain };
}

const requestSchema = z.looseObject({
  jsonrpc: z.literal('2.0'),
  method: z.string(),
  params: z.record(z.string(), z.unknown()).optional(),
  id: z.union([z.string(), z.number()]).optional(),
});

/** The answer to one message; undefined for a notification, which has none. */
export async function answerMcp(
  message: unknown,
  context: ToolContext & { version: string },
): Promise<object | undefined> {
  const parsed = requestSchema.safeParse(message);
  if (!parsed.success) return failure(null, -32600, 'a message is a JSON-RPC 2.0 request');
  const { method, params = {}, id } = parsed.data;
  if (id === undefined) return undefined;
  switch (method) {
    case 'initialize':
      return success(id, {
        protocolVersion: PROTOCOL,
        capabilities: { tools: {} },
        serverInfo: { name: 'parley', version: context.version },
        instructions:
          'Tools for negotiating. Start with coach or evaluate_offer and a situation, or play with start_game.',
      });
    case 'ping':
      return success(id, {});
    case 'tools/list':
      return success(id, {
        tools: tools().map(({ name, about, input }) => {
          const { $schema: _, ...inputSchema } = z.toJSONSchema(input, { io: 'input' });
          return { name, description: about, inputSchema };
        }),
      });
    case 'tools/call':
      return callTool(id, params, context);
    default:
      return failure(id, -32601, `there is no method "${method.slice(0, 100)}"`);
  }
}

async function callTool(id: string | number, params: Record<string, unknown>, context: ToolContext): Promise<object> {
  const found = tools().find((one) => one.name === params.name);
  if (!found)
    return failure(
      id,
      -32602,
      `there is no such tool; there are ${tools()
        .map((one) => one.name)
        .join(', ')}`,
    );
  const input = found.input.safeParse(params.arguments ?? {});
  if (!input.success) {
    const [issue] = input.error.issues;
    return failure(id, -32602, `${issue?.path.map(String).join('.') || 'arguments'}: ${issue?.message}`);
  }
  try {
    const value = await found.call(input.data as never, context);
    return success(id, {
      content: [{ type: 'text', text: JSON.stringify(value) }],
      structuredContent: value,
      isError: false,
    });
  } catch (error) {
    // What the agent can put right is told to it; anything else is the server's own failure.
    if (!(error instanceof ApiError || error instanceof RangeError || error instanceof SpecError)) throw error;
    return success(id, { content: [{ type: 'text', text: error.message }], isError: true });
  }
}

function success(id: string | number, result: object): object {
  return { jsonrpc: '2.0', id, result };
}

function failure(id: string | number | null, code: number, message: string): object {
  return { jsonrpc: '2.0', id, error: { code, message } };
}

export function mcpRoutes(context: Omit<ToolContext, 'caller'>, version: string): Route[] {
  return [
    route({
      method: 'post',
      path: '/v1/mcp',
      about: 'MCP over HTTP: one JSON-RPC message, one answer. OpenEnv has its own at /mcp.',
      tag: 'MCP',
      needs: 'token',
      body: z.unknown(),
      answers: {
        200: { about: 'A JSON-RPC response; errors too.', schema: z.looseObject({ jsonrpc: z.literal('2.0') }) },
        202: { about: 'A notification was taken.' },
      },
      onInvalid: (c) => c.json(failure(null, -32700, 'the body is not JSON')),
      handle: async ({ body, c }) => {
        const caller = c.get('caller');
        requireToken(caller);
        const answer = await answerMcp(body, { ...context, caller, version });
        return answer ? c.json(answer) : c.body(null, 202);
      },
    }),
  ];
}
