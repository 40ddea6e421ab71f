import { expect, test } from 'vitest';
import { writtenRows } from '../card/rows.fixture.ts';
import { parseTurnRow } from './turn-row.ts';

const [row] = writtenRows({ id: 'k-0', acts: [500, 800, 'ACCEPT'], accepted: 800 }).slice(1);
const text = JSON.stringify(row);

test('a row is what its line says', () => {
  expect(parseTurnRow(text)).toEqual(row);
});

test('the Janus lab leaves the number of turns out where there was no deal', () => {
  expect(parseTurnRow(text.replace('"num_turns":3', '"num_turns":null'))).toMatchObject({ trajectory_id: 'k-0' });
});

test.each([
  ['', 'is empty'],
  ['  \r', 'is empty'],
  [text.slice(0, -5), 'is not JSON; it may have been cut off while it was written'],
  ['7', 'is not a turn row: it is not an object'],
  ['[]', 'is not a turn row: it is not an object'],
  ['{}', 'is not a turn row: trajectory_id must be text, got nothing'],
])('%j is refused', (line, problem) => {
  expect(parseTurnRow(line)).toBe(problem);
});

test.each([
  ['"k-0"', '""', 'trajectory_id must be text, got ""'],
  ['"turn":2', '"turn":0', 'turn must be a whole number of 1 or more, got 0'],
  ['"turn":2', '"turn":"2"', 'turn must be a whole number of 1 or more, got "2"'],
  ['"strategy":"two"', '"strategy":2', 'agent.strategy must be text, got 2'],
  ['"strategy_params":{}', '"strategy_params":[]', 'agent.strategy_params must be an object, got []'],
  ['"max_turns":3', '"max_turns":2.5', 'state.max_turns must be a whole number of 1 or more, got 2.5'],
  ['"role":"seller"', '"role":"judge"', 'state.role must be buyer or seller, got "judge"'],
  ['["buyer",500]', '["buyer"]', 'state.offer_history[0] must be a role and a price, got ["buyer"]'],
  ['[200,1500]', '[1500,200]', 'state.price_range must be a low price and a higher one, got [1500,200]'],
  ['"reservation_price":400', '"reservation_price":1e999', 'state.reservation_price must be a number, got Infinity'],
  ['"OFFER"', '"BEG"', 'action.type must be one of OFFER, ACCEPT, REJECT, WALK, SAY, got "BEG"'],
  ['"price":800},"is', '"price":null},"is', 'action.price must be a number, got null'],
  ['"is_terminal":false', '"is_terminal":0', 'is_terminal must be true or false, got 0'],
  ['"zopa_width":500', '"zopa_width":null', 'meta.zopa_width must be a number, got null'],
  ['"agreement_bool":true', '"agreement_bool":1', 'meta.episode_outcome.agreement_bool must be true or false, got 1'],
  ['"rho":0.8', '"rho":"0.8"', 'rho must be a number or null, got "0.8"'],
])('%s as %s is refused with a reason', (was, is, problem) => {
  expect(text).toContain(was);
  expect(parseTurnRow(text.replace(was, is))).toBe(`is not a turn row: ${problem}`);
});
