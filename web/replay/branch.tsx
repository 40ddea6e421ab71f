/** Another future from the turn that is shown: another act, by the board's own form, or another agent from there on. */
import { useState } from 'react';
import { findSpeech } from '../../src/agents/speech/index.ts';
import { type Act, type Domain, type Episode, findKit, stateAfter } from '../../src/core/index.ts';
import { AgentPicker } from '../agents/picker.tsx';
import { worded } from '../agents/worded.ts';
import type { Board } from '../boards/index.ts';
import { seen } from '../game/seen.ts';
import { seatName, useWords } from '../words/index.ts';
import type { Fork } from './asked.ts';
import style from './branch.module.css';
import { isScript, playsHere, rulesOf, stepsBefore } from './fork.ts';

interface BranchProps {
  readonly episode: Episode;
  readonly board: Board;
  readonly turn: number;
  /** Whether a server plays what this tab cannot. */
  readonly atServer: boolean;
  commandOf(fork: Fork): string;
  onFork(fork: Fork): void;
}

export function Branch({ episode, board, turn, atServer, commandOf, onFork }: BranchProps) {
  const words = useWords();
  const rules = rulesOf(episode);
  const { scenario } = episode;
  const before = stepsBefore(episode, turn);
  const state = stateAfter(rules, scenario, before);
  const toAct = rules.toAct(state);
  const seats = rules.seats(scenario);
  const [wanted, setWanted] = useState<string>();
  const [others, setOthers] = useState<Readonly<Record<string, string>>>({});
  const seat = toAct.find((one) => one === wanted) ?? toAct[0];
  const specOf = (one: string) => others[one] ?? usualOf(episode, one, rules);
  const swap = Object.fromEntries(
    seats.map((one) => [one, specOf(one)] as const).filter(([one, spec]) => spec !== episode.seats[one]?.spec),
  );
  const isOther = Object.keys(swap).length > 0;
  /** Who would leave a branch without a game: said before anybody asks for one. */
  const absent = atServer ? [] : seats.filter((one) => !sitsHere(episode, one, swap[one], rules));
  const fork = (acts?: Readonly<Record<string, Act>>) =>
    onFork({ turn, ...(isOther && { swap }), ...(acts && { acts }) });
  const view = seat === undefined ? undefined : rules.view(state, seat);
  const game =
    seat === undefined
      ? undefined
      : seen({
          id: `${episode.id}-${turn}-${seat}`,
          task: '',
          rules,
          domain: episode.domain,
          scenario,
          seats: seats.map((one) => ({ seat: one, kind: 'agent', name: episode.seats[one]?.spec ?? null })),
          steps: before,
          result: undefined,
          seat,
          asked: view,
        });
  return (
    <section className={style.branch}>
      <h2>{words.replay.whatIf(turn)}</h2>
      <div className={style.sentence}>
        {seats.map((one, i) => (
          <span key={one} className={style.who}>
            <span className="muted">{words.replay.from(seatName(words, one))}</span>{' '}
            <AgentPicker
              domain={episode.domain}
              seat={one}
              label={words.table.agent(seatName(words, one))}
              side={i < seats.length - 1 ? 'left' : 'right'}
              spec={specOf(one)}
              onChange={(spec) => setOthers({ ...others, [one]: spec })}
            />
          </span>
        ))}
        <button type="button" className="main" disabled={!isOther || absent.length > 0} onClick={() => fork()}>
          {words.replay.playOn}
        </button>
      </div>
      {absent.length > 0 ? (
        <p className="small" role="status">
          {words.replay.scriptsOnly(absent.map((one) => seatName(words, one)).join(', '))} {words.replay.byCommand}{' '}
          <code>{commandOf({ turn, ...(isOther && { swap }) })}</code>
        </p>
      ) : (
        <p className="small muted">{isOther ? words.replay.branches : words.replay.sameAgents}</p>
      )}
      {absent.length === 0 && game && seat !== undefined && (
        <details className={style.act} open>
          <summary>{words.replay.otherAct(seatName(words, seat))}</summary>
          {toAct.length > 1 && (
            <label>
              {words.arena.seat}{' '}
              <select value={seat} onChange={({ target }) => setWanted(target.value)}>
                {toAct.map((one) => (
                  <option key={one} value={one}>
                    {seatName(words, one)}
                  </option>
                ))}
              </select>
            </label>
          )}
          <board.Play key={game.id} game={game} busy={false} onAct={(act) => fork({ [seat]: act })} />
        </details>
      )}
    </section>
  );
}

function sitsHere({ seats }: Episode, seat: string, other: string | undefined, rules: Domain): boolean {
  const sitter = seats[seat];
  return other === undefined ? sitter !== undefined && playsHere(sitter, rules) : isScript(other, rules);
}

/** Who plays on when nobody else is chosen: who sat there, and for a person, who cannot be asked again, the adviser of the game. */
function usualOf({ seats }: Episode, seat: string, rules: Domain): string {
  const sitter = seats[seat];
  if (!sitter) return '';
  const isModel = /(^|:)llm:|@(?!templates)/.test(sitter.spec);
  if (isModel || playsHere(sitter, rules) || isScript(sitter.spec, rules)) return sitter.spec;
  const adviser = findKit(rules.name)?.control ?? '';
  return findSpeech(rules.name)?.templates ? worded(adviser) : adviser;
}
