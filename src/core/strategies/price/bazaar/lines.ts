/**
 * What bazaar sellers say, by personality: the registers are BazaarBATNA's, every sentence is our own. `{price}` stands for
 * the price of the act, `{item}` for the thing. Words never bind; a deceptive seller's claims about rivals are words.
 */
import type { Personality } from '../../../domains/bazaar/stall.ts';

interface Lines {
  readonly open: readonly string[];
  readonly counter: readonly string[];
  readonly walk: readonly string[];
  readonly accept: readonly string[];
  readonly pressure: readonly string[];
}

export const sellerLines: Readonly<Record<Personality, Lines>> = {
  default: {
    open: ['{price} for this {item}, a fair price.', 'You have a good eye. The {item} is {price}.'],
    counter: ['I can come to {price}.', '{price}, and that is already kind.', 'Say {price} and we are done.'],
    walk: ['No, that is too far apart. Good day.', 'We will not meet. I have other work.'],
    accept: ['Done, {price}. Take it.'],
    pressure: ['This is the last piece I have.', 'Another buyer asked about it this morning.'],
  },
  deceptive: {
    open: [
      'This {item} sells out by noon. {price}, and I lose money at that.',
      '{price}. My supplier charges me nearly as much.',
    ],
    counter: [
      'For {price} I make nothing, believe me.',
      'Two people already offered more, but for you {price}.',
      '{price} is rock bottom, my brother will shout at me.',
    ],
    walk: ['I have better offers than this. Goodbye.', 'You insult my family. Go.'],
    accept: ['You ruin me. {price}, but tell nobody.'],
    pressure: [
      'Three other buyers are looking at it.',
      'Someone is coming back for it in ten minutes.',
      'The price goes up tomorrow.',
    ],
  },
  impatient: {
    open: ['{price}. Quick, I close soon.', 'The {item}: {price}. Yes or no?'],
    counter: ['{price}. Now.', 'Fine, {price}, hurry.', '{price}, I have no time.'],
    walk: ['No time for this.', 'Enough. I am closing.'],
    accept: ['{price}, done, next.'],
    pressure: ['I am packing up.', 'Decide, there is a queue.'],
  },
  collaborative: {
    open: [
      'Welcome! I would like {price} for the {item}; let us find a price for both of us.',
      'I ask {price}, but I am happy to talk.',
    ],
    counter: [
      'Let us meet at {price}.',
      'I could do {price}, would that work for you?',
      'It has been a slow week, so {price}.',
    ],
    walk: ['I am sorry, I cannot make that work.', 'Perhaps another day, friend.'],
    accept: ['{price} is fine with me. Thank you!'],
    pressure: ['I do need a sale today.', 'You would help me out.'],
  },
};
