/** Advice: two options, facts for either, and a listener who cares about some things more than others. */
import { acceptance, beliefIn, mindAt, tempers } from '../../../src/core/domains/persuasion/ptom/mind.ts';
import { bestFit } from '../../../src/core/domains/persuasion/ptom/ptom.ts';
import type { PtomAct, PtomConclusion } from '../../../src/core/index.ts';
import { worded } from '../../agents/worded.ts';
import { seatName, useWords } from '../../words/index.ts';
import { endingOf } from '../acts.ts';
import type { Board, WatchProps } from '../board.ts';
import { Lines } from '../persuasion/lines.tsx';
import { historyOf, mindsOf, persuaderOf, ptomFacts, targetOf } from './heard.ts';
import { Facts, Options } from './options.tsx';
import { PtomPlay } from './play.tsx';
import { ptomSays } from './says.ts';

const AGENTS: Readonly<Record<string, string>> = {
  persuader: worded('ptom:ask_first'),
  target: worded('ptom:mind'),
};

export const ptomBoard: Board = {
  domain: 'ptom',
  Watch: Options,
  Play: PtomPlay,
  Chart: Beliefs,
  agent: (seat) => AGENTS[seat],
  against: (words) => words.persuade.against,
  title: (game, words) => words.scene(ptomFacts(game).description),
  facts: (game, words) => [words.scene(ptomFacts(game).context)],
  brief(game, words) {
    const { options } = ptomFacts(game);
    const own = persuaderOf(game);
    if (own)
      return [
        own.objective === 'A' ? words.ptom.briefA(words.scene(options.A.name)) : words.ptom.briefFit,
        words.ptom.briefHow,
      ];
    return targetOf(game) ? [words.ptom.briefTarget] : [];
  },
  says: (game, act, words) => ptomSays(game, act as PtomAct, words),
  spoils(game, cards, words) {
    const conclusion = game.result?.conclusion as PtomConclusion | null | undefined;
    const persuader = persuaderOf(game, cards);
    const target = targetOf(game, cards);
    if (!conclusion || !persuader || !target) return [];
    const { options } = ptomFacts(game);
    const best = bestFit(persuader.facts, target.strengths);
    const { verdict } = words.ptom;
    const mind = mindAt(target, historyOf(game));
    const { recommended } = conclusion;
    const percent = (share: number) => `${Math.round(100 * share)} %`;
    return [
      {
        name: verdict.right,
        value: best === undefined ? verdict.both : words.scene(options[best].name),
        about: verdict.rightAbout,
      },
      {
        name: verdict.chance,
        value: percent(acceptance(mind, tempers[target.personality], recommended)),
        about: verdict.chanceAbout(
          words.scene(options[recommended].name),
          percent(beliefIn(mind, recommended)),
          percent(mind.trust),
        ),
      },
    ];
  },
  ending(game, words) {
    const { result, you } = game;
    const conclusion = result?.conclusion as PtomConclusion | null | undefined;
    if (!conclusion) return endingOf(words, result?.kind ?? '', seatName(words, result?.by ?? ''));
    const { options } = ptomFacts(game);
    const { chosen, recommended } = conclusion;
    const end =
      chosen === 'none'
        ? words.ptom.refused(words.scene(options[recommended].name))
        : words.ptom.chosen(words.scene(options[chosen].name));
    if (you?.seat === 'persuader') return `${end} ${you.utility === 1 ? words.ptom.met : words.ptom.missed}`;
    if (you) return `${end} ${words.ptom.satisfied(Math.round(100 * (you.utility ?? 0)))}`;
    return end;
  },
};

function Beliefs({ game, cards }: WatchProps) {
  const words = useWords();
  const minds = mindsOf(game, cards);
  const lines =
    minds.length === 0
      ? []
      : [
          { name: 'A', values: minds.map(({ belief }) => belief), main: true },
          { name: words.ptom.trust, values: minds.map(({ trust }) => trust) },
        ];
  return (
    <>
      <Lines
        title={words.ptom.chart}
        lines={lines}
        low={0}
        high={1}
        messages={game.turnLimit / 2}
        write={(share) => `${Math.round(100 * share)} %`}
        none={words.persuade.later}
      />
      <Facts game={game} cards={cards} />
    </>
  );
}
