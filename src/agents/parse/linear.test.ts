/**
 * Work grows with the length of a reply and no faster. Counted, not timed: characters are read through a source that counts, and
 * tokens through a proxy that counts. What comes after has a bound on its length (structure.ts) or a budget (json.ts).
 */
import { describe, expect, test } from 'vitest';
import { numbersIn, readNumbers } from '../../core/words/numbers.ts';
import { type Source, type Token, tokensOf } from '../../core/words/tokens.ts';
import { sentencesOf } from './clauses.ts';
import { parseItemsReply } from './items.ts';
import { itemsViewOf } from './items-replies.fixture.ts';
import { objectsIn } from './json.ts';
import { mentionOf } from './mentions.ts';
import { parsePriceReply } from './price.ts';
import { viewOf } from './price-replies.fixture.ts';
import { MAX_REPLY } from './structure.ts';
import { wholeReply } from './whole-reply.ts';

const MEGABYTE = 1 << 20;
const fill = (unit: string, length = MEGABYTE) => unit.repeat(Math.ceil(length / unit.length)).slice(0, length);

/** Each is the worst case of something: separators, look-ahead, nesting, quotes, tags, sentences. */
const adversaries: Readonly<Record<string, string>> = {
  'one word': fill('a'),
  'one number': fill('9'),
  'dots and digits': fill('1.'),
  'spaced thousands': fill('1 234 '),
  'spaced triples': fill('234 '),
  'number words': fill('one hundred and two thousand '),
  'and and': fill('hundred and '),
  'large words': fill('lakh '),
  currencies: fill('$ '),
  'minus signs': fill('-'),
  spaces: fill(' '),
  lines: fill('\n'),
  commas: fill('45, 46, '),
  questions: fill('deal? '),
  negations: fill("I can't not accept "),
  braces: fill('{'),
  nesting: fill('{"a":'),
  'open strings': fill('{"a":"'),
  'escaped strings': fill('{\\"a\\":\\"'),
  'single quotes': fill("{'a': 'b' "),
  comments: fill('{//'),
  'think tags': fill('<think>'),
  'closing tags': fill('</think>'),
  'turn heads': fill('<|im_start|>assistant'),
  labels: fill('Action: '),
  'label lines': fill('Action:\n'),
  'inline labels': `Action: offer ${fill('Price: ', MEGABYTE - 20)}`,
  'open tags': fill('<price>'),
  quotes: fill('"'),
  'zero width': fill('\u200b'),
  'combining marks': fill('a\u0301'),
  'lone surrogates': fill('\ud83d'),
};

test.each(Object.entries(adversaries))('1 MB of %s is a problem, for price and for items', (_name, text) => {
  for (const parsed of [parsePriceReply(text, viewOf('shelf')), parseItemsReply(text, itemsViewOf('bag'))]) {
    expect('problem' in parsed && parsed.problem.length).toBeGreaterThan(0);
  }
});

test.each(Object.entries(adversaries))('as much of %s as is read at all does no harm either', (_name, text) => {
  const short = text.slice(0, MAX_REPLY);
  const parsed = [parsePriceReply(short, viewOf('shelf')), parseItemsReply(short, itemsViewOf('bag'))];
  for (const one of parsed) expect('problem' in one || one.act.type === 'say').toBe(true);
});

test('100 kB of noise is a problem that says how long a reply may be', () => {
  const noise = Array.from({ length: 100_000 }, (_, i) => String.fromCharCode(33 + ((i * 7919) % 90))).join('');
  expect(parsePriceReply(noise, viewOf('shelf'))).toEqual({ problem: expect.stringContaining(`at most ${MAX_REPLY}`) });
});

test('thinking may be as long as it likes', () => {
  const reply = `<think>${fill('I could say 45 or 50. ')}</think>{"action":"offer","price":65}`;
  expect(parsePriceReply(reply, viewOf('shelf'))).toEqual({ act: { type: 'offer', price: 65 } });
});

describe('counted', () => {
  const texts = Object.entries(adversaries).map(([name, text]) => [name, text.slice(0, 30_000)] as const);

  test.each(texts)('characters of %s', (_name, text) => {
    let reads = 0;
    const source: Source = {
      length: text.length,
      charCodeAt(index) {
        reads++;
        return text.charCodeAt(index);
      },
      slice(start, end) {
        reads += end - start;
        return text.slice(start, end);
      },
    };
    numbersIn(source);
    expect(reads).toBeLessThanOrEqual(8 * text.length);
  });

  test.each(texts)('tokens of %s', (_name, text) => {
    const plain = tokensOf(text);
    let reads = 0;
    const tokens = new Proxy(plain, {
      get(target, key) {
        reads++;
        return target[key as unknown as number];
      },
    }) as readonly Token[];
    const readings = readNumbers(tokens);
    expect(reads).toBeLessThanOrEqual(60 * plain.length + 100);
    reads = 0;
    wholeReply(tokens, readings, { standing: 80 });
    expect(reads).toBeLessThanOrEqual(80 * plain.length + 100);
    const [first] = sentencesOf(plain);
    reads = 0;
    if (readings[0] && first) mentionOf(tokens, readings[0], first);
    expect(reads).toBeLessThanOrEqual(1000);
  });
});

test('looking for objects stops when its budget is spent', () => {
  // Every brace begins a string that runs to the end of the text: without a budget, 2e10 steps.
  expect(objectsIn(fill('{"a":"x'))).toMatchObject({ objects: [], broken: true });
});
