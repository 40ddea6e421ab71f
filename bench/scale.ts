/**
 * A plan over a queue in simulated time: how full the queue is, what dead workers cost, and what a million games of a model and a
 * billion of scripts come to. No machine is asked; the unit costs of scripts are those of Parquet in parts over Postgres that bench/queue.ts measured (docs/SCALE.md).
 *
 *   npx tsx bench/scale.ts [--seed N] [--play MS] [--take MS] [--alone MS] [--call S] [--machine EUR] [--in EUR] [--out EUR]
 *
 * What is simulated is the protocol of src/lab/queue: at most `ahead` shards are out; a worker takes the oldest; one that dies keeps its shard
 * until its lock runs out, comes back after a while, and its shard goes to whoever is free; the coordinator takes what was played one after
 * the other, in order where a file is written in order, and lets go of it then. Times of a shard vary by a fifth (a log-normal), deaths are a Poisson process of the
 * time at work.
 */
import { parseArgs } from 'node:util';
import { createRng, type Rng } from '../src/core/index.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    /** Milliseconds of a worker for 1,000 scripted games. */
    play: { type: 'string', default: '47' },
    /** Milliseconds of the coordinator for what they are: fetched, checked, written, made Parquet. */
    take: { type: 'string', default: '44' },
    /** Milliseconds of one process that does both, without a queue. */
    alone: { type: 'string', default: '54' },
    /** Seconds a call of a model takes, at the load that its servers are kept at. */
    call: { type: 'string', default: '1.5' },
    /** A processor with its memory for an hour, and a million tokens. */
    machine: { type: 'string', default: '0.04' },
    in: { type: 'string', default: '0.1' },
    out: { type: 'string', default: '0.4' },
  },
});
const given = Object.fromEntries(Object.entries(values).map(([name, text]) => [name, Number(text)])) as Record<
  keyof typeof values,
  number
>;
for (const [name, value] of Object.entries(given))
  if (!Number.isFinite(value) || value < 0) throw new RangeError(`--${name} is a number from 0 on`);

interface Setting {
  readonly shards: number;
  /** Shards at once, over all workers. */
  readonly places: number;
  /** Seconds of a place for a shard, and of the coordinator. */
  readonly play: number;
  readonly take: number;
  readonly ahead: number;
  readonly inOrder: boolean;
  /** Seconds between two deaths of one place; seconds until its work is another's; until it is back. */
  readonly life: number;
  readonly lock: number;
  readonly restart: number;
}

interface Outcome {
  readonly hours: number;
  /** Share of the places' time that was spent on shards that count. */
  readonly busy: number;
  /** Shards that wait for a worker, and for the coordinator: on average. */
  readonly queued: number;
  readonly arrived: number;
  readonly deaths: number;
}

/** The earliest first; ties in the order in which they were put in. */
class Agenda<T> {
  private readonly heap: { at: number; order: number; what: T }[] = [];
  private count = 0;
  add(at: number, what: T): void {
    const { heap } = this;
    heap.push({ at, order: this.count++, what });
    for (let i = heap.length - 1; i > 0; ) {
      const parent = (i - 1) >> 1;
      if (this.before(parent, i)) break;
      [heap[i], heap[parent]] = [heap[parent] as (typeof heap)[0], heap[i] as (typeof heap)[0]];
      i = parent;
    }
  }
  next(): { at: number; what: T } | undefined {
    const { heap } = this;
    const [first] = heap;
    const last = heap.pop();
    if (!first || !last || heap.length === 0) return first;
    heap[0] = last;
    for (let i = 0; ; ) {
      const [left, right] = [2 * i + 1, 2 * i + 2];
      let least = i;
      if (left < heap.length && this.before(left, least)) least = left;
      if (right < heap.length && this.before(right, least)) least = right;
      if (least === i) return first;
      [heap[i], heap[least]] = [heap[least] as (typeof heap)[0], heap[i] as (typeof heap)[0]];
      i = least;
    }
  }
  private before(a: number, b: number): boolean {
    const [x, y] = [this.heap[a] as { at: number; order: number }, this.heap[b] as { at: number; order: number }];
    return x.at < y.at || (x.at === y.at && x.order < y.order);
  }
}

type Event =
  | { readonly kind: 'played'; readonly shard: number; readonly seconds: number }
  | { readonly kind: 'released'; readonly shard: number }
  | { readonly kind: 'back' }
  | { readonly kind: 'taken'; readonly shard: number };

/** Oldest first; a shard that comes back goes before those that were queued after it. */
function simulatePlan(setting: Setting, rng: Rng): Outcome {
  const { shards, places, play, take, ahead, inOrder, life, lock, restart } = setting;
  const agenda = new Agenda<Event>();
  const waiting = new Agenda<number>();
  const here = new Set<number>();
  const arrivals: number[] = [];
  let firstArrival = 0;
  let [now, free, sent, taken, queued, deaths, useful] = [0, places, 0, 0, 0, 0, 0];
  let [queuedArea, hereArea] = [0, 0];
  let taking = false;
  // A mean of one, a fifth about it.
  const varied = () => Math.exp(0.2 * normal(rng) - 0.02);

  const settle = () => {
    for (; sent < shards && sent - taken < ahead; sent++, queued++) waiting.add(sent, sent);
    while (free > 0 && queued > 0) {
      const shard = waiting.next()?.what as number;
      queued--;
      free--;
      const seconds = play * varied();
      const death = life === Number.POSITIVE_INFINITY ? life : -Math.log(1 - rng.float()) * life;
      if (death > seconds) agenda.add(now + seconds, { kind: 'played', shard, seconds });
      else {
        deaths++;
        agenda.add(now + death + lock, { kind: 'released', shard });
        agenda.add(now + death + restart, { kind: 'back' });
      }
    }
    if (taking) return;
    const shard = inOrder ? taken : arrivals[firstArrival];
    if (shard === undefined || !here.has(shard)) return;
    firstArrival++;
    taking = true;
    agenda.add(now + take, { kind: 'taken', shard });
  };

  settle();
  for (let event = agenda.next(); event && taken < shards; event = agenda.next()) {
    queuedArea += queued * (event.at - now);
    hereArea += here.size * (event.at - now);
    now = event.at;
    const { what } = event;
    if (what.kind === 'played') {
      free++;
      useful += what.seconds;
      here.add(what.shard);
      if (!inOrder) arrivals.push(what.shard);
    } else if (what.kind === 'released') {
      waiting.add(what.shard, what.shard);
      queued++;
    } else if (what.kind === 'back') free++;
    else {
      here.delete(what.shard);
      taking = false;
      taken++;
    }
    settle();
  }
  return {
    hours: now / 3600,
    busy: useful / (places * now),
    queued: queuedArea / now,
    arrived: hereArea / now,
    deaths,
  };
}

/** Box and Muller. */
function normal(rng: Rng): number {
  return Math.sqrt(-2 * Math.log(1 - rng.float())) * Math.cos(2 * Math.PI * rng.float());
}

const HOUR = 3600;
const say = (line: string) => process.stdout.write(`${line}\n`);
const whole = (value: number) => Math.round(value).toLocaleString('en');
const euros = (value: number) => (value < 100 ? value.toFixed(1) : whole(value));
const rng = createRng(given.seed);

function row(name: string, setting: Setting, money: (outcome: Outcome) => number): void {
  const outcome = simulatePlan(setting, rng.split(name));
  const { hours, busy, queued, arrived, deaths } = outcome;
  const lost = Number.isFinite(setting.life) ? whole(deaths) : 'none';
  say(
    `| ${name} | ${hours < 10 ? hours.toFixed(1) : whole(hours)} h | ${(100 * busy).toFixed(0)} % | ${queued.toFixed(0)} | ${arrived.toFixed(0)} | ${lost} | ${euros(money(outcome))} |`,
  );
}
const head = (what: string) => {
  say(`\n${what}\n`);
  say('| | takes | workers busy | wait for a worker | wait for the coordinator | deaths | EUR |');
  say('|---|---|---|---|---|---|---|');
};

// 8,236 calls in 960 games, 6,910 tokens in and 326 out a game (docs/results/chain-verdict-smollm2.md): a shard of four.
const CALLS = 8.6;
const model = (places: number, more: Partial<Setting> = {}): Setting => ({
  shards: 250_000,
  places,
  play: 4 * CALLS * given.call,
  take: 0.02,
  ahead: 64,
  inOrder: false,
  life: Number.POSITIVE_INFINITY,
  lock: 30,
  restart: 60,
  ...more,
});
const tokens = 1e6 * ((6910 * given.in + 326 * given.out) / 1e6);
head(
  `A million games of a model that answers in ${given.call} s: ${CALLS} million calls; machines, one for 16 games under way, and ${whole(tokens)} EUR of tokens`,
);
for (const [name, setting] of [
  ['64 games at once', model(64)],
  ['1,024 games at once, --ahead 64', model(1024)],
  ['1,024 games at once, --ahead 2048', model(1024, { ahead: 2048 })],
  ['the same, a death an hour each', model(1024, { ahead: 2048, life: HOUR })],
  ['the same, every ten minutes', model(1024, { ahead: 2048, life: 600 })],
] as const)
  row(name, setting, ({ hours }) => tokens + (hours * given.machine * setting.places) / 16);

const scripts = (places: number, more: Partial<Setting> = {}): Setting => ({
  ...model(places),
  shards: 1_000_000,
  play: given.play / 1000,
  take: given.take / 1000,
  inOrder: true,
  ...more,
});
head(
  `A billion scripted games, a million shards: ${given.play} ms of a worker and ${given.take} ms of the coordinator a shard`,
);
for (const [name, setting, machines] of [
  ['one coordinator, 1 worker', scripts(1), 2],
  ['one coordinator, 2 workers', scripts(2), 3],
  ['one coordinator, 16 workers', scripts(16), 17],
  ['2 workers, a death an hour each', scripts(2, { life: HOUR }), 3],
  ['the same, --ahead 1000', scripts(2, { life: HOUR, ahead: 1000 }), 3],
] as const)
  row(name, setting, ({ hours }) => hours * given.machine * machines);
for (const machines of [1, 64]) {
  const hours = (1e6 * given.alone) / 1000 / machines / HOUR;
  say(
    `| no queue, --shard i/${machines} on ${machines} | ${hours < 10 ? hours.toFixed(1) : whole(hours)} h | 100 % | 0 | 0 | | ${euros(hours * given.machine * machines)} |`,
  );
}
