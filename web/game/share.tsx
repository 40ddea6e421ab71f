/** Lets everybody read a game that is over: it is listed when every person who sat there agrees. */
import { useMutation } from '@tanstack/react-query';
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
  });
  const shares = share.isPending ? share.variables : (game.you?.shares ?? false);
  const ofPeople = game.seats.every(({ kind }) => kind !== 'agent');
  return (
    <div>
      <label>
        <input
          type="checkbox"
          checked={shares}
          onChange={({ target }) => share.isPending || share.mutate(target.checked)}
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
      <Refusal
        error={share.error}
        offline={words.start.offline}
        onAgain={() => share.mutate(share.variables ?? true)}
      />
    </div>
  );
}
