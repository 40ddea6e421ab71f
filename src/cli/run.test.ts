import { afterEach, expect, test, vi } from 'vitest';
import { phases } from './progress.ts';
import { timeText } from './run.ts';

afterEach(() => vi.restoreAllMocks());

test('the time that models will take is a range from several calls', () => {
  expect(timeText([1, 2.5, 1.4], 240, 4)).toBe('3 calls took 1.0 to 2.5 s: about 60 s to 3 min with 4 at once');
  expect(timeText([2], 40, 4)).toBe('one call took 2.0 s: about 20 s with 4 at once');
  expect(timeText([2], 40)).toBe('one call took 2.0 s: about 80 s of calls, shared by the threads of all workers');
});

test('no time is foretold that --rate does not allow', () => {
  expect(timeText([0.1, 20], 130, 4, 720)).toBe(
    '2 calls took 0.1 to 20.0 s: about 12 min with 4 at once, as --rate allows no faster',
  );
  expect(timeText([2], 40, 4, 10)).toBe('one call took 2.0 s: about 20 s with 4 at once');
  expect(timeText([2], 40, undefined, 720)).toMatch(/workers; at least 12 min at this --rate$/);
});

test('a phase without a count is said, for machines a line a second', () => {
  const said: string[] = [];
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => said.push(String(text)) > 0);
  let now = 0;
  vi.spyOn(Date, 'now').mockImplementation(() => now);
  const phase = phases('runs/mine', true);
  phase('reading the games');
  now = 2000;
  phase('drawing the report');
  phase();
  expect(said.map((line) => JSON.parse(line))).toEqual([{ phase: 'drawing the report', seconds: 2 }]);
});
