/** Persuasion with a theory of mind, spoken: typed acts, prose, templates, and words for a person. */
import {
  answersOf,
  type Chosen,
  type Mind,
  type MindgamesAct,
  type MindgamesScenario,
  type MindgamesView,
  messagesIn,
  mindgames,
  type PersuaderMessage,
  type PersuaderSecret,
  type TargetView,
} from '../../../core/index.ts';
import { holding } from '../../holding.ts';
import type { Speech, Teller } from '../speech.ts';
import { wordedAndRead } from '../worded-and-read.ts';
import { knownCells, likesOf, mindgamesPrompt, namesIn, sentences } from './prompt.ts';
import { MODEL_READER, readByModel } from './prose-by-model.ts';
import { readLine, readMindgames } from './read.ts';
import { mindgamesWording, personSaysMore } from './wording.ts';
import { answerWords, cut, messageWords } from './words.ts';

const name = { type: 'string', maxLength: 60 };
const cells = (properties: Record<string, unknown>) => ({
  type: 'array',
  maxItems: 9,
  items: { type: 'object', properties, required: Object.keys(properties), additionalProperties: false },
});
const lists = {
  disclose: cells({ proposal: name, attribute: name, effect: { type: 'integer', minimum: -1, maximum: 1 } }),
  motivational: { type: 'array', maxItems: 9, items: name, description: 'Attributes: does the target like them?' },
  informational: { ...cells({ proposal: name, attribute: name }), description: 'Cells: what does the target know?' },
  inferential: { type: 'array', maxItems: 9, items: name, description: 'Proposals: how does the target rank them?' },
};

const tell: Teller = {
  facts(given) {
    const { theme, proposals, attributes, condition, tieRule, turnLimit } = (given as MindgamesScenario).public;
    return {
      title: theme,
      lines: [
        `proposals ${proposals.join(', ')}; attributes ${attributes.join(', ')}`,
        `${turnLimit / 2} messages each, the mind of the target ${condition}, tie rule ${tieRule}`,
      ],
    };
  },
  secrets(given, seat) {
    const { public: game, private: secrets } = given as MindgamesScenario;
    if (seat === 'target') {
      const mind = secrets.target as Mind;
      return `you ${likesOf(game, mind.coefficients)}. ${knownCells(game, mind)}`;
    }
    const { goal, table, coefficients, target } = secrets.persuader as PersuaderSecret;
    const known = sentences(
      game.proposals.flatMap((proposal, p) =>
        game.attributes.map((attribute, a) => ({ proposal, attribute, effect: table[p]?.[a] as -1 | 0 | 1 })),
      ),
    );
    const revealed = target ? ` The target: ${likesOf(game, target.coefficients)}.` : '';
    return `you want ${goal} chosen, and ${likesOf(game, coefficients)}. ${known}${revealed}`;
  },
  room: () => undefined,
  offer: () => '',
  act(given, act) {
    const game = (given as MindgamesScenario).public;
    const one = act as MindgamesAct;
    if (one.type === 'message') return messageWords(one) || 'says nothing that counts';
    const said = answerWords(game, undefined, one);
    return one.type === 'choose' ? `${said} Chooses ${one.choice}` : said;
  },
  deal: () => '',
  conclusion: (given, conclusion) => {
    const { goal } = (given as MindgamesScenario).private.persuader as PersuaderSecret;
    return `${(conclusion as Chosen).choice} was chosen, ${namesIn((given as MindgamesScenario).public).us} wanted ${goal},`;
  },
};

export const mindgamesSpeech: Speech<MindgamesView, MindgamesAct> = {
  domain: mindgames.name,
  prompt: mindgamesPrompt,
  read: readMindgames,
  readLine,
  fields: (type) => [
    'type',
    'words',
    'intent',
    ...(type === 'message' ? Object.keys(lists) : ['motivational', 'informational', 'inferential']),
    ...(type === 'choose' ? ['choice'] : []),
  ],
  acts: {
    message: { fields: lists, optional: Object.keys(lists) },
    reply: { fields: {} },
    choose: { fields: { choice: name } },
  },
  /** Lists that are left out are empty, and what the target has to say is the rules' affair. */
  complete(act, view) {
    if (act.type !== 'message') return { ...act, ...answersOf(view as TargetView) };
    const none = { disclose: [], motivational: [], informational: [], inferential: [] };
    return { ...none, ...(act as Partial<PersuaderMessage>), type: 'message' } as PersuaderMessage;
  },
  beside: (act, { public: facts, history }) => personSaysMore(facts, act, messagesIn(history).at(-1)),
  byModel: { version: MODEL_READER, read: readByModel },
  // It wins whatever can be won, where bayes trusts that games are solvable.
  adviser: 'dominant',
  judges: {},
  earlierView: (view, turn, history) => ({ ...view, turn, history }),
  tell,
  wordedByModel: (script, model, options) => wordedAndRead(mindgamesWording, script, model, options),
  templates: {
    version: 2,
    words: (script) => ({
      ...holding(script),
      name: script.name,
      act(view, context) {
        const act = script.act(view, context);
        if (act?.type !== 'message') return act;
        // Where talk is prose, whoever says nothing has written no message.
        const words = cut(messageWords(act)) || (view.public.talk === 'prose' ? 'I have nothing to add.' : '');
        return words === '' ? act : { ...act, words };
      },
    }),
  },
};
