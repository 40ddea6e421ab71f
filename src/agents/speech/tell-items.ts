/** How a game over items reads to a person. */
import {
  type Bundle,
  type ItemsDeal,
  type ItemsOffer,
  type ItemsPrivate,
  type ItemsScenario,
  itemsReport,
  type Split,
} from '../../core/index.ts';
import type { Teller } from './speech.ts';

export const tellItems: Teller = {
  facts(given) {
    const { items, turnLimit, opens } = (given as ItemsScenario).public;
    return {
      title: items.map(({ name, count }) => `${count} ${name}`).join(', '),
      lines: [`to be shared out, ${turnLimit} turns, ${opens} opens`],
    };
  },

  secrets(given, seat) {
    const { private: secrets, public: facts } = given as ItemsScenario;
    const { values } = secrets[seat] as ItemsPrivate;
    return `one unit is worth ${facts.items.map(({ name }, i) => `${name} ${values[i]}`).join(', ')}`;
  },

  room: () => undefined,
  offer: (given, offer) => splitText(given as ItemsScenario, (offer as ItemsOffer).split),

  deal(given, deal) {
    const scenario = given as ItemsScenario;
    const { paretoOptimal, welfareEfficiency } = itemsReport(scenario, deal as ItemsDeal);
    const optimal = paretoOptimal ? 'Pareto-optimal' : 'not Pareto-optimal';
    return `${splitText(scenario, (deal as ItemsDeal).split)} (${optimal}, welfare ${(100 * welfareEfficiency).toFixed(0)} % of the best)`;
  },
};

function splitText({ public: { items } }: ItemsScenario, { a, b }: Split): string {
  const side = (bundle: Bundle) =>
    items.flatMap(({ name }, i) => ((bundle[i] as number) > 0 ? [`${bundle[i]} ${name}`] : [])).join(' + ') ||
    'nothing';
  return `a: ${side(a)} | b: ${side(b)}`;
}
