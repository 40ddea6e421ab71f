/** A person's seat at a game of advice: ask, tell or recommend; or, across, answer, react and decide. */
import { useEffect, useState } from 'react';
import { honestAnswer, leanOf, mindAt } from '../../../src/core/domains/persuasion/ptom/mind.ts';
import {
  type Act,
  PTOM_EVERYTHING,
  type PtomAct,
  type PtomView,
  ptomActs,
  ptomBands,
  ptomLeans,
} from '../../../src/core/index.ts';
import { ownActs } from '../../game/draft.ts';
import { Say, useSaid } from '../../game/say.tsx';
import { seatName, useWords } from '../../words/index.ts';
import type { PlayProps } from '../board.ts';
import common from '../persuasion/play.module.css';
import { historyOf, OPTIONS, persuaderOf, plain, ptomFacts, targetOf, toldIn } from './heard.ts';
import { Facts, Lean, Matters, Options } from './options.tsx';
import style from './play.module.css';
import { ptomSays } from './says.ts';

export function PtomPlay(props: PlayProps) {
  return props.game.you?.seat === 'persuader' ? <Advise {...props} /> : <Listen {...props} />;
}

function Advise({ game, cards, busy, onAct }: PlayProps) {
  const words = useWords();
  const { options, dimensions } = ptomFacts(game);
  const facts = persuaderOf(game)?.facts ?? [];
  const told = toldIn(game);
  const turn = ownActs(game);
  const [act, setAct] = useState<PtomAct>();
  const { said, setSaid, withWords } = useSaid(game);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new turn, a new act
  useEffect(() => setAct(undefined), [turn]);
  const waits = busy || !game.you?.yourTurn;
  const last = !ptomActs({ seat: 'persuader', turn: game.turn, turnLimit: game.turnLimit } as PtomView).includes('ask');
  const choice = (one: PtomAct, label: string, note?: string) => (
    <label key={label} data-told={note !== undefined && told.has((one as { fact?: { id: string } }).fact?.id ?? '')}>
      <input
        type="radio"
        name="act"
        disabled={last && one.type !== 'recommend'}
        checked={JSON.stringify(act) === JSON.stringify(one)}
        onChange={() => setAct(one)}
      />
      <span>{label}</span>
      {note && <small>{note}</small>}
    </label>
  );
  const neutral = facts.filter(({ favours }) => favours === 'neutral');
  return (
    <form
      className={common.play}
      onSubmit={(event) => {
        event.preventDefault();
        if (!waits && act) onAct(withWords(act));
      }}
    >
      <Lean game={game} cards={cards} />
      <Matters game={game} cards={cards} />
      <fieldset className={common.choices}>
        <legend>{words.ptom.ask}</legend>
        {choice({ type: 'ask', about: PTOM_EVERYTHING }, words.ptom.everything)}
        {dimensions.map((about) => choice({ type: 'ask', about }, plain(about)))}
      </fieldset>
      <div className={style.sides}>
        {OPTIONS.map((option) => (
          <fieldset key={option} className={style.list}>
            <legend>{words.ptom.speaksFor(options[option].name)}</legend>
            {[...facts.filter(({ favours }) => favours === option), ...(option === 'A' ? neutral : [])].map((fact) =>
              choice(
                { type: 'disclose', fact },
                fact.content,
                [
                  fact.favours === 'neutral' ? words.ptom.neither : plain(fact.dimension),
                  told.has(fact.id) ? words.ptom.told : '',
                ]
                  .filter(Boolean)
                  .join(' · '),
              ),
            )}
          </fieldset>
        ))}
      </div>
      <fieldset className={common.choices}>
        <legend>{last ? words.ptom.lastTurn : words.ptom.recommend}</legend>
        {OPTIONS.map((option) => choice({ type: 'recommend', option }, `${option} · ${options[option].name}`))}
      </fieldset>
      <p className={common.preview} aria-live="polite">
        {act
          ? words.persuade.willSay(seatName(words, game.you?.seat ?? ''), ptomSays(game, act, words))
          : words.persuade.nothingYet}
      </p>
      <Say said={said} onChange={setSaid} />
      <div className="row">
        <button type="submit" className="main" aria-disabled={waits || !act}>
          {act ? words.ptom.buttons[act.type as keyof typeof words.ptom.buttons] : words.persuade.pick}
        </button>
      </div>
    </form>
  );
}

function Listen({ game, cards, busy, onAct }: PlayProps) {
  const words = useWords();
  const { said, setSaid, withWords } = useSaid(game);
  const waits = busy || !game.you?.yourTurn;
  const last = historyOf(game).at(-1)?.act;
  const send = (act: PtomAct) => {
    if (!waits) onAct(withWords(act as Act));
  };
  return (
    <div className={common.play}>
      <Options game={game} cards={cards} />
      <Facts game={game} cards={cards} />
      <div className={style.reply}>
        {last?.type === 'ask' && <Answer key={game.turn} game={game} about={last.about} waits={waits} onAct={send} />}
        {last?.type === 'disclose' && (
          <React key={game.turn} game={game} id={last.fact.id} waits={waits} onAct={send} />
        )}
        {last?.type === 'recommend' && (
          <div className="row">
            <button
              type="button"
              className="main"
              aria-disabled={waits}
              onClick={() => send({ type: 'decide', accept: true })}
            >
              {words.ptom.takeIt(ptomFacts(game).options[last.option].name)}
            </button>
            <button type="button" aria-disabled={waits} onClick={() => send({ type: 'decide', accept: false })}>
              {words.ptom.refuse}
            </button>
          </div>
        )}
      </div>
      <Say said={said} onChange={setSaid} />
    </div>
  );
}

interface ReplyProps {
  readonly game: PlayProps['game'];
  readonly waits: boolean;
  onAct(act: PtomAct): void;
}

/** An answer to a question; what the brief says is chosen already. */
function Answer({ game, about, waits, onAct }: ReplyProps & { readonly about: string }) {
  const words = useWords();
  const { dimensions } = ptomFacts(game);
  const honest = honestAnswer({ strengths: targetOf(game)?.strengths ?? {} }, dimensions, about);
  const [dimension, setDimension] = useState(honest.dimension);
  const [matters, setMatters] = useState(honest.matters);
  return (
    <form
      className={common.play}
      onSubmit={(event) => {
        event.preventDefault();
        onAct({ type: 'answer', dimension, matters });
      }}
    >
      {about === PTOM_EVERYTHING && (
        <label>
          {words.ptom.whatMatters}{' '}
          <select value={dimension} onChange={({ target }) => setDimension(target.value)}>
            {dimensions.map((one) => (
              <option key={one} value={one}>
                {plain(one)}
              </option>
            ))}
          </select>
        </label>
      )}
      <fieldset className={common.choices}>
        <legend>{words.ptom.howMuch(plain(dimension))}</legend>
        {ptomBands.map((band) => (
          <label key={band}>
            <input type="radio" name="band" checked={matters === band} onChange={() => setMatters(band)} />{' '}
            {words.ptom.bands[band]}
          </label>
        ))}
      </fieldset>
      <div className="row">
        <button type="submit" className="main" aria-disabled={waits}>
          {words.mindgames.answer}
        </button>
      </div>
    </form>
  );
}

/** What one makes of a fact; what the brief says is chosen already. */
function React({ game, id, waits, onAct }: ReplyProps & { readonly id: string }) {
  const words = useWords();
  const { options } = ptomFacts(game);
  const own = targetOf(game);
  const history = historyOf(game);
  const before = history.slice(0, -1).some(({ act }) => act.type === 'disclose' && act.fact.id === id);
  const [news, setNews] = useState(!before && !own?.known.some((fact) => fact.id === id));
  const [lean, setLean] = useState(() => (own ? leanOf(mindAt(own, history)) : 'unsure'));
  return (
    <form
      className={common.play}
      onSubmit={(event) => {
        event.preventDefault();
        onAct({ type: 'react', news, lean });
      }}
    >
      <fieldset className={common.choices}>
        <legend>{words.ptom.isNews}</legend>
        {[true, false].map((one) => (
          <label key={String(one)}>
            <input type="radio" name="news" checked={news === one} onChange={() => setNews(one)} />{' '}
            {one ? words.ptom.news : words.ptom.knew}
          </label>
        ))}
      </fieldset>
      <fieldset className={common.choices}>
        <legend>{words.ptom.nowLean}</legend>
        {ptomLeans.map((one) => (
          <label key={one}>
            <input type="radio" name="lean" checked={lean === one} onChange={() => setLean(one)} />{' '}
            {one === 'unsure' ? words.ptom.unsure : options[one].name}
          </label>
        ))}
      </fieldset>
      <div className="row">
        <button type="submit" className="main" aria-disabled={waits}>
          {words.mindgames.answer}
        </button>
      </div>
    </form>
  );
}
