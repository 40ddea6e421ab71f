/**
 * Prompts, made from the rules and the reward: pure functions of a view, held by snapshots.
 *
 * The objective is the score that the engine pays, in words. A side is told its own reservation and target and never the other's.
 * What others wrote stands in quotation marks that it cannot close (prompt/quote.ts).
 *
 * A conversation grows at its end only: the messages of a turn begin with those of the same seat's turn before, then comes its
 * own act in the very form it is asked to answer in, then one message with what happened since and what stands now. All of it
 * is worked out from the view. An own act is said again without the thinking that went before it, and a reply that was
 * refused is not said again at a later turn: neither is in the view, and a guard may have played another act than the model named.
 */
import type { Act, View } from '../core/index.ts';
import type { JsonSchema, Message } from '../models/model.ts';
import { type Persona, personas } from './personas.ts';
import { type Moment, momentsOf } from './prompt/earlier.ts';
import type { FormFields, PromptParts } from './prompt/parts.ts';
import { onOneLine, quoted, toJson } from './prompt/quote.ts';
import { speechOf } from './speech/index.ts';

/** Raised whenever the same view could give another prompt, or another form that replies are held to. */
export const PROMPT_VERSION = 6;

/**
 * none    the answer alone
 * first   thinking before the answer, in a field that the other side never sees
 * after   thinking after the answer, as AgreeMate asked for it: it cannot inform what was already written
 */
export const reasonings = ['none', 'first', 'after'] as const;
export type Reasoning = (typeof reasonings)[number];

export interface Style {
  readonly persona: Persona;
  readonly reasoning: Reasoning;
  /** More of how to carry itself, said once. */
  readonly manner?: string;
  /** Lines for a turn of this seat, from what it saw at that turn alone. */
  readonly hints?: (view: View) => string;
  /** false: this turn alone, without what came before. */
  readonly memory?: boolean;
}

/** The whole conversation to send for this view. `refused` says why the last reply of this turn was not taken. */
export function renderPrompt(view: View, style: Style, refused?: string): Message[] {
  const parts = partsOf(view);
  const moments = momentsOf(view).slice(style.memory === false ? -1 : 0);
  const messages = moments.flatMap((moment): Message[] => {
    const asked: Message = { role: 'user', content: turnText(moment, style) };
    return moment.act ? [asked, { role: 'assistant', content: toJson(asAnswer(moment.act, parts)) }] : [asked];
  });
  const last = messages.at(-1) as Message;
  const again =
    refused && `\nYour last reply was not taken: ${onOneLine(refused)}. Reply again, in the form asked for.`;
  return [
    { role: 'system', content: systemText(parts, style) },
    ...messages.slice(0, -1),
    again ? { ...last, content: last.content + again } : last,
  ];
}

/** An act in the form that the prompt asks for: what a model would have had to reply. `thinking` goes where the style has it. */
export function renderAnswer(view: View, act: Act, reasoning: Reasoning, thinking = ''): string {
  const answer = asAnswer(act, partsOf(view));
  switch (reasoning) {
    case 'none':
      return toJson(answer);
    case 'first':
      return toJson({ reasoning: thinking, ...answer });
    case 'after':
      return toJson({ ...answer, reasoning: thinking });
    default:
      return reasoning satisfies never;
  }
}

/** Held to these, a small model that never comes to an end still answers within its tokens. */
const MOST_REASONING = 400;
export const MOST_WORDS = 240;

/**
 * The schema of an answer, with `more` at its end. The order of the fields is the order in which a constrained model writes them. Where acts
 * have fields of their own it is a form for each act of this turn.
 */
export function answerSchema(view: View, reasoning: Reasoning, more: FormFields = {}): JsonSchema {
  const { terms, allowed } = partsOf(view);
  const thinking = { reasoning: { type: 'string', maxLength: MOST_REASONING } };
  const form = (acts: readonly string[], fields: FormFields): JsonSchema => {
    const properties = {
      ...(reasoning === 'first' ? thinking : {}),
      act: { type: 'string', enum: acts },
      ...fields,
      words: { type: 'string', maxLength: MOST_WORDS },
      ...(reasoning === 'after' ? thinking : {}),
      ...more,
    };
    return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
  };
  const { schema = {}, byAct } = terms;
  if (!byAct) return form(allowed, schema);
  const none = Object.fromEntries(
    Object.values(byAct).flatMap((own) => Object.keys(own).map((n) => [n, { type: 'null' }])),
  );
  const [one, ...others] = allowed.map((act) => form([act], { ...none, ...byAct[act] }));
  return others.length === 0 ? (one as JsonSchema) : { anyOf: [one, ...others] };
}

function partsOf(view: View): PromptParts {
  return speechOf(view.domain).prompt(view);
}

/** The same at every turn of a game. */
function systemText(parts: PromptParts, { persona, manner, reasoning }: Style): string {
  const { role, objective, rules } = parts;
  const carriage = manner === undefined ? personas[persona] : `${personas[persona]} ${manner}`;
  const list = `Rules:\n${rules.map((line) => `- ${line}`).join('\n')}`;
  return [role, objective, list, carriage, formatText(parts, reasoning)].join('\n\n');
}

function formatText({ terms, acts }: PromptParts, reasoning: Reasoning): string {
  const thinking = { reasoning: 'what you think, which nobody else reads' };
  const example = {
    ...(reasoning === 'first' ? thinking : {}),
    act: terms.example.type,
    ...terms.of(terms.example),
    words: terms.example.words ?? '',
    ...(reasoning === 'after' ? thinking : {}),
  };
  const unsaid = reasoning === 'none' ? '' : ' Earlier replies are shown without their reasoning; always give it.';
  return `Reply with one JSON object and nothing else, in this form:\n${toJson(example)}\nact: ${acts.join(', ')}. ${terms.explained}${unsaid}`;
}

/** What happened since this seat's last turn, and what stands now. */
function turnText({ view, since }: Moment, { hints }: Style): string {
  const parts = partsOf(view);
  const acts = since.map(({ seat, act }) => {
    const words = act.words ? ` ${quoted(act.words)}` : '';
    return `${parts.nameOf(seat)}: ${parts.actText(act, words)}`;
  });
  const hint = hints?.(view) ?? '';
  const now = `Turn ${view.turn} of ${view.turnLimit}. ${parts.standing}`;
  return [...acts, ...(hint === '' ? [] : [hint]), now].join('\n');
}

function asAnswer(act: Act, { terms }: PromptParts): Record<string, unknown> {
  return { act: act.type, ...terms.of(act), words: act.words ?? '' };
}
