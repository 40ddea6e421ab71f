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

const found = {
  about: 'The places and the strongest score of each signal.',
  schema: z.object({
    spans: z.array(hit),
    aggregate: z.record(z.string(), z.number()),
    condition: z.string().nullable(),
  }),
};

function highlights(words: string) {
  const spans = readWords(words);
  return { spans, aggregate: aggregate(spans), condition: conditionOf(words) ?? null };
}

export function highlightRoutes(): Route[] {
  return [
    route({
      method: 'post',
      path: '/v1/highlights',
      about: 'The tells in a message: urgency, confidence, deception and the rest, with the words that show them.',
      tag: 'tells',
      body: z.strictObject({ words: z.string().min(1).max(MAX_WORDS) }),
      answers: { 200: found },
      handle: ({ body, c }) => c.json(highlights(body.words)),
    }),
  ];
}

/** The same as BazaarBATNA's clients ask for it. */
export function bazaarHighlightRoute(): Route {
  return route({
    method: 'post',
    path: '/highlight',
    about: "The same as /v1/highlights, under BazaarBATNA's name.",
    tag: 'tells',
    body: z.looseObject({ message: z.string().max(MAX_WORDS) }),
    answers: { 200: found },
    handle: ({ body, c }) => c.json(highlights(body.message)),
  });
}
