/**
 * The Janus registries against the original lab, turn by turn:
 *
 *   JANUS=folder npx tsx scripts/janus.ts [TABLES]     a checkout of either repository, docs/SOURCES.md; 40 tables of each kind
 *
 * Every pair of the registry, either seat, sits down at every table twice, with either side to open. Games in which the original
 * drew at random are left out; of the rest every act must be the same to the cent. Two kinds of tables: as the lab draws them
 * (N(900, 50), a zone of 500), and any limits at all, zones of every width and sign, in a range where A never leaves it (A clamps
 * to nothing, so it could not be played there). A's multi-item game likewise: boulware and fixed over four items.
 */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  cents,
  createRng,
  type Entry,
  type ItemsAct,
  type ItemsScenario,
  items,
  itemsSamplers,
  makeScript,
  type PriceAct,
  type PriceScenario,
  price,
  registries,
  runEpisode,
  type Script,
  samplers,
} from '../src/core/index.ts';

interface Table {
  readonly buyer: number;
  readonly seller: number;
  readonly low: number;
  readonly high: number;
  readonly turns: number;
  readonly opens: 'buyer' | 'seller';
}

const folder = process.env.JANUS;
if (!folder || !existsSync(join(folder, 'src/agents/price_strategies.py')))
  throw new RangeError(
    `JANUS must name a checkout of the Janus lab, with src/agents/price_strategies.py in it; got ${folder}`,
  );
const count = Number(process.argv[2] ?? 40);
const isFirst = existsSync(join(folder, 'Negotiation.py'));
const registry = isFirst ? 'janus-a' : 'janus-b';
const entries = registries[registry] as readonly Entry[];
const names = entries.map(({ name }) => name);
const scripts = new Map(entries.map(({ name, strategy, options }) => [name, makeScript(name, strategy, options)]));

/** As the lab draws them; the turns are its own. */
function asDrawn(seed: number): Table[] {
  const { public: shown, private: own } = samplers.janus(seed);
  const limits = { buyer: own.buyer?.reservation as number, seller: own.seller?.reservation as number };
  return bothOpen({ ...limits, ...shown.range, turns: shown.turnLimit });
}

/** Any limits, any number of turns. A range of A's must have room for its margin of 400 beside both limits. */
function anyLimits(seed: number): Table[] {
  const rng = createRng(seed).split('any limits');
  const [low, high] = isFirst ? [0, 1300] : [200, 1500];
  const draw = (from: number, to: number) => cents(rng.uniform(from, to));
  const limits = isFirst
    ? { buyer: draw(400, 1300), seller: draw(0, 900) }
    : { buyer: draw(200, 1500), seller: draw(200, 1500) };
  return bothOpen({ ...limits, low, high, turns: 2 + rng.integer(29) });
}

function bothOpen(table: Omit<Table, 'opens'>): Table[] {
  return (['buyer', 'seller'] as const).map((opens) => ({ ...table, opens }));
}

function theirs(tables: readonly object[]): (readonly unknown[] | null)[] {
  const output = execFileSync('python3', [join(import.meta.dirname, 'janus.py')], {
    input: JSON.stringify({ names, tables }),
    env: { ...process.env, JANUS: folder },
    maxBuffer: 2 ** 30,
    encoding: 'utf8',
  });
  return output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

function ours(buyer: string, seller: string, { low, high, turns, opens, ...limits }: Table): (number | null)[] {
  const base = samplers.janus(0);
  const scenario: PriceScenario = {
    ...base,
    public: { ...base.public, range: { low, high }, turnLimit: turns, opens },
    private: {
      buyer: { reservation: limits.buyer, target: low },
      seller: { reservation: limits.seller, target: high },
    },
  };
  const agents = { buyer: scripts.get(buyer) as Script, seller: scripts.get(seller) as Script };
  const { events } = runEpisode({ domain: price as never, scenario, agents, rng: createRng(0) });
  return events.flatMap((event) => {
    if (event.type !== 'action-taken') return [];
    const act = event.act as PriceAct;
    return [act.type === 'offer' ? act.price : null];
  });
}

interface ItemsTable {
  readonly items: true;
  /** Of both sides, item by item. */
  readonly values: readonly (readonly [number, number])[];
  readonly turns: number;
  readonly opens: 'a' | 'b';
}

function itemsTables(seed: number): ItemsTable[] {
  const { public: shown, private: own } = itemsSamplers.janus(seed) as ItemsScenario;
  const values = shown.items.map((_, i) => [own.a?.values[i], own.b?.values[i]] as [number, number]);
  return (['a', 'b'] as const).map((opens) => ({ items: true, values, turns: 15, opens }));
}

function divided(first: string, second: string, { values, turns, opens }: ItemsTable): (readonly number[] | null)[] {
  const base = itemsSamplers.janus(0) as ItemsScenario;
  const side = (i: 0 | 1) => ({ values: values.map((both) => both[i]) });
  const scenario = {
    ...base,
    public: { ...base.public, items: values.map((_, i) => ({ name: `${i}`, count: 1 })), turnLimit: turns, opens },
    private: { a: side(0), b: side(1) },
  };
  const agents = { a: itemsScript(first), b: itemsScript(second) };
  const { events } = runEpisode({ domain: items as never, scenario, agents, rng: createRng(0) });
  return events.flatMap((event) => {
    if (event.type !== 'action-taken') return [];
    const act = event.act as ItemsAct;
    return [act.type === 'offer' ? act.split.a : null];
  });
}

function itemsScript(name: string): Script {
  const { strategy, options } = (registries.items as readonly Entry[]).find((entry) => entry.name === name) as Entry;
  return makeScript(name, strategy, options);
}

/** Says how many games are the same and shows up to five that are not. */
function compare<T extends object>(
  kind: string,
  tables: readonly T[],
  pool: readonly string[],
  play: (one: string, other: string, table: T) => unknown,
): boolean {
  const games = theirs(tables);
  let [same, compared, n] = [0, 0, 0];
  const differing: string[] = [];
  for (const table of tables) {
    for (const one of pool) {
      for (const other of pool) {
        const original = games[n++];
        if (!original) continue;
        compared++;
        const played = play(one, other, table);
        if (JSON.stringify(played) === JSON.stringify(original)) same++;
        else {
          const [left, right] = [original, played].map((game) => JSON.stringify(game));
          differing.push(`${one}, ${other}, ${JSON.stringify(table)}\n  original ${left}\n  ours     ${right}`);
        }
      }
    }
  }
  const share = (100 * same) / compared;
  const out = games.length - compared;
  process.stdout.write(
    `${kind}: ${same} of ${compared} deterministic games the same turn by turn, ${same === compared ? '100' : share.toFixed(2)} %` +
      `${out > 0 ? ` (${out} left out: the original drew at random)` : ''}\n`,
  );
  for (const text of differing.slice(0, 5)) process.stdout.write(`  ${text}\n`);
  return same === compared;
}

const many = <T>(draw: (seed: number) => T[]): T[] => Array.from({ length: count }, (_, seed) => draw(seed)).flat();
const all = [
  compare(`${registry}, as the lab draws them`, many(asDrawn), names, ours),
  compare(`${registry}, any limits`, many(anyLimits), names, ours),
  ...(isFirst ? [compare('items, boulware and fixed', many(itemsTables), ['boulware', 'fixed'], divided)] : []),
];
if (all.includes(false)) process.exitCode = 1;
