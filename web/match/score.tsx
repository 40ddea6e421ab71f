/** What a match that is over was worth, and what it made of the row it counts for. */

import { useMe } from '../keys/me.ts';
import { signed } from '../leaderboard/whisker.tsx';
import { useWords } from '../words/index.ts';
import style from './match.module.css';
import { useMatches, useStanding } from './matches.ts';

export function MatchScore({ game }: { readonly game: string }) {
  const words = useWords();
  const me = useMe();
  const known = me.state === 'known' ? me : undefined;
  const { data } = useMatches(known?.own);
  const played = data?.matches.find((one) => one.game === game);
  const standing = useStanding(known?.identity.fingerprint, played);
  return (
    <div className={style.result}>
      {played && (
        <>
          <p className={style.large}>
            {words.match.score} {played.score === null ? words.match.noScore : signed(played.score)}
          </p>
          <p>{standing && words.match.standing(signed(standing.mean), standing.matches)}</p>
          <p className="small muted">{words.match.scoreAbout}</p>
        </>
      )}
    </div>
  );
}
