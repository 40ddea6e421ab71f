/** How advice is spoken: to a model, by a person, and for whoever watches. */
import type { PromptParts, Speech } from 'parley/agents';
import type { Act } from 'parley/core';
import { type AdviceAct, type AdviceScenario, type AdviceView, allowed, type Choice, stateOf } from './rules.ts';
import { reported } from './scripts.ts';

const named = (act: Act): number | null => (act as { value?: number }).value ?? null;

export const speech: Speech<AdviceView, AdviceAct> = {
  domain: 'advice',
  prompt(view): PromptParts {
    const { seat, own, public: facts, turnLimit } = view;
    const adviser = seat === 'adviser';
    const report = reported(view);
    return {
      role: adviser
        ? 'You are the adviser. You know the state, a number from 0 to 100; the decider does not.'
        : 'You are the decider. There is a state, a number from 0 to 100, which only the adviser knows.',
      objective: adviser
        ? `The state is ${own.state}. Your score is highest, 1, when ${(own.state as number) + facts.bias} is chosen, and falls with the square of the distance.`
        : 'Your score is highest, 1, when you choose the state itself, and falls with the square of the distance.',
      rules: [
        `The adviser's score is highest ${facts.bias} above the state; both of you know that.`,
        'The adviser reports a number, which need not be true. The decider asks again or chooses a number, which ends the game.',
        `At most ${turnLimit} turns; in the last one the decider chooses.`,
      ],
      acts: adviser ? ['report'] : ['ask', 'choose'],
      allowed: allowed(view),
      standing: adviser
        ? report === undefined
          ? 'Make your report.'
          : 'You are asked again.'
        : `The report stands at ${report}. Ask again, or choose.`,
      nameOf: (other) => `the ${other}`,
      actText: (act, words) => `[${act.type}${named(act) === null ? '' : ` ${named(act)}`}]${words}`,
      terms: {
        schema: { value: { type: ['number', 'null'], minimum: 0, maximum: 100 } },
        of: (act) => ({ value: named(act) }),
        explained: 'value: the number that you report or choose, null when you ask. words: what you say with it.',
        example: { type: adviser ? 'report' : 'choose', value: 50 } as AdviceAct,
      },
    };
  },
  /** A form as a model fills it in, or a person's line: `report 40 trust me`, `ask are you sure?`, `choose 35`. */
  read(text, view) {
    const form = formIn(text);
    const [type = '', ...rest] = form ? [form.act, form.value, form.words] : text.trim().split(/\s+/);
    const legal = allowed(view);
    if (!legal.includes(type as AdviceAct['type']))
      return {
        problem: `say ${legal.map((act) => (act === 'ask' ? act : `${act} NUMBER`)).join(' or ')}, got ${JSON.stringify(type)}`,
      };
    const value = type === 'ask' ? undefined : Number(rest[0] ?? Number.NaN);
    if (value !== undefined && !(value >= 0 && value <= 100))
      return { problem: `${type} what? A number from 0 to 100 comes after it` };
    const words = form ? form.words : rest.slice(value === undefined ? 0 : 1).join(' ');
    return { act: { type, ...(value !== undefined && { value }), ...(words && { words }) } as AdviceAct };
  },
  fields: (type) => ['type', 'words', 'intent', ...(type === 'ask' ? [] : ['value'])],
  judges: {},
  earlierView: (view, turn, history) => ({ ...view, turn, history }),
  tell: {
    facts: ({ public: facts }) => {
      const { bias, turnLimit } = facts as AdviceScenario['public'];
      return {
        title: 'Advice from somebody who knows more',
        lines: [`the adviser would like ${bias} more than the state`, `at most ${turnLimit} turns`],
      };
    },
    secrets: (scenario, seat) =>
      seat === 'adviser' ? `the state is ${stateOf(scenario as AdviceScenario)}` : 'you know nothing of the state',
    room: () => undefined,
    offer: () => '',
    act: (_scenario, act) => (named(act) === null ? 'asks again' : `${act.type}s ${named(act)}`),
    deal: () => '',
    conclusion: (scenario, conclusion) =>
      `${(conclusion as Choice).choice} was chosen, the state was ${stateOf(scenario as AdviceScenario)},`,
  },
};

function formIn(text: string): { act: string; value: string; words: string } | undefined {
  try {
    const { act, value, words } = JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)) as Record<
      string,
      unknown
    >;
    return { act: String(act), value: String(value ?? ''), words: String(words ?? '') };
  } catch {
    return undefined;
  }
}
