/** Which models would answer: each configured one is asked for a word, and what came back is told. It may cost money. */
import { z } from 'zod';
import { ModelError } from '../../models/index.ts';
import { requireToken } from '../front-door.ts';
import type { Players } from '../players.ts';
import { type Route, route } from '../routes.ts';

const LONGEST = 15_000;

const health = z.object({
  model: z.string(),
  ok: z.boolean(),
  servedBy: z.string().nullable(),
  digest: z.string().nullable(),
  milliseconds: z.number().nullable(),
  problem: z.string().nullable(),
});

export function modelRoutes({ players, models }: { players: Players; models: readonly string[] }): Route[] {
  const probe = async (model: string): Promise<z.infer<typeof health>> => {
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
  return [
    route({
      method: 'get',
      path: '/v1/models/health',
      about: 'Asks every configured model for a word and says which would answer.',
      tag: 'models',
      needs: 'token',
      answers: { 200: { about: 'One line a model.', schema: z.object({ models: z.array(health) }) } },
      handle: async ({ c }) => {
        requireToken(c.get('caller'));
        return c.json({ models: await Promise.all(models.map(probe)) });
      },
    }),
  ];
}
