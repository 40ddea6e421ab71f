/** Matches: ask for one, come back with the ticket until it begins, play it as any game, and it is scored however it ends. */
import { z } from 'zod';
import { requireToken } from '../front-door.ts';
import { type SignedOptions, signer } from '../identities/signed.ts';
import type { Held, Matchmaker } from '../matches/matchmaker.ts';
import { matchDomains } from '../matches/pool.ts';
import { ApiError, errorSchema, type Route, route } from '../routes.ts';
import { kinds, type Ticket, ticketStates } from '../storage/matches.ts';

const TAG = 'matches';
const LONGEST_PATIENCE = 120;

const ticketSchema = z.object({
  id: z.string(),
  state: z.enum(ticketStates),
  created: z.string(),
  agentAt: z.string().describe('When an agent sits down if nobody else has.'),
  game: z.string().nullable().describe('Once it has begun: play it at /v1/games/{id}.'),
  seat: z.string().nullable(),
  token: z.string().nullable().describe('Of the seat, for X-Seat-Token; the same whenever it is asked for.'),
  task: z.string().nullable(),
  ending: z.string().nullable(),
  score: z
    .number()
    .nullable()
    .describe('The utility, cut to -1 and 1; null before the end, and where it measures nothing.'),
});

function shown({ ticket: { id, state, created, agentAt }, ...held }: Held): z.infer<typeof ticketSchema> {
  return { id, state, created, agentAt, ...held };
}

const id = z.object({ id: z.string().min(1).max(100) });
const missing = { 404: { about: 'There is no such ticket of this key.', schema: errorSchema } };

export interface MatchesOptions extends SignedOptions {
  readonly matchmaker: Matchmaker;
}

export function matchRoutes({ matchmaker, ...signed }: MatchesOptions): Route[] {
  const own = async (key: string, ticket: string): Promise<Ticket> => {
    const found = await signed.store.ticket(ticket);
    if (found?.player !== key) throw new ApiError(404, 'no_ticket', 'this key has no such ticket');
    return found;
  };
  return [
    route({
      method: 'post',
      path: '/v1/matches',
      about:
        'Asks for a match: the server draws the opponent, the scenario, the seats and the seed, and scores it however it ends. One at a time: asked again, it answers with the ticket that is open.',
      tag: TAG,
      needs: 'key',
      body: z.strictObject({
        domain: z.enum(matchDomains).optional().describe('Drawn too, if left out.'),
        patience: z
          .number()
          .min(0)
          .max(LONGEST_PATIENCE)
          .default(20)
          .describe('Seconds to wait for somebody before an agent sits down.'),
      }),
      bodyOptional: true,
      answers: {
        200: { about: 'The ticket that was open already.', schema: ticketSchema },
        201: { about: 'A ticket: come back with it every few seconds.', schema: ticketSchema },
      },
      handle: async ({ body, c }) => {
        const caller = c.get('caller');
        requireToken(caller);
        const identity = await signer(c, signed);
        const { domain = null, patience } = body;
        const { address, known } = caller;
        const { held, made } = await matchmaker.ask(identity, { domain, patience, address, known });
        return c.json(shown(held), made ? 201 : 200);
      },
    }),
    route({
      method: 'get',
      path: '/v1/matches',
      about: 'The matches of the key that signs this: the one that is open, and those that are over, the latest first.',
      tag: TAG,
      needs: 'key',
      query: z.object({ limit: z.coerce.number().int().min(1).max(100).default(20) }),
      answers: {
        200: {
          about: 'The matches.',
          schema: z.object({
            open: ticketSchema.nullable(),
            matches: z.array(
              z.object({
                game: z.string(),
                seat: z.string(),
                domain: z.string(),
                task: z.string(),
                opponents: z.enum(kinds).describe('Told when it is over.'),
                created: z.string(),
                ending: z.string().nullable(),
                score: z.number().nullable(),
                quit: z.boolean(),
              }),
            ),
          }),
        },
      },
      handle: async ({ query, c }) => {
        const identity = await signer(c, signed);
        const open = await signed.store.openTicketOf(identity.key);
        const held = open && (await matchmaker.look(open, identity));
        const over = held && (held.ticket.state === 'over' || held.ticket.state === 'left');
        const played = await signed.store.played(identity.key, query.limit);
        return c.json({
          open: held && !over ? shown(held) : null,
          matches: played.map(({ game, seat, domain, task, opponents, created, ending, score, quit }) => ({
            ...{ game, seat, domain, task, opponents, created, ending, score, quit },
          })),
        });
      },
    }),
    route({
      method: 'get',
      path: '/v1/matches/{id}',
      about: 'A ticket as it stands. Who does not ask for half a minute is not seated.',
      tag: TAG,
      needs: 'key',
      params: id,
      answers: { 200: { about: 'The ticket.', schema: ticketSchema }, ...missing },
      handle: async ({ params, c }) => {
        const identity = await signer(c, signed);
        return c.json(shown(await matchmaker.look(await own(identity.key, params.id), identity)));
      },
    }),
    route({
      method: 'delete',
      path: '/v1/matches/{id}',
      about: 'Leaves the queue; a match that has begun is given up, and scored.',
      tag: TAG,
      needs: 'key',
      params: id,
      answers: { 200: { about: 'The ticket.', schema: ticketSchema }, ...missing },
      handle: async ({ params, c }) => {
        const identity = await signer(c, signed);
        return c.json(shown(await matchmaker.leave(await own(identity.key, params.id))));
      },
    }),
  ];
}
