/** Who meets whom: one game a cell, on one scenario. A cell opens its game at the table. */
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useWords } from '../words/index.ts';
import style from './strategies.module.css';
import { meeting, TASK, type Tactic } from './tactics.ts';

interface PairingsProps {
  readonly tactics: readonly Tactic[];
  readonly seed: number;
  /** Takes part besides: the tactic under the hand. */
  readonly own: string;
}

export function Pairings({ tactics, seed, own }: PairingsProps) {
  const words = useWords();
  const sitters = useMemo(
    () => [
      { id: 'own', spec: own, name: words.strategies.yours },
      ...tactics.map(({ spec, name }) => ({ id: spec, spec, name })),
    ],
    [own, tactics, words],
  );
  // Who moves the sliders changes one row and one column; the others stay as they are.
  const named = useMemo(() => {
    const pairs = tactics.flatMap(({ spec: buyer }) => tactics.map(({ spec: seller }) => [buyer, seller] as const));
    return new Map(pairs.map(([buyer, seller]) => [`${buyer} ${seller}`, meeting(buyer, seller, seed)]));
  }, [tactics, seed]);
  const rows = useMemo(
    () =>
      sitters.map((buyer) =>
        sitters.map((seller) => ({
          buyer,
          seller,
          met: named.get(`${buyer.id} ${seller.id}`) ?? meeting(buyer.spec, seller.spec, seed),
        })),
      ),
    [sitters, named, seed],
  );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: who uses the keyboard scrolls it too
    <section className={style.grid} aria-label={words.strategies.meetings} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{words.strategies.corner}</th>
            {sitters.map(({ id, name }) => (
              <th key={id} scope="col" className="seller">
                <span>{name.replaceAll('_', ' ')}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row[0]?.buyer.id}>
              <th scope="row" className="buyer">
                {row[0]?.buyer.name.replaceAll('_', ' ')}
              </th>
              {row.map(({ buyer, seller, met }) => (
                <td key={seller.id} data-ahead={aheadOf(met.share)}>
                  <Link
                    to={'/table' as '/'}
                    search={{ task: TASK, seed, buyer: buyer.spec, seller: seller.spec } as never}
                    aria-label={words.strategies.cell(buyer.name, seller.name, percentOf(met.share), met.endedAt)}
                    title={words.strategies.cell(buyer.name, seller.name, percentOf(met.share), met.endedAt)}
                  >
                    {percentOf(met.share) ?? '–'}
                  </Link>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function percentOf(share: number | undefined): number | undefined {
  return share === undefined ? undefined : Math.round(share * 100);
}

/** A little more than half is half. */
function aheadOf(share: number | undefined): 'buyer' | 'seller' | undefined {
  if (share === undefined || Math.abs(share - 0.5) < 0.03) return undefined;
  return share > 0.5 ? 'buyer' : 'seller';
}
