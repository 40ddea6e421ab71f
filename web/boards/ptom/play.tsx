/** A person's seat at a game of advice: ask, tell or recommend; or, across, answer, react and decide. */
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
import { useDraft } from '../../game/draft.ts';
import { Say, spoken } from '../../game/say.tsx';
import { seatName, useWords } from '../../words/index.ts';
import { ActForm } from '../act-form.tsx';
import type { PlayProps } from '../board.ts';
import common from '../persuasion/play.module.css';
import { Radios } from '../persuasion/radios.tsx';
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
  const [{ act, said }, set] = useDraft<{ act?: PtomAct; said: string }>(game, () => ({ said: '' }));
  const waits = busy || !game.you?.yourTurn;
  const last = !ptomActs({ seat: 'persuader', turn: game.turn, turnLimit: game.turnLimit } as PtomView).includes('ask');
  const choice = (one: PtomAct, label: string, note?: string) => (
    <label key={label} data-told={note !== undefined && told.has((one as { fact?: { id: string } }).fact?.id ?? '')}>
      <input
        type="radio"
        name="act"
        disabled={last && one.type !== 'recommend'}
        checked={JSON.stringify(act) === JSON.stringify(one)}
        onChange={() => set({ act: one })}
      />
      <span>{label}</span>
      {note && <small>{note}</small>}
    </label>
  );
  const neutral = facts.filter(({ favours }) => favours === 'neutral');
  return (
    <ActForm
      turn={game.turn}
      waits={waits}
      isChosen={act !== undefined}
      onAct={() => {
        if (act) onAct(spoken(act, said));
      }}
    >
      <Lean game={game} cards={cards} />
      <Matters game={game} cards={cards} />
      <fieldset className={common.choices}>
        <legend>{words.ptom.ask}</legend>
        {choice({ type: 'ask', about: PTOM_EVERYTHING }, words.ptom.everything)}
        {dimensions.map((about) => choice({ type: 'ask', about }, words.scene(plain(about))))}
      </fieldset>
      <div className={style.sides}>
        {OPTIONS.map((option) => (
          <fieldset key={option} className={style.list}>
            <legend>{words.ptom.speaksFor(words.scene(options[option].name))}</legend>
            {[...facts.filter(({ favours }) => favours === option), ...(option === 'A' ? neutral : [])].map((fact) =>
              choice(
                { type: 'disclose', fact },
                words.scene(fact.content),
                [
                  fact.favours === 'neutral' ? words.ptom.neither : words.scene(plain(fact.dimension)),
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
        {OPTIONS.map((option) =>
          choice({ type: 'recommend', option }, `${option} · ${words.scene(options[option].name)}`),
        )}
      </fieldset>
      <p className={common.preview} aria-live="polite">
        {act
          ? words.persuade.willSay(seatName(words, game.you?.seat ?? ''), ptomSays(game, act, words))
          : words.persuade.nothingYet}
      </p>
      <Say said={said} onChange={(text) => set({ said: text })} />
      <div className="row">
        <button type="submit" className="main" aria-disabled={waits || !act}>
          {act ? words.ptom.buttons[act.type as keyof typeof words.ptom.buttons] : words.persuade.pick}
        </button>
      </div>
    </ActForm>
  );
}

/** What one would say to this message: as the brief has it, until a hand is laid on it. */
interface Replying {
  readonly dimension?: string;
  readonly matters?: (typeof ptomBands)[number];
  readonly news?: boolean;
  readonly lean?: (typeof ptomLeans)[number];
  readonly said: string;
}

function Listen({ game, cards, busy, onAct }: PlayProps) {
  const words = useWords();
  const [draft, set] = useDraft<Replying>(game, () => ({ said: '' }));
  const { said } = draft;
  const waits = busy || !game.you?.yourTurn;
  const last = historyOf(game).at(-1)?.act;
  const send = (act: PtomAct) => {
    if (!waits) onAct(spoken(act as Act, said));
  };
  return (
    <div className={common.play}>
      <Options game={game} cards={cards} />
      <Facts game={game} cards={cards} />
      <div className={style.reply}>
        {last?.type === 'ask' && <Answer about={last.about} {...{ game, draft, set, waits }} onAct={send} />}
        {last?.type === 'disclose' && <React id={last.fact.id} {...{ game, draft, set, waits }} onAct={send} />}
        {last?.type === 'recommend' && (
          <div className="row">
            <button
              type="button"
              className="main"
              aria-disabled={waits}
              onClick={() => send({ type: 'decide', accept: true })}
            >
              {words.ptom.takeIt(words.scene(ptomFacts(game).options[last.option].name))}
            </button>
            <button type="button" aria-disabled={waits} onClick={() => send({ type: 'decide', accept: false })}>
              {words.ptom.refuse}
            </button>
          </div>
        )}
      </div>
      <Say said={said} onChange={(text) => set({ said: text })} />
    </div>
  );
}

interface ReplyProps {
  readonly game: PlayProps['game'];
  readonly draft: Replying;
  set(change: Partial<Replying>): void;
  readonly waits: boolean;
  onAct(act: PtomAct): void;
}

/** An answer to a question; what the brief says is chosen already. */
function Answer({ game, draft, set, about, waits, onAct }: ReplyProps & { readonly about: string }) {
  const words = useWords();
  const { dimensions } = ptomFacts(game);
  const honest = honestAnswer({ strengths: targetOf(game)?.strengths ?? {} }, dimensions, about);
  const { dimension = honest.dimension, matters = honest.matters } = draft;
  return (
    <ActForm
      turn={game.turn}
      waits={waits}
      isChosen={(draft.dimension ?? draft.matters) !== undefined}
      onAct={() => onAct({ type: 'answer', dimension, matters })}
    >
      {about === PTOM_EVERYTHING && (
        <label>
          {words.ptom.whatMatters}{' '}
          <select value={dimension} onChange={({ target }) => set({ dimension: target.value })}>
            {dimensions.map((one) => (
              <option key={one} value={one}>
                {words.scene(plain(one))}
              </option>
            ))}
          </select>
        </label>
      )}
      <Radios
        legend={words.ptom.howMuch(words.scene(plain(dimension)))}
        name="band"
        of={ptomBands}
        chosen={matters}
        called={(band) => words.ptom.bands[band]}
        onChoice={(band) => set({ matters: band })}
      />
      <div className="row">
        <button type="submit" className="main" aria-disabled={waits}>
          {words.mindgames.answer}
        </button>
      </div>
    </ActForm>
  );
}

/** What one makes of a fact; what the brief says is chosen already. */
function React({ game, draft, set, id, waits, onAct }: ReplyProps & { readonly id: string }) {
  const words = useWords();
  const { options } = ptomFacts(game);
  const own = targetOf(game);
  const history = historyOf(game);
  const before = history.slice(0, -1).some(({ act }) => act.type === 'disclose' && act.fact.id === id);
  const { news = !before && !own?.known.some((fact) => fact.id === id) } = draft;
  const { lean = own ? leanOf(mindAt(own, history)) : 'unsure' } = draft;
  return (
    <ActForm
      turn={game.turn}
      waits={waits}
      isChosen={(draft.news ?? draft.lean) !== undefined}
      onAct={() => onAct({ type: 'react', news, lean })}
    >
      <Radios
        legend={words.ptom.isNews}
        name="news"
        of={[true, false]}
        chosen={news}
        called={(one) => (one ? words.ptom.news : words.ptom.knew)}
        onChoice={(one) => set({ news: one })}
      />
      <Radios
        legend={words.ptom.nowLean}
        name="lean"
        of={ptomLeans}
        chosen={lean}
        called={(one) => (one === 'unsure' ? words.ptom.unsure : words.scene(options[one].name))}
        onChoice={(one) => set({ lean: one })}
      />
      <div className="row">
        <button type="submit" className="main" aria-disabled={waits}>
          {words.mindgames.answer}
        </button>
      </div>
    </ActForm>
  );
}
