/** Three proposals and a listener with a mind of its own. */
import { bestSet } from '../../../src/core/domains/persuasion/mindgames/best-set.ts';
import {
  type Chosen,
  cellsOf,
  type Effect,
  type Mind,
  type MindgamesAct,
  type PersuaderSecret,
  valuesOf,
} from '../../../src/core/index.ts';
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
  title: (game, words) => words.scene(sentences(mindgamesFacts(game).theme)[0] ?? ''),
  facts: (game, words) => [sentences(mindgamesFacts(game).theme).slice(1).map(words.scene).join(' ')],
  brief(game, words) {
    const { attributes, condition } = mindgamesFacts(game);
    if (!game.you) return [];
    const feels = ({ coefficients }: Mind, feelings: typeof words.mindgames.feelings) =>
      attributes
        .map((attribute, a) => words.mindgames.feels(feelings[coefficients[a] ?? 0], words.scene(attribute)))
        .join(', ');
    if (game.you.seat === 'target')
      return [words.mindgames.briefTarget(feels(game.you.own as unknown as Mind, words.mindgames.yourFeelings))];
    const { goal, target } = game.you.own as unknown as PersuaderSecret;
    return [
      words.mindgames.briefPersuader(goal),
      condition === 'revealed' && target ? words.mindgames.revealed(feels(target, words.mindgames.feelings)) : '',
    ].filter(Boolean);
  },
  says: (_game, act, words) => actSays(act as MindgamesAct, words),
  spoils(game, { scenario }, words) {
    const facts = mindgamesFacts(game);
    const { persuader, target } = scenario.private as { persuader: PersuaderSecret; target: Mind };
    const { verdict } = words.mindgames;
    const worth = valuesOf({ ...target, known: persuader.table });
    const most = Math.max(...worth);
    const best = facts.proposals.filter((_, p) => worth[p] === most);
    const all = facts.proposals.map((proposal, p) => `${proposal} ${signed(worth[p] ?? 0)}`).join(', ');
    const right = { name: verdict.right, value: best.join(', '), about: verdict.allKnown(all) };
    if (game.you?.seat !== 'persuader') return [right];
    const { cells, chance } = bestSet({ public: facts, own: persuader }, [target], []);
    const told = cells.map((cell) => {
      const { proposal, attribute } = cellsOf(facts)[cell] as { proposal: string; attribute: string };
      const effect = persuader.table.flat()[cell] as Effect;
      return words.mindgames.cell(proposal, words.mindgames.affects[effect], words.scene(attribute));
    });
    const won = chance === 0 ? verdict.nothingWins : told.length === 0 ? verdict.silenceWins : told.join(', ');
    return [right, { name: verdict.wins, value: chance === 0 ? '–' : verdict.facts(told.length), about: won }];
  },
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
