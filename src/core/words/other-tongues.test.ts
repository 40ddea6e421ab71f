import { expect, test } from 'vitest';
import { numbersInOtherTongues } from './other-tongues.ts';
import { digitRunsIn } from './spoken-digits.ts';

// French and German and Spanish as a grammar book writes them, with and without hyphens.
test.each([
  ['cuatrocientos dos', 402],
  ['noventa y cinco', 95],
  ['ciento veintitrés', 123],
  ['mil doscientos treinta y cuatro', 1234],
  ['quinientas', 500],
  ['vierhundertzwei', 402],
  ['vierhundert zwei', 402],
  ['vierhundertundzwei', 402],
  ['siebenundneunzig', 97],
  ['zweitausenddreihundertfünfundvierzig', 2345],
  ['eintausend zweihundert', 1200],
  ['dreißig', 30],
  ['quatre cent deux', 402],
  ['quatre-cent-vingt', 420],
  ['soixante-quinze', 75],
  ['soixante et onze', 71],
  ['quatre-vingts', 80],
  ['quatre-vingt-dix', 90],
  ['quatre-vingt-dix-sept', 97],
  ['mille deux cent trente', 1230],
  ['cent quatre-vingt-dix-neuf', 199],
  ['nonante-cinq', 95],
])('%s is %d', (text, value) => {
  expect(numbersInOtherTongues(text)).toContain(value);
});

test('two numbers in a row stay two', () => {
  expect(numbersInOtherTongues('doscientos trescientos')).toEqual([200, 300]);
  expect(numbersInOtherTongues('cuatro tres')).toEqual([4, 3]);
});

test('ordinary sentences hold no large number', () => {
  for (const words of [
    'Once I have seen it, we can talk about the six chairs.',
    'Not a cent more, and it is an elf of a table.',
    'Das ist mir zu viel, und die Beine sind kaputt.',
    'Une belle table, mais un peu chère.',
    'La mesa es bonita y una ganga.',
  ])
    expect(
      numbersInOtherTongues(words).filter((value) => value > 11 && value !== 100),
      words,
    ).toEqual([]);
});

test.each([
  ['four oh two', [[4, 0, 2]]],
  ['four, zero, two', [[4, 0, 2]]],
  ['4-0-2', [[4, 0, 2]]],
  ['4 0 2', [[4, 0, 2]]],
  ['4.0.2', [[4, 0, 2]]],
  ['vier null zwei', [[4, 0, 2]]],
  ['cuatro cero dos', [[4, 0, 2]]],
  ['quatre zéro deux', [[4, 0, 2]]],
  ['char shunya do', [[4, 0, 2]]],
  ['one zero-calorie drink', [[1, 0]]],
  ['Oh, two chairs and one table', []],
  ['call 402, or 40 2', []],
])('the digits said in "%s"', (text, runs) => {
  expect(digitRunsIn(text)).toEqual(runs);
});
