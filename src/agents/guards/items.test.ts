/** The guards in items that came after the reservation and the kept agreement: worked by hand on four books and two hats. */
import { describe, expect, test } from 'vitest';
import {
  type ItemsAct,
  type ItemsScenario,
  type ItemsView,
  items,
  itemsSamplers,
  type Seat,
} from '../../core/index.ts';
import { itemsSpeech } from '../speech/items.ts';

/** Books are worth 1 and hats 3 to seat a, 10 in all; its reservation is 0.3. Seat b is asked nothing here. */
function viewOf(acts: readonly ItemsAct[], turnLimit = 20, crossing: 'close' | 'continue' = 'continue'): ItemsView {
  const drawn = itemsSamplers.dond(1) as ItemsScenario;
  const scenario: ItemsScenario = {
    ...drawn,
    public: {
      items: [
        { name: 'book', count: 4 },
        { name: 'hat', count: 2 },
      ],
      turnLimit,
      opens: acts.length % 2 === 0 ? 'a' : 'b',
      crossing,
    },
    private: { a: { values: [1, 3], reservation: 0.3 }, b: { values: [1, 1] } },
  };
  let state = items.start(scenario);
  for (const act of acts) state = items.apply(state, [{ turn: state.turn, seat: items.toAct(state)[0] as Seat, act }]);
  return items.view(state, 'a') as ItemsView;
}
/** What a keeps. */
const keep = (books: number, hats: number): ItemsAct => ({
  type: 'offer',
  split: { a: [books, hats], b: [4 - books, 2 - hats] },
});
const walk: ItemsAct = { type: 'walk' };

test('a unit taken back is a step back, a trade is not', () => {
  const view = viewOf([keep(3, 1), keep(0, 0)]);
  expect(itemsSpeech.judges.monotone(view, keep(4, 1))?.instead).toEqual(keep(3, 1));
  expect(itemsSpeech.judges.monotone(view, keep(3, 2))?.instead).toEqual(keep(3, 1));
  expect(itemsSpeech.judges.monotone(view, keep(4, 0))).toBeUndefined();
  expect(itemsSpeech.judges.monotone(view, keep(2, 1))).toBeUndefined();
});

test('below the aspiration of the turn an accept becomes the counter, until the last turn', () => {
  // Turn 4 of 20: 1 - 0.7 * (4 / 20)^2 = 0.972, so nothing but everything will do; two hats and three books are 0.9.
  const accept: ItemsAct = { type: 'accept', offer: 3 };
  const say: ItemsAct = { type: 'say', words: 'Hm.' };
  expect(itemsSpeech.judges.aspiration(viewOf([say, say, keep(3, 2)]), accept)?.instead).toEqual(keep(4, 2));
  // Turn 14: 1 - 0.7 * 0.49 = 0.657: two hats and a book are 0.7, the least that is as much, in the fewest units.
  const late = [say, say, ...Array.from({ length: 10 }, () => say), keep(3, 1)];
  expect(itemsSpeech.judges.aspiration(viewOf(late), { type: 'accept', offer: 13 })?.instead).toEqual(keep(1, 2));
  expect(itemsSpeech.judges.aspiration(viewOf([say, say, keep(0, 1)], 5), accept)).toBeUndefined();
  // What it has itself offered is good enough.
  expect(itemsSpeech.judges.aspiration(viewOf([keep(1, 1), keep(2, 1)]), { type: 'accept', offer: 2 })).toBeUndefined();
});

test('a walk stands only where no deal is in reach', () => {
  expect(itemsSpeech.judges.walkByRule(viewOf([keep(0, 0)]), walk)?.instead).toMatchObject({ type: 'offer' });
  const reject: ItemsAct = { type: 'reject' };
  const stubborn = [keep(0, 0), reject, keep(0, 0), reject, keep(0, 0)];
  expect(itemsSpeech.judges.walkByRule(viewOf(stubborn), walk)).toBeUndefined();
  expect(
    itemsSpeech.judges.walkByRule(viewOf([keep(0, 0), reject, keep(1, 0), reject, keep(1, 0)]), walk),
  ).toBeDefined();
  // Worth exactly the reservation.
  expect(
    itemsSpeech.judges.walkByRule(viewOf([keep(0, 1), reject, keep(0, 0), reject, keep(0, 0)]), walk),
  ).toBeDefined();
});

test('an offer that would close the game at what stands is judged as an accept of it', () => {
  const view = viewOf([keep(3, 1)], 20, 'close');
  // It gives b the one book and the hat that b asked for, and more.
  for (const act of [keep(3, 1), keep(2, 0)])
    expect(itemsSpeech.judges.aspiration(view, act)?.instead).toEqual(keep(4, 2));
  expect(itemsSpeech.judges.aspiration(view, keep(0, 2))).toBeUndefined();
  expect(itemsSpeech.judges.aspiration(viewOf([keep(3, 1)]), keep(3, 1))).toBeUndefined();
  // Nor does the clamp to the reservation close it: one hat is worth the reservation, and what b offers.
  const poor = viewOf([keep(0, 1)], 20, 'close');
  expect(itemsSpeech.judges.reservation(poor, keep(2, 0))?.instead).toEqual(keep(4, 2));
});

test('in the last act an offer nobody could answer is no counter: what stands is taken where it keeps to the reservation', () => {
  const accept: ItemsAct = { type: 'accept', offer: 3 };
  const said: ItemsAct = { type: 'say', words: 'A hat is worth 3 to me.' };
  for (const turnLimit of [4, 5]) {
    const last = viewOf([keep(0, 0), keep(4, 2), keep(0, 1)], turnLimit);
    expect(itemsSpeech.judges.walkByRule(last, walk)?.instead).toEqual(accept);
    expect(itemsSpeech.judges.leak(last, said)?.instead).toEqual(accept);
  }
  expect(
    itemsSpeech.judges.leak(viewOf([keep(0, 1), keep(4, 2), keep(2, 0)], 4), said)?.instead,
    'two books are below the reservation',
  ).toEqual(keep(4, 2));
});

describe('words', () => {
  const view = viewOf([]);
  test.each([
    ...['A hat is worth 3 to me.', 'I value hats at three points.', 'hat=3', 'Each book: one point', 'Books score 1.'],
    ...['Each hat gives me 3.', 'My payoff for a hat is 3.', 'A hat pays 3.', 'I get three out of a hat.', 'hat → 3'],
    ...[
      'Un chapeau vaut trois.',
      'Un sombrero vale tres.',
      'Ein Hut ist mir drei wert.',
      'ek hat mere liye teen ka hai',
    ],
    ...['टोपी मेरे लिए तीन के बराबर है', 'trente pour cent', 'dreißig Prozent', 'treinta por ciento', 'dreißig'],
    ...['No less than 3/10 of everything.', 'I need three tenths.', '3 tenths will do'],
    ...['I need 30 % of it.', 'At least 0.3 for me', 'My minimum is 3 points', 'thirty percent, no less', '0.30'],
  ])('"%s" gives something away', (words) => {
    expect(itemsSpeech.judges.leak(view, { type: 'say', words })).toBeDefined();
    expect(itemsSpeech.judges.leak(view, { ...keep(3, 1), words })?.instead).toEqual(keep(3, 1));
  });

  test.each([
    ...['I take 3 books and 1 hat.', 'Three books for me, please.', 'You could have 2 hats.', 'I like hats best.'],
    ...['That gives me 3 books, and you 1 hat.', 'No more than 3 books for me.', 'The third book is torn.'],
    ...['A hat is worth more than a book to me.', 'That is worth 5 minutes of talk.'],
  ])('"%s" does not', (words) => {
    expect(itemsSpeech.judges.leak(view, { ...keep(3, 1), words })).toBeUndefined();
  });

  test('a value begun in one message and named in another is seen, counts in between are not', () => {
    const said = (words: string): ItemsAct => ({ type: 'say', words });
    const spoken = (...before: string[]) => viewOf(before.flatMap((words) => [said(words), said('Go on.')]));
    const blocks = (seen: ItemsView, words: string) => itemsSpeech.judges.leak(seen, said(words)) !== undefined;
    expect(blocks(spoken('My value for a hat is:'), 'Three!')).toBe(true);
    expect(blocks(spoken('What is a hat worth to me?', 'Let me see.'), 'Drei.')).toBe(true);
    expect(blocks(spoken('A hat is worth a lot to me.'), 'I take 3 books and you get 1 hat.')).toBe(false);
    expect(blocks(spoken('Hello.'), 'Three!')).toBe(false);
  });

  test('a share in words is one where a limit is spoken of', () => {
    const half = { ...view, own: { ...view.own, reservation: 0.5 } };
    expect(itemsSpeech.judges.leak(half, { type: 'say', words: 'At least half of it.' })).toBeDefined();
    expect(itemsSpeech.judges.leak(half, { type: 'say', words: 'I read half the book.' })).toBeUndefined();
  });
});
