/**
 * planner: a model that thinks of the other side before it acts. Each turn it is asked what it believes, by the questions of the
 * domain, and then for at least two things that it could do, each with the success it predicts, a plan, and which of them it does.
 *
 * All of it is private: beliefs are stated and the plan is noted, where no other seat's view has them. The note has the form that
 * lab/analysis/counterfactuals.ts plays out: `{ plan: { words, entropy, predicted, alternatives: [{ act, predicted }] } }`, the entropy that of
 * the chances it gave, in bits.
 */
import { type Act, type Agent, type Belief, type Context, findKit, ln, type NoAct, type View } from '../core/index.ts';
import type { JsonSchema, Message, Model, ModelReply } from '../models/model.ts';
import { askModel } from './asking.ts';
import { noteOf } from './note.ts';
import { jsonIn, strayProblem, THOUGHTS } from './parse/form.ts';
import type { Fields } from './parse/json.ts';
import { onOneLine, toJson } from './prompt/quote.ts';
import { answerSchema, renderPrompt, type Style } from './prompt.ts';
import { speechOf } from './speech/index.ts';

/** Raised whenever the same view could give another plan. */
export const PLANNER_VERSION = 4;

export interface PlannerOptions extends Pick<Style, 'persona'> {
  readonly temperature: number;
  readonly maxTokens: number;
}

const [FEWEST, MOST] = [2, 3];

export function plannerAgent(name: string, model: Model, { persona, temperature, maxTokens }: PlannerOptions): Agent {
  const style: Style = { persona, reasoning: 'none' };
  const asking = { temperature, maxTokens };
  return {
    name,
    answer: (view, question, context) => askModel(model, renderPrompt(view, style), asking, view, question, context),
    async act(view, context): Promise<Act | NoAct> {
      const beliefs = await believed(model, view, style, asking, context);
      const reply = await model.generate(
        {
          messages: withPlan(renderPrompt(view, style, context.refused), beliefs),
          maxTokens,
          temperature,
          seed: context.rng.split('plan').split(context.attempt).uint32(),
          schema: planSchema(view),
        },
        { signal: context.signal as AbortSignal | undefined },
      );
      const read = planIn(reply, view);
      if ('problem' in read) {
        context.note(noteOf(reply));
        return { type: 'none', reason: read.problem, got: reply.text };
      }
      const { chosen, alternatives, words } = read;
      const entropy = beliefs.length > 0 ? { entropy: entropyOf(beliefs) } : {};
      const plan = { words, ...entropy, predicted: chosen.predicted, alternatives };
      context.note({ ...noteOf(reply), plan });
      return chosen.act;
    },
  };
}

type Beliefs = readonly { readonly question: string; readonly belief: Belief }[];

/** Asked once a turn: after a refusal it has said what it believes. */
async function believed(
  model: Model,
  view: View,
  style: Style,
  options: { temperature: number; maxTokens: number },
  context: Context,
): Promise<Beliefs> {
  const beliefs: { question: string; belief: Belief }[] = [];
  for (const question of context.attempt > 0 ? [] : (findKit(view.domain)?.questions ?? [])) {
    const belief = await askModel(model, renderPrompt(view, style), options, view, question, context);
    if (belief === undefined) continue;
    context.state(question.name, belief);
    beliefs.push({ question: question.ask(view)?.words ?? question.name, belief });
  }
  return beliefs;
}

function withPlan(prompt: readonly Message[], beliefs: Beliefs): Message[] {
  const lines = [
    '',
    ...(beliefs.length > 0 ? ['What you said of the other side, which nobody else hears:'] : []),
    ...beliefs.map(({ question, belief: { kind: _, ...belief } }) => `- ${onOneLine(question)} ${toJson(belief)}`),
    `Think of ${FEWEST} or ${MOST} different things that you could do now. Reply with one JSON object and nothing else, in this form:`,
    '{"plan": "...", "alternatives": [{an answer in the form above, and "predicted": ...}, ...], "choice": ...}',
    'predicted: your score in the end, from 0 to 1, that you expect if you do this now. choice: the number of the one that you do, from 1. Nobody else reads the plan or what you did not choose.',
  ];
  const last = prompt.at(-1) as Message;
  return [...prompt.slice(0, -1), { ...last, content: last.content + lines.join('\n') }];
}

function planSchema(view: View): JsonSchema {
  const items = answerSchema(view, 'none', { predicted: { type: 'number', minimum: 0, maximum: 1 } });
  return {
    type: 'object',
    properties: {
      plan: { type: 'string', maxLength: 400 },
      alternatives: { type: 'array', minItems: FEWEST, maxItems: MOST, items },
      choice: { type: 'integer', minimum: 1, maximum: MOST },
    },
    required: ['plan', 'alternatives', 'choice'],
    additionalProperties: false,
  };
}

interface Weighed {
  readonly act: Act;
  readonly predicted: number;
}
interface Read {
  readonly chosen: Weighed;
  readonly alternatives: readonly Weighed[];
  readonly words: string;
}

/** What was not chosen and cannot be read is left out; what was chosen must be an act. */
function planIn(reply: ModelReply, view: View): Read | { readonly problem: string } {
  const read = jsonIn(reply);
  if ('problem' in read) return read;
  const given = Object(read.json) as Record<string, unknown>;
  const fields = new Map(Object.entries(given)) as Fields;
  const stray = strayProblem(fields, 'a plan', ['plan', 'alternatives', 'choice'], THOUGHTS);
  if (stray) return { problem: stray };
  const list: readonly unknown[] = Array.isArray(given.alternatives) ? given.alternatives : [];
  const at = typeof given.choice === 'number' ? given.choice - 1 : -1;
  if (list.length < FEWEST)
    return { problem: `the reply names fewer than ${FEWEST} things to do; reply in the form asked for` };
  if (list[at] === undefined) return { problem: `choice is the number of an alternative, from 1 to ${list.length}` };
  const weighed = list.map((one) => {
    const { predicted, ...answer } = (one ?? {}) as Record<string, unknown>;
    const parsed = speechOf(view.domain).read(JSON.stringify(answer), view);
    return { parsed, predicted: typeof predicted === 'number' ? Math.min(1, Math.max(0, predicted)) : undefined };
  });
  const own = weighed[at];
  if (!own || 'problem' in own.parsed)
    return { problem: own && 'problem' in own.parsed ? own.parsed.problem : 'no act' };
  if (own.predicted === undefined) return { problem: 'each alternative has predicted, a number from 0 to 1' };
  const alternatives = weighed.flatMap(({ parsed, predicted }, i) =>
    i === at || predicted === undefined || !('act' in parsed) ? [] : [{ act: parsed.act, predicted }],
  );
  return {
    chosen: { act: own.parsed.act, predicted: own.predicted },
    alternatives,
    words: String(given.plan ?? ''),
  };
}

/** Of the chances it gave, question by question. */
function entropyOf(beliefs: Beliefs): number {
  let bits = 0;
  for (const { belief } of beliefs)
    if (belief.kind === 'choice')
      for (const chance of Object.values(belief.chances)) if (chance > 0) bits -= (chance * ln(chance)) / ln(2);
  return bits;
}
