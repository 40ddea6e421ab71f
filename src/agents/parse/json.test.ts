import { expect, test } from 'vitest';
import { type Fields, objectsIn, type Value } from './json.ts';

/** Maps as plain objects. */
function plain(value: Value): unknown {
  if (value instanceof Map) return Object.fromEntries([...(value as Fields)].map(([key, one]) => [key, plain(one)]));
  return Array.isArray(value) ? value.map(plain) : value;
}
const read = (text: string) => {
  const { objects, broken } = objectsIn(text);
  return broken ? 'broken' : objects.map(plain);
};

test.each([
  ['{"a": 1, "b": [true, null, "x"], "c": {"d": -2.5e1}}', [{ a: 1, b: [true, null, 'x'], c: { d: -25 } }]],
  ['before {"a":1} between {"b":2} after', [{ a: 1 }, { b: 2 }]],
  ["{'a': 'it isn't', \"b\": 'x'}", [{ a: "it isn't", b: 'x' }]],
  ['{a: offer, Counter_Price: $45}', [{ a: 'offer', counterprice: '$45' }]],
  ['{"a": "say "no" twice", "b": 1}', [{ a: 'say "no" twice', b: 1 }]],
  ['{"a": "tab\\t\\u00e9\\"", }', [{ a: 'tab\té"' }]],
  ['{"a": True, "b": None} // note {"c": 1}', [{ a: true, b: null }, { c: 1 }]],
  ['{"a": 1, "a": 1}', [{ a: 1 }]],
  ['{"a": 1, "a": 2}', 'broken'],
  ['{"a": 1', 'broken'],
  ['{"a": "never closed}', 'broken'],
  ['{"a": 1,250}', 'broken'],
  ['{"a":{"a":{"a":{"a":{"a":{"a":{"a":1}}}}}}}', 'broken'],
  ['a set {} and \\boxed{45}', [{}]],
  ['none at all', []],
])('%s', (text, expected) => {
  expect(read(text)).toEqual(expected);
});

test('keys cannot reach the prototype', () => {
  const [object] = objectsIn('{"__proto__": {"polluted": true}, "constructor": 1}').objects;
  expect([...(object as Fields).keys()]).toEqual(['proto', 'constructor']);
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
});
