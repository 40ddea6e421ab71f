import { expect, test } from 'vitest';
import { withoutAlias } from './aliases.ts';
import { priceSpeech } from './speech/price.ts';

test('a model is named in an alias as it is written', () => {
  const noScript = () => false;
  expect(withoutAlias("boulware@lab/$$ $' $&", priceSpeech.aliases, noScript)).toBe(
    "worded:boulware_conceding@lab/$$ $' $&",
  );
});
