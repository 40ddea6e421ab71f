/** Dialogues as an import writes them, made by hand. */
import type { DialogueRecord } from './read.ts';

/** A bike listed at 100: the buyer wants it for 85, the seller for 100. Closed at 90 by typed acts. */
export const bike: DialogueRecord = {
  id: 'bike-1',
  source: 'craigslist',
  split: 'train',
  scenario: {
    public: {
      item: { title: 'Bike', category: 'bike', description: 'A blue bike.', listPrice: 100, currency: 'USD' },
    },
    private: { buyer: { target: 85.25 }, seller: { target: 100, description: 'A blue bike with one new tyre.' } },
  },
  turns: [
    { seat: 'buyer', words: 'Would you take 70?', act: { type: 'say' }, price: 70 },
    { seat: 'seller', words: 'I could do 95.', act: { type: 'say' }, price: 95 },
    { seat: 'buyer', words: 'Is it blue?', act: { type: 'say' } },
    { seat: 'seller', words: '', act: { type: 'offer', price: 90 } },
    { seat: 'buyer', words: '', act: { type: 'accept' } },
  ],
  outcome: { kind: 'agreement', deal: { price: 90 } },
};

/** The first test line of Deal or No Deal: 2 books, 3 hats, 1 ball; a values them 0 1 7, b 2 2 0. */
export const sharing: DialogueRecord = {
  id: 'sharing-1',
  source: 'dond',
  split: 'test',
  scenario: {
    public: {
      items: [
        { name: 'book', count: 2 },
        { name: 'hat', count: 3 },
        { name: 'ball', count: 1 },
      ],
    },
    private: { a: { values: [0, 1, 7] }, b: { values: [2, 2, 0] } },
  },
  turns: [
    { seat: 'a', words: 'i need that ball so bad ! what do you want ?', act: { type: 'say' } },
    { seat: 'b', words: "i'll take the books and the hats , you get the ball .", act: { type: 'say' } },
    { seat: 'a', words: 'no deal', act: { type: 'say' } },
    { seat: 'b', words: 'come on', act: { type: 'say' } },
    { seat: 'a', words: 'deal', act: { type: 'say' } },
  ],
  outcome: { kind: 'agreement', deal: { split: { a: [0, 0, 1], b: [2, 3, 0] } } },
};
