import { expect, test } from 'vitest';
import { grammarSchema } from './grammar-schema.ts';

test('an object or null becomes two alternatives, since the translator would keep null alone', () => {
  const object = { type: 'object', properties: { hat: { type: 'string' } }, required: ['hat'] };
  expect(grammarSchema({ ...object, type: ['object', 'null'] })).toEqual({
    oneOf: [object, { ...object, type: 'null' }],
  });
});

test('anyOf is oneOf, at every depth', () => {
  const inner = { anyOf: [{ type: 'string' }, { anyOf: [{ type: 'null' }] }] };
  expect(grammarSchema({ type: 'array', items: inner })).toEqual({
    type: 'array',
    items: { oneOf: [{ type: 'string' }, { oneOf: [{ type: 'null' }] }] },
  });
});

test('an integer between near bounds is a list of values, one between far bounds stays', () => {
  expect(grammarSchema({ type: 'integer', minimum: 0, maximum: 3 })).toEqual({ enum: [0, 1, 2, 3] });
  expect(grammarSchema({ type: 'integer', minimum: 0, maximum: 1000 })).toMatchObject({ type: 'integer' });
});
