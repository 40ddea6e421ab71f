import { describe, expect, it } from 'vitest';
import {
  acceptCombined,
  acceptConstant,
  acceptGap,
  acceptNext,
  acceptPrevious,
  acceptTime,
  type Received,
} from './acceptance.ts';

// Definitions of Baarslag, Hindriks and Jonker 2014 (acceptance conditions); all numbers by hand.
describe('acceptance conditions', () => {
  it('AC_const takes what is worth c', () => {
    expect(acceptConstant(0.8, 0.8)).toBe(true);
    expect(acceptConstant(0.79, 0.8)).toBe(false);
  });

  it('AC_time takes anything once it is late', () => {
    expect(acceptTime(0.9, 0.9)).toBe(true);
    expect(acceptTime(0.89, 0.9)).toBe(false);
  });

  it('AC_next compares a u + b with the own next offer', () => {
    expect(acceptNext(0.5, 0.5)).toBe(true);
    expect(acceptNext(0.5, 0.6)).toBe(false);
    expect(acceptNext(0.5, 0.6, { b: 0.125 })).toBe(true); // .625
    expect(acceptNext(0.5, 0.6, { a: 1.25 })).toBe(true); // .625
    expect(acceptNext(0.5, 0.65, { a: 1.25 })).toBe(false);
  });

  it('AC_prev compares with the own previous offer, and waits without one', () => {
    expect(acceptPrevious(0.7, 0.7)).toBe(true);
    expect(acceptPrevious(0.6, 0.7)).toBe(false);
    expect(acceptPrevious(1, undefined)).toBe(false);
  });

  it('AC_gap closes the last bit', () => {
    expect(acceptGap(0.5, 0.75, 0.25)).toBe(true);
    expect(acceptGap(0.5, 0.75, 0.2)).toBe(false);
  });
});

describe('AC_combi', () => {
  const at = (...pairs: [time: number, utility: number][]): Received[] =>
    pairs.map(([time, utility]) => ({ time, utility }));
  const late = { time: 0.8, from: 0.8 };

  it('is AC_next before T', () => {
    const received = at([0.5, 0.1], [0.7, 0.4]);
    expect(acceptCombined(received, 0.4, { time: 0.7, from: 0.8, alpha: 'max' })).toBe(true);
    expect(acceptCombined(received, 0.5, { time: 0.7, from: 0.8, alpha: 'max' })).toBe(false);
  });

  it('looks back as far as there is time left', () => {
    // The window at .8 is [.6, .8]: the .9 received at .5 is forgotten, the .3 at .6 is not.
    expect(acceptCombined(at([0.5, 0.9], [0.6, 0.3], [0.8, 0.4]), 1, { ...late, alpha: 'max' })).toBe(true);
    expect(acceptCombined(at([0.5, 0.1], [0.6, 0.5], [0.8, 0.4]), 1, { ...late, alpha: 'max' })).toBe(false);
  });

  it('asks for the maximum or for the average', () => {
    // .5, .1, .4 in the window: not the best, but above the mean of a third.
    const received = at([0.6, 0.5], [0.7, 0.1], [0.8, 0.4]);
    expect(acceptCombined(received, 1, { ...late, alpha: 'max' })).toBe(false);
    expect(acceptCombined(received, 1, { ...late, alpha: 'avg' })).toBe(true);
  });

  it('takes what there is when the window has shrunk to nothing', () => {
    expect(acceptCombined(at([0.9, 0.6], [0.95, 0.2]), 1, { time: 1, from: 0.8, alpha: 'max' })).toBe(true);
  });

  it('needs an offer to decide on', () => {
    expect(() => acceptCombined([], 1, { ...late, alpha: 'max' })).toThrow('got no received offer');
  });
});
