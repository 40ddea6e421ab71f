/** Modules that are no domain, or break a law: each is refused in one sentence that names the file and the part. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { conformance } from '../src/cli/conformance.ts';
import { findKit } from '../src/core/index.ts';
import { loadDomain } from '../src/lab/experiment/own/domain.ts';

const folder = mkdtempSync(join(tmpdir(), 'own-domain-refused-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The example's domain under a name of its own, with parts of it replaced. */
function altered(name: string, parts: string): string {
  const file = join(folder, `${name}.ts`);
  const example = JSON.stringify(join(process.cwd(), 'examples/advice/index.ts'));
  writeFileSync(
    file,
    `import { kit as held, speech as spoken } from ${example};
     const fail = () => { throw new Error('oops'); };
     const named = (view) => ({ ...view, domain: '${name}' });
     const rules = { ...held.rules, name: '${name}',
       problem: (s) => held.rules.problem({ ...s, domain: 'advice' }),
       view: (state, seat) => named(held.rules.view(state, seat)) };
     const uniform = (seed, options) => ({ ...held.samplers.uniform(seed, options), domain: '${name}' });
     const scripts = held.scripts.map((one) => ({ ...one, strategy: { ...one.strategy, domain: '${name}' } }));
     const base = { ...held, rules, samplers: { uniform }, scripts };
     const words = { ...spoken, domain: '${name}' };
     ${parts}`,
  );
  return file;
}

test.each([
  [
    'kit-rules-throw',
    'kit = { ...base, rules: { ...rules, problem: fail } }',
    'its rules.problem() fails: Error: oops',
  ],
  ['kit-sampler', 'kit = { ...base, samplers: { even: fail } }', 'its sampler even() fails: Error: oops'],
  [
    'kit-second',
    'kit = { ...base, samplers: { uniform, odd: () => 1 } }',
    'its sampler odd draws what its rules refuse',
  ],
  ['kit-seats', 'kit = { ...base, rules: { ...rules, seats: fail } }', 'its rules.seats() fails: Error: oops'],
  [
    'kit-null',
    'kit = { ...base, samplers: { uniform: () => null }, rules: { ...rules, problem: (s) => s.id } }',
    'fails: TypeError',
  ],
  [
    'kit-roles',
    "kit = { ...base, roles: ['decider', 'adviser'] }",
    'its roles are decider, adviser, and its rules seat',
  ],
  [
    'kit-control',
    "kit = { ...base, control: 'nosuch' }",
    'its control "nosuch" is no script of its own: there are honest',
  ],
  ['kit-scripts', 'kit = { ...base, scripts: 3 }', 'its scripts are a list of entries, got 3'],
  ['kit-entry', 'kit = { ...base, scripts: [{ name: 7 }] }', 'its script 1 is no entry'],
  ['kit-script', 'kit = { ...base, scripts: held.scripts }', 'its script honest is for the domain "advice"'],
  ['kit-questions', 'kit = { ...base, questions: {} }', 'its questions are a list'],
  ['kit-question', "kit = { ...base, questions: [{ name: 'q', ask: fail }] }", 'its question q has no truth()'],
  ['kit-fixed', 'kit = { ...base, fixedRoles: true }', 'its fixedRoles are the reason in a sentence, got true'],
  ['kit-getter', 'kit = { get rules() { return fail(); } }', 'it cannot be looked at: Error: oops'],
  [
    'kit-tell',
    'kit = base; export const speech = { ...words, tell: { ...spoken.tell, room: 1 } }',
    'its speech has no tell.room()',
  ],
  ['kit-mute', 'kit = base; export const speech = { ...words, tell: null }', 'its speech has no tell'],
])('%s', async (name, parts, sentence) => {
  const file = altered(name, `export const ${parts};`);
  await expect(loadDomain(file)).rejects.toMatchObject({
    name: 'ModuleError',
    message: expect.stringMatching(new RegExp(`^[^\n]*${name}.ts is no domain: [^\n]*$`)),
  });
  await expect(loadDomain(file)).rejects.toThrow(sentence);
  expect(findKit(name)).toBeUndefined();
});

test('two versions of one domain are told apart', async () => {
  const file = altered('versions', 'export const kit = base;');
  expect(await loadDomain(file)).toBe('versions');
  altered('versions', "export const kit = { ...base, about: 'newer' };");
  await expect(loadDomain(file)).rejects.toThrow('another version of the domain versions is loaded already');
});

describe('parley conformance', () => {
  const check = async (file: string) => {
    const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    try {
      await conformance().parseAsync([file, '--games', '5'], { from: 'user' });
      return write.mock.calls.join('');
    } finally {
      write.mockRestore();
    }
  };
  const believing = (answer: string) =>
    `kit = { ...base, scripts: scripts.map((one) => ({ ...one, strategy: { ...one.strategy, believes: () => ${answer} } })) }`;
  const asking = (parts: string) => `kit = { ...base, questions: [{ ...held.questions[0], ${parts} }] }`;
  const speaking = (parts: string) => `kit = base; export const speech = { ...words, ${parts} }`;
  const prompting = (parts: string) => speaking(`prompt: (view) => ({ ...spoken.prompt(view), ${parts} })`);
  const telling = (parts: string) => speaking(`tell: { ...spoken.tell, ${parts} }`);

  test('says what it checked', async () => {
    expect(await check(altered('sound', 'export const kit = base; export const speech = words;'))).toBe(
      'sound keeps the laws: 5 games by uniform, and with each of honest, inflated, partition, random, the questions state at every view, its words at every view\n',
    );
    expect(await check(altered('bare', 'export const kit = { ...base, questions: undefined };'))).toContain(
      'it has no questions, it has no words',
    );
  });

  test.each([
    ['control', "kit = { ...base, control: 'nosuch' }", 'its control "nosuch" is no script'],
    ['roles', "kit = { ...base, roles: ['a', 'b'] }", 'its roles are a, b'],
    [
      'later-roles',
      'kit = { ...base, rules: { ...rules, seats: (s) => s.id === "state-1" ? held.roles : held.roles.toReversed() } }',
      'later-roles, seed 0: the roles are adviser, decider, and the rules seat decider, adviser',
    ],
    ['misspelt', 'kit = { ...base, scripts: held.scripts }', 'its script honest is for the domain "advice"'],
    [
      'endless',
      'kit = { ...base, rules: { ...rules, utility: () => 1 / 0 } }',
      'seed 0: RangeError: the rules of endless gave adviser a utility of Infinity',
    ],
    [
      'far',
      believing("() => ({ kind: 'number', value: 101 })"),
      'honest as decider, seed 0: asked state in turn 2: it believes 101',
    ],
    [
      'extra',
      believing("() => ({ kind: 'number', value: 1, sure: 1 })"),
      'asked state in turn 2: a belief of kind number has',
    ],
    ['breaks', believing('fail'), 'honest as decider, seed 0: asked state in turn 2: believes() fails: Error: oops'],
    [
      'no-truth',
      asking('truth: fail'),
      'no-truth, seed 0: the question state to decider in turn 1: truth() fails: Error: oops',
    ],
    [
      'odd-truth',
      asking("truth: () => 'high'"),
      'the question state to decider in turn 1: the truth "high" is no answer to it',
    ],
    ['ask-fails', asking('ask: fail'), 'the question state to adviser in turn 1: ask() fails: Error: oops'],
    [
      'ask-odd',
      asking("ask: () => ({ kind: 'choice', words: '?', options: [] })"),
      'a question has options, a list of different texts, got []',
    ],
    ['mute', speaking('prompt: fail'), 'mute, seed 0, adviser in turn 1: prompt(): oops'],
    ['deaf', speaking("read: () => ({ problem: 'what?' })"), 'it is not read: what?'],
    ['mishears', speaking("read: () => ({ act: { type: 'ask' } })"), 'it is read as {"type":"ask"}'],
    ['forbids', prompting("allowed: ['choose']"), 'adviser in turn 1: the act {"type":"report"'],
    [
      'untold',
      telling('act: () => undefined'),
      'untold, seed 0: the words for report of adviser in turn 1: a text was expected',
    ],
    ['unending', telling('conclusion: undefined'), 'the words for the end: tell has no conclusion()'],
    ['secretive', telling('secrets: fail'), 'tell.secrets() of adviser: oops'],
  ])('names what is wrong: %s', async (name, parts, sentence) => {
    await expect(check(altered(name, `export const ${parts};`))).rejects.toThrow(sentence);
  });
});
