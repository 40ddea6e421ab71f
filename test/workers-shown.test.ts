import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { simulate } from '../src/cli/simulate.ts';

const { shown } = vi.hoisted(() => ({ shown: [] as object[] }));
vi.mock('../src/cli/progress.ts', async (load) => ({
  ...(await load<object>()),
  progressBar: () => ({ update: (step: object) => shown.push(step), stop: () => undefined }),
}));
vi.mock('../src/cli/queue-options.ts', async (load) => ({
  ...(await load<object>()),
  // Without an executor it is played here.
  openQueue: async () => ({ blocks: () => undefined, workers: () => '3 workers', close: async () => undefined }),
}));

test('over a queue the number of workers stands beside the progress', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-simulate-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  onTestFinished(() => write.mockRestore());
  const words = ['--episodes', '1000', '--out', join(folder, 'a.jsonl'), '--queue', 'redis://db'];
  await simulate().parseAsync(words, { from: 'user' });
  expect(shown.at(-1)).toMatchObject({ done: 1000, of: 1000, beside: '3 workers' });
});
