/** A data card as a page: in words, and as the data that it is. */
import { useQuery } from '@tanstack/react-query';
import { type Answer, ask, type Problem } from '../api/client.ts';
import { Refusal } from '../api/refusal.tsx';
import { useWords } from '../words/index.ts';
import style from './card.module.css';
import { Markdown } from './markdown.tsx';

export function Card({ set }: { readonly set: string }) {
  const words = useWords();
  const { data, error, refetch } = useQuery<Answer<'GET /v1/data/card'>, Problem>({
    queryKey: ['data card', set],
    queryFn: () => ask('GET /v1/data/card', { query: { set } }),
  });
  if (!data) return <Refusal error={error} onAgain={() => void refetch()} />;
  return (
    <article className={style.card}>
      {/* Cards are written in English, whatever the language of the app. */}
      <div className={style.words} lang="en">
        {data.words === null ? <h2>{set}</h2> : <Markdown text={data.words} />}
      </div>
      {data.card !== null && (
        <details open={data.words === null}>
          <summary>{words.data.asData}</summary>
          <pre className={style.json}>{JSON.stringify(data.card, null, 2)}</pre>
        </details>
      )}
    </article>
  );
}
