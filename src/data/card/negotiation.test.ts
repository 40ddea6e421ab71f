import { expect, test } from 'vitest';
import { endingOf, negotiationsOf } from './negotiation.ts';
import { type Written, writtenRows } from './rows.fixture.ts';
import { stepOfTurnRow } from './step.ts';

const steps = (written: Written) => writtenRows(written).map(stepOfTurnRow);
const first = steps({ acts: [500, 800, 600, 'ACCEPT'], accepted: 600 });
const second = steps({ acts: [450, 850, 'ACCEPT'], zone: [380, 880], accepted: 850 });

test('the rows of one negotiation stay together', () => {
  const [only, ...others] = negotiationsOf(first);
  expect(others).toEqual([]);
  expect(only?.steps).toEqual(first);
  expect(only?.isWhole).toBe(true);
  expect(only?.reservation).toEqual({ buyer: 900, seller: 400 });
});

test('two negotiations under one id are told apart, one after the other', () => {
  expect(negotiationsOf([...first, ...second]).map((one) => one.steps)).toEqual([first, second]);
});

test('and when a table has been sorted by turn, so that their rows alternate', () => {
  const sorted = [...first, ...second].sort((a, b) => a.turn - b.turn);
  expect(negotiationsOf(sorted).map((one) => one.steps)).toEqual([first, second]);
});

test('even with the same reservations, by the last offer', () => {
  const other = steps({ acts: [450, 850, 'ACCEPT'], accepted: 850 });
  const sorted = [...first, ...other].sort((a, b) => a.turn - b.turn || b.row - a.row);
  expect(negotiationsOf(sorted).map((one) => one.steps)).toEqual([first, other]);
});

test('a missing turn leaves one negotiation that is not whole', () => {
  const [only, ...others] = negotiationsOf(first.filter(({ turn }) => turn !== 2));
  expect(others).toEqual([]);
  expect(only?.isWhole).toBe(false);
});

test.each<[string, Written, ReturnType<typeof endingOf>]>([
  ['an accept', { acts: [500, 800, 'ACCEPT'], accepted: 800 }, { kind: 'deal', price: 800 }],
  ['an accept where nothing stands', { acts: [500, 'REJECT', 'SAY', 'ACCEPT'] }, { kind: 'deal', price: null }],
  ['crossing offers that close', { acts: [700, 600], accepted: 700 }, { kind: 'deal', price: 700 }],
  ['crossing offers that do not', { acts: [700, 600] }, { kind: 'no-deal' }],
  ['a walk', { acts: [500, 'WALK'], maxTurns: 20 }, { kind: 'no-deal' }],
  ['the turn limit', { acts: [500, 800] }, { kind: 'no-deal' }],
])('%s ends it', (_, written, ending) => {
  expect(endingOf(negotiationsOf(steps(written))[0]!)).toEqual(ending);
});

test('rows that stop early leave it open', () => {
  const [only] = negotiationsOf(steps({ acts: [500, 800, 600], maxTurns: 20 }).slice(0, 2));
  expect(endingOf(only!)).toEqual({ kind: 'open' });
});
