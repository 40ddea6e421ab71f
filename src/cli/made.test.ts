import { expect, test } from 'vitest';
import { commandLine, madeNow } from './made.ts';

test('the command line as a shell reads it, without how it was gone on with', () => {
  expect(commandLine(['run', 'mine.yaml', '--tag', "it's new", '--resume', '--take-over'], {})).toBe(
    "parley run mine.yaml --tag 'it'\\''s new'",
  );
});

test.each([
  ['compatible/x?url=https://me:pass@host/v1', "'compatible/x?url=https://***@host/v1'"],
  ['compatible/x?api_key=abc&tokens=300', "'compatible/x?api_key=***&tokens=300'"],
  ['redis://:pa/s@s@db', "'redis://***@db'"],
  ['postgres://db/lab?password=abc&sslmode=verify-full', "'postgres://db/lab?password=***&sslmode=verify-full'"],
  ['--auth-token=abc', "'--auth-token=***'"],
  ['llm:sk-abcdefgh1234', "'llm:***'"],
  ['see-12345678-here', "'see-***-here'"],
  ['llm:embedded?tokens=300', "'llm:embedded?tokens=300'"],
])('of %s no secret is left', (word, shown) => {
  expect(commandLine([word], { MY_API_KEY: '12345678', HOME: 'embedded' })).toBe(`parley ${shown}`);
});

test('version and commit', () => {
  expect(madeNow()).toMatchObject({ version: expect.stringMatching(/^\d+\.\d+\.\d+/), command: expect.any(String) });
});
