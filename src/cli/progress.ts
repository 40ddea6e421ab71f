/**
 * Progress of long work: a bar with rate and time left where a terminal watches, a JSON line a second with --json, else silence.
 * All of it on standard error: standard output is for the one line or the table at the end.
 */
import { createRequire } from 'node:module';

interface Step {
  /** What is being done; a new one begins a new bar. */
  readonly label: string;
  readonly done: number;
  readonly of: number;
  /** What is counted, for the rate; without it only the share is shown. */
  readonly unit?: string;
  /** Things counted by now, where that is not `done`. */
  readonly count?: number;
  /** Said beside the bar. */
  readonly beside?: string | undefined;
}

interface ProgressBar {
  update(step: Step): void;
  stop(): void;
}

export function progressBar(): ProgressBar {
  if (!process.stderr.isTTY) return { update: () => undefined, stop: () => undefined };
  // Loaded where it is drawn: nobody else waits for it.
  const cliProgress = createRequire(import.meta.url)('cli-progress') as typeof import('cli-progress');
  const bar = new cliProgress.SingleBar({
    format: '{label} [{bar}] {percentage}%  {says}{eta_formatted} left',
    stream: process.stderr,
    hideCursor: true,
    clearOnComplete: true,
    etaBuffer: 200,
  });
  let current: string | undefined;
  let [begun, offset, shown] = [0, 0, -1];
  return {
    update({ label, done, of, unit, count = done, beside }) {
      if (label !== current) {
        if (current !== undefined) bar.stop();
        current = label;
        [begun, offset, shown] = [Date.now(), count, done];
        bar.start(of, done, { label, says: '' });
      }
      // No news would spoil the estimate of the time left.
      if (done === shown) return;
      shown = done;
      const seconds = (Date.now() - begun) / 1000;
      const rate = seconds > 0 ? `${Math.round((count - offset) / seconds).toLocaleString('en')}/s` : '';
      const says = [unit && `${count.toLocaleString('en')} ${unit}  ${rate}`, beside].filter(Boolean);
      bar.update(done, { label, says: says.map((part) => `${part}  `).join('') });
    },
    stop: () => bar.stop(),
  };
}

/** Prints what it is given, with the seconds since it was made, at most once a second. */
export function progressLines(): (progress: object) => void {
  const begun = Date.now();
  let next = begun + 1000;
  return (progress) => {
    const now = Date.now();
    if (now < next) return;
    next = now + 1000;
    process.stderr.write(`${JSON.stringify({ ...progress, seconds: (now - begun) / 1000 })}\n`);
  };
}

/** Says what is being done where nothing can be counted, one line that the next takes the place of; without a word it is wiped away. */
export function phases(label: string, json: boolean | undefined): (phase?: string) => void {
  const { stderr } = process;
  const lines = progressLines();
  return (phase) => {
    if (json && phase !== undefined) lines({ phase });
    else if (!json && stderr.isTTY) stderr.write(`\r\u001b[2K${phase === undefined ? '' : `${label}: ${phase} ...`}`);
  };
}
