/** A person's seat at a game over three proposals: cells to tell or to ask about, or, across, an answer and a choice. */
import { useEffect, useRef, useState } from 'react';
import {
  answersOf,
  cellsOf,
  type Effect,
  MOST_PROSE,
  type PersuaderMessage,
  type TargetView,
} from '../../../src/core/index.ts';
import { ownActs } from '../../game/draft.ts';
import { Say, useSaid } from '../../game/say.tsx';
import { seatName, useWords } from '../../words/index.ts';
import type { PlayProps } from '../board.ts';
import style from '../persuasion/play.module.css';
import { historyOf, knownOf, mindgamesFacts } from './known.ts';
import { ProposalTable } from './proposals.tsx';
import { answersSay, messageSays } from './says.ts';

export function MindgamesPlay(props: PlayProps) {
  return props.game.you?.seat === 'persuader' ? <Persuade {...props} /> : <Listen {...props} />;
}

const toggled = <T,>(set: ReadonlySet<T>, one: T): ReadonlySet<T> => {
  const next = new Set(set);
  if (!next.delete(one)) next.add(one);
  return next;
};

const NOBODY: ReadonlySet<number> = new Set();
const NOTHING = { type: 'message', disclose: [], motivational: [], informational: [], inferential: [] } as const;

function Persuade({ game, cards, busy, onAct }: PlayProps) {
  const words = useWords();
  const known = knownOf(game, cards);
  const { facts, effects } = known;
  const cells = cellsOf(facts);
  const [mode, setMode] = useState<'tell' | 'ask'>('tell');
  const [tell, setTell] = useState(NOBODY);
  const [ask, setAsk] = useState(NOBODY);
  const [likes, setLikes] = useState<ReadonlySet<string>>(new Set());
  const [rank, setRank] = useState(false);
  const [done, setDone] = useState(false);
  const { said, setSaid, withWords } = useSaid(game);
  const turn = ownActs(game);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new turn, a new message
  useEffect(() => {
    setTell(NOBODY);
    setAsk(NOBODY);
    setLikes(new Set());
    setRank(false);
  }, [turn]);
  const waits = busy || !game.you?.yourTurn;
  // Once in a turn: what is refused is told, not sent again and again.
  const finished = useRef(-1);
  useEffect(() => {
    if (!done || waits || finished.current === turn) return;
    finished.current = turn;
    onAct(NOTHING);
  }, [done, waits, turn, onAct]);
  const message: PersuaderMessage = {
    type: 'message',
    disclose: cells.flatMap((cell, i) => (tell.has(i) ? [{ ...cell, effect: effects[i] as Effect }] : [])),
    motivational: facts.attributes.filter((attribute) => likes.has(attribute)),
    informational: cells.filter((_, i) => ask.has(i)),
    inferential: rank ? [...facts.proposals] : [],
  };
  const says = messageSays(message, words);
  const isEmpty = says === '' && said.trim() === '';
  const cellSays = (i: number) => {
    const { proposal, attribute } = cells[i] as (typeof cells)[number];
    return words.mindgames.cell(proposal, words.mindgames.affects[effects[i] as Effect], attribute);
  };
  return (
    <form
      className={style.play}
      onSubmit={(event) => {
        event.preventDefault();
        if (!waits && !isEmpty) onAct(withWords(message));
      }}
    >
      <fieldset className={style.choices}>
        <legend>{words.mindgames.press}</legend>
        {(['tell', 'ask'] as const).map((one) => (
          <label key={one}>
            <input type="radio" name="mode" checked={mode === one} onChange={() => setMode(one)} />{' '}
            {words.mindgames.modes[one]}
          </label>
        ))}
      </fieldset>
      <ProposalTable
        known={known}
        picking={{
          picked: (i) => (tell.has(i) ? (ask.has(i) ? 'both' : 'tell') : ask.has(i) ? 'ask' : undefined),
          says: cellSays,
          onCell: (i) => (mode === 'tell' ? setTell(toggled(tell, i)) : setAsk(toggled(ask, i))),
        }}
      />
      <fieldset className={style.choices}>
        <legend>{words.mindgames.askThem}</legend>
        {facts.attributes.map((attribute) => (
          <label key={attribute}>
            <input
              type="checkbox"
              checked={likes.has(attribute)}
              onChange={() => setLikes(toggled(likes, attribute))}
            />{' '}
            {words.mindgames.doTheyLike(attribute)}
          </label>
        ))}
        <label>
          <input type="checkbox" checked={rank} onChange={({ target }) => setRank(target.checked)} />{' '}
          {words.mindgames.whichNow}
        </label>
      </fieldset>
      <p className={style.preview} aria-live="polite">
        {says === '' ? words.persuade.nothingYet : words.persuade.willSay(seatName(words, game.you?.seat ?? ''), says)}
      </p>
      <Say said={said} most={MOST_PROSE} onChange={setSaid} />
      <div className="row">
        <button type="submit" className="main" aria-disabled={waits || isEmpty}>
          {words.persuade.send}
        </button>
        <button type="button" aria-disabled={waits} onClick={() => waits || setDone(true)}>
          {words.mindgames.finish}
        </button>
      </div>
    </form>
  );
}

function Listen({ game, busy, onAct }: PlayProps) {
  const words = useWords();
  const facts = mindgamesFacts(game);
  const history = historyOf(game);
  const { said, setSaid, withWords } = useSaid(game);
  const waits = busy || !game.you?.yourTurn;
  const last = game.turn >= game.turnLimit;
  const own = game.you?.own as unknown as TargetView['own'];
  const answered = answersSay(answersOf({ public: facts, own, history } as TargetView), words);
  return (
    <form
      className={style.play}
      onSubmit={(event) => {
        event.preventDefault();
        if (!waits && !last) onAct(withWords({ type: 'reply' }));
      }}
    >
      <ProposalTable known={knownOf(game)} />
      <p className={style.preview} aria-live="polite">
        {answered === ''
          ? words.mindgames.notAsked
          : words.persuade.willSay(seatName(words, game.you?.seat ?? ''), answered)}
      </p>
      <Say said={said} most={MOST_PROSE} onChange={setSaid} />
      <div className="row">
        {last ? (
          facts.proposals.map((choice) => (
            <button
              key={choice}
              type="button"
              aria-disabled={waits}
              onClick={() => waits || onAct(withWords({ type: 'choose', choice } as { type: string }))}
            >
              {words.mindgames.choose(choice)}
            </button>
          ))
        ) : (
          <button type="submit" className="main" aria-disabled={waits}>
            {words.mindgames.answer}
          </button>
        )}
      </div>
    </form>
  );
}
