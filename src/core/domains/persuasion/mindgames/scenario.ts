/** A payoff with a cover story, as a scenario. Proposals have the names A, B and C in an order that says nothing of their roles. */
import type { Rng } from '../../../rng.ts';
import { PERSUADER, TARGET } from '../seats.ts';
import type { TieRule } from './mind.ts';
import { type MindgamesFacts, type MindgamesScenario, mindgames } from './mindgames.ts';
import { A, mindOf, type Payoff } from './payoff.ts';
import { stories, storyOf } from './stories.ts';

export interface MindgamesOptions {
  /** hidden unless told. */
  readonly condition?: MindgamesFacts['condition'];
  /** end unless told. */
  readonly tieRule?: TieRule;
  /** typed unless told. */
  readonly talk?: MindgamesFacts['talk'];
  /** permuted unless told; fixed: the persuader's best is A, the target's B, its first choice C. */
  readonly roles?: 'permuted' | 'fixed';
  /** The id of a cover story; drawn unless told. */
  readonly story?: string;
  /** Of each side; 8 unless told. */
  readonly messages?: number;
}

export const optionNames: readonly (keyof MindgamesOptions)[] = [
  'condition',
  'tieRule',
  'talk',
  'roles',
  'story',
  'messages',
];

const PROPOSALS = ['A', 'B', 'C'] as const;

export function mindgamesScenario(
  id: string,
  payoff: Payoff,
  rng: Rng,
  options: MindgamesOptions = {},
): MindgamesScenario {
  const { condition = 'hidden', tieRule = 'end', talk = 'typed', roles = 'permuted', messages = 8 } = options;
  const story = options.story === undefined ? rng.split('story').pick(stories) : storyOf(options.story);
  if (!story)
    throw new RangeError(`there is no story "${options.story}"; there are ${stories.map((one) => one.id).join(', ')}`);
  if (roles !== 'permuted' && roles !== 'fixed') throw new RangeError(`roles are permuted or fixed, got "${roles}"`);
  const order = roles === 'permuted' ? rng.split('order').shuffle([0, 1, 2]) : [0, 1, 2];
  const shown: Payoff = {
    ...payoff,
    utilities: order.map((p) => payoff.utilities[p] as (typeof payoff.utilities)[number]),
    hidden: order.map((p) => payoff.hidden[p] as readonly boolean[]),
  };
  const mind = mindOf(shown);
  return {
    domain: mindgames.name,
    version: mindgames.version,
    id,
    public: {
      story: story.id,
      theme: story.theme,
      proposals: PROPOSALS,
      attributes: [...story.attributes],
      condition,
      tieRule,
      talk,
      turnLimit: 2 * messages,
    },
    private: {
      [PERSUADER]: {
        table: shown.utilities,
        coefficients: payoff.persuader,
        goal: PROPOSALS[order.indexOf(A)] as string,
        ...(condition === 'revealed' && { target: mind }),
      },
      [TARGET]: mind,
    },
  };
}
