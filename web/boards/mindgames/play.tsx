/** A person's seat at a game over three proposals: cells to tell or to ask about, or, across, an answer and a choice. */
import { useEffect, useRef, useState } from 'react';
import {
  type Act,
  answersOf,
  cellsOf,
  type Effect,
  MOST_PROSE,
  type PersuaderMessage,
  type TargetView,
} from '../../../src/core/index.ts';
import { useDraft } from '../../game/draft.ts';
import { Say, spoken } from '../../game/say.tsx';
import { seatName, useWords } from '../../words/index.ts';
import { ActForm } from '../act-form.tsx';
import type { PlayProps } from '../board.ts';
import style from '../persuasion/play.module.css';
import { Radios } from '../persuasion/radios.tsx';
import { historyOf, knownOf, mindgamesFacts } from './known.ts';
import { ProposalTable } from './proposals.tsx';
import { answersSay, messageSays } from './says.ts';

export function MindgamesPlay(props: PlayProps) {
  return props.game.you?.seat === 'persuader' ? <Persuade {...props} /> : <Listen {...props} />;
}

const toggled = <T,>(chosen: readonly T[], one: T): readonly T[] =>
  chosen.includes(one) ? chosen.filter((other) => other !== one) : [...chosen, one];

const NOTHING = { type: 'message', disclose: [], motivational: [], informational: [], inferential: [] } as const;

/** What is chosen to be said; cells by their number. */
interface Chosen {
  readonly mode: 'tell' | 'ask';
  readonly tell: readonly number[];
  readonly ask: readonly number[];
  readonly likes: readonly string[];
  readonly rank: boolean;
  readonly said: string;
}

const chosenFor = ({ mode }: Pick<Chosen, 'mode'> = { mode: 'tell' }): Chosen => ({
  mode,
  tell: [],
  ask: [],
  likes: [],
  rank: false,
  said: '',
});

function Persuade({ game, cards, busy, onAct }: PlayProps) {
  const words = useWords();
  const known = knownOf(game, cards);
  const { facts, effects } = known;
  const cells = cellsOf(facts);
  const [{ mode, tell, ask, likes, rank, said }, set] = useDraft<Chosen>(game, chosenFor);
  const [pressed, setPressed] = useState(false);
  const own = game.history.filter(({ seat }) => seat === game.you?.seat);
  // Who said no more says no more after a reload either: nobody can send an empty message otherwise.
  const done = pressed || isEmptyMessage(own.at(-1)?.act);
  const waits = busy || !game.you?.yourTurn;
  // Once in a turn: what is refused is told, not sent again and again.
  const finished = useRef(-1);
  useEffect(() => {
    if (!done || waits || finished.current === own.length) return;
    finished.current = own.length;
    onAct(NOTHING);
  }, [done, waits, own.length, onAct]);
  const message: PersuaderMessage = {
    type: 'message',
    disclose: cells.flatMap((cell, i) => (tell.includes(i) ? [{ ...cell, effect: effects[i] as Effect }] : [])),
    motivational: facts.attributes.filter((attribute) => likes.includes(attribute)),
    informational: cells.filter((_, i) => ask.includes(i)),
    inferential: rank ? [...facts.proposals] : [],
  };
  const says = messageSays(message, words);
  const isEmpty = says === '' && said.trim() === '';
  const cellSays = (i: number) => {
    const { proposal, attribute } = cells[i] as (typeof cells)[number];
    return words.mindgames.cell(proposal, words.mindgames.affects[effects[i] as Effect], words.scene(attribute));
  };
  return (
    <ActForm
      turn={game.turn}
      waits={waits}
      isChosen={!isEmpty}
      onAct={() => {
        if (!isEmpty) onAct(spoken(message, said));
      }}
    >
      <Radios
        legend={words.mindgames.press}
        name="mode"
        of={['tell', 'ask'] as const}
        chosen={mode}
        called={(one) => words.mindgames.modes[one]}
        onChoice={(one) => set({ mode: one })}
      />
      <ProposalTable
        known={known}
        picking={{
          picked: (i) => (tell.includes(i) ? (ask.includes(i) ? 'both' : 'tell') : ask.includes(i) ? 'ask' : undefined),
          says: cellSays,
          onCell: (i) => set(mode === 'tell' ? { tell: toggled(tell, i) } : { ask: toggled(ask, i) }),
        }}
      />
      <fieldset className={style.choices}>
        <legend>{words.mindgames.askThem}</legend>
        {facts.attributes.map((attribute) => (
          <label key={attribute}>
            <input
              type="checkbox"
              checked={likes.includes(attribute)}
              onChange={() => set({ likes: toggled(likes, attribute) })}
            />{' '}
            {words.mindgames.doTheyLike(words.scene(attribute))}
          </label>
        ))}
        <label>
          <input type="checkbox" checked={rank} onChange={({ target }) => set({ rank: target.checked })} />{' '}
          {words.mindgames.whichNow}
        </label>
      </fieldset>
      <p className={style.preview} aria-live="polite">
        {says === '' ? words.persuade.nothingYet : words.persuade.willSay(seatName(words, game.you?.seat ?? ''), says)}
      </p>
      <Say said={said} most={MOST_PROSE} onChange={(text) => set({ said: text })} />
      <div className="row">
        <button type="submit" className="main" aria-disabled={waits || isEmpty}>
          {words.persuade.send}
        </button>
        <button type="button" aria-disabled={waits} onClick={() => waits || setPressed(true)}>
          {words.mindgames.finish}
        </button>
      </div>
    </ActForm>
  );
}

function isEmptyMessage(act: Act | undefined): boolean {
  if (act?.type !== 'message' || act.words) return false;
  const { disclose, motivational, informational, inferential } = act as PersuaderMessage;
  return [disclose, motivational, informational, inferential].every((one) => one.length === 0);
}

function Listen({ game, busy, onAct }: PlayProps) {
  const words = useWords();
  const facts = mindgamesFacts(game);
  const history = historyOf(game);
  const [{ said }, set] = useDraft(game, () => ({ said: '' }));
  const waits = busy || !game.you?.yourTurn;
  const last = game.turn >= game.turnLimit;
  const own = game.you?.own as unknown as TargetView['own'];
  const answered = answersSay(answersOf({ public: facts, own, history } as TargetView), words);
  return (
    <ActForm
      turn={game.turn}
      waits={waits}
      isChosen={said.trim() !== ''}
      onAct={() => {
        if (!last) onAct(spoken({ type: 'reply' }, said));
      }}
    >
      <ProposalTable known={knownOf(game)} own />
      <p className={style.preview} aria-live="polite">
        {answered === '' ? words.mindgames.notAsked : words.mindgames.youAnswer(answered)}
      </p>
      <Say said={said} most={MOST_PROSE} onChange={(text) => set({ said: text })} />
      <div className="row">
        {last ? (
          facts.proposals.map((choice) => (
            <button
              key={choice}
              type="button"
              aria-disabled={waits}
              onClick={() => waits || onAct(spoken({ type: 'choose', choice } as Act, said))}
            >
              {words.mindgames.choose(choice)}
            </button>
          ))
        ) : (
          <button type="submit" className="main" aria-disabled={waits}>
            {answered === '' && said.trim() === '' ? words.mindgames.goOn : words.mindgames.answer}
          </button>
        )}
      </div>
    </ActForm>
  );
}
