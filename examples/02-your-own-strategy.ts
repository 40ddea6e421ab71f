/** A strategy of your own, checked by the house's conformance suite and put into a tournament. */
import {
  contentHash,
  defineStrategy,
  makeScript,
  number,
  type PriceAct,
  type PriceView,
  price,
  samplers,
} from 'parley/core';
import { checkScript } from 'parley/core/testing';
import { cell, entrantsOf, playTournament, show, tournamentPlan } from 'parley/lab';

const patient = defineStrategy({
  name: 'patient',
  domain: 'price',
  version: 1,
  about:
    'asks for its target and takes anything better than half-way from it to its reservation, near the end anything',
  options: { rush: number(0.8, 'share of the game after which any gain will do', { max: 1 }) },
  make:
    ({ rush }) =>
    (view: PriceView): PriceAct => {
      const { reservation, target } = view.own;
      const sign = view.seat === 'seller' ? 1 : -1;
      const least = view.turn / view.turnLimit > rush ? reservation : (reservation + target) / 2;
      if (view.theirs && sign * (view.theirs.offer.price - least) >= 0)
        return { type: 'accept', offer: view.theirs.turn };
      return { type: 'offer', price: target };
    },
});

const agent = makeScript('patient', patient);
checkScript(agent, price, { scenario: (seed) => samplers.general(seed), games: 100 });
const player = { spec: 'patient', fingerprint: contentHash('patient 1'), agent };
const { entrants } = entrantsOf('clean');
const names = ['patient', ...entrants.map(({ spec }) => spec)];
const { standings } = await playTournament(tournamentPlan(names, { count: 10, seed: 1, sampler: 'janus' }), [player]);
for (const { agent: name, gains } of standings) console.log(show(cell.estimate(gains.noDealAsZero)), name);
