/** A match: the server draws everything, every one counts, and it is played under a key of one's own. */
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { Refusal } from '../api/refusal.tsx';
import { Join } from '../keys/join.tsx';
import type { OwnKey } from '../keys/key.ts';
import { type Identity, useMe } from '../keys/me.ts';
import { KeyPanel } from '../keys/panel.tsx';
import { MatchList } from '../match/list.tsx';
import { seated, type Ticket, useMatches, useTickets } from '../match/matches.ts';
import { Waiting } from '../match/waiting.tsx';
import { Confirm } from '../shell/confirm.tsx';
import { useWords } from '../words/index.ts';
import style from './match.module.css';

export default function Match() {
  const words = useWords();
  const me = useMe();
  return (
    <div className={style.page}>
      <header className={style.head}>
        <h1>{words.match.title}</h1>
        <p>{words.match.about}</p>
        <p className="muted">{words.match.others}</p>
      </header>
      {me.state === 'loading' && <div className={style.room} />}
      {me.state === 'lost' && (
        <p className="problem" role="alert">
          {words.error.offline}
        </p>
      )}
      {me.state === 'unable' && <p className="problem">{words.keys.unable}</p>}
      {me.state === 'none' && <Join own={me.own} />}
      {me.state === 'known' && <Lobby own={me.own} identity={me.identity} />}
      {(me.state === 'known' || me.state === 'revoked') && <KeyPanel own={me.own} identity={me.identity} />}
    </div>
  );
}

function Lobby({ own, identity }: { readonly own: OwnKey; readonly identity: Identity }) {
  const words = useWords();
  const { data, error, refetch } = useMatches(own);
  const { find, leave } = useTickets(own);
  const navigate = useNavigate();
  const [domain, setDomain] = useState('');
  const [givingUp, setGivingUp] = useState(false);
  // Who comes to this page during a match is asked; who waited here is taken to the table.
  const waited = useRef(false);
  const open = data?.open ?? undefined;
  const game = open && seated(open);
  if (open?.state === 'waiting') waited.current = true;
  useEffect(() => {
    if (game === undefined || !waited.current) return;
    waited.current = false;
    void navigate({ to: '/g/$id' as '/', params: { id: game } as never });
  }, [game, navigate]);
  const ask = (patience: number) => {
    waited.current = true;
    find.mutate({ patience, ...(domain !== '' && { domain: domain as 'price' }) });
  };
  return (
    <>
      <section className={style.lobby} aria-label={words.match.title}>
        {!open && (
          <form
            className={style.ask}
            onSubmit={(event) => {
              event.preventDefault();
              ask(PATIENCE);
            }}
          >
            <p>{words.match.you(identity.name)}</p>
            <label>
              {words.match.domain}{' '}
              <select value={domain} onChange={({ target }) => setDomain(target.value)}>
                <option value="">{words.match.anyDomain}</option>
                {Object.entries(words.domains).map(([name, called]) => (
                  <option key={name} value={name}>
                    {called}
                  </option>
                ))}
              </select>
            </label>
            <div className="row">
              <button type="submit" className="main" disabled={find.isPending || !data}>
                {words.match.find}
              </button>
              <button type="button" disabled={find.isPending || !data} onClick={() => ask(0)}>
                {words.match.now}
              </button>
            </div>
          </form>
        )}
        {open?.state === 'waiting' && (
          <Waiting ticket={open} busy={leave.isPending} onLeave={() => leave.mutate(open.id)} />
        )}
        {open && game !== undefined && (
          <div className={style.ask} role="status">
            <p className={style.large}>{words.match.underWay}</p>
            <div className="row">
              <Link to={'/g/$id' as '/'} params={{ id: game } as never} className="button main">
                {words.match.goOn}
              </Link>
              <button type="button" onClick={() => setGivingUp(true)}>
                {words.match.giveUp}
              </button>
            </div>
            <p className="small muted">{words.match.clock}</p>
          </div>
        )}
        <Refusal
          error={find.error ?? leave.error ?? error}
          onAgain={() => (find.error && find.variables ? find.mutate(find.variables) : void refetch())}
        />
      </section>
      {givingUp && open && <GiveUp open={open} onNo={() => setGivingUp(false)} onYes={(id) => leave.mutate(id)} />}
      <MatchList matches={data?.matches} fingerprint={identity.fingerprint} />
    </>
  );
}

/** Seconds that somebody waits for a person before an agent sits down. */
const PATIENCE = 20;

function GiveUp({ open, onYes, onNo }: { open: Ticket; onYes: (id: string) => void; onNo: () => void }) {
  const words = useWords();
  return (
    <Confirm
      title={words.match.giveUp}
      says={words.match.giveUpAbout}
      yes={words.match.giveUp}
      no={words.match.giveUpNo}
      onNo={onNo}
      onYes={() => {
        onNo();
        onYes(open.id);
      }}
    />
  );
}
