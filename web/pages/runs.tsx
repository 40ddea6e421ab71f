/** The runs of this server: what each is of, how far it is, what it cost, what differs from the last one; two or more are compared. */
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Refusal } from '../api/refusal.tsx';
import { runAddress } from '../runs/address.ts';
import { type Listed, useRuns } from '../runs/run.ts';
import { RunState } from '../runs/state.tsx';
import { useLanguage, useWords } from '../words/index.ts';
import style from './runs.module.css';

export default function RunsPage() {
  const words = useWords();
  const { data, error, refetch } = useRuns();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const navigate = useNavigate();
  const toggle = (name: string) =>
    setChosen((old) => (old.includes(name) ? old.filter((one) => one !== name) : [...old, name]));
  return (
    <div className={style.page}>
      <header className={style.head}>
        <h1>{words.runs.title}</h1>
        <p className="muted">{words.runs.about}</p>
      </header>
      <Refusal error={error} onAgain={() => void refetch()} />
      {data && data.runs.length === 0 && (
        <div className="stack">
          <p>{data.folder ? words.runs.none : words.runs.noFolder}</p>
          <code>npx parley run tournament --out runs/tournament</code>
        </div>
      )}
      {!data && !error && <div className={style.room} />}
      {data && data.runs.length > 1 && (
        <div className="row">
          <button
            type="button"
            disabled={chosen.length < 2}
            onClick={() => void navigate({ to: '/compare' as '/', search: { runs: chosen.join(',') } as never })}
          >
            {words.runs.compare.open}
          </button>
          <span className="small muted">{words.runs.compare.choose}</span>
        </div>
      )}
      <ul className={style.runs}>
        {data?.runs.map((run) => (
          <li key={run.name}>
            <One run={run} chosen={chosen.includes(run.name)} onChosen={() => toggle(run.name)} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function One({ run, chosen, onChosen }: { readonly run: Listed; readonly chosen: boolean; onChosen(): void }) {
  const words = useWords();
  const language = useLanguage();
  const { name, title, tags, begun, cost, differs } = run;
  const when = new Date(begun).toLocaleString(language, { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <>
      <div className={style.what}>
        <label className={style.choose}>
          <input type="checkbox" checked={chosen} onChange={onChosen} />
          <span className="unseen">{words.runs.compare.one(name)}</span>
        </label>
        <div className={style.named}>
          <h2>
            <Link to={runAddress(name) as '/'}>{name}</Link>
          </h2>
          <p className="muted">
            {title === name ? when : `${title} · ${when}`}
            {tags.length > 0 && ` · ${tags.join(', ')}`}
          </p>
          {cost && (
            <p className="small muted">
              {cost.scripted && cost.unlogged === 0
                ? words.runs.scripted
                : `${words.runs.cost(cost.calls, cost.tokens, cost.money, cost.unpriced)}${cost.unlogged > 0 ? `. ${words.runs.unlogged(cost.unlogged)}` : ''}`}
            </p>
          )}
          {differs && (
            <details className={style.differs}>
              <summary>
                {differs.keys.length === 0
                  ? words.runs.same(differs.from)
                  : words.runs.differs(
                      differs.from,
                      differs.keys
                        .map(({ key }) => key)
                        .slice(0, 3)
                        .join(', '),
                      differs.keys.length,
                    )}
              </summary>
              <dl>
                {differs.keys.map(({ key, before, after }) => (
                  <div key={key}>
                    <dt>{key}</dt>
                    <dd>
                      <code>{before}</code> → <code>{after}</code>
                    </dd>
                  </div>
                ))}
              </dl>
            </details>
          )}
        </div>
      </div>
      <RunState run={run} />
    </>
  );
}
