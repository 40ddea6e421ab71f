/**
 * verdict.json, which every recipe of the trainer leaves beside what it trained, as an experiment: the base, the base with a prompt
 * only, the trained model, and the trained model with its guards, in both seats against opponents that training has not seen.
 *
 * Opponents that training or the choice of a checkpoint has met (`met`) are refused: by name, whatever their registry and their words,
 * and by parameters, a strategy and its complete options.
 *
 * Which models those are: --model BASE --model TRAINED, or what lies there: the base where it is a GGUF file, and beside the verdict
 * model.gguf (merged) or adapter.gguf (`parley train export`). A dial is judged by its calibration, and not here.
 */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { isSameScript, reasonings } from '../../agents/index.ts';
import { type Entry, registries } from '../../core/index.ts';
import { ExperimentError, type ExperimentFile } from './experiment.ts';

const schema = z.looseObject({
  recipe: z.string().min(1),
  question: z.string().min(1),
  arms: z
    .array(
      z.looseObject({
        model: z.string().min(1),
        adapter: z.string().optional(),
        guards: z.enum(['on', 'off']),
        persona: z.string().optional(),
      }),
    )
    .min(1),
  opponents: z.array(z.string()).min(1),
  /** Whom the model has met, in training and where its checkpoint was chosen. */
  met: z.record(z.string(), z.array(z.string())).default({}),
  seatings: z.string().default('both'),
  /** Adapters that were merged into the base before this one was trained. */
  merged_before: z.array(z.string()).default([]),
  /** Where the model was taught to think; without it, as an `llm:` agent does unless told. */
  reason: z.enum(reasonings).optional(),
  /** Whether the prompts it learned from say what the other side gave away. */
  tells: z.boolean().default(false),
  /** And whether they say what the standing price gains. */
  figures: z.boolean().default(false),
  /** How replies were drawn where it learned and was chosen, and so how they are drawn here. */
  sampling: z.object({ temperature: z.number(), max_tokens: z.number().int(), schema: z.boolean() }).optional(),
  /** A hosted model by its name. */
  trained: z.string().optional(),
});

type Verdict = z.output<typeof schema>;

/** Seeds that no training set of this size reaches. */
const HELD_OUT = 2_000_000_001;

export function isVerdict(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'arms' in value && 'recipe' in value;
}

/** `file` is where it was read from; `models` are those of the command line. */
export function verdictExperiment(value: unknown, file: string, models: readonly string[] = []): ExperimentFile {
  const parsed = schema.safeParse(value);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new ExperimentError(`${file} is no verdict of the trainer: ${issue?.path.join('.')}: ${issue?.message}`);
  }
  const verdict = parsed.data;
  if (verdict.recipe === 'janus')
    throw new ExperimentError(
      `${file} is about a dial, which is judged by its calibration: parley train janus calibrate, then parley plot calibration`,
    );
  refuseOtherDomains(verdict, file);
  refuseOverlap(verdict, file);
  const [base, trained] = models.length > 0 ? givenModels(models, file) : foundModels(verdict, file);
  return {
    title: `Verdict: ${verdict.question}`,
    about: `What ${verdict.recipe} made of its base, against opponents and on scenarios that it was not trained on.`,
    scenarios: { sampler: 'general', count: 30, seed: HELD_OUT },
    models: [base, trained],
    agents: verdict.arms.map(({ adapter, guards, persona }) => {
      const model = adapter === undefined ? base : trained;
      const options = [
        ...(verdict.reason ? [`reason=${verdict.reason}`] : []),
        ...samplingOptions(verdict),
        ...(verdict.tells ? ['tells=on'] : []),
        ...(verdict.figures ? ['figures=on'] : []),
        ...(guards === 'off' ? ['guards=off'] : []),
        ...(persona ? [`persona=${persona}`] : []),
      ];
      return `llm:${model}${options.length > 0 ? `${model.includes('?') ? '&' : '?'}${options.join('&')}` : ''}`;
    }),
    opponents: verdict.opponents,
    seating: verdict.seatings,
    fallback: 'forbid',
  };
}

/** Of a model that was taught something else these opponents say nothing. */
function refuseOtherDomains({ opponents, met }: Verdict, file: string): void {
  const judged = opponents.map(domainOf).find((domain) => domain !== undefined);
  if (judged === undefined) return;
  for (const spec of Object.values(met).flat()) {
    const domain = domainOf(spec);
    if (domain !== undefined && domain !== judged)
      throw new ExperimentError(
        `${file} is of a model that was taught ${domain} (it has met ${spec}), and its opponents play ${judged}: write an experiment of that domain, as examples/persuader/verdict-*.yaml`,
      );
  }
}

/** By the list that the spec names; undefined where it names none. */
function domainOf(spec: string): string | undefined {
  const lists: Readonly<Record<string, readonly Entry[]>> = registries;
  return lists[spec.split(':')[0] as string]?.[0]?.strategy.domain;
}

function refuseOverlap({ opponents, met }: Verdict, file: string): void {
  for (const [set, specs] of Object.entries(met))
    for (const spec of specs)
      for (const opponent of opponents)
        if (isSameScript(spec, opponent))
          throw new ExperimentError(
            `${file}: ${opponent} of the verdict is ${spec}, which the model has met (${set}): judge it against others`,
          );
}

function samplingOptions({ sampling }: Verdict): string[] {
  if (!sampling) return [];
  const { temperature, max_tokens: tokens, schema } = sampling;
  return [`temperature=${temperature}`, `tokens=${tokens}`, ...(schema ? [] : ['schema=off'])];
}

function givenModels(models: readonly string[], file: string): readonly [string, string] {
  const [base, trained, ...more] = models;
  if (base === undefined || trained === undefined || more.length > 0)
    throw new ExperimentError(
      `${file} is about two models, got ${models.length} on the command line: --model BASE --model TRAINED`,
    );
  return [base, trained];
}

function foundModels({ recipe, arms, trained, merged_before: before }: Verdict, file: string) {
  const base = arms[0]?.model as string;
  if (trained !== undefined) return [`${recipe}/${base}`, trained] as const;
  const both = '--model BASE --model TRAINED';
  if (!base.endsWith('.gguf'))
    throw new ExperimentError(`${file}: its base is ${base}, which is no GGUF file: say who plays with ${both}`);
  const [merged, adapter] = ['model.gguf', 'adapter.gguf'].map((name) => join(dirname(file), name)) as [string, string];
  if (existsSync(merged)) return [`embedded/${base}`, `embedded/${merged}`] as const;
  // An adapter that was trained on top of others is none of the base.
  if (existsSync(adapter) && before.length === 0)
    return [`embedded/${base}`, `embedded/${base}?lora=${adapter}`] as const;
  throw new ExperimentError(
    `${file}: there is no ${merged}: write it with parley train export (output: ${merged}), or say who plays with ${both}`,
  );
}
