/** What words give away: the tells in a message, where they stand, and the strongest of each kind. Nothing is kept. */
import { z } from 'zod';
import { aggregate, conditionOf, readWords } from '../../agents/tells/index.ts';
import { MAX_WORDS } from '../../core/index.ts';
import { type Route, route } from '../routes.ts';

const hit = z.object({
  signal: z.string(),
  start: z.int(),
  end: z.int(),
  text: z.string(),
  score: z.number(),
  explanation: z.string(),
});

export function highlightRoutes(): Route[] {
  return [
    route({
      method: 'post',
      path: '/v1/highlights',
      about: 'The tells in a message: urgency, confidence, deception and the rest, with the words that show them.',
      tag: 'tells',
      body: z.strictObject({ words: z.string().min(1).max(MAX_WORDS) }),
      answers: {
        200: {
          about: 'The places and the strongest score of each signal.',
          schema: z.object({
            spans: z.array(hit),
            aggregate: z.record(z.string(), z.number()),
            condition: z.string().nullable(),
          }),
        },
      },
      handle: ({ body, c }) => {
        const spans = readWords(body.words);
        return c.json({ spans, aggregate: aggregate(spans), condition: conditionOf(body.words) ?? null });
      },
    }),
  ];
}
