import { expect, test } from 'vitest';
import { createUnread } from './unread.ts';

function room() {
  const cut: string[] = [];
  const open = createUnread({ overall: 100, perAddress: 50 });
  const sender = (name: string, address: string, known = false) =>
    open({ address, known, onCut: () => cut.push(name) });
  return { cut, sender };
}

test('an address over its own bound loses what it began first', () => {
  const { cut, sender } = room();
  const [first, second] = [sender('first', 'a'), sender('second', 'a')];
  first.is(30);
  second.is(20);
  expect(cut).toEqual([]);
  second.is(30);
  expect(cut).toEqual(['first']);
  second.is(50);
  expect(cut).toEqual(['first']);
});

test('over the bound of all, whoever began longest ago is cut; who completed a message began later; who is known comes last', () => {
  const { cut, sender } = room();
  const mine = sender('known', 'me', true);
  const some = ['a', 'b', 'c'].map((name) => sender(name, name));
  mine.is(20);
  for (const one of some) one.is(20);
  some[0]?.is(10, true);
  mine.is(60);
  expect(cut).toEqual(['b']);
  mine.is(90);
  expect(cut).toEqual(['b', 'c']);
  mine.is(95);
  expect(cut).toEqual(['b', 'c', 'a']);
  mine.is(101);
  expect(cut).toEqual(['b', 'c', 'a', 'known']);
});

test('what has ended counts no more', () => {
  const { cut, sender } = room();
  const [one, other] = [sender('one', 'a'), sender('other', 'b')];
  one.is(50);
  one.end();
  one.is(50);
  other.is(50);
  sender('third', 'c').is(50);
  expect(cut).toEqual([]);
});
