/** What each side believed of the other, beside the truth: the last word of each on every question. */
import { use } from 'react';
import type { Belief, Truth } from '../../src/core/index.ts';
import { lazily } from '../shell/lazily.ts';
import { seatName, useWords } from '../words/index.ts';
import type { Cards } from './game.ts';
import { sharesOf } from './shares.ts';

const core = lazily(() => import('../../src/core/index.ts'));

export function Beliefs({ cards, domain }: { readonly cards: Cards; readonly domain: string }) {
  const words = useWords();
  const { findKit } = use(core());
  const stated = cards.events.filter((event) => event.type === 'belief-stated');
  const latest = new Map(stated.map((event) => [`${event.seat} ${event.question}`, event]));
  if (latest.size === 0) return null;
  const truthOf = (question: string, seat: string) =>
    findKit(domain)
      ?.questions?.find(({ name }) => name === question)
      ?.truth(cards.scenario, seat);
  return (
    <section>
      <h3>{words.table.beliefs}</h3>
      <table>
        <tbody>
          {[...latest.values()].map(({ seat, question, belief }) => (
            <tr key={`${seat}${question}`}>
              <th scope="row" className={seat}>
                {seatName(words, seat)}: {question}
              </th>
              <td>{toldOf(belief)}</td>
              <td className="muted">
                {words.table.truth} {truthTold(truthOf(question, seat), belief)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** A belief in a few signs: a number with its range, or the likeliest options. */
function toldOf(belief: Belief): string {
  switch (belief.kind) {
    case 'number': {
      const { value, low, high } = belief;
      return low === undefined || high === undefined ? tidy(value) : `${tidy(value)} (${tidy(low)} to ${tidy(high)})`;
    }
    case 'choice':
      return listed(belief.chances, percent);
    case 'values':
      return listed(sharesOf(belief.values), percent);
    default:
      return belief satisfies never;
  }
}

/** In the units of the belief beside it, and in its order. */
function truthTold(truth: Truth | undefined, belief: Belief): string {
  if (truth === undefined) return '–';
  if (typeof truth === 'number') return tidy(truth);
  if (typeof truth === 'string') return truth;
  const values = truth as Readonly<Record<string, number>>;
  return belief.kind === 'values' ? listed(sharesOf(values), percent) : listed(values, tidy);
}

function percent(share: number): string {
  return `${Math.round(100 * share)} %`;
}

function listed(shares: Readonly<Record<string, number>>, write: (share: number) => string): string {
  const largest = Object.entries(shares).sort(([, a], [, b]) => b - a);
  return largest
    .slice(0, 3)
    .map(([name, share]) => `${name.replaceAll('_', ' ')} ${write(share)}`)
    .join(', ');
}

function tidy(x: number): string {
  return Math.abs(x) >= 100 ? x.toFixed(0) : x.toFixed(2);
}
