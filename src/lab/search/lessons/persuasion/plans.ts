/** What a student's thoughts expect of what it did and did not do, as the plans that lab/analysis/counterfactuals.ts plays out. */
import { resolvePlayer } from '../../../../agents/index.ts';
import {
  canonicalJson,
  contentHash,
  type DomainKit,
  type Episode,
  findKit,
  type Player,
  type Script,
  type Seat,
  takenOf,
  viewsOf,
} from '../../../../core/index.ts';
import type { NotedPlan } from '../../../analysis/counterfactuals.ts';
import { weighedIn } from './teacher.ts';
import { type PersuasionDomain, persuasionTeachers } from './teachers.ts';

const TEACHER = 'teacher:';

export interface ThoughtPlans {
  readonly plans: readonly { readonly turn: number; readonly seat: Seat; readonly plan: NotedPlan }[];
  /** Turns with a thought, whether or not it weighs what was done. */
  readonly thoughts: number;
}

export function thoughtPlans(episode: Episode): ThoughtPlans {
  const { rules } = findKit(episode.domain) as DomainKit;
  const teacher = persuasionTeachers[episode.domain as PersuasionDomain];
  const thoughts = new Map<number, string>();
  for (const event of episode.events)
    if (event.type === 'agent-note' && event.seat === 'persuader') {
      const thought = thoughtIn((event.note as { text?: unknown } | null)?.text);
      if (thought !== undefined) thoughts.set(event.turn, thought);
    }
  // What a teacher thought is not in its games, and can be thought again.
  const again = episode.seats.persuader?.spec.startsWith(TEACHER) ?? false;
  const done = new Map(takenOf(episode).map(({ turn, act }) => [turn, withoutWords(act)]));
  const views = viewsOf(rules, episode, 'persuader');
  const plans = views.flatMap((view) => {
    const weighed = again ? teacher.thinks(view).weighed : weighedIn(teacher, view, thoughts.get(view.turn) ?? '');
    const own = weighed.find(({ act }) => withoutWords(act) === done.get(view.turn));
    const alternatives = weighed.filter((one) => one !== own);
    return own ? [{ turn: view.turn, seat: 'persuader', plan: { predicted: own.predicted, alternatives } }] : [];
  });
  return { plans, thoughts: again ? views.length : thoughts.size };
}

/** Who goes on from a fork: the teacher, and the target of the rule set. */
export function teachersTable(domain: PersuasionDomain): Record<Seat, Player<Script>> {
  const { rules } = findKit(domain) as DomainKit;
  const teacher = persuasionTeachers[domain];
  const agent: Script = { name: `${TEACHER}${domain}`, act: (view) => teacher.act(view) };
  return {
    persuader: { spec: agent.name, fingerprint: contentHash({ teacher: domain }), agent },
    target: resolvePlayer(teacher.target, rules) as Player<Script>,
  };
}

const withoutWords = ({ words: _, intent: __, ...act }: { words?: unknown; intent?: unknown }) => canonicalJson(act);

function thoughtIn(text: unknown): string | undefined {
  try {
    const { reasoning } = JSON.parse(String(text)) as { reasoning?: unknown };
    return typeof reasoning === 'string' ? reasoning : undefined;
  } catch {
    return undefined;
  }
}
