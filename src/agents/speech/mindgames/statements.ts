/**
 * What a sentence tells: proposals do something ("A increases jobs and traffic and lowers noise"), or something becomes of attributes under them ("noise
 * falls with A"). Verbs and their subjects agree in number, which tells one list from the next. No clause reaches back to another sentence.
 */
import type { Effect, NamedCell } from '../../../core/index.ts';
import type { Rules } from '../grammar.ts';

export interface Told {
  readonly cells: readonly (NamedCell & { readonly effect: Effect })[];
  readonly urges: boolean;
}
type Cells = Told['cells'];
interface Deed {
  readonly on: readonly string[];
  readonly effect: Effect;
}

const cellsOf = (of: readonly string[], deeds: readonly Deed[]): Cells =>
  deeds.flatMap(({ on, effect }) => of.flatMap((proposal) => on.map((attribute) => ({ proposal, attribute, effect }))));
const does = (effect: Effect) => (on: readonly string[] | string) => ({ on: [on].flat(), effect });
const is = (effect: Effect) => () => effect;
/** One, or several in a row. */
const row = (one: string, rest: string, joint: string): Rules[string] => [
  [`{${one}}`, (first: unknown) => [first].flat()],
  [`{${one}} ${joint} {${rest}}`, (first: unknown, others: unknown[]) => [...[first].flat(), ...others]],
];
const AND = '(and|, and|,|but|, but)';
const WHILE = '(and|, and|,|but|, but|while|, while|whereas|, whereas)';
const SAME = '(unchanged|untouched)';

type Does = { readonly of: readonly string[]; readonly effect: Effect };
const NO_CHANGE = 'not (affect|change|alter|influence)';

/** What one subject does, or several do. Of several a denial may mean that not all do. */
const verbs = (number: 'One' | 'Many'): Rules => {
  const [s, es, has] = number === 'One' ? ['s', 'es', 'has'] : ['', '', 'have'];
  const brings = `(bring${s}|mean${s}|give${s}|cause${s}|produce${s}|yield${s}|involve${s}|lead${s} to|${has})`;
  const rest = `${AND} {deeds${number}}`;
  const both = (first: Deed | Deed[], others: Deed[]) => [...[first].flat(), ...others];
  return {
    [`change${number}`]: [
      [`(also|) (increase${s}|raise${s}|boost${s}|add${s}|create${s}|generate${s})`, is(1)],
      [`(also|) (decrease${s}|reduce${s}|lower${s}|cut${s}|diminish${es})`, is(-1)],
    ],
    [`deed${number}`]: [
      [`{change${number}} {ns}`, (effect: Effect, on: string[]) => ({ on, effect })],
      [`(${has}|will have|would have) (no|zero) (effect|impact|influence|bearing) on {ors}`, does(0)],
      [`make${s} no difference to {ors}`, does(0)],
      [`${number === 'One' ? 'is' : 'are'} neutral on {ors}`, does(0)],
      [`leave${s} {ns} (${SAME}|as it is|as they are)`, does(0)],
      [`keep${s} {ns} (${SAME}|the same)`, does(0)],
      ...(number === 'One' ? ([[`(does|will|would) ${NO_CHANGE} {ors} (at all|)`, does(0)]] as const) : []),
    ],
    [`deeds${number}`]: [
      ...row(`deed${number}`, `deeds${number}`, AND),
      [`${brings} {amounts}`, (deeds: Deed[]) => deeds],
      [`${brings} {amounts} ${rest}`, both],
      ['(will|would) {deedsMany}', (deeds: Deed[]) => deeds],
    ],
  };
};

export const statements: Rules = {
  ...verbs('One'),
  ...verbs('Many'),
  amount: [
    ['(more|higher) {n}', does(1)],
    ['(less|fewer|lower) {n}', does(-1)],
    ['no change in {n}', does(0)],
  ],
  amounts: row('amount', 'amounts', AND),
  finite: [
    ['(will|would) (also|) (rise|increase|grow|go up)', is(1)],
    ['(also|) (rises|increases|grows|goes up)', is(1)],
    ['(is|are|will be) higher', is(1)],
    ['(will|would) (also|) (fall|decrease|drop|shrink|go down)', is(-1)],
    ['(also|) (falls|decreases|drops|shrinks|goes down)', is(-1)],
    ['(is|are|will be) lower', is(-1)],
    // "Is the same" may be the same as another's.
    [`((will|would) (stay|remain)|stays|remains) (${SAME}|the same)`, is(0)],
    [`(is|are) (unchanged|unaffected)`, is(0)],
  ],
  move: [
    ['{finite}', (effect: Effect) => effect],
    ['(also|) (rise|increase|grow|go up)', is(1)],
    ['(also|) (fall|decrease|drop|shrink|go down)', is(-1)],
    [`(stay|remain) (${SAME}|the same)`, is(0)],
  ],
  still: [['(does|do|will|would) not change', is(0)]],
  under: [['(with|under) {some}', (of: string[]) => of]],
  moved: [['{move} {under}', (effect: Effect, of: string[]) => ({ of, effect })]],
  stayed: [['{still} (with|under) {each}', (effect: Effect, of: string[]) => ({ of, effect })]],
  moveds: [
    ...row('moved', 'moveds', AND),
    [`{moved} ${AND} {shorts}`, (first: Does, others: Does[]) => [first, ...others]],
    ['{stayeds}', (all: Does[]) => all],
  ],
  // In "does not change with A and rise with B" the "not" may be for both.
  stayeds: [
    ...row('stayed', 'stayeds', AND),
    [`{stayed} ${AND} {finite} {under}`, (first: Does, effect: Effect, of: string[]) => [first, { of, effect }]],
    [
      `{stayed} ${AND} {finite} {under} ${AND} {moveds}`,
      (first: Does, effect: Effect, of: string[], others: Does[]) => [first, { of, effect }, ...others],
    ],
  ],
  short: [
    ['up {under}', (of: string[]) => ({ of, effect: 1 })],
    ['down {under}', (of: string[]) => ({ of, effect: -1 })],
  ],
  shorts: row('short', 'moveds', AND),
  fall: [
    ['{ns} {move}', (on: string[], effect: Effect) => ({ on, effect })],
    ['{ns} {still}', (on: string[], effect: Effect) => ({ on, effect })],
  ],
  falls: row('fall', 'falls', AND),
  did: [
    ['{p} {changeOne}', (p: string, effect: Effect) => ({ of: [p], effect })],
    ['{ps} {changeMany}', (of: string[], effect: Effect) => ({ of, effect })],
  ],
  alike: [
    ['(does|will|would) {p}', (p: string) => [p]],
    ['(do|will|would) {ps}', (of: string[]) => of],
  ],
  doesIt: [
    ['{did} it', (did: Does) => did],
    [`{p} (does|will|would) ${NO_CHANGE} it`, (p: string) => ({ of: [p], effect: 0 })],
  ],
  clause: [
    ['{p} {deedsOne}', (p: string, deeds: Deed[]) => cellsOf([p], deeds)],
    ['{ps} {deedsMany}', cellsOf],
    [
      '{ns} {moveds}',
      (on: string[], moved: Does[]) => moved.flatMap(({ of, effect }) => cellsOf(of, [{ on, effect }])),
    ],
    ['{ns} (is|are) unaffected by {some}', (on: string[], of: string[]) => cellsOf(of, [{ on, effect: 0 }])],
    ['{ns} (is|are) not affected by {each}', (on: string[], of: string[]) => cellsOf(of, [{ on, effect: 0 }])],
    ['{under} (,|) {falls}', cellsOf],
    ['{under} (,|) there (is|are|will be) {amounts}', cellsOf],
    ['there (is|are|will be) {amount} {under}', (deed: Deed, of: string[]) => cellsOf(of, [deed])],
    [
      'neither {p} nor {p} (affects|changes) {ors}',
      (p: string, q: string, on: string[]) => cellsOf([p, q], [{ on, effect: 0 }]),
    ],
    [
      'none of the (three|) (proposals|plans|options) (affects|changes) {ors}',
      (on: string[]) => cellsOf(['*'], [{ on, effect: 0 }]),
    ],
    [
      '{did} {n} (,|) and so {alike}',
      ({ of, effect }: Does, n: string, others: string[]) => cellsOf([...of, ...others], [{ on: [n], effect }]),
    ],
    [
      `{did} {n} ${WHILE} {doesIt}`,
      (one: Does, n: string, other: Does) =>
        [one, other].flatMap(({ of, effect }) => cellsOf(of, [{ on: [n], effect }])),
    ],
  ],
  clauses: row('clause', 'clauses', WHILE),
  item: [
    ['{N} up', does(1)],
    ['{N} down', does(-1)],
    ['{N} (unchanged|no change)', does(0)],
    ['{amount}', (deed: Deed) => deed],
  ],
  items: row('item', 'items', '(,|and|, and)'),
  facts: [
    ['{clauses}', (cells: Cells) => cells],
    ['{p} : {items}', (p: string, deeds: Deed[]) => cellsOf([p], deeds)],
  ],
  urged: [
    ['(please|) (choose|take|pick|go for|go with) {p}', (p: string) => p],
    ['you should (choose|take|pick|go for|go with) {p}', (p: string) => p],
    ['i (recommend|suggest|want you to choose) {p}', (p: string) => p],
    ['(my (advice|favourite|recommendation)|the best choice) is {p}', (p: string) => p],
    ['{p} is (the best (choice|plan|proposal|option)|my favourite)', (p: string) => p],
  ],
  statement: [
    [
      '(hello ,|hi ,|(please|) note that|please consider that|you should know that|) {facts} (too|as well|)',
      (cells: Cells) => ({ cells, urges: false }),
    ],
    ['did you know that {facts} ?', (cells: Cells) => ({ cells, urges: false })],
    ['{urged}', () => ({ cells: [], urges: true })],
    [
      '{urged} (,|) (because|since) it {deedsOne}',
      (p: string, deeds: Deed[]) => ({ cells: cellsOf([p], deeds), urges: true }),
    ],
  ],
};
