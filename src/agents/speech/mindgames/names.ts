/** What a story calls its proposals and attributes, and lists of them in a sentence; `*` stands for all. */
import { type MindgamesFacts, storyOf } from '../../../core/index.ts';
import type { Name, Rules } from '../grammar.ts';

export interface Names {
  readonly proposals: readonly string[];
  readonly attributes: readonly string[];
  /** Who is asked, where a question names them: "the board". */
  readonly target?: string | undefined;
}

export const namesOf = ({ proposals, attributes, story }: MindgamesFacts): Names => ({
  proposals,
  attributes,
  target: storyOf(story)?.target,
});

/** Proposals as they are written, so that "a" is none. */
export const namesIn = ({ proposals, attributes, target }: Names): Name[] => [
  ...proposals.map((value) => ({ kind: 'P', value, words: value, exact: true })),
  ...attributes.map((value) => ({ kind: 'N', value, words: value })),
  ...(target === undefined ? [] : [{ kind: '', value: 'you', words: target }]),
];

/** A list that names one twice is none: where it ends is not plain. */
const all = (...names: string[]) => (new Set(names).size === names.length ? names : undefined);
const [PROPOSAL, PROPOSALS] = ['(proposal|plan|option)', '(proposals|plans|options)'];

export const lists: Rules = {
  p: [[`((the|) ${PROPOSAL}|) {P}`, (p: string) => p]],
  ps: [
    ['{p} and {p} (both|)', all],
    ['both {p} and {p}', all],
    ['{p} , {p} (,|) and {p} (all|)', all],
    [`${PROPOSALS} {P} and {P}`, all],
    [`(all (three|)|all (of|) the (three|)) ${PROPOSALS}`, () => ['*']],
  ],
  some: [
    ['{p}', all],
    ['{ps}', (ps: string[]) => ps],
  ],
  // Without "all" or "both", of which a denial may mean that not all do.
  each: [
    ['{p}', all],
    ['{p} and {p}', all],
    ['{p} , {p} (,|) and {p}', all],
    [`${PROPOSALS} {P} and {P}`, all],
  ],
  n: [['(the|) {N}', (n: string) => n]],
  ns: [
    ['{n}', all],
    ['{n} and {n}', all],
    ['{n} , {n} (,|) and {n}', all],
  ],
  ors: [
    ['{n}', all],
    ['{n} or {n}', all],
    ['{n} , {n} (,|) or {n}', all],
  ],
};
