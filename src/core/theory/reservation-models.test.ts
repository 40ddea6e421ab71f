import { describe, expect, it } from 'vitest';
import { exp, ln, pow } from '../math.ts';
import { createRng } from '../rng.ts';
import { type PricePoint, reservationByCurveFit, reservationByParticles } from './reservation-models.ts';

const range = { low: 200, high: 1500 };
const buyer = { seat: 'buyer', range } as const;
const seller = { seat: 'seller', range } as const;

function points(text: string): PricePoint[] {
  return text.split(' | ').map((pair) => {
    const [turn, price] = pair.split(' ').map(Number) as [number, number];
    return { turn, price };
  });
}

describe('reservationByCurveFit', () => {
  it('finds the reservation of the Janus scripts', () => {
    // Janus lab, repository A: boulware firm, hard and conceding, buyer's reservation 900, opening 500.
    const firm = reservationByCurveFit(points('1 501 | 5 525 | 10 600 | 15 725'), 20, buyer)!;
    expect(firm.reservation).toBeCloseTo(900, 3);
    expect(firm.opening).toBeCloseTo(500, 3);
    expect(firm.exponent).toBeCloseTo(2, 5);
    // These are rounded to cents, so only nearly exact.
    const hard = reservationByCurveFit(points('1 500 | 5 501.56 | 10 525 | 15 626.56'), 20, buyer)!;
    expect(Math.abs(hard.reservation - 900)).toBeLessThan(0.1);
    const conceding = reservationByCurveFit(points('1 589.44 | 5 700 | 10 782.84 | 15 846.41'), 20, buyer)!;
    expect(Math.abs(conceding.reservation - 900)).toBeLessThan(0.1);
    // The seller is the mirror image around 650.
    const mirrored = reservationByCurveFit(points('1 799 | 5 775 | 10 700 | 15 575'), 20, seller)!;
    expect(mirrored.reservation).toBeCloseTo(400, 3);
  });

  it('draws a line through two offers', () => {
    // By hand: 5 a turn from 500 at turn 0, so 600 at turn 20.
    const fit = reservationByCurveFit(points('2 510 | 4 520'), 20, buyer)!;
    expect(fit).toMatchObject({ exponent: 1 });
    expect(fit.reservation).toBeCloseTo(600, 9);
    expect(fit.error).toBeCloseTo(0, 9);
  });

  it('reports how far the offers lie from the curve', () => {
    // By hand: the least squares line through this zigzag is 500 + 0.8 turn and ends at 516, below the best offer, so the
    // reservation is 520 and the line 520 - m (1 - t) has m = 20 (.75 + .25) / (.75^2 + .5^2 + .25^2) = 160 / 7. A bent
    // curve may do a little better.
    const fit = reservationByCurveFit(points('5 500 | 10 520 | 15 500 | 20 520'), 20, buyer)!;
    expect(fit.reservation).toBe(520);
    const residuals = [5, 10, 15, 20].map((turn, k) => 520 - (160 / 7) * (1 - turn / 20) - (k % 2 === 0 ? 500 : 520));
    const line = Math.sqrt(residuals.reduce((total, r) => total + r * r, 0) / 4);
    expect(fit.error).toBeLessThanOrEqual(line);
    expect(fit.error).toBeGreaterThan(0.8 * line);
  });

  it('reads a side that never moves as standing at its reservation', () => {
    expect(reservationByCurveFit(points('1 500 | 3 500 | 5 500'), 20, buyer)!.reservation).toBe(500);
  });

  it('stays in the range and behind the best offer', () => {
    // A line would fall to 1000 - 19 * 100.
    const steep = reservationByCurveFit(points('1 1000 | 2 900'), 20, seller)!;
    expect(steep.reservation).toBeGreaterThanOrEqual(200);
    expect(steep.reservation).toBeLessThan(900);
    const retreating = reservationByCurveFit(points('1 900 | 3 950 | 5 1000'), 20, seller)!;
    expect(retreating.reservation).toBe(900);
  });

  it('knows nothing from one offer', () => {
    expect(reservationByCurveFit(points('1 500'), 20, buyer)).toBeUndefined();
  });

  it('refuses turns out of order and prices out of range', () => {
    expect(() => reservationByCurveFit(points('3 500 | 3 510'), 20, buyer)).toThrow(
      'got an offer in turn 3 after turn 3',
    );
    expect(() => reservationByCurveFit(points('21 500'), 20, buyer)).toThrow('got an offer in turn 21');
    expect(() => reservationByCurveFit(points('1 100'), 20, buyer)).toThrow('got the price 100');
  });
});

describe('reservationByParticles', () => {
  const rng = () => createRng(7);

  it('begins uniform over the range', () => {
    // By hand: mean 850, deviation 1300 / sqrt(12) = 375.28; one particle stands for 1.3.
    const belief = reservationByParticles([], 20, buyer, rng());
    expect(Math.abs(belief.mean - 850)).toBeLessThan(1.3);
    expect(Math.abs(belief.sd - 375.28)).toBeLessThan(1.3);
    const expected = { q05: 265, q25: 525, q50: 850, q75: 1175, q95: 1435 };
    for (const [name, value] of Object.entries(expected)) {
      expect(Math.abs(belief.quantiles[name as 'q05'] - value)).toBeLessThan(2.7);
    }
    expect(belief.conceding).toBeCloseTo(0.8, 9);
  });

  it('cuts off what an offer rules out', () => {
    // By hand: uniform on 600 to 1500 for the buyer, on 200 to 600 for the seller.
    expect(Math.abs(reservationByParticles(points('1 600'), 20, buyer, rng()).mean - 1050)).toBeLessThan(1);
    expect(Math.abs(reservationByParticles(points('1 600'), 20, seller, rng()).mean - 400)).toBeLessThan(1);
  });

  it('agrees with the posterior summed over a grid', () => {
    const offers = points('1 520 | 3 560 | 5 600 | 7 640 | 9 680 | 11 720');
    const exact = gridPosterior(offers);
    const belief = reservationByParticles(offers, 20, buyer, rng(), { particles: 4000 });
    expect(Math.abs(belief.mean - exact.mean)).toBeLessThan(0.1 * exact.sd);
    expect(Math.abs(belief.sd / exact.sd - 1)).toBeLessThan(0.1);
    expect(belief.conceding).toBeGreaterThan(0.99);
  });

  it('narrows down on the truth', () => {
    // Janus lab: boulware_linear of repository A, reservation 900.
    const early = reservationByParticles(points('1 520 | 5 600'), 20, buyer, rng());
    const late = reservationByParticles(points('1 520 | 5 600 | 10 700 | 15 800 | 19 880'), 20, buyer, rng());
    expect(late.sd).toBeLessThan(early.sd / 4);
    expect(late.quantiles.q05).toBeLessThan(900);
    expect(late.quantiles.q95).toBeGreaterThan(900);
  });

  it('learns no reservation from a side that holds', () => {
    const belief = reservationByParticles(points('1 500 | 5 500 | 9 500 | 13 500 | 17 500'), 20, buyer, rng());
    expect(belief.conceding).toBeLessThan(0.3);
    expect(belief.sd).toBeGreaterThan(250);
  });

  it('survives offers that nobody expected', () => {
    const belief = reservationByParticles(points('1 500 | 3 1400 | 5 300 | 7 1400'), 20, buyer, rng());
    expect(belief.mean).toBeGreaterThanOrEqual(1400);
    expect(belief.mean).toBeLessThanOrEqual(1500);
  });

  it('gives the same answer from the same stream', () => {
    const offers = points('1 520 | 3 560 | 5 600');
    expect(reservationByParticles(offers, 20, buyer, rng())).toEqual(reservationByParticles(offers, 20, buyer, rng()));
  });

  it('refuses a filter without particles or noise', () => {
    expect(() => reservationByParticles([], 20, buyer, rng(), { particles: 0 })).toThrow('got 0 particles');
    expect(() => reservationByParticles([], 20, buyer, rng(), { noise: 0 })).toThrow('the noise 0');
  });
});

/** The same prior and likelihood, summed over 300 reservations and 200 exponents: no filter, no draws. */
function gridPosterior(offers: readonly PricePoint[]): { mean: number; sd: number } {
  const [first, ...later] = offers as [PricePoint, ...PricePoint[]];
  const best = Math.max(...offers.map(({ price }) => price));
  let total = 0;
  let mean = 0;
  let meanSquare = 0;
  for (let i = 0; i < 300; i++) {
    const reservation = best + ((i + 0.5) / 300) * (1500 - best);
    let likelihood = 0;
    for (let j = 0; j < 200; j++) {
      const exponent = exp(ln(0.1) + ((j + 0.5) / 200) * (ln(10) - ln(0.1)));
      const left = (turn: number) => 1 - pow(turn / 20, exponent);
      const log = later.map(({ turn, price }) => {
        const miss = price - reservation - ((first.price - reservation) * left(turn)) / left(first.turn);
        return -(miss * miss) / (2 * 26 * 26);
      });
      likelihood += (0.8 / 200) * exp(log.reduce((a, b) => a + b));
    }
    const held = later.map(({ price }) => -((price - first.price) ** 2) / (2 * 26 * 26));
    likelihood += 0.2 * exp(held.reduce((a, b) => a + b));
    total += likelihood;
    mean += likelihood * reservation;
    meanSquare += likelihood * reservation * reservation;
  }
  mean /= total;
  return { mean, sd: Math.sqrt(meanSquare / total - mean * mean) };
}
