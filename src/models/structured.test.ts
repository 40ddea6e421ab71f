import { expect, test } from 'vitest';
import { valueReader } from './structured.ts';

const schema = {
  type: 'object',
  properties: {
    act: { type: 'string', enum: ['offer', 'accept'] },
    price: { type: ['number', 'null'] },
    hats: { type: 'integer', minimum: 0, maximum: 3 },
  },
  required: ['act', 'price', 'hats'],
  additionalProperties: false,
};

test.each([
  ['{"act":"offer","price":32.5,"hats":3}', { act: 'offer', price: 32.5, hats: 3 }],
  ['{"act":"accept","price":null,"hats":0}', { act: 'accept', price: null, hats: 0 }],
])('%s fits', (text, value) => {
  expect(valueReader(schema)(text)).toEqual(value);
});

test.each([
  ['', 'no JSON'],
  ['{"act":"offer","pri', 'cut'],
  ['```json\n{"act":"offer","price":1,"hats":0}\n```', 'fenced'],
  ['{"act":"sell","price":1,"hats":0}', 'not in the enum'],
  ['{"act":"offer","price":"1","hats":0}', 'a text for a number'],
  ['{"act":"offer","price":7e3043,"hats":0}', 'an infinity, which the grammar of node-llama-cpp lets through'],
  ['{"act":"offer","price":1,"hats":4}', 'above the maximum'],
  ['{"act":"offer","price":1,"hats":1.5}', 'a fraction for an integer'],
  ['{"act":"offer","price":1}', 'a field missing'],
  ['{"act":"offer","price":1,"hats":0,"note":""}', 'a field too many'],
])('%s does not: %s', (text) => {
  expect(valueReader(schema)(text)).toBeUndefined();
});
