/** A row's way from what was said to what is learned: the chat, then its text in tokens with the learned part marked. */
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type Answer, ask, type Problem } from '../api/client.ts';
import { useWords } from '../words/index.ts';
import style from './way.module.css';

type WayTold = Answer<'GET /v1/data/rows/{row}'>['way'];
type Cut = Answer<'POST /v1/tokens'>;

export function Way({ way }: { readonly way: WayTold }) {
  const words = useWords();
  return (
    <>
      <section className={style.step} aria-labelledby="chat">
        <h2 id="chat">{words.data.chat}</h2>
        <p className="muted small">{words.data.chatAbout(way.split)}</p>
        <ol className={style.chat}>
          {way.messages.map(({ role, content, learned: isLearned }) => (
            <li key={`${role}${content}`} data-learned={isLearned}>
              <small className="muted">
                {words.data.speakers[role]}
                {isLearned && <b> · {words.data.learned}</b>}
              </small>
              <p>{content}</p>
            </li>
          ))}
        </ol>
      </section>
      <Tokens pieces={way.text} />
    </>
  );
}

/** By the vocabulary of a model that the server has; where it has none, by characters, which is said. */
function Tokens({ pieces }: { readonly pieces: WayTold['text'] }) {
  const words = useWords();
  const navigate = useNavigate();
  const asked = useSearch({ strict: false }) as { readonly tokens?: string };
  const texts = pieces.map(({ text }) => text);
  const { data, isPending } = useQuery<Cut, Problem>({
    queryKey: ['tokens', asked.tokens, texts],
    queryFn: ({ signal }) => ask('POST /v1/tokens', { body: { texts, model: asked.tokens } as never, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const cut = data?.model ? data.tokens : undefined;
  const counts = pieces.map(({ text }, i) => cut?.[i]?.reduce((sum, { ids }) => sum + ids.length, 0) ?? text.length);
  const sum = (of: (i: number) => boolean) => counts.reduce((all, count, i) => all + (of(i) ? count : 0), 0);
  const [learned, all] = [sum((i) => pieces[i]?.learned === true), sum(() => true)];
  return (
    <section className={style.step} aria-labelledby="text">
      <h2 id="text">{words.data.text}</h2>
      {data && data.models.length > 1 && (
        <label className="muted">
          {words.data.tokenizer}{' '}
          <select
            value={data.model ?? ''}
            onChange={({ target }) =>
              void navigate({
                to: '.',
                search: ((old: object) => ({ ...old, tokens: target.value })) as never,
                replace: true,
                resetScroll: false,
              })
            }
          >
            {data.models.map((model) => (
              <option key={model}>{model}</option>
            ))}
          </select>
        </label>
      )}
      <p className={`muted small ${style.about}`} role="status">
        {isPending
          ? words.data.cutting
          : cut
            ? words.data.tokensAbout(learned, all, data?.model ?? '')
            : words.data.textAbout(learned, all)}
      </p>
      <pre className={style.text} data-cut={cut !== undefined}>
        {pieces.map(({ text, learned: isLearned }, i) => {
          const shown = cut
            ? cut[i]?.map(({ text: token, ids }, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: tokens of one text, in their order
                <span key={at} title={ids.join(' ')}>
                  {token}
                </span>
              ))
            : text;
          // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text, in their order
          return isLearned ? <mark key={i}>{shown}</mark> : <span key={i}>{shown}</span>;
        })}
      </pre>
    </section>
  );
}
