/**
 * Tells read by a model instead of the patterns: structured output, checked, and every failure said.
 *
 * The model must quote the words that give a signal away; a quote that is not in the text is dropped and counted, scores are
 * clamped, and a reply that is no such list is a failure with its reason, never a set of defaults. BazaarBATNA's extractor
 * answered a failure with constants, and was worse than those constants on everything but recall.
 */

import type { GenerateOptions, JsonSchema, Model, ModelReply } from '../../models/model.ts';
import { quoted } from '../prompt/quote.ts';
import { type Signal, signals } from './patterns.ts';
import type { Hit } from './words.ts';

export interface Extraction {
  readonly hits: readonly Hit[];
  /** Findings that quoted what nobody said, or named no signal. */
  readonly dropped: number;
  readonly reply: ModelReply;
}

export interface FailedExtraction {
  readonly problem: string;
  readonly reply: ModelReply;
}

const MOST_FINDINGS = 12;

const schema: JsonSchema = {
  type: 'object',
  properties: {
    findings: {
      type: 'array',
      maxItems: MOST_FINDINGS,
      items: {
        type: 'object',
        properties: {
          signal: { type: 'string', enum: [...signals] },
          quote: { type: 'string' },
          score: { type: 'number', minimum: 0, maximum: 1 },
          why: { type: 'string' },
        },
        required: ['signal', 'quote', 'score', 'why'],
        additionalProperties: false,
      },
    },
  },
  required: ['findings'],
  additionalProperties: false,
};

const INSTRUCTIONS = `You read one message of a person who is haggling, in English or Hinglish, and list what it gives away.
urgency: in a hurry or short of money. confidence: sure of the price, refuses to move. deception: claims that cannot be checked, such as rival buyers. escalation: anger, insults. condition: praise of the goods. wear: defects of the goods.
Reply with one JSON object: {"findings": [{"signal": ..., "quote": the exact words from the message, "score": 0 to 1, "why": a few words}]}.
What is denied ("no rush") or asked ("is it new?") is no finding. An empty list is a good answer.`;

export async function extractTells(
  model: Model,
  text: string,
  options: GenerateOptions = {},
): Promise<Extraction | FailedExtraction> {
  const reply = await model.generate(
    {
      messages: [
        { role: 'system', content: INSTRUCTIONS },
        { role: 'user', content: quoted(text) },
      ],
      maxTokens: 400,
      temperature: 0,
      schema,
    },
    options,
  );
  const findings = (reply.value ?? parsed(reply.text)) as { findings?: unknown } | undefined;
  if (!Array.isArray(findings?.findings)) {
    const cut = reply.finish === 'length' ? ' and was cut' : '';
    return { problem: `the reply is no list of findings${cut}`, reply };
  }
  const list = findings.findings as unknown[];
  const hits = list.slice(0, MOST_FINDINGS).flatMap((finding) => hitOf(finding, text));
  return { hits, dropped: list.length - hits.length, reply };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function hitOf(finding: unknown, text: string): Hit[] {
  const { signal, quote, score, why } = (finding ?? {}) as Record<string, unknown>;
  if (typeof quote !== 'string' || quote === '' || typeof score !== 'number' || Number.isNaN(score)) return [];
  if (!signals.includes(signal as Signal)) return [];
  const start = text.toLowerCase().indexOf(quote.toLowerCase());
  if (start < 0) return [];
  const end = start + quote.length;
  const explanation = typeof why === 'string' ? why.slice(0, 200) : '';
  return [
    {
      signal: signal as Signal,
      start,
      end,
      text: text.slice(start, end),
      score: Math.min(1, Math.max(0, score)),
      explanation,
    },
  ];
}
