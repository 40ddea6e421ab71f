/** What P-ToM's files show when they are looked at together, in counts: the defects that no cleaning of single records mends. */
import type { Corpus, Dialogue } from './corpus.ts';

type Strengths = Readonly<Record<string, number>>;
interface Fact {
  readonly favours: string;
  readonly dimension: string;
}

export function ptomFindings({ dialogues, scenarios }: Pick<Corpus, 'dialogues' | 'scenarios'>): string[] {
  return [...fits(scenarios), ...leaks(dialogues), ...labels(dialogues), ...splits(dialogues)];
}

/** The goal is A, where none is stated; for whom would it be the better one? */
function fits(all: Corpus['scenarios']): string[] {
  const scenarios = all.filter(({ public: { objective = 'A' } }) => objective === 'A');
  if (scenarios.length === 0) return [];
  const sums = scenarios.map(({ private: secrets }) => {
    const strengths = secrets.target?.strengths as Strengths;
    const facts = secrets.advocate?.facts as readonly Fact[];
    const of = (option: string) =>
      facts.reduce((sum, { favours, dimension }) => sum + (favours === option ? (strengths[dimension] ?? 0) : 0), 0);
    return { a: of('A'), b: of('B'), facts, strengths };
  });
  const count = (is: (one: (typeof sums)[number]) => boolean) => sums.filter(is).length;
  const ties = count(({ a, b }) => same(a, b));
  const empty = count(({ a, b }) => a === 0 && b === 0);
  const [forA, forB] = [count(({ a, b }) => a > b && !same(a, b)), count(({ a, b }) => b > a && !same(a, b))];
  const idle = sums.reduce(
    (sum, { facts, strengths }) => sum + facts.filter((f) => !(f.dimension in strengths)).length,
    0,
  );
  const told = sums.reduce((sum, { facts }) => sum + facts.length, 0);
  return [
    `The advocate is to get A chosen, and A fits the target best in ${forA} of ${sums.length} scenarios: B fits best in ${forB}, and ${ties} are ties (${empty} of them 0 to 0), which their rule counts for B, ${forB + ties} in all.`,
    ...(idle > 0
      ? [`${idle} of ${told} facts are about something that the target has no strength for: they move nobody.`]
      : []),
  ];
}

/** Beliefs that are the secret itself. */
function leaks(dialogues: readonly Dialogue[]): string[] {
  let [copied, copiedFirst, held] = [0, 0, 0];
  for (const { scenario, turns } of dialogues) {
    const strengths = Object.entries(scenario.private.target?.strengths as Strengths);
    const revealed = scenario.public.revealed as readonly string[];
    if (strengths.every(([name]) => revealed.includes(name))) continue;
    turns.forEach(({ notes }, i) => {
      const belief = notes?.belief as Strengths | undefined;
      if (!belief || Object.keys(belief).length === 0) return;
      held++;
      if (!strengths.every(([name, strength]) => belief[name] === strength)) return;
      copied++;
      if (i === 0) copiedFirst++;
    });
  }
  if (copied === 0) return [];
  const first = copiedFirst > 0 ? `, ${copiedFirst} of them before anything was said` : '';
  return [
    `In ${copied} of ${held} turns the belief is the target's hidden strengths to the last digit${first}: whoever wrote it knew them.`,
  ];
}

/** Success that follows from the kind of trajectory that was asked for, and success without anything to accept. */
function labels(dialogues: readonly Dialogue[]): string[] {
  const kinds = new Map<string, boolean[]>();
  for (const { afterwards } of dialogues) {
    const { strategy, success, decidedBy } = (afterwards ?? {}) as {
      strategy?: string;
      success?: boolean;
      decidedBy?: string;
    };
    // Of a game that was played the kind is read from how it went.
    if (strategy !== undefined && success !== undefined && decidedBy === undefined)
      kinds.set(strategy, [...(kinds.get(strategy) ?? []), success]);
  }
  const several = [...kinds].filter(([, list]) => list.length > 1);
  const decided = several.filter(([, list]) => new Set(list).size === 1);
  const games = decided.reduce((sum, [, list]) => sum + list.length, 0);
  const advised = (one: Dialogue) => one.turns.some(({ labels: some }) => some?.includes('RECOMMEND'));
  const won = dialogues.filter(({ afterwards }) => afterwards?.success === true);
  const unadvised = won.filter((one) => !advised(one)).length;
  return [
    ...(decided.length > 0
      ? [
          `Success is the same in every game of ${decided.map(([kind, list]) => `${kind} (${list[0] ? 'all' : 'none'} of ${list.length})`).join(', ')}: in ${games} of ${dialogues.length} games the label follows from the kind that was asked for, before anybody spoke.`,
        ]
      : []),
    ...(unadvised > 0
      ? [`${unadvised} of ${won.length} successes are games in which nothing was recommended, so nothing was accepted.`]
      : []),
  ];
}

/** Turns of one scenario on both sides of a split by turn. */
function splits(dialogues: readonly Dialogue[]): string[] {
  const games = new Map<unknown, number>();
  for (const { scenario } of dialogues) games.set(scenario.public.name, (games.get(scenario.public.name) ?? 0) + 1);
  const shared = [...games.values()].filter((count) => count > 1);
  if (shared.length === 0) return [];
  const many = shared.reduce((sum, count) => sum + count, 0);
  return [
    `${many} of ${dialogues.length} games share their scenario, facts and strengths included, with another: a split by turn, as the study made it, has each of the ${shared.length} scenarios on both sides.`,
  ];
}

function same(a: number, b: number): boolean {
  return Math.abs(a - b) < 1e-9;
}
