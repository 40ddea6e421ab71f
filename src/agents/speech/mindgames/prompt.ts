/** mindgames in words, for the two seats and for typed acts and prose. The example discloses and asks nothing of the game at hand. */
import {
  type Act,
  answersOf,
  cellsOf,
  type Effect,
  feeling,
  type Mind,
  type MindgamesAct,
  type MindgamesFacts,
  type MindgamesView,
  MOST_PROSE,
  messagesIn,
  type NamedEffect,
  type PersuaderMessage,
  type PersuaderView,
  storyOf,
  type TargetView,
  typeNow,
  withEffect,
} from '../../../core/index.ts';
import { type Facts, factsIn, type PromptParts } from '../../prompt/parts.ts';
import { PLAINLY } from '../aloud.ts';
import { answerWords, cellsInWords, listed, messageWords } from './words.ts';

const facts: Facts<MindgamesFacts, MindgamesView> = {
  story: () => undefined, // Only a name for the theme, which the role tells.
  theme: () => undefined,
  proposals: ({ public: { proposals } }) =>
    `There are three proposals, ${listed(proposals)}; each increases, decreases or leaves alone three attributes.`,
  attributes: ({ public: { attributes } }) => `The attributes are ${listed(attributes)}.`,
  condition: () => undefined, // The objective says what is known of the other side.
  tieRule: ({ public: { tieRule } }) =>
    `The decider takes the proposal that is best by the attributes it likes and dislikes, as far as it knows what the proposals do. On a tie it keeps what it preferred ${tieRule === 'sticky' ? 'after the message before' : 'last'}.`,
  talk: ({ public: { talk }, seat }) =>
    talk === 'prose'
      ? `Messages are plain words of at most ${MOST_PROSE} characters.`
      : seat === 'persuader'
        ? 'Only the lists of your message count: rhetoric does nothing.'
        : undefined,
  turnLimit: ({ turnLimit }) => `Each side writes ${turnLimit / 2} messages; after the last reply the decider chooses.`,
};

export function mindgamesPrompt(view: MindgamesView): PromptParts {
  return view.seat === 'persuader' ? persuaderPrompt(view as PersuaderView) : targetPrompt(view as TargetView);
}

function persuaderPrompt(view: PersuaderView): PromptParts {
  const { public: game, own } = view;
  const { us, them } = namesIn(game);
  const all = cellsOf(game).map((cell) => withEffect(view, cell));
  const prose = game.talk === 'prose';
  const [p, q] = game.proposals;
  return {
    role: `You are ${us}. ${game.theme} You talk to ${them}.`,
    objective: `${sentences(all)} You yourself ${likesOf(game, own.coefficients)}. You want ${them} to choose proposal ${own.goal}: your score is 1 if it is chosen in the end, and 0 if another is.\n${knownOf(view, them)}`,
    rules: [
      ...factsIn(facts, view),
      'You can tell what a proposal does to an attribute. It must be true: a message with a false statement is refused.',
      `You can ask what ${them} likes, what ${them} knows of the proposals, and how ${them} ranks them. Answers are true and say no more than was asked.`,
    ],
    acts: ['message'],
    allowed: ['message'],
    standing: `Write message ${messagesIn(view.history).length + 1} of ${view.turnLimit / 2}.`,
    nameOf: () => capital(them),
    actText: (act, words) => `${heardBy(view, act as MindgamesAct)}${words}`,
    terms: {
      schema: prose ? {} : schemaOf(game),
      of: (act) => (prose ? {} : listsOf(act as PersuaderMessage)),
      explained: prose
        ? `words: your whole message, in plain sentences like these: "${p} increases ... and ..." "${q} has no effect on ..." "How do you feel about ...?" "What do you know about the effect of ${p} on ...?" "Which proposal do you prefer?" "Please choose ${p}." ${PLAINLY}`
        : 'disclose: what you tell, effect 1 for increases, 0 for no effect, -1 for decreases. motivational: attributes, to ask whether the other side likes them. informational: cells, to ask what it knows of them. inferential: proposals, to ask how it ranks them. Lists may be empty. words: the same in plain sentences, or nothing.',
      example: {
        type: 'message',
        disclose: [],
        motivational: [],
        informational: [],
        inferential: [],
        words: 'Good morning.',
      } as Act,
    },
  };
}

function targetPrompt(view: TargetView): PromptParts {
  const { public: game, own } = view;
  const { us, them } = namesIn(game);
  const choosing = typeNow(view) === 'choose';
  const choice = { type: ['string', 'null'], enum: [...game.proposals, null] };
  return {
    role: `You are ${them}, who will choose. ${game.theme} ${capital(us)} talks to you.`,
    objective: `You ${likesOf(game, own.coefficients)}. ${knownCells(game, own)} Your score is the worth to you of what you choose, from 0 for the worst to 1 for the best of the three as they really are.`,
    rules: [
      ...factsIn(facts, view),
      'What you are told is true. What you are asked is answered for you, truthfully; words that say more are left out.',
    ],
    acts: ['reply', 'choose'],
    allowed: [typeNow(view)],
    standing: choosing ? 'This is the end: choose.' : 'Reply.',
    nameOf: () => capital(us),
    actText: (act, words) => `${told(act as PersuaderMessage)}${words}`,
    terms: {
      schema: choosing ? { choice } : {},
      of: (act) => (act.type === 'choose' ? { choice: (act as { choice?: string }).choice ?? null } : {}),
      explained: 'choice: the proposal that you choose, in your last message. words: a courtesy, or nothing.',
      example: { type: 'choose', ...answersOf(view), choice: game.proposals[0], words: 'Thank you.' } as Act,
    },
  };
}

export function namesIn({ story }: MindgamesFacts): { us: string; them: string } {
  const { persuader: us = 'the persuader', target: them = 'the decider' } = storyOf(story) ?? {};
  return { us, them };
}

export function sentences(cells: readonly NamedEffect[]): string {
  return cellsInWords(cells)
    .map((words) => `${words}.`)
    .join(' ');
}

export function likesOf({ attributes }: MindgamesFacts, coefficients: readonly Effect[]): string {
  const words = { likes: 'like', dislikes: 'dislike', indifferent: 'are indifferent to' } as Record<string, string>;
  return listed(attributes.map((name, a) => `${words[feeling(coefficients[a] as Effect)]} ${name}`));
}

function knownOf({ public: game, own }: PersuaderView, them: string): string {
  if (!own.target)
    return `${capital(them)} may like or dislike anything and may lack information about the proposals. You do not know what ${them} likes, knows or prefers.`;
  const { attributes } = game;
  const likes = attributes.map((name, a) => `${feeling(own.target?.coefficients[a] as Effect)}: ${name}`);
  return `Of ${them} you know this. ${listed(likes)}. ${knownCells(game, own.target)
    .replace('You know', `${capital(them)} knows`)
    .replace('You do not know', `${capital(them)} does not know`)}`;
}

/** The cells that a mind knows, and those that it lacks. */
export function knownCells(game: MindgamesFacts, { known }: Mind): string {
  const all = cellsOf(game).map((cell, i) => ({ ...cell, effect: known[Math.floor(i / 3)]?.[i % 3] ?? null }));
  const lacking = all
    .filter(({ effect }) => effect === null)
    .map(({ proposal, attribute }) => `${attribute} of ${proposal}`);
  const there = all.filter(({ effect }) => effect !== null) as NamedEffect[];
  const rest = lacking.length > 0 ? ` You do not know the effect on ${listed(lacking)}.` : '';
  return `You know: ${cellsInWords(there).join('; ')}.${rest}`;
}

/** What the persuader sees of a reply: sentences where talk is prose, the numbers where it is typed. */
function heardBy({ public: game, history }: PersuaderView, act: MindgamesAct): string {
  if (act.type === 'message') return '';
  const at = history.findIndex((taken) => taken.act === act);
  const asked = messagesIn(at < 0 ? history : history.slice(0, at)).at(-1);
  const values = act.inferential?.values;
  const exact = values
    ? ` Values: ${game.proposals.map((name, p) => `${name} ${values[p]}`).join(', ')}; I would choose ${act.inferential?.choice} now.`
    : '';
  return `${answerWords(game, asked, act)}${exact}`;
}

function told(act: PersuaderMessage): string {
  return messageWords(act) || '[says nothing that counts]';
}

function listsOf({ disclose = [], motivational = [], informational = [], inferential = [] }: PersuaderMessage) {
  return { disclose, motivational, informational, inferential };
}

export function schemaOf({ proposals, attributes }: Pick<MindgamesFacts, 'proposals' | 'attributes'>) {
  const [proposal, attribute] = [
    { type: 'string', enum: proposals },
    { type: 'string', enum: attributes },
  ];
  const cell = (properties: Record<string, unknown>) => ({
    type: 'array',
    maxItems: 9,
    items: { type: 'object', properties, required: Object.keys(properties), additionalProperties: false },
  });
  return {
    disclose: cell({ proposal, attribute, effect: { type: 'integer', enum: [-1, 0, 1] } }),
    motivational: { type: 'array', maxItems: 3, items: attribute },
    informational: cell({ proposal, attribute }),
    inferential: { type: 'array', maxItems: 3, items: proposal },
  };
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
