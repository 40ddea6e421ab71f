/** A person's seat at a game over a proposition: an argument put together from its parts, or, across, how far one believes it now. */
import { type Act, type Appeal, appeals, type TraceAct } from '../../../src/core/index.ts';
import { useDraft } from '../../game/draft.ts';
import { Say, spoken } from '../../game/say.tsx';
import { seatName, useWords } from '../../words/index.ts';
import { ActForm } from '../act-form.tsx';
import type { PlayProps } from '../board.ts';
import { Needle } from '../persuasion/needle.tsx';
import common from '../persuasion/play.module.css';
import { Radios } from '../persuasion/radios.tsx';
import { Slider } from '../slider.tsx';
import { heldNow, historyOf, reportsIn, traceFacts } from './beliefs.ts';
import { Around, ClaimBoard } from './claim.tsx';
import { claimSays, traceSays } from './says.ts';

export function TracePlay(props: PlayProps) {
  return props.game.you?.seat === 'persuader' ? <Argue {...props} /> : <Listen {...props} />;
}

const WAYS = ['argue', 'assert', 'ask'] as const;

/** What is put together to be said: who goes on goes on from there. */
interface Argued {
  readonly way: (typeof WAYS)[number];
  readonly about: string;
  readonly asked: number;
  readonly holds: boolean;
  readonly appeal: Appeal;
  readonly isChosen: boolean;
  readonly said: string;
}

function Argue({ game, cards, busy, onAct }: PlayProps) {
  const words = useWords();
  const { beliefs, edges } = traceFacts(game);
  const goal = (game.you?.own as { goal?: boolean } | undefined)?.goal ?? true;
  const [{ way, about, asked, holds, appeal, isChosen, said }, set] = useDraft<Argued>(game, (before) => ({
    ...(before ?? { way: 'argue', about: '0', asked: 1, holds: goal, appeal: 'logos' }),
    isChosen: false,
    said: '',
  }));
  const choose = (change: Partial<Argued>) => set({ ...change, isChosen: true });
  const waits = busy || !game.you?.yourTurn;
  const nodes = about.split('-').map(Number);
  const act: TraceAct =
    way === 'argue'
      ? { type: 'argue', about: nodes, holds, appeal }
      : way === 'assert'
        ? { type: 'assert', holds }
        : { type: 'ask', about: asked };
  const places = ['0', ...beliefs.map((_, i) => String(i + 1)), ...edges.map(({ from, to }) => `${from}-${to}`)];
  return (
    <ActForm turn={game.turn} {...{ waits, isChosen }} onAct={() => onAct(spoken(act as Act, said))}>
      <ClaimBoard game={game} cards={cards} />
      <Radios
        legend={words.trace.way}
        name="way"
        of={WAYS}
        chosen={way}
        called={(one) => words.trace.ways[one]}
        onChoice={(one) => choose({ way: one })}
      />
      <p className="small muted">{words.trace.wayNotes[way]}</p>
      {way === 'ask' ? (
        <Radios
          legend={words.trace.askAbout}
          name="asked"
          of={beliefs.map((_, i) => i + 1)}
          chosen={asked}
          called={(node) => words.scene(beliefs[node - 1] ?? '')}
          onChoice={(node) => choose({ asked: node })}
        />
      ) : (
        <>
          <Radios
            legend={words.trace.youSay}
            name="holds"
            of={[true, false]}
            chosen={holds}
            called={(one) => (one ? words.trace.true : words.trace.false)}
            onChoice={(one) => choose({ holds: one })}
          />
          {way === 'argue' && (
            <>
              <label className={common.field}>
                <span>{words.trace.about}</span>
                <select value={about} onChange={({ target }) => choose({ about: target.value })}>
                  {places.map((place) => (
                    <option key={place} value={place}>
                      {place === '0'
                        ? words.trace.itself(holds)
                        : claimSays(game, place.split('-').map(Number), holds, words)}
                    </option>
                  ))}
                </select>
              </label>
              <Radios
                legend={words.trace.appeal}
                name="appeal"
                of={appeals}
                chosen={appeal}
                called={(one) => words.trace.appeals[one]}
                onChoice={(one) => choose({ appeal: one })}
              />
              <p className="small muted">{words.trace.appealNote}</p>
            </>
          )}
        </>
      )}
      <p className={common.preview} aria-live="polite">
        {words.persuade.willSay(seatName(words, game.you?.seat ?? ''), traceSays(game, act, words))}
      </p>
      <Say said={said} onChange={(text) => set({ said: text })} />
      <div className="row">
        <button type="submit" className="main" aria-disabled={waits}>
          {words.persuade.send}
        </button>
      </div>
    </ActForm>
  );
}

function Listen({ game, cards, busy, onAct }: PlayProps) {
  const words = useWords();
  const reports = reportsIn(game);
  const held = heldNow(game) ?? [];
  const asked = historyOf(game).at(-1)?.act;
  const node = asked?.type === 'ask' ? asked.about : undefined;
  // What the mind holds after this message, until a hand is laid on it.
  const [draft, set] = useDraft<{ belief?: number; answer?: number; said: string }>(game, () => ({ said: '' }));
  const { belief = Math.round(held[0] ?? 50), said } = draft;
  const { answer = Math.round((node === undefined ? undefined : held[node]) ?? 50) } = draft;
  const waits = busy || !game.you?.yourTurn;
  const act = node === undefined ? { type: 'report', belief } : { type: 'answer', belief, held: answer };
  return (
    <ActForm
      turn={game.turn}
      waits={waits}
      isChosen={(draft.belief ?? draft.answer) !== undefined}
      onAct={() => onAct(spoken(act as Act, said))}
    >
      <Needle
        left={words.trace.disbelieved}
        right={words.trace.believed}
        values={[...reports.map((one) => one / 100), belief / 100]}
        says={words.trace.youHold(Math.round(held[0] ?? 0))}
      >
        <Slider
          side="right"
          min={0}
          max={100}
          value={belief}
          aria-label={words.trace.yourBelief}
          onChange={({ target }) => set({ belief: Number(target.value) })}
        />
      </Needle>
      {node !== undefined && (
        <label className={common.field}>
          <span>{words.trace.howFar(words.scene(traceFacts(game).beliefs[node - 1] ?? ''))}</span>
          <input
            type="range"
            min={0}
            max={100}
            value={answer}
            onChange={({ target }) => set({ answer: Number(target.value) })}
          />
          <span className="muted">{words.trace.youHold(answer)}</span>
        </label>
      )}
      <Around game={game} cards={cards} />
      <Say said={said} onChange={(text) => set({ said: text })} />
      <div className="row">
        <button type="submit" className="main" aria-disabled={waits}>
          {words.trace.report(belief)}
        </button>
      </div>
    </ActForm>
  );
}
