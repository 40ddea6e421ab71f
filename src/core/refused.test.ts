import fc from 'fast-check';
import { expect, describe as group, test } from 'vitest';
import { describe } from './refused.ts';

group('what is kept of a refused answer', () => {
  test('a short one is its JSON', () => {
    expect(describe({ type: 'offer', price: 500, words: 'Deal?' })).toBe(
      '{"type":"offer","price":500,"words":"Deal?"}',
    );
    expect(describe('hello')).toBe('"hello"');
    expect(describe(Number.NaN)).toBe('NaN');
    expect(describe(undefined)).toBe('undefined');
    expect(describe(10n)).toBe('bigint');
  });

  test('long words are cut, and the act stays whole wherever they stand in it', () => {
    const words = 'x'.repeat(600);
    for (const act of [
      { words, type: 'offer', price: 500 },
      { type: 'offer', price: 500, words },
    ]) {
      const kept = JSON.parse(describe(act)) as typeof act;
      expect({ ...kept, words: '' }).toEqual({ ...act, words: '' });
      expect(Object.keys(kept)).toEqual(Object.keys(act));
      expect(describe(act)).toHaveLength(400);
    }
  });

  test('what cannot be written does not take the act with it', () => {
    const cycle: Record<string, unknown> = { type: 'offer', price: 500, extra: 10n };
    cycle.self = cycle;
    expect(describe(cycle)).toBe('{"type":"offer","price":500}');
  });

  // Quotes, line breaks and halves of pairs take up to six characters each.
  test('whatever the fields hold: at most 400 characters of JSON, with the type and the price', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 700 }),
      fc.string({ unit: fc.constantFrom('"', '\n', '\ud83d', '😀', '\u0000'), maxLength: 700 }),
    );
    const extras = fc.dictionary(fc.string({ minLength: 1, maxLength: 12 }), fc.oneof(text, fc.array(fc.integer())), {
      maxKeys: 8,
    });
    fc.assert(
      fc.property(extras, text, (extra, words) => {
        const kept = describe({ ...extra, words, type: 'offer', price: 500 });
        expect(kept.length).toBeLessThanOrEqual(400);
        expect(JSON.parse(kept)).toMatchObject({ type: 'offer', price: 500 });
      }),
    );
    fc.assert(
      fc.property(text, (answer) => {
        expect(answer).toContain((JSON.parse(describe(answer)) as string).replace(/…$/, ''));
      }),
    );
  });
});
