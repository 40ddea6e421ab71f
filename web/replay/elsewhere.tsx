/** A branch that this tab cannot play: at the server where it has the game, else by the command line. */
import { useState } from 'react';
import type { Episode } from '../../src/core/index.ts';
import { Problem } from '../api/client.ts';
import { Refusal } from '../api/refusal.tsx';
import { useWords } from '../words/index.ts';
import type { Fork } from './asked.ts';

interface ElsewhereProps {
  readonly fork: Fork;
  readonly problem: string;
  readonly play: ((fork: Fork) => Promise<Episode>) | undefined;
  readonly command: string;
  onPlayed(fork: Fork, episode: Episode): void;
}

export function Elsewhere({ fork, problem, play, command, onPlayed }: ElsewhereProps) {
  const words = useWords();
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Problem>();
  const begin = async (ask: NonNullable<typeof play>) => {
    setBusy(true);
    setRefused(undefined);
    try {
      onPlayed(fork, await ask(fork));
    } catch (error) {
      setRefused(error instanceof Problem ? error : new Problem(500, 'failed', String(error)));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="stack">
      <p className="problem" role="status">
        {problem}
      </p>
      {play ? (
        <>
          <p>{words.replay.modelsAtServer}</p>
          <Refusal error={refused} offline={words.start.offline} onAgain={() => void begin(play)} />
          <button type="button" className="main" disabled={busy} onClick={() => void begin(play)}>
            {words.table.atServer}
          </button>
        </>
      ) : (
        <p>
          {words.replay.byCommand} <code>{command}</code>
        </p>
      )}
    </div>
  );
}
