/** How a game of ptom reads to a person. */
import {
  type PtomAct,
  type PtomConclusion,
  type PtomPersuader,
  type PtomScenario,
  type PtomTarget,
  ptomGoal,
  ptomSatisfaction,
} from '../../../core/index.ts';
import type { Teller } from '../speech.ts';

const plain = (name: string) => name.replaceAll('_', ' ');
const listed = (strengths: Readonly<Record<string, number>>) =>
  Object.entries(strengths)
    .map(([name, strength]) => `${plain(name)} ${strength}`)
    .join(', ');

export const tellPtom: Teller = {
  facts(given) {
    const { description, context, options, dimensions, condition, complexity, turnLimit } = (given as PtomScenario)
      .public;
    return {
      title: description,
      lines: [
        context,
        `A: ${options.A.name}. ${options.A.description}`,
        `B: ${options.B.name}. ${options.B.description}`,
        `one may care about ${dimensions.map(plain).join(', ')}`,
        `${condition}, ${complexity}, at most ${turnLimit} turns`,
      ],
    };
  },

  secrets({ private: secrets }, seat) {
    if (seat === 'target') {
      const { strengths, known } = secrets[seat] as PtomTarget;
      const knows = known.map(({ id, content }) => `${id} ${content}`).join(' ') || 'no fact';
      return `you care about ${listed(strengths)}; you know ${knows}`;
    }
    const { objective, facts, revealed } = secrets[seat] as PtomPersuader;
    const goal = objective === 'A' ? 'get A chosen' : 'get the option chosen that fits them best';
    const told = Object.keys(revealed).length > 0 ? `; they care about ${listed(revealed)}` : '';
    const known = facts.map(
      ({ id, content, favours, dimension }) => `${id} [${favours}, ${plain(dimension)}] ${content}`,
    );
    return `${goal}${told}; you know\n        ${known.join('\n        ')}`;
  },

  room: () => undefined,
  offer: () => '',

  act(given, act) {
    const { options } = (given as PtomScenario).public;
    const one = act as PtomAct;
    switch (one.type) {
      case 'ask':
        return `asks about ${plain(one.about)}`;
      case 'disclose':
        return `tells ${one.fact.id}: ${one.fact.content}`;
      case 'recommend':
        return `recommends ${one.option}, ${options[one.option].name}`;
      case 'answer':
        return `answers that ${plain(one.dimension)} is ${one.matters}`;
      case 'react':
        return `${one.news ? 'did not know that' : 'knew that'} and leans to ${one.lean}`;
      case 'decide':
        return one.accept ? 'accepts' : 'refuses';
      default:
        return one satisfies never;
    }
  },

  deal: () => '',
  conclusion(given, conclusion) {
    const scenario = given as PtomScenario;
    const { chosen, recommended } = conclusion as PtomConclusion;
    const end = chosen === 'none' ? `${recommended} was refused` : `${chosen} was chosen`;
    const goal = ptomGoal(scenario);
    const met = chosen === goal ? 'as the persuader should have it' : `the persuader should have had ${goal}`;
    return `${end}, ${met}; satisfaction of the target ${ptomSatisfaction(scenario, conclusion as PtomConclusion)}`;
  },
};
