/** The words of the small persuasion game, and its record with a script. */
import { type PromptParts, quoted, type Speech } from '../../src/agents/index.ts';
import {
  type Act,
  type Domain,
  type DomainKit,
  defineStrategy,
  type Sampler,
  type View,
} from '../../src/core/index.ts';
import { askDisclose, sampleAskDisclose, topics } from './ask-disclose.ts';

interface TalkAct extends Act {
  readonly topic?: string;
  readonly matters?: boolean;
  readonly take?: boolean;
}

const FIELD: Readonly<Record<string, 'topic' | 'matters' | 'take'>> = {
  ask: 'topic',
  disclose: 'topic',
  answer: 'matters',
  choose: 'take',
};
const termsOf = (act: Act) => {
  const { topic = null, matters = null, take = null } = act as TalkAct;
  return { topic, matters, take };
};

export const talkSpeech: Speech<View, TalkAct> = {
  domain: askDisclose.name,
  prompt({ seat, own, turnLimit, history }): PromptParts {
    const last = history.at(-1)?.act.type;
    const advocate = ['ask', 'disclose', 'recommend'];
    const example: TalkAct = seat === 'advocate' ? { type: 'ask', topic: 'price' } : { type: 'choose', take: true };
    return {
      role: `You are the ${seat}.`,
      objective: `You know ${quoted(JSON.stringify(own))}.`,
      rules: [`At most ${turnLimit} turns.`],
      acts: seat === 'advocate' ? advocate : ['answer', 'choose'],
      allowed: last === 'ask' ? ['answer'] : last === 'recommend' ? ['choose'] : advocate,
      standing: last === undefined ? 'Nothing was said.' : `The last act: ${last}.`,
      nameOf: (other) => other,
      actText: (act, words) =>
        `[${act.type}${FIELD[act.type] ? ` ${termsOf(act)[FIELD[act.type] as 'topic']}` : ''}]${words}`,
      terms: {
        schema: {
          topic: { type: ['string', 'null'] },
          matters: { type: ['boolean', 'null'] },
          take: { type: ['boolean', 'null'] },
        },
        of: termsOf,
        explained: 'topic, matters, take: null where the act has none.',
        example,
      },
    };
  },
  read(text) {
    const [type = '', value = ''] = text.startsWith('{') ? answerIn(text) : text.split(' ');
    const field = FIELD[type];
    if (field === undefined && type !== 'recommend') return { problem: `there is no act ${JSON.stringify(type)}` };
    return { act: { type, ...(field && { [field]: field === 'topic' ? value : value === 'true' }) } };
  },
  fields: (type) => ['type', ...(FIELD[type] ? [FIELD[type] as string] : []), 'words'],
  acts: {
    ask: { fields: { topic: { type: 'string', enum: topics } } },
    disclose: { fields: { topic: { type: 'string', enum: topics } } },
    recommend: { fields: {} },
    answer: { fields: { matters: { type: 'boolean' } } },
    choose: { fields: { take: { type: 'boolean' } } },
  },
  judges: { leak: (_view, act) => (act.words ? { reason: 'silence', instead: { ...act, words: '' } } : undefined) },
  earlierView: (view, turn, history) => ({ ...view, turn, history }),
  tell: {
    facts: ({ id }) => ({ title: `Talk ${id}`, lines: ['one persuades, one decides'] }),
    secrets: ({ private: secrets }, seat) => `knows ${JSON.stringify(secrets[seat])}`,
    room: () => undefined,
    offer: () => '',
    act: (_scenario, act) => `${act.type}s ${termsOf(act).topic ?? ''}`.trim(),
    deal: () => 'none is made here',
    conclusion: (_scenario, conclusion) => ((conclusion as { take: boolean }).take ? 'took it' : 'left it'),
  },
};

function answerIn(text: string): string[] {
  const { act, topic, matters, take } = JSON.parse(text) as Record<string, unknown>;
  return [String(act), String(topic ?? matters ?? take)];
}

/** Asks first, then recommends; as the target it says that everything matters, and takes it. */
const eager = defineStrategy<View, TalkAct, Record<never, never>>({
  name: 'eager',
  domain: askDisclose.name,
  version: 1,
  about: 'asks, recommends, answers yes and takes it',
  options: {},
  make:
    () =>
    ({ seat, history }) => {
      const last = history.at(-1)?.act.type;
      if (seat === 'target') return last === 'ask' ? { type: 'answer', matters: true } : { type: 'choose', take: true };
      return last === undefined ? { type: 'ask', topic: 'comfort' } : { type: 'recommend' };
    },
});

export const talkKit: DomainKit = {
  rules: askDisclose as unknown as Domain,
  about: 'an advocate asks, discloses and recommends; a target takes it or leaves it',
  utility: '1 to the advocate whose advice is taken; 0 otherwise',
  roles: ['advocate', 'target'],
  samplers: { talk: sampleAskDisclose as Sampler },
  control: 'eager',
  scripts: [{ name: 'eager', strategy: eager, options: {} }],
};
