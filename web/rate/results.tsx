/** What raters said so far, folded away: who reads it first rates otherwise. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Answer, ask } from '../api/client.ts';
import { signed } from '../leaderboard/whisker.tsx';
import { useWords } from '../words/index.ts';
import style from './results.module.css';

type Interval = Answer<'GET /v1/ratings'>['qualities'][number]['people'];

export function RatersResults() {
  const words = useWords();
  const [open, setOpen] = useState(false);
  const { data } = useQuery({ queryKey: ['ratings'], enabled: open, queryFn: () => ask('GET /v1/ratings') });
  const { columns } = words.rate;
  const columnsOf = ['people', 'agents', 'difference', 'agreement'] as const;
  return (
    <details className={style.results} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{words.rate.results}</summary>
      {data && data.ratings === 0 && <p className="muted">{words.rate.noResults}</p>}
      {data && data.ratings > 0 && (
        <>
          <p className="muted">{words.rate.counts(data.ratings, data.pairs, data.raters)}</p>
          <p className="muted">{words.rate.alike(data.matched.item, data.matched.category, data.matched.none)}</p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: on a phone it is scrolled, by keyboard too */}
          <section className={style.scroll} tabIndex={0} aria-label={words.rate.results}>
            <table>
              <thead>
                <tr>
                  <td />
                  {columnsOf.map((name) => (
                    <th key={name} scope="col">
                      {columns[name]}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {data.qualities.map((row) => (
                  <tr key={row.quality}>
                    <th scope="row">{words.rate.qualities[row.quality]?.[0]}</th>
                    {columnsOf.map((name) => (
                      <td key={name}>{told(row[name])}</td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
          <p className="small muted">{words.rate.resultsAbout}</p>
        </>
      )}
    </details>
  );
}

function told({ mean, low, high }: Interval): string {
  if (mean === null) return '–';
  return low === null || high === null ? signed(mean) : `${signed(mean)} (${signed(low)} … ${signed(high)})`;
}
