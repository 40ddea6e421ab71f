/** Counters and gauges in the text format of Prometheus (version 0.0.4); nothing in them names a game, a seat or a caller. */

type Labels = Readonly<Record<string, string | number>>;

export interface Metrics {
  count(name: string, labels?: Labels, by?: number): void;
  /** Seconds, into a histogram. */
  time(name: string, seconds: number, labels?: Labels): void;
  /** Read when the page is asked for. */
  gauge(name: string, about: string, read: () => number): void;
  text(): string;
}

const ABOUT: Readonly<Record<string, string>> = {
  parley_http_requests_total: 'HTTP requests by route and status.',
  parley_http_seconds: 'Seconds from request to answer, by route.',
  parley_openenv_messages_total: 'Messages of the OpenEnv door by type.',
  parley_games_total: 'Live games by how they ended.',
  parley_turns_stored_total: 'Recorded events of live games on disk.',
};
const BUCKETS = [0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10];

export function createMetrics(): Metrics {
  const counters = new Map<string, Map<string, number>>();
  const histograms = new Map<string, Map<string, { counts: number[]; sum: number; count: number }>>();
  const gauges: { name: string; about: string; read: () => number }[] = [];
  const started = Date.now() / 1000;
  gauges.push(
    { name: 'process_resident_memory_bytes', about: 'Resident memory.', read: () => process.memoryUsage.rss() },
    { name: 'process_start_time_seconds', about: 'When it started.', read: () => started },
  );

  return {
    count(name, labels = {}, by = 1) {
      const series = counters.get(name) ?? new Map<string, number>();
      counters.set(name, series);
      const key = labelText(labels);
      series.set(key, (series.get(key) ?? 0) + by);
    },
    time(name, seconds, labels = {}) {
      const series = histograms.get(name) ?? new Map();
      histograms.set(name, series);
      const key = labelText(labels);
      const one = series.get(key) ?? { counts: BUCKETS.map(() => 0), sum: 0, count: 0 };
      series.set(key, one);
      for (const [i, bound] of BUCKETS.entries()) if (seconds <= bound) one.counts[i]++;
      one.sum += seconds;
      one.count++;
    },
    gauge(name, about, read) {
      gauges.push({ name, about, read });
    },
    text() {
      const lines: string[] = [];
      for (const { name, about, read } of gauges)
        lines.push(`# HELP ${name} ${about}`, `# TYPE ${name} gauge`, `${name} ${read()}`);
      for (const [name, series] of counters) {
        lines.push(`# HELP ${name} ${ABOUT[name] ?? name}`, `# TYPE ${name} counter`);
        for (const [labels, value] of series) lines.push(`${name}${labels && `{${labels}}`} ${value}`);
      }
      for (const [name, series] of histograms) {
        lines.push(`# HELP ${name} ${ABOUT[name] ?? name}`, `# TYPE ${name} histogram`);
        for (const [labels, { counts, sum, count }] of series) {
          const more = labels && `${labels},`;
          for (const [i, bound] of BUCKETS.entries()) lines.push(`${name}_bucket{${more}le="${bound}"} ${counts[i]}`);
          lines.push(`${name}_bucket{${more}le="+Inf"} ${count}`);
          lines.push(
            `${name}_sum${labels && `{${labels}}`} ${sum}`,
            `${name}_count${labels && `{${labels}}`} ${count}`,
          );
        }
      }
      return `${lines.join('\n')}\n`;
    },
  };
}

function labelText(labels: Labels): string {
  return Object.entries(labels)
    .map(([name, value]) => `${name}="${String(value).replace(/[\\"\n]/g, '_')}"`)
    .join(',');
}
