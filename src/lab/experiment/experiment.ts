/**
 * An experiment as data: which scenarios, which agents against which opponents, in which seats, with which controls.
 *
 * A small YAML or JSON file, or a module whose default export is such an object (.js; .ts where Node runs TypeScript). What is
 * checked here is trusted afterwards.
 *
 *   agents      specs; "registry:NAME" stands for all scripts of a registry; {model} for each of `models`; and
 *               {"spec": "llm:{model}?reason={reason}", "over": {"reason": ["none", "first"]}} for every combination
 *   opponents   who sits across; without them the agents meet each other, themselves included
 *   seating     both: every agent takes both seats of every scenario (role swap), unless the domain says that its roles cannot be
 *               swapped; or the one seat that agents take; or drawn: the seat that each scenario was drawn for, as in TERMS-Bench
 *   fill        who sits in seats that neither takes, such as the arena's seller
 *   controls    random, null, a simple script and each model bare and guarded (law 8), unless switched off
 *   differs     an option of the specs that must change play, or the run has failed: an ablation whose switch did nothing
 *   stop        {"compare": ["llm:{model}", "clean:boulware_hard"], "looks": 5}: end the run as soon as the two are known to
 *               differ, with a chance of at most alpha (.05) that any of the looks claims a difference that is none
 *   modules     files with agents, metrics, scorers and judges of one's own (own/load-parts.ts)
 *   scorers     rubrics in words, by which a model or a judge of one's own grades every seat of every game (scores/)
 *   assert      what must hold, or the run has failed: {"agent": "mine", "over": "clean:boulware_hard", "at_least": 0}
 */
import { z } from 'zod';
import { didYouMean } from '../../agents/index.ts';
import { findKit, price, zoneKinds } from '../../core/index.ts';
import { areHeld, metricsOf, partsOf } from './own/parts.ts';
import { type LineOf, MOST, type Problem, problemsText, schemaProblems } from './problems.ts';
import { noSuchDomain, swapRefusal } from './scenarios.ts';

export class ExperimentError extends Error {
  override readonly name: string = 'ExperimentError';
}

/** The folder that was named holds no run, or another: it was asked for wrongly, and nothing was tried. */
export class FolderError extends ExperimentError {
  override readonly name = 'FolderError';
}

/** Games that were asked for rightly, and that nobody could play. */
export class UnplayedError extends ExperimentError {
  override readonly name = 'UnplayedError';
}

const count = z.int().min(1).max(100_000);
const seed = z.int().min(0).default(1);
const table = { turnLimit: z.int().min(1).max(10_000).optional(), zone: z.enum(zoneKinds).optional() };
/** What only the sampler of this domain can be told. */
const options = z.record(z.string(), z.union([z.string(), z.number()])).optional();
/** Where given, the scenarios must have this hash, or they are not those that were meant. */
const hash = z.string().optional();
const scenarios = z.union([
  z.strictObject({ sampler: z.string(), count, seed, hash, ...table, options }),
  z.strictObject({ listings: z.array(z.string()).min(1), seed, hash, ...table }),
  z.strictObject({ tasks: z.array(z.string()).min(1), count, seed, hash }),
  z.strictObject({ files: z.array(z.string()).min(1), hash, turnLimit: table.turnLimit }),
  z.strictObject({ corpus: z.string(), split: z.string().optional(), count: count.optional(), seed, hash, ...table }),
]);

const level = z.union([z.string(), z.number()]);
const agent = z.union([
  z.string().min(1),
  z.strictObject({ spec: z.string().min(1), over: z.record(z.string(), z.array(level).min(1)) }),
]);

const file = z.strictObject({ file: z.string(), hash: z.string() });

const scorer = z
  .strictObject({
    name: z.string().regex(/^[a-z][a-z0-9-]*$/, 'a name of small letters, digits and dashes was expected'),
    /** What is graded, in words. */
    rubric: z.string().min(1).max(4000),
    /** The lowest and the highest grade, whole numbers. */
    scale: z
      .tuple([z.int(), z.int()])
      .default([1, 5])
      .refine(([low, high]) => low < high && high - low <= 100, 'the lowest grade and then the highest were expected'),
    model: z.string().min(1).optional(),
    /** A judge of one's own in place of a model. */
    judge: z.string().min(1).optional(),
  })
  .refine(
    ({ model, judge }) => (model === undefined) !== (judge === undefined),
    'give a model, or a judge of a module',
  );

const assertion = z
  .strictObject({
    agent: z.string().min(1),
    metric: z.string().default('utility'),
    /** The agent minus this one, paired on scenarios, opponents, seats and seeds. */
    over: z.string().min(1).optional(),
    at_least: z.number().optional(),
    at_most: z.number().optional(),
    /** What must lie there: the whole 95 % interval, or the mean alone. */
    by: z.enum(['interval', 'mean']).default('interval'),
  })
  .refine(
    ({ at_least: least, at_most: most }) => least !== undefined || most !== undefined,
    'at_least, at_most or both were expected',
  );

const stop = z.strictObject({
  /** Two specs of the agents or controls. */
  compare: z.tuple([z.string().min(1), z.string().min(1)]),
  /** Utility counts no deal as zero, as everywhere. */
  metric: z.string().default('utility'),
  looks: z.int().min(2).max(20).default(5),
  alpha: z.number().positive().max(0.5).default(0.05),
});

const schema = z.strictObject({
  title: z.string().min(1).max(200),
  about: z.string().default(''),
  /** Any domain that is known by its name when the experiment is read. */
  domain: z.string().default(price.name),
  /** The file that a domain of one's own was loaded from, and its hash; written where `domain` named a file. */
  module: file.optional(),
  /** Files with agents, metrics, scorers and judges of one's own, each with its hash: `loadExperiment` loads them by their names. */
  modules: z.array(file).min(1).optional(),
  scenarios,
  /** Games on each scenario with each seating, with seeds that are the same for every agent. */
  seeds: z.int().min(1).max(10_000).default(1),
  models: z.array(z.string().min(1)).default([]),
  agents: z.array(agent).min(1),
  opponents: z.array(agent).optional(),
  seating: z.string().default('both'),
  fill: z.record(z.string(), z.string()).default({}),
  /** False: none. The script is the one that every agent is compared with; `also` are further controls. */
  controls: z
    .union([z.literal(false), z.strictObject({ script: z.string(), also: z.array(agent).default([]) })])
    .optional(),
  metrics: z.array(z.string()).default(['rho', 'turns']),
  scorers: z.array(scorer).min(1).optional(),
  assert: z.array(assertion).min(1).optional(),
  fallback: z.enum(['allow', 'forbid']).default('allow'),
  /** The difference in utility that would not matter, chosen before looking. */
  margin: z.number().positive().default(0.05),
  differs: z.array(z.string()).default([]),
  stop: stop.optional(),
  /** Whether the report holds every move against the best response to the script across; that takes a while. */
  regret: z.boolean().default(false),
  /** Further parts of the report. */
  sections: z.array(z.enum(['seller-quality', 'bazaar', 'agreemate', 'terms'])).default([]),
});

/** As it is written. */
export type ExperimentFile = z.input<typeof schema>;
/** Checked, with every default filled in. */
export type Experiment = z.output<typeof schema>;
export type StopRule = z.output<typeof stop>;
export type RubricScorer = z.output<typeof scorer>;
export type Assertion = z.output<typeof assertion>;
export type AgentEntry = z.output<typeof agent>;
export type ScenarioSource = z.output<typeof scenarios>;

/** `where` names the file in an error, and `lineOf` the line. */
export function parseExperiment(value: unknown, where: string, lineOf?: LineOf): Experiment {
  const parsed = schema.safeParse(value);
  if (parsed.success) return checked(parsed.data, where, lineOf);
  throw new ExperimentError(problemsText(where, schemaProblems(parsed.error, value, schema), lineOf));
}

function checked(experiment: Experiment, where: string, lineOf?: LineOf): Experiment {
  const { scenarios: from, domain, seating, opponents, sections } = experiment;
  const kit = findKit(domain);
  // A manifest whose domain has not been loaded: it was checked when the run began.
  if (!kit && experiment.module) return experiment;
  if (!kit) throw new ExperimentError(`${where}: ${noSuchDomain(domain)}`);
  const unknown = areHeld(experiment) ? unknownNames(experiment) : [];
  if (unknown.length > 0) throw new ExperimentError(problemsText(where, unknown, lineOf));
  for (const [kind, has] of [
    ['listings', kit.named],
    ['tasks', kit.tasks],
  ] as const)
    if (kind in from && !has) throw new ExperimentError(`${where}: ${domain} has no ${kind}, got some`);
  if (sections.length > 0 && !kit.issue)
    throw new ExperimentError(
      `${where}: the sections ${sections.join(', ')} are of games with one number at issue, and ${domain} has none`,
    );
  if (kit.fixedRoles !== undefined && (seating === 'both' || opponents === undefined)) {
    const seat = kit.roles?.[0] ?? 'SEAT';
    const say =
      seating === 'both' ? `name the seat that the agents take, as in seating: ${seat}` : 'name the opponents';
    throw new ExperimentError(`${where}: ${swapRefusal(kit)}: ${say}`);
  }
  return experiment;
}

/** Metrics, scorers and judges by their names, those of one's own too: all that nothing is called. */
function unknownNames(experiment: Experiment): readonly Problem[] {
  const { scorers = [], assert = [], stop: rule, metrics: shown } = experiment;
  const { scorers: own, judges } = partsOf(experiment);
  const measured = metricsOf(experiment).map(({ name }) => name);
  const scored = [...scorers.map(({ name }) => name), ...own.keys()];
  const problems: Problem[] = [];
  const all = new Set([...measured, ...scored]);
  const seen = new Set(measured);
  const twice = scored.find((name) => seen.size === seen.add(name).size);
  if (twice)
    problems.push({ path: ['scorers'], says: `there are two measures of the name ${twice}, expected one of each` });
  const refuse = (path: Problem['path'], name: string, known: ReadonlySet<string>) => {
    if (known.has(name) || problems.length >= MOST) return;
    const hint =
      known.size > 0
        ? didYouMean(name, [...known], 'parley list metrics names those of the house')
        : 'its modules have none';
    problems.push({ path, says: `got "${name}", which nothing here is called: ${hint}` });
  };
  for (const [i, name] of shown.entries()) refuse(['metrics', i], name, all);
  for (const [i, { metric }] of assert.entries()) refuse(['assert', i, 'metric'], metric, all);
  // Scores are given when the games are over: a look cannot go by them.
  if (rule) refuse(['stop', 'metric'], rule.metric, new Set(measured));
  for (const [i, { judge }] of scorers.entries())
    if (judge !== undefined) refuse(['scorers', i, 'judge'], judge, new Set(judges.keys()));
  return problems;
}
