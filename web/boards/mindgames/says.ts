/** Acts of a game over three proposals, in plain words. */
import type { Answers, MindgamesAct, NamedEffect, PersuaderMessage } from '../../../src/core/index.ts';
import type { Words } from '../../words/index.ts';

type Asked = Pick<PersuaderMessage, 'disclose' | 'motivational' | 'informational' | 'inferential'>;

export function messageSays({ disclose, motivational, informational, inferential }: Asked, words: Words): string {
  const { mindgames: said } = words;
  return [
    disclose.length > 0 ? said.tells(cellsSay(disclose, words)) : '',
    motivational.length > 0 ? said.asksLikes(motivational.map(words.scene).join(', ')) : '',
    informational.length > 0
      ? said.asksKnows(informational.map((one) => `${words.scene(one.attribute)} (${one.proposal})`).join(', '))
      : '',
    inferential.length > 0 ? said.asksRank : '',
  ]
    .filter(Boolean)
    .join('; ');
}

export function answersSay({ motivational, informational, inferential }: Answers, words: Words): string {
  const { mindgames: said } = words;
  return [
    ...motivational.map(({ attribute, coefficient }) => said.feels(said.feelings[coefficient], words.scene(attribute))),
    informational.length > 0 ? said.knows(cellsSay(informational, words)) : '',
    inferential ? said.ranks(inferential.ranking.map((tied) => tied.join(' = ')).join(', ')) : '',
  ]
    .filter(Boolean)
    .join('; ');
}

export function actSays(act: MindgamesAct, words: Words): string {
  if (act.type === 'message') return messageSays(act, words);
  const answered = answersSay(act, words);
  return act.type === 'choose' ? [answered, words.mindgames.chooses(act.choice)].filter(Boolean).join('; ') : answered;
}

function cellsSay(cells: readonly NamedEffect[], { mindgames, scene }: Words): string {
  return cells
    .map(({ proposal, attribute, effect }) => mindgames.cell(proposal, mindgames.affects[effect], scene(attribute)))
    .join(', ');
}
