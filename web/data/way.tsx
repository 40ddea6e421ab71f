/** A row's way from what was said to what is learned: the chat, then the text of the chat with the learned part marked. */
import type { Answer } from '../api/client.ts';
import { useWords } from '../words/index.ts';
import style from './way.module.css';

export type WayTold = Answer<'GET /v1/data/rows/{row}'>['way'];

export function Way({ way }: { readonly way: WayTold }) {
  const words = useWords();
  const length = (learned: boolean) =>
    way.text.reduce((sum, piece) => sum + (piece.learned === learned ? piece.text.length : 0), 0);
  const [learned, rest] = [length(true), length(false)];
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
      <section className={style.step} aria-labelledby="text">
        <h2 id="text">{words.data.text}</h2>
        <p className="muted small">{words.data.textAbout(learned, learned + rest)}</p>
        <pre className={style.text}>
          {way.text.map(({ text, learned: isLearned }, i) =>
            // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text, in their order
            isLearned ? <mark key={i}>{text}</mark> : <span key={i}>{text}</span>,
          )}
        </pre>
      </section>
    </>
  );
}
