/** Settings that cannot be read are refused before an environment is made for them. */
import { writeFileSync } from 'node:fs';
import { beforeEach, expect, test, vi } from 'vitest';
import { testCommand } from './command.fixture.ts';
import { UsageError } from './errors.ts';
import { train } from './train.ts';

const seen = testCommand(train);
// Whatever came as far as the environment would complain of this interpreter.
beforeEach(() => vi.stubEnv('PARLEY_TRAINER_PYTHON', 'no-such-python'));

test.each([
  ['', 'is empty; give keys and values'],
  ['# a comment\n', 'is empty; give keys and values'],
  ['- a\n- b\n', 'must hold keys and values, as in model: NAME, got a list'],
  ['model x\n', 'must hold keys and values, as in model: NAME, got "model x"'],
  ['model: [x\n', 'is neither YAML nor JSON: '],
])('a file that holds %j', async (text, says) => {
  const file = seen.at('buyer.yaml');
  writeFileSync(file, text);
  const refused = seen.run('sft', '--config', file, '--dry-run');
  await expect(refused).rejects.toThrow(says);
  await expect(refused).rejects.toBeInstanceOf(UsageError);
});

test('a file that is not there, a folder, and a change that says no value', async () => {
  await expect(seen.run('sft', '--config', seen.at('none.yaml'))).rejects.toThrow('there is no file');
  await expect(seen.run('sft', '--config', seen.folder)).rejects.toThrow('is a folder');
  const file = seen.at('buyer.yaml');
  writeFileSync(file, 'model: x\n');
  for (const change of ['lr', '=3', 'l r=3'])
    await expect(seen.run('sft', '--config', file, '--set', change)).rejects.toThrow(
      `--set takes KEY=VALUE, as in lr=1e-4, got "${change}"`,
    );
  await expect(seen.run('sft', '--config', file, '--set', 'lr=1e-4')).rejects.toThrow('no-such-python');
});
