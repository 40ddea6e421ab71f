import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // What is looked for again and again comes late on a crowded machine.
    expect: { poll: { timeout: 15_000 } },
    // Many files wait for a process that they started; vitest leaves a core free, which on two cores is half of them.
    maxWorkers: Math.max(2, availableParallelism() - 1),
  },
});
