/**
 * Who said it: an act of a seat need not be that of the model in it. Read off the notes that guards, steering and models leave before
 * an act is taken or refused.
 *
 * model     the words, or where there are none the act, of a model's reply
 * guard     an act that a guard played in place of another; also when a template put words to it afterwards
 * template  code of ours: a script, a steering, a line of the phrase book, also where it stands in for a model's
 * person    a person
 * remote    whoever played over the wire: what happened at the other end is not known
 */
import { type Act, type Episode, type Event, type Seat, sameJson } from '../../../core/index.ts';

export const speakers = ['model', 'guard', 'template', 'person', 'remote'] as const;
export type Speaker = (typeof speakers)[number];

export interface Said {
  readonly turn: number;
  readonly seat: Seat;
  readonly by: Speaker;
  /** Undefined where the rules refused it. */
  readonly act: Act | undefined;
}

interface Note {
  readonly model?: string;
  /** That reply read tells; it was no act. */
  readonly tells?: unknown;
  /** The words of that reply did not fit. */
  readonly problem?: string;
  readonly worded?: number | 'template';
  readonly steering?: string;
  readonly guard?: string;
  readonly raw?: Act;
  readonly became?: Act | 'asked again';
}

/** Every act that was taken or refused, in order, with its speaker. */
export function saidIn({ events, seats }: Pick<Episode, 'events' | 'seats'>): Said[] {
  const notes = new Map<Seat, Note[]>();
  return events.flatMap((event): Said[] => {
    if (event.type === 'agent-note') {
      notes.set(event.seat, [...(notes.get(event.seat) ?? []), (event.note ?? {}) as Note]);
      return [];
    }
    if (event.type !== 'action-taken' && event.type !== 'action-refused') return [];
    const { turn, seat } = event;
    const act = actOf(event);
    const by = speakerOf(act, notes.get(seat) ?? [], seats[seat]?.spec ?? '');
    notes.delete(seat);
    return [{ turn, seat, by, act }];
  });
}

function actOf(event: Event): Act | undefined {
  return event.type === 'action-taken' ? event.act : undefined;
}

function speakerOf(act: Act | undefined, notes: readonly Note[], spec: string): Speaker {
  let by: Speaker = spec === 'human' ? 'person' : spec === 'remote' ? 'remote' : 'template';
  /** The words of the last act that is on record, where one is. */
  let words: string | undefined;
  let known = false;
  for (const { model, tells, problem, worded, steering, guard, raw, became } of notes) {
    if (guard !== undefined) {
      if (became === 'asked again') continue;
      if (!sameMove(raw, became)) by = 'guard';
      words = became?.words;
      known = true;
    } else if (steering !== undefined || worded === 'template') {
      by = 'template';
      known = false;
    } else if (model !== undefined && tells === undefined && problem === undefined) {
      by = 'model';
      known = false;
    }
  }
  // A guard took the model's words away, and the act has some: a template spoke for the model's own act.
  const filledIn = known && words === undefined && act?.words !== undefined;
  return filledIn && by === 'model' ? 'template' : by;
}

/** The same but for the words: a guard that only took those away has not moved. */
function sameMove(raw: Act | undefined, became: Act | undefined): boolean {
  if (raw === undefined || became === undefined) return false;
  const bare = ({ words: _words, intent: _intent, ...move }: Act & { intent?: unknown }) => move;
  return sameJson(bare(raw), bare(became));
}

/** "guard 15, template 2"; empty where nobody did. */
export function tallySpeakers(said: readonly Speaker[]): string {
  return speakers
    .map((one) => [one, said.filter((by) => by === one).length] as const)
    .filter(([, count]) => count > 0)
    .map(([one, count]) => `${one} ${count}`)
    .join(', ');
}
