/** Three proposals and a listener with a mind of its own. */
import type { Chosen, Mind, MindgamesAct, PersuaderSecret } from '../../../src/core/index.ts';
import { worded } from '../../agents/worded.ts';
import { seatName, useWords } from '../../words/index.ts';
import { endingOf } from '../acts.ts';
import type { Board, WatchProps } from '../board.ts';
import { Lines } from '../persuasion/lines.tsx';
import { knownOf, mindgamesFacts } from './known.ts';
import { MindgamesPlay } from './play.tsx';
import { Proposals, signed } from './proposals.tsx';
import { actSays } from './says.ts';

const AGENTS: Readonly<Record<string, string>> = {
  persuader: worded('mindgames:dominant'),
  target: 'mindgames:rational',
};

export const mindgamesBoard: Board = {
  domain: 'mindgames',
  Watch: Proposals,
  Play: MindgamesPlay,
  Chart: Values,
  agent: (seat) => AGENTS[seat],
  against: (words) => words.persuade.against,
  title: (game) => sentences(mindgamesFacts(game).theme)[0] ?? '',
  facts: (game) => [sentences(mindgamesFacts(game).theme).slice(1).join(' ')],
  brief(game, words) {
    const { attributes, condition } = mindgamesFacts(game);
    if (!game.you) return [];
    const feels = ({ coefficients }: Mind, feelings: typeof words.mindgames.feelings) =>
      attributes.map((attribute, a) => words.mindgames.feels(feelings[coefficients[a] ?? 0], attribute)).join(', ');
    if (game.you.seat === 'target')
      return [words.mindgames.briefTarget(feels(game.you.own as unknown as Mind, words.mindgames.yourFeelings))];
    const { goal, target } = game.you.own as unknown as PersuaderSecret;
    return [
      words.mindgames.briefPersuader(goal),
      condition === 'revealed' && target ? words.mindgames.revealed(feels(target, words.mindgames.feelings)) : '',
    ].filter(Boolean);
  },
  says: (_game, act, words) => actSays(act as MindgamesAct, words),
  ending(game, words) {
    const { result, you } = game;
    const choice = (result?.conclusion as Chosen | null | undefined)?.choice;
    if (choice === undefined) return endingOf(words, result?.kind ?? '', seatName(words, result?.by ?? ''));
    if (you?.seat === 'persuader')
      return words.mindgames.chosenFor(choice, (you.own as unknown as PersuaderSecret).goal);
    if (you) return words.mindgames.youChose(choice, Math.round(100 * (you.utility ?? 0)));
    return words.mindgames.chosen(choice);
  },
};

function Values({ game, cards }: WatchProps) {
  const words = useWords();
  const { facts, values, goal } = knownOf(game, cards);
  const lines =
    values.length < 2
      ? []
      : facts.proposals.map((name, p) => ({
          name: name === goal ? words.mindgames.wantedLine(name) : name,
          values: values.map((one) => one[p] ?? 0),
          main: name === goal,
        }));
  return (
    <Lines
      title={words.mindgames.chart}
      lines={lines}
      low={-3}
      high={3}
      messages={facts.turnLimit / 2}
      write={signed}
      none={words.persuade.later}
    />
  );
}

function sentences(text: string): string[] {
  return text.split(/(?<=\.) /);
}
