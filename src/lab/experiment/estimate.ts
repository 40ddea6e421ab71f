/**
 * What a plan will take, before it starts: games, model calls, tokens and seconds.
 *
 * Measured on a sample of its tables played in memory with a stand-in for every model: calls a game and the length of prompts
 * come from those games, output tokens are at most what each call allows. Seconds are those of the scripts; a model's own time
 * is added where calls to it were timed.
 */
import { modelIn, type Resources, resolveAgent } from '../../agents/index.ts';
import { aside, createRng, type Episode } from '../../core/index.ts';
import { approximateTokens, type Model, ModelError, type Windows } from '../../models/index.ts';
import { wrap } from '../../models/wrappers/wrap.ts';
import { firstDeal } from './draws.ts';
import { greet } from './outage.ts';
import { dealsAt, type Plan, specsOf, type Table } from './plan.ts';
import { playTable } from './play.ts';
import { domainAt, resolvePlayers } from './resolve-players.ts';
import { standIn } from './stand-in.ts';

export interface Estimate {
  readonly tables: number;
  readonly episodes: number;
  readonly cells: number;
  readonly calls: number;
  /** Where every game goes to its last turn and every act takes all tries. */
  readonly mostCalls: number;
  readonly inputTokens: number;
  /** At most. */
  readonly outputTokens: number;
  /** Of scripts alone. */
  readonly seconds: number;
}

/** How long the sample may take, and how many tables it has at most. */
const BUDGET_MS = 1500;
const MOST_TABLES = 120;

export async function estimatePlan(plan: Plan): Promise<Estimate> {
  const used = { calls: 0, inputTokens: 0, outputTokens: 0 };
  const counting = (): Model => {
    const model = standIn();
    return {
      ...model,
      generate(request, options) {
        used.calls++;
        used.inputTokens += approximateTokens(request);
        used.outputTokens += request.maxTokens;
        return model.generate(request, options);
      },
    };
  };
  const players = await resolvePlayers(plan, { model: counting });
  const { tables } = plan;
  const step = Math.max(1, Math.floor(tables.length / MOST_TABLES));
  const begun = performance.now();
  const took: number[] = [];
  let asked = 0;
  // A stride that shares no factor with the number of cells would be nicer; a draw's cells are many enough as it is.
  for (let i = 0; i < tables.length && performance.now() - begun < BUDGET_MS; i += step) {
    const from = performance.now();
    for (const episode of await playTable(tables[i] as Table, players)) asked += timesAsked(episode);
    took.push(performance.now() - from);
  }
  const scale = tables.length / Math.max(1, took.length);
  // The first games also compile the code that plays them.
  const warm = took.slice(Math.floor(took.length / 2));
  const each = warm.reduce((sum, ms) => sum + ms, 0) / Math.max(1, warm.length);
  return {
    tables: tables.length,
    episodes: tables.reduce((sum, table) => sum + dealsAt(table), 0),
    cells: new Set(tables.map(({ seats }) => JSON.stringify(seats))).size,
    calls: Math.round(used.calls * scale),
    mostCalls: Math.ceil(TRIES * actsAtMost(tables) * (asked > 0 ? used.calls / asked : 0)),
    inputTokens: Math.round(used.inputTokens * scale),
    outputTokens: Math.round(used.outputTokens * scale),
    seconds: (each / 1000) * tables.length,
  };
}

/** An act that is refused, or words that are, are asked for again twice. */
const TRIES = 3;

/** How often seats with a model were asked for an act. */
function timesAsked({ events, seats }: Episode): number {
  const byModel = (seat: string) => modelIn(seats[seat]?.spec ?? '') !== undefined;
  return events.filter(
    (event) => (event.type === 'action-taken' || event.type === 'action-refused') && byModel(event.seat),
  ).length;
}

/** Of seats with a model, to the last turn of every game; two seats take turns. */
function actsAtMost(tables: readonly Table[]): number {
  const limits = new Map<Table['draw'], number>();
  return tables.reduce((sum, table) => {
    const models = Object.values(table.seats).filter((spec) => modelIn(spec) !== undefined).length;
    if (models === 0) return sum;
    const limit = limits.get(table.draw) ?? turnLimitAt(table);
    limits.set(table.draw, limit);
    const seats = Object.keys(table.seats).length;
    const acts = models === seats ? limit : seats === 2 ? Math.ceil(limit / 2) : models * limit;
    return sum + acts * dealsAt(table);
  }, 0);
}

function turnLimitAt(table: Table): number {
  const rules = domainAt(table);
  const [seat] = Object.keys(table.seats);
  return rules.view(rules.start(scenarioAt(table)), seat as string).turnLimit;
}

const scenarioAt = ({ draw }: Table) => ('scenario' in draw ? draw.scenario : firstDeal(draw));

/** Calls that are timed of each model, one after the other: fewer where they take long. */
const TIMED = 3;
const LONG_MS = 20_000;

/**
 * Seconds that calls take, for each model of the plan: opening acts on several scenarios, timed and thrown away. By the model's own time,
 * without waits for a limit; of an answer from a cache it is what it took when it was asked for.
 */
export async function timeModels(
  plan: Plan,
  resources: Resources,
  now: () => number = () => performance.now(),
): Promise<Map<string, readonly number[]>> {
  const seconds = new Map<string, readonly number[]>();
  for (const spec of specsOf(plan)) {
    const name = modelIn(spec);
    if (name === undefined || name.startsWith('scripted') || seconds.has(name)) continue;
    const first = now();
    const took: number[] = [];
    const model = resources.model && besideGames(resources.model, took);
    for (const table of sittingsOf(plan.tables, spec)) {
      const rules = domainAt(table);
      const { agent } = await resolveAgent(spec, rules, { ...resources, model });
      const seat = Object.keys(table.seats).find((one) => table.seats[one] === spec) as string;
      try {
        await agent.act(rules.view(rules.start(scenarioAt(table)), seat), aside(createRng(0)));
      } catch (error) {
        // A prompt that has no answer, or none of use, fails its game and not the run.
        const greeted = error instanceof ModelError && resources.model && (await greet(await resources.model(name)));
        if (!(error instanceof ModelError) || greeted !== undefined) throw error;
      }
      if (now() - first > LONG_MS) break;
    }
    seconds.set(name, took);
  }
  return seconds;
}

const besideGames =
  (open: NonNullable<Resources['model']>, took: number[]): Resources['model'] =>
  async (name) => {
    const model = await open(name);
    return wrap(model, async (request, options) => {
      const reply = await model.generate(request, { ...options, beside: true });
      took.push(reply.milliseconds / 1000);
      return reply;
    });
  };

const SPANS: Readonly<Record<keyof Windows, number>> = { minute: 60, hour: 3600, day: 86_400 };

/** Seconds below which so many calls cannot be made at a rate, which holds for each of the models. */
export function secondsAtRate(
  { requests, tokens }: { readonly requests: Windows; readonly tokens: Windows },
  { calls, inputTokens }: Pick<Estimate, 'calls' | 'inputTokens'>,
  models: number,
): number {
  const least = (windows: Windows, count: number) =>
    (Object.entries(windows) as [keyof Windows, number][]).map(
      // The first of a window may all come at once.
      ([span, limit]) => Math.floor(Math.max(0, count - 1) / (limit * models)) * SPANS[span],
    );
  return Math.max(0, ...least(requests, calls), ...least(tokens, inputTokens));
}

/** Tables at which a spec sits, each on another draw. */
function sittingsOf(tables: readonly Table[], spec: string): Table[] {
  const byDraw = new Map<Table['draw'], Table>();
  for (const table of tables) {
    if (byDraw.size === TIMED) break;
    if (!byDraw.has(table.draw) && Object.values(table.seats).includes(spec)) byDraw.set(table.draw, table);
  }
  return [...byDraw.values()];
}
