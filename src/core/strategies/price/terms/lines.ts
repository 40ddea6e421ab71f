/**
 * What a TERMS-Bench counterpart says, by its cues and in four voices. The original's words came from a model and are not public:
 * every sentence here is our own. `{price}` stands for the price of the act. Words never bind.
 */
import type { Cues } from '../../../domains/terms/brief.ts';

export const voices = ['plain', 'warm', 'formal', 'curt'] as const;
export type Voice = (typeof voices)[number];

interface Lines {
  /** Said before the posture; nothing where neutral. */
  readonly sentiment: Readonly<Record<Cues['sentiment'], string>>;
  readonly posture: Readonly<Record<Cues['posture'], readonly string[]>>;
  readonly accept: string;
  readonly walk: string;
}

export const termsLines: Readonly<Record<Voice, Lines>> = {
  plain: {
    sentiment: { positive: 'I like how this is going.', neutral: '', negative: 'I am not happy with this.' },
    posture: {
      concede: ['I can move to {price}.', 'I will come your way: {price}.'],
      hold: ['My price is {price}.', 'I am at {price}.'],
      pressure: ['{price}. You need to move.', '{price}, and do not wait too long.'],
    },
    accept: 'Agreed, {price}.',
    walk: 'This goes nowhere. I am leaving.',
  },
  warm: {
    sentiment: {
      positive: 'It is a pleasure to talk with you.',
      neutral: '',
      negative: 'I must say that I am disappointed.',
    },
    posture: {
      concede: ['Let me help us along with {price}.', 'For you I can do {price}.'],
      hold: ['For me it is {price}.', 'I would stay with {price}.'],
      pressure: ['Please, {price}, and let us not lose this.', '{price}; I cannot keep this open for you much longer.'],
    },
    accept: 'Wonderful, {price} it is.',
    walk: 'I am sorry, we will not find each other. Goodbye.',
  },
  formal: {
    sentiment: {
      positive: 'We appreciate the constructive exchange.',
      neutral: '',
      negative: 'We find the present position unsatisfactory.',
    },
    posture: {
      concede: ['We are prepared to revise our position to {price}.', 'We can offer an adjustment to {price}.'],
      hold: ['Our position is {price}.', 'We maintain {price}.'],
      pressure: ['We expect a substantial move; our position is {price}.', '{price}. Our time for this is limited.'],
    },
    accept: 'We accept {price}.',
    walk: 'We end the negotiation here.',
  },
  curt: {
    sentiment: { positive: 'Good.', neutral: '', negative: 'Bad.' },
    posture: {
      concede: ['Fine, {price}.', 'Down to business: {price}.'],
      hold: ['{price}.', 'Still {price}.'],
      pressure: ['{price}. Move.', '{price}. Now.'],
    },
    accept: 'Done, {price}.',
    walk: 'No. Bye.',
  },
};
