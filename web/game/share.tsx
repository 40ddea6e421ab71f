/** Lets everybody read a game that is over: it is listed when every person who sat there agrees. */
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { type Answer, ask, type Problem } from '../api/client.ts';
import { Refusal } from '../api/refusal.tsx';
import { useWords } from '../words/index.ts';
import type { Game } from './game.ts';

type Shared = Answer<'POST /v1/games/{id}/shared'>;

export interface ShareProps {
  readonly game: Game;
  /** Of the own seat. */
  readonly token: string;
  onShared(game: Shared): void;
}

export function Share({ game, token, onShared }: ShareProps) {
  const words = useWords();
  const share = useMutation<Shared, Problem, boolean>({
    mutationFn: (shares) => ask('POST /v1/games/{id}/shared', { path: { id: game.id }, body: { shares }, seat: token }),
    onSuccess: onShared,
    onSettled: () => setWanted(undefined),
  });
  // Shown at once: that a question is under way is told a moment later, and the box would jump back until then.
  const [wanted, setWanted] = useState<boolean>();
  const shares = wanted ?? game.you?.shares ?? false;
  const agree = (wants: boolean) => {
    setWanted(wants);
    share.mutate(wants);
  };
  const ofPeople = game.seats.every(({ kind }) => kind !== 'agent');
  return (
    <div>
      <label>
        <input
          type="checkbox"
          checked={shares}
          onChange={({ target }) => wanted === undefined && agree(target.checked)}
        />{' '}
        {words.share.lets}
      </label>
      <p className="small muted" role="status">
        {!shares
          ? words.share[ofPeople ? 'ofPeople' : 'withAgents']
          : game.listed
            ? words.share.listed
            : words.share.waits}
      </p>
      <Refusal error={share.error} offline={words.start.offline} onAgain={() => agree(share.variables ?? true)} />
    </div>
  );
}
