/** A proposition, argued for or against, and how far it is believed after every message. */
import type { TraceAct, TraceConclusion, TracePersuader, TraceTarget } from '../../../src/core/index.ts';
import { worded } from '../../agents/worded.ts';
import { seatName, useWords } from '../../words/index.ts';
import { endingOf } from '../acts.ts';
import type { Board, WatchProps } from '../board.ts';
import { Lines } from '../persuasion/lines.tsx';
import { reportsIn, traceFacts } from './beliefs.ts';
import { ClaimBoard } from './claim.tsx';
import { TracePlay } from './play.tsx';
import { traceSays } from './says.ts';

const AGENTS: Readonly<Record<string, string>> = {
  persuader: worded('trace:adaptive'),
  target: worded('trace:network'),
};

export const traceBoard: Board = {
  domain: 'trace',
  Watch: ClaimBoard,
  Play: TracePlay,
  Chart: Trace,
  agent: (seat) => AGENTS[seat],
  against: (words) => words.persuade.against,
  title: (game, words) => words.scene(traceFacts(game).proposition),
  facts: (game, words) => [words.trace.startsAt(traceFacts(game).start)],
  brief({ you }, words) {
    if (!you) return [];
    if (you.seat === 'persuader') return [words.trace.briefPersuader((you.own as unknown as TracePersuader).goal)];
    return [words.trace.briefTarget(words.trace.susceptible[(you.own as unknown as TraceTarget).susceptibility])];
  },
  says: (game, act, words) => traceSays(game, act as TraceAct, words),
  spoils({ you }, { scenario }, words) {
    if (you?.seat !== 'persuader') return [];
    const { susceptibility } = scenario.private.target as TraceTarget;
    const { movedBy, movedAbout, susceptible } = words.trace;
    return [{ name: movedBy, value: susceptible[susceptibility], about: movedAbout }];
  },
  ending(game, words) {
    const { result, you } = game;
    const conclusion = result?.conclusion as TraceConclusion | null | undefined;
    if (!conclusion) return endingOf(words, result?.kind ?? '', seatName(words, result?.by ?? ''));
    const { start } = traceFacts(game);
    const end = words.trace.moved(start, conclusion.belief);
    if (you?.seat !== 'persuader') return end;
    const { goal } = you.own as unknown as TracePersuader;
    const way = (goal ? 1 : -1) * (conclusion.belief - start);
    return `${end} ${way > 0 ? words.trace.yourWay : way < 0 ? words.trace.otherWay : words.trace.noWay}`;
  },
};

/** Everybody hears the reports, so everybody sees the line. */
function Trace({ game }: WatchProps) {
  const words = useWords();
  return (
    <Lines
      title={words.trace.chart}
      lines={[{ name: words.trace.believed, values: reportsIn(game), main: true }]}
      low={0}
      high={100}
      messages={game.turnLimit / 2}
      write={(belief) => String(Math.round(belief))}
      none=""
    />
  );
}
