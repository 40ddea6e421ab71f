/** What opens a transcript: a link or an id, a file, or one of the games that everybody may read. */
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { ask } from '../api/client.ts';
import { calledIn } from '../game/called.ts';
import { useWords } from '../words/index.ts';
import { gameIn, type Place } from './asked.ts';
import { isPlainClick } from './click.ts';
import { type Dropped, droppedIn, filesIn } from './dropped.ts';
import { GamesIn } from './games-in.tsx';
import { listedOf, type OpenedFile } from './listed.ts';
import style from './open.module.css';
import { MOST_BYTES, readTranscripts, TooLarge } from './read-transcripts.ts';

interface OpenProps {
  readonly place: Place;
  readonly opened: OpenedFile | undefined;
  onOpened(file: OpenedFile): void;
  /** What went wrong with what was asked for. */
  readonly problem?: string | undefined;
}

export function Open({ place, opened, onOpened, problem }: OpenProps) {
  const words = useWords();
  const [pasted, setPasted] = useState('');
  const [unread, setUnread] = useState('');
  const [over, setOver] = useState(false);
  const id = useId();
  const read = async (dropped: Dropped | undefined) => {
    if (!dropped) return;
    setUnread('');
    try {
      // Who opens a single file does not load the reader of tables.
      const opening =
        dropped.file === undefined
          ? import('./read-folder.ts').then(({ readFolder }) => readFolder(dropped.name, dropped.files))
          : readTranscripts(dropped.file).then(listedOf);
      onOpened(await opening);
    } catch (error) {
      const says = error instanceof Error ? error.message : String(error);
      setUnread(error instanceof TooLarge ? words.replay.tooLarge(dropped.name, MOST_BYTES / 1e6) : says);
    }
  };
  const wanted = gameIn(pasted);
  return (
    <div className={style.open}>
      <h1>{words.replay.title}</h1>
      {(problem || unread) && (
        <p className="problem" role="alert">
          {unread || problem}
        </p>
      )}
      <form
        className="row"
        onSubmit={(event) => {
          event.preventDefault();
          if (wanted) place.set({ file: undefined, ...wanted });
        }}
      >
        <label htmlFor={id}>{words.replay.linkOrId}</label>
        <input
          id={id}
          className={style.id}
          value={pasted}
          spellCheck={false}
          autoComplete="off"
          onChange={({ target }) => setPasted(target.value)}
        />
        <button type="submit" aria-disabled={!wanted}>
          {words.replay.open}
        </button>
      </form>
      <label
        className={style.drop}
        data-over={over}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          void droppedIn(event.dataTransfer).then(read);
        }}
      >
        <span>{words.replay.dropHere}</span>
        <input
          type="file"
          accept=".jsonl,.json,.gz,application/json,application/gzip"
          onChange={({ target }) => {
            void read(filesIn(target.files));
            target.value = '';
          }}
        />
        <small className="muted">{words.replay.staysHere}</small>
      </label>
      <label className={style.folder}>
        <span>{words.replay.folder}</span>
        <input
          type="file"
          ref={(input) => {
            if (input) input.webkitdirectory = true;
          }}
          onChange={({ target }) => {
            void read(filesIn(target.files));
            target.value = '';
          }}
        />
      </label>
      {opened ? <GamesIn opened={opened} place={place} /> : <Listed place={place} />}
    </div>
  );
}

/** The latest games of this server that everybody may read. */
function Listed({ place }: { readonly place: Place }) {
  const words = useWords();
  const { data } = useQuery({
    queryKey: ['replays'],
    queryFn: ({ signal }) => ask('GET /v1/replays', { query: { limit: 12 }, signal }),
  });
  if (!data || data.replays.length === 0) return null;
  return (
    <section>
      <h2>{words.replay.latest}</h2>
      <ul className={style.games}>
        {data.replays.map(({ id, task, changed }) => (
          <li key={id}>
            <a
              href={place.href({ game: id, file: undefined })}
              onClick={(event) => {
                if (!isPlainClick(event)) return;
                event.preventDefault();
                place.set({ game: id, file: undefined });
              }}
            >
              {calledIn(words, task)}
            </a>{' '}
            <span className="muted">{changed.slice(0, 16).replace('T', ' ')}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
