/** Counters, histograms and gauges for Prometheus, by prom-client; nothing in them names a game, a seat or a caller. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

type Labels = Readonly<Record<string, string | number>>;

export interface Metrics {
  count(name: keyof typeof COUNTERS, labels?: Labels, by?: number): void;
  /** Seconds, into a histogram. */
  time(name: keyof typeof HISTOGRAMS, seconds: number, labels?: Labels): void;
  /** Read when the page is asked for. */
  gauge(name: string, about: string, read: () => number): void;
  text(): Promise<string>;
}

const COUNTERS = {
  parley_http_requests_total: { help: 'HTTP requests by route and status.', labelNames: ['route', 'status'] },
  parley_openenv_messages_total: { help: 'Messages of the OpenEnv door by type.', labelNames: ['type'] },
  parley_games_total: { help: 'Live games by how they ended.', labelNames: ['kind'] },
  parley_turns_stored_total: { help: 'Recorded events of live games on disk.', labelNames: [] },
} as const;
const HISTOGRAMS = {
  parley_http_seconds: { help: 'Seconds from request to answer, by route.', labelNames: ['route'] },
} as const;
const BUCKETS = [0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10];

export function createMetrics(): Metrics {
  // One for each server: a process may have several.
  const register = new Registry();
  const registers = [register];
  // Memory, processor, garbage collection, and how late the event loop is.
  collectDefaultMetrics({ register });
  const counters = Object.fromEntries(
    Object.entries(COUNTERS).map(([name, options]) => [name, new Counter<string>({ name, ...options, registers })]),
  ) as Record<keyof typeof COUNTERS, Counter<string>>;
  const histograms = Object.fromEntries(
    Object.entries(HISTOGRAMS).map(([name, options]) => [
      name,
      new Histogram<string>({ name, ...options, buckets: BUCKETS, registers }),
    ]),
  ) as Record<keyof typeof HISTOGRAMS, Histogram<string>>;
  return {
    count: (name, labels = {}, by = 1) => counters[name].inc(labels, by),
    time: (name, seconds, labels = {}) => histograms[name].observe(labels, seconds),
    gauge(name, help, read) {
      new Gauge({
        name,
        help,
        registers,
        collect() {
          this.set(read());
        },
      });
    },
    text: () => register.metrics(),
  };
}
