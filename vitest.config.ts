import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/**
 * Tests that need nothing but the checkout, and leave nothing behind in the process: not those that add a domain, which the
 * files beside them would find, nor the one that needs a Python.
 */
const inner = ['core', 'agents', 'data', 'lab'].map((layer) => `src/${layer}/**/!(believing|beliefs|parts).test.ts`);

/** Those beside them that share a process as well. Not two that add domains, nor those that count threads. */
const middle = ['src/models/**/*', 'src/cli/**/!(options|plot)', 'src/server/**/!(jobs|thinking)', 'test/web/*'].map(
  (files) => `${files}.test.ts`,
);

export default defineConfig({
  test: {
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // What is looked for again and again comes late on a crowded machine.
    expect: { poll: { timeout: 15_000 } },
    // Many files wait for a process that they started; vitest leaves a core free, which on two cores is half of them.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        extends: true,
        test: { name: 'outer', include: ['src/**/*.test.ts', 'test/**/*.test.ts'], exclude: [...middle, ...inner] },
      },
      {
        extends: true,
        test: { name: 'middle', include: middle, isolate: false, sequence: { groupOrder: 1 } },
      },
      {
        extends: true,
        // Many short files: to load the modules anew for each was a third of their time.
        test: { name: 'inner', include: inner, isolate: false, sequence: { groupOrder: 2 } },
      },
    ],
  },
});
