/**
 * Which models would answer: each configured one is asked for a word, and what came back is told. It may cost money, so only who may
 * use models has them asked; under BazaarBATNA's names anyone is told what came back last.
 */
import { z } from 'zod';
import { ModelError } from '../../models/index.ts';
import { requireToken } from '../front-door.ts';
import type { Players } from '../players.ts';
import { type Route, route } from '../routes.ts';

const LONGEST = 15_000;
/** Milliseconds for which what came back is news enough for a drop-down. */
const FRESH = 60_000;

const health = z.object({
  model: z.string(),
  ok: z.boolean(),
  servedBy: z.string().nullable(),
  digest: z.string().nullable(),
  milliseconds: z.number().nullable(),
  problem: z.string().nullable(),
});
type Health = z.infer<typeof health>;

interface ModelsOptions {
  readonly players: Players;
  readonly models: readonly string[];
}

/** Buyers for a drop-down that need no model: what BazaarBATNA had, and its Sauda with words from templates. */
const SCRIPTED = [
  ['sauda', 'Sauda', 'reads the seller and decides by a posterior; words from templates'],
  ['bazaar:smart', 'smart', 'opens low, moves with the seller, hurries at the deadline'],
  ['bazaar:naive', 'naive', 'bids four fifths of the ask and takes the second one'],
  ['bazaar:aggressive', 'aggressive', 'bids a third of its budget and hardly moves'],
] as const;

const backend = z.object({
  id: z.string().describe('The spec that takes a seat.'),
  label: z.string(),
  primary: z.boolean(),
  description: z.string(),
  ok: z.boolean().nullable().describe('Whether it would answer; null where nobody has asked it yet.'),
  problem: z.string().nullable(),
});

export function createModelRoutes({ players, models }: ModelsOptions): { own: Route[]; bazaar: Route[] } {
  /** What came back last, and when. */
  const last = new Map<string, { readonly at: number; readonly health: Health }>();
  const probe = async (model: string): Promise<Health> => {
    try {
      const request = { messages: [{ role: 'user' as const, content: 'Say yes.' }], maxTokens: 4, temperature: 0 };
      const reply = await (await players.model(model)).generate(request, { signal: AbortSignal.timeout(LONGEST) });
      const { servedBy, digest, milliseconds } = reply;
      return { model, ok: true, servedBy, digest, milliseconds, problem: null };
    } catch (error) {
      const problem =
        error instanceof ModelError || error instanceof RangeError ? error.message : `no answer in ${LONGEST / 1000} s`;
      return { model, ok: false, servedBy: null, digest: null, milliseconds: null, problem };
    }
  };
  const asked = async (model: string): Promise<Health> => {
    const found = await probe(model);
    last.set(model, { at: Date.now(), health: found });
    return found;
  };
  /** Asked anew where the caller may and the last word is old. */
  const healthOf = (model: string, mayAsk: boolean): Health | Promise<Health> | undefined => {
    const known = last.get(model);
    return mayAsk && (known === undefined || Date.now() - known.at > FRESH) ? asked(model) : known?.health;
  };
  const healths = (mayAsk: boolean) => Promise.all(models.map((model) => healthOf(model, mayAsk)));
  const own = [
    route({
      method: 'get',
      path: '/v1/models/health',
      about: 'Asks every configured model for a word and says which would answer.',
      tag: 'models',
      needs: 'token',
      answers: { 200: { about: 'One line a model.', schema: z.object({ models: z.array(health) }) } },
      handle: async ({ c }) => {
        requireToken(c.get('caller'));
        return c.json({ models: await Promise.all(models.map(asked)) });
      },
    }),
  ];
  const bazaar = [
    route({
      method: 'get',
      path: '/sauda/health',
      about: "Whether a model can play Sauda, under BazaarBATNA's name; without one its templates do.",
      tag: 'models',
      answers: {
        200: {
          about: 'Degraded where no model is known to answer.',
          schema: z.object({
            status: z.enum(['ok', 'degraded']),
            live_agent_available: z.boolean(),
            active_backend: z.string(),
          }),
        },
      },
      handle: async ({ c }) => {
        const known = await healths(c.get('caller').mayUseModels);
        const up = known.findIndex((one) => one?.ok);
        const isLive = up >= 0;
        return c.json({
          status: isLive ? 'ok' : 'degraded',
          live_agent_available: isLive,
          active_backend: isLive ? `sauda@${models[up]}` : 'sauda',
        });
      },
    }),
    route({
      method: 'get',
      path: '/sauda/backends',
      about: "Who can buy, each with its health, for a drop-down, under BazaarBATNA's name.",
      tag: 'models',
      answers: { 200: { about: 'The buyers; an id is a spec.', schema: z.array(backend) } },
      handle: async ({ c }) => {
        const known = await healths(c.get('caller').mayUseModels);
        const spoken = models.map((model, i) => ({
          id: `sauda@${model}`,
          label: `Sauda by ${model}`,
          primary: i === 0,
          description: 'a model proposes, the steering decides',
          ok: known[i]?.ok ?? null,
          problem: known[i]?.problem ?? null,
        }));
        const scripted = SCRIPTED.map(([id, label, description], i) => ({
          id,
          label,
          primary: models.length === 0 && i === 0,
          description,
          ok: true,
          problem: null,
        }));
        return c.json([...spoken, ...scripted]);
      },
    }),
  ];
  return { own, bazaar };
}
