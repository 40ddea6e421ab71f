/**
 * The classic scripts against numbers worked by hand. Unless said otherwise: 20 turns, public range 200 to 1500, the buyer
 * opens at 500 and stops at 900, the seller opens at 800 and stops at 400.
 */
import { describe, expect, it } from 'vitest';
import { repetitions } from '../../../../test/repetitions.ts';
import { type PriceOffer, type PriceScenario, type PriceView, price } from '../../domains/price/price.ts';
import { samplers } from '../../domains/price/samplers.ts';
import { runEpisode } from '../../episode.ts';
import { createRng } from '../../rng.ts';
import { completeOptions, makeScript, type Options, type Strategy } from '../../strategy.ts';
import { checkScript } from '../../testing/index.ts';
import type { Domain, Seat, Taken } from '../../types.ts';
import { aspiration } from './aspiration.ts';
import { averageTitForTat } from './average-tit-for-tat.ts';
import { classic } from './classic.ts';
import { faratin } from './faratin.ts';
import { priceRegistries } from './index.ts';
import { micro } from './micro.ts';
import { niceTarget, niceTitForTat } from './nice-tit-for-tat.ts';
import { randomTitForTat } from './random-tit-for-tat.ts';
import { ratio, relativeTitForTat } from './relative-tit-for-tat.ts';
import { risk, zeuthen } from './zeuthen.ts';

const scenario: PriceScenario = {
  ...samplers.janus(0),
  private: { buyer: { reservation: 900, target: 500 }, seller: { reservation: 400, target: 800 } },
};

interface Moment {
  /** Offers so far, as in 's800 b500': one a turn. */
  readonly after?: string;
  /** Default: the turn that follows. */
  readonly turn?: number;
  readonly turnLimit?: number;
}

/** What a script does at one moment of a game: the price it offers, or 'accept'. */
function answer(strategy: Strategy, options: Options, seat: Seat, { after = '', turn, turnLimit = 20 }: Moment) {
  const history: PriceView['history'] = after
    .split(' ')
    .filter((token) => token !== '')
    .map((token, k) => ({
      turn: k + 1,
      seat: token.startsWith('b') ? 'buyer' : 'seller',
      act: { type: 'offer', price: Number(token.slice(1)) },
    }));
  const standing = (own: boolean) => {
    const last = history.filter((taken) => (taken.seat === seat) === own).at(-1);
    return last && { turn: last.turn, offer: last.act as PriceOffer };
  };
  const view: PriceView = {
    ...price.view(price.start(scenario), seat),
    turn: turn ?? history.length + 1,
    turnLimit,
    history,
    mine: standing(true),
    theirs: standing(false),
  };
  const context = {
    rng: createRng(1),
    note: () => undefined,
    attempt: 0,
    state: () => undefined,
    refused: undefined,
    signal: undefined,
  };
  const act = strategy.make(completeOptions(strategy, options))(view, context);
  return act.type === 'offer' ? (act as PriceOffer).price : act.type;
}

/** A game of two strategies over the same scenario. */
function deal(buyer: [Strategy, Options], seller: [Strategy, Options]): number | undefined {
  const { result } = runEpisode({
    domain: price as unknown as Domain,
    scenario: { ...scenario, public: { ...scenario.public, opens: 'seller' } },
    agents: { buyer: makeScript('b', ...buyer), seller: makeScript('s', ...seller) },
    rng: createRng(1),
  });
  return result.kind === 'agreement' ? (result.deal as { price: number }).price : undefined;
}

describe('faratin', () => {
  // By hand from Faratin, Sierra and Jennings 1998: kappa .1 at t = .25, .5, .75, 1; a share of the 400 from 500 to 900.
  const rows = [
    { family: 'polynomial', beta: 0.5, shares: [0.1562, 0.325, 0.6062, 1] },
    { family: 'polynomial', beta: 2, shares: [0.55, 0.7364, 0.8794, 1] },
    { family: 'exponential', beta: 0.5, shares: [0.1361, 0.1963, 0.3162, 1] },
    { family: 'exponential', beta: 2, shares: [0.2738, 0.5623, 0.866, 1] },
  ];

  it.each(rows)('$family, beta $beta, for both seats', ({ family, beta, shares }) => {
    for (const [k, share] of shares.entries()) {
      const turn = 5 * (k + 1);
      const bought = answer(faratin, { family, beta }, 'buyer', { turn }) as number;
      const sold = answer(faratin, { family, beta }, 'seller', { turn }) as number;
      // The page has four places: 400 * .00005, and half a cent.
      expect(Math.abs(bought - (500 + 400 * share))).toBeLessThan(0.026);
      expect(sold).toBeCloseTo(1300 - bought, 9);
    }
  });

  it('spends its own turns as the resource', () => {
    // By hand, kappa .1: 2, 1 and 0 own turns left after turns 16, 18 and 20: .1 + .9 (.135335, .367879, 1).
    const at = (turn: number, beta = 1) => answer(faratin, { family: 'resource', beta }, 'buyer', { turn });
    expect([at(16), at(18), at(20)]).toEqual([588.72, 672.44, 900]);
    // The same distance from the end for the seat that plays the odd turns; beta 2 halves the resource.
    expect([at(17), at(19), at(16, 2)]).toEqual([672.44, 900, 672.44]);
  });

  it('accepts what is at least as good as its next offer', () => {
    const at = (theirs: number) => answer(faratin, { beta: 0.5 }, 'buyer', { after: `s${theirs}`, turn: 10 });
    expect(at(630)).toBe('accept');
    expect(at(630.01)).toBe(630);
  });

  it('opens at the target or at the margin', () => {
    const near: Options = { kappa: 0, margin: 100 };
    expect(answer(faratin, near, 'buyer', { turn: 2 })).toBe(810); // 900 - 100 * .9
    expect(answer(faratin, { ...near, opening: 'target' }, 'buyer', { turn: 2 })).toBe(540);
  });

  it('refuses an exponential curve that starts at nothing', () => {
    expect(() => makeScript('f', faratin, { family: 'exponential', kappa: 0 })).toThrow('kappa must be above 0');
  });
});

describe('relative_tit_for_tat', () => {
  const at = (after: string, seat: Seat = 'buyer', delta = 1) => answer(relativeTitForTat, { delta }, seat, { after });

  it('repeats the last concession in percent', () => {
    expect(at('s1400 b520 s1300')).toBe(560); // 520 * 1400 / 1300
    expect(at('b500 s800 b525 s780 b546', 'seller')).toBe(750); // 780 * 525 / 546
  });

  it('looks delta rounds back', () => {
    expect(at('s1400 b510 s1300 b520 s1250', 'buyer', 2)).toBe(560); // 520 * 1400 / 1300
  });

  it('opens, then walks the straight line until there is something to imitate', () => {
    expect(at('')).toBe(500);
    expect(at('s1400')).toBe(500);
    expect(at('b500 s1400')).toBe(560); // turn 3 of 20: 500 + 400 * .15
    expect(at('s1400 b500 s1300', 'buyer', 2)).toBe(580); // turn 4
  });

  it('stays between its opening and its reservation', () => {
    expect(at('s1300 b500 s1400')).toBe(500); // 464.29
    expect(at('s1500 b600 s900 b600 s1400', 'buyer', 2)).toBe(900); // 1000
  });

  it('has no percentage of a price of 0', () => {
    expect(ratio(5, 0)).toBe(1);
    expect(() => makeScript('r', relativeTitForTat, { delta: 1.5 })).toThrow('delta must be a whole number of rounds');
  });
});

describe('random_tit_for_tat', () => {
  it('repeats the last concession in money', () => {
    expect(answer(randomTitForTat, { extra: 0 }, 'buyer', { after: 's1400 b520 s1300' })).toBe(620);
    expect(answer(randomTitForTat, { extra: 0 }, 'seller', { after: 'b500 s800 b525 s780 b546' })).toBe(759);
    expect(answer(randomTitForTat, { extra: 0, delta: 2 }, 'buyer', { after: 's1400 b510 s1300 b520 s1250' })).toBe(
      620,
    );
  });

  it('adds a random concession, whichever the seat', () => {
    const drawn = Math.round(13 * createRng(1).float() * 100) / 100;
    expect(drawn).toBeGreaterThan(0);
    expect(answer(randomTitForTat, { extra: 13 }, 'buyer', { after: 's1400 b520 s1300' })).toBeCloseTo(620 + drawn, 9);
    expect(answer(randomTitForTat, { extra: 13 }, 'seller', { after: 'b500 s800 b525 s780 b546' })).toBeCloseTo(
      759 - drawn,
      9,
    );
  });
});

describe('average_tit_for_tat', () => {
  it('repeats in percent what was conceded over the window', () => {
    const after = 's1400 b500 s1350 b510 s1250';
    expect(answer(averageTitForTat, { gamma: 2 }, 'buyer', { after })).toBe(571.2); // 510 * 1400 / 1250
    expect(answer(averageTitForTat, { gamma: 1 }, 'buyer', { after })).toBe(550.8); // 510 * 1350 / 1250
  });

  it('walks the straight line until the window is full', () => {
    expect(answer(averageTitForTat, { gamma: 2 }, 'buyer', { after: 's1400 b500 s1350' })).toBe(580); // turn 4 of 20
  });
});

describe('nice_tit_for_tat', () => {
  it('asks for what reciprocity leaves', () => {
    // By hand: gap .8, N = .7 (1.4 - .48) = .644, f = .2 / .444, target = 1 - f .356 = .839640, less .1 of .195640.
    expect(niceTarget({ first: 0.2, best: 0.4, nash: 0.7, t: 0.5 })).toBeCloseTo(0.820076, 6);
    // At .95 the bonus is .8, at the end it is all of the way.
    expect(niceTarget({ first: 0.2, best: 0.4, nash: 0.7, t: 0.95 })).toBeCloseTo(0.683128, 6);
    expect(niceTarget({ first: 0.2, best: 0.4, nash: 0.7, t: 1 })).toBeCloseTo(0.644, 12);
    // Nothing conceded, nothing given but the bonus: 1 - .1 * (1 - .644).
    expect(niceTarget({ first: 0.2, best: 0.2, nash: 0.7, t: 0.5 })).toBeCloseTo(0.9644, 12);
    // A first offer of everything: N = .98 is reached already.
    expect(niceTarget({ first: 1, best: 1, nash: 0.7, t: 0.5 })).toBeCloseTo(0.98, 12);
  });

  it('asks for it in money', () => {
    // Worth .2 and .4 to the buyer; 900 - 400 * .820076.
    const after = 's820 b500 s740';
    expect(answer(niceTitForTat, { nash: 'assumed' }, 'buyer', { after, turn: 10 })).toBe(571.97);
    expect(answer(niceTitForTat, { nash: 'assumed' }, 'seller', { after: 'b480 s800 b560', turn: 10 })).toBe(728.03);
    // The middle of 500 and 820 is worth .6: N = .552, f = .2 / .352, target .745455, less .019345.
    expect(answer(niceTitForTat, {}, 'buyer', { after, turn: 10 })).toBe(609.56);
  });

  it('accepts its plan, and sends a better offer back that no longer stands', () => {
    // Worth .75: f is 1, so it asks for N = .644, a price of 642.40.
    expect(answer(niceTitForTat, { nash: 'assumed' }, 'buyer', { after: 's820 b500 s600', turn: 19 })).toBe('accept');
    expect(answer(niceTitForTat, { nash: 'assumed' }, 'buyer', { after: 's820 b500 s600 b550 s700', turn: 19 })).toBe(
      600,
    );
  });

  it('opens at its opening', () => {
    expect(answer(niceTitForTat, {}, 'buyer', {})).toBe(500);
  });

  it('meets its like in the middle, and misses it by what is assumed', () => {
    // By hand: each receives .25 first, so N = .7 * .95 = .665 asks for 634 and 666, .625 * .95 for 662.50 and 637.50.
    expect(deal([niceTitForTat, { nash: 'assumed' }], [niceTitForTat, { nash: 'assumed' }])).toBeUndefined();
    expect(deal([niceTitForTat, {}], [niceTitForTat, {}])).toBeGreaterThanOrEqual(637.5);
    expect(deal([niceTitForTat, {}], [niceTitForTat, {}])).toBeLessThanOrEqual(662.5);
  });
});

describe('micro', () => {
  it('goes down its own grid as the other side makes new offers', () => {
    // By hand: 500, 525, 550 ... while it has made no more distinct offers than the other side.
    const at = (after: string) => answer(micro, { grid: 'own' }, 'buyer', { after });
    expect(at('')).toBe(500);
    expect(at('s1000 b500 s990')).toBe(525);
    expect([500, 525]).toContain(at('b500 s1000 b525 s1000')); // two distinct against one: repeats one of its own
    expect(at('b500 s1000 b525 s990')).toBe(550);
    expect(at('s1000 b500 s525')).toBe('accept');
  });
});

describe('zeuthen', () => {
  it('measures what a breakdown would cost', () => {
    expect(risk(400, 100)).toBe(0.75);
    expect(risk(0, 100)).toBe(1);
  });

  it('concedes just enough to reverse the risks', () => {
    // By hand, the seller's reservation guessed at 800 - 400. Gains (own, other's): 500 is (400, 100), 700 is (200, 300).
    // Risks .5 and .667: the buyer concedes. At 600 they tie at a third, so 625 it is: .273 against .25.
    expect(answer(zeuthen, {}, 'buyer', { after: 's800 b500 s700' })).toBe(625);
    expect(answer(zeuthen, {}, 'seller', { after: 'b500 s800 b600' })).toBe(675);
    // A tie at .75, so one step.
    expect(answer(zeuthen, {}, 'buyer', { after: 's800 b500 s800' })).toBe(525);
    // Risk 1: the offer is worth nothing to the buyer, who waits.
    expect(answer(zeuthen, {}, 'buyer', { after: 's800 b500 s900' })).toBe(500);
  });

  it('takes the end of the range where it guesses no better', () => {
    // By hand: gains of the seller counted from 200, 300 at 500 and 600 at 800. Risks .75 and .5: the buyer waits.
    expect(answer(zeuthen, { other: 'range' }, 'buyer', { after: 's800 b500 s800' })).toBe(500);
    // The guess 1350 - 400 leaves no zone below 900; counted from 200 the seller gains 300 at 500 and 660 at 860. Risks .9
    // and .545.
    expect(answer(zeuthen, {}, 'buyer', { after: 's1350 b500 s860' })).toBe(500);
    // An offer of 390 passes the guess 400.
    expect(answer(zeuthen, { margin: 600 }, 'buyer', { after: 's1000 b300 s390 b310 s880' })).toBe(310);
  });

  it('ends at the largest product of gains', () => {
    // Zeuthen 1930, Harsanyi 1956: the Nash solution; for a price with linear utilities that is the middle of the zone, 650.
    expect(deal([zeuthen, {}], [zeuthen, {}])).toBe(650);
  });
});

describe('aspiration', () => {
  const at = (accept: string, after: string, moment: Moment = {}, options: Options = {}) =>
    answer(aspiration, { accept, exponent: 1, ...options }, 'buyer', { after, turn: 10, ...moment });

  it('offers by the clock', () => {
    // Janus lab, boulware_firm of repository A: exponent 2 at turns 1, 5, 10, 15.
    const offers = [1, 5, 10, 15].map((turn) => answer(aspiration, {}, 'buyer', { turn }));
    expect(offers).toEqual([501, 525, 600, 725]);
  });

  it('next: as good as the offer it would make, 700', () => {
    expect(at('next', 's700')).toBe('accept');
    expect(at('next', 's700.01')).toBe(700);
  });

  it('prev: as good as the offer it made', () => {
    expect(at('prev', 'b600 s600')).toBe('accept');
    expect(at('prev', 'b600 s650')).toBe(700);
    expect(at('prev', 's450')).toBe(700);
  });

  it('gap: worse by a tenth of 400 at most', () => {
    expect(at('gap', 'b600 s640')).toBe('accept');
    expect(at('gap', 'b600 s641')).toBe(700);
  });

  it('const: worth .8, a price of 580', () => {
    expect(at('const', 's580')).toBe('accept');
    expect(at('const', 's581')).toBe(700);
  });

  it('time: anything from .9 on, but never past its reservation', () => {
    expect(at('time', 's899', { turn: 18 })).toBe('accept');
    expect(at('time', 's899', { turn: 17 })).toBe(840);
    expect(at('time', 's901', { turn: 18 })).toBe(860);
  });

  it('combi: the best or the average of a window', () => {
    // Turn 7 of 10 looks back to .4, turn 4. With exponent 4 the next offer is 500 + 400 * .2401, far from 860.
    const late: Options = { time: 0.7, exponent: 4 };
    const moment = { turn: 7, turnLimit: 10 };
    expect(at('combi_max', 'b500 s600 b510 s870 b520 s860', moment, late)).toBe('accept');
    expect(at('combi_max', 'b500 s600 b510 s850 b520 s860', moment, late)).toBe(596.04);
    expect(at('combi_avg', 'b500 s600 b510 s870 b520 s860', moment, late)).toBe('accept');
    expect(at('combi_avg', 'b500 s600 b510 s850 b520 s860', moment, late)).toBe(596.04);
    expect(at('combi_max', 'b500 s600 b510 s870 b520 s860', moment, { ...late, time: 0.8 })).toBe(596.04);
  });
});

describe('the classic registry', () => {
  it('has twelve entries', () => {
    expect(new Set(classic.map(({ name }) => name)).size).toBe(12);
  });

  const GAMES = repetitions(200);
  /** random_zopa is an oracle that says it cannot play where the zone is not public. */
  const opponents = {
    janus: priceRegistries['janus-a'],
    general: priceRegistries['janus-a'].filter(({ name }) => name !== 'random_zopa'),
  };

  it.each(classic)(
    '$name keeps the rules and its reservation against all of janus-a',
    ({ name, strategy, options }) => {
      const script = makeScript(name, strategy, options);
      for (const sampler of ['janus', 'general'] as const) {
        for (const opponent of opponents[sampler]) {
          const other = makeScript(opponent.name, opponent.strategy, opponent.options);
          for (let seed = 0; seed < GAMES; seed++) {
            const seat = seed % 2 === 0 ? 'buyer' : 'seller';
            const game = samplers[sampler](seed);
            const { events, result } = runEpisode({
              domain: price as unknown as Domain,
              scenario: game,
              agents: { buyer: seat === 'buyer' ? script : other, seller: seat === 'buyer' ? other : script },
              rng: createRng(seed),
            });
            const where = `${sampler} ${seed} against ${opponent.name}`;
            if (result.kind === 'failed' || result.kind === 'forfeited') throw new Error(`${where}: ${result.reason}`);
            const { reservation } = game.private[seat] as { reservation: number };
            const past = (x: number) => (seat === 'buyer' ? x > reservation : x < reservation);
            for (const event of events) {
              if (event.type === 'action-refused') throw new Error(`${where}: ${event.reason}`);
              const { act } = event as Taken;
              if (event.seat === seat && act.type === 'offer' && past((act as PriceOffer).price)) {
                throw new Error(`${where}: offered ${(act as PriceOffer).price} past ${reservation}`);
              }
            }
            // An own accept must keep to the reservation too; the utility says so for both ways to a deal.
            expect(result.utility[seat], where).toBeGreaterThanOrEqual(0);
          }
        }
      }
    },
  );

  it.each(classic)('$name answers its view alone, whatever the other side does', ({ name, strategy, options }) => {
    const script = makeScript(name, strategy, options);
    checkScript(script, price as unknown as Domain, { scenario: samplers.general, games: 20 });
  });
});
