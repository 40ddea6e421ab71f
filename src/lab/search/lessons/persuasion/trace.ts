/** trace: a belief about what moves the mind, and the argument that leads furthest (bayes). */
import {
  appeals,
  type TraceAct,
  type TracePersuader,
  type TraceProspect,
  type TraceView,
  tracePoints,
  weighArguments,
} from '../../../../core/index.ts';
import { once, type PersuasionTeacher } from './teacher.ts';

type Argument = TraceAct & { readonly type: 'argue' };

const weighed = once(weighArguments);

export const traceTeacher: PersuasionTeacher<TraceView> = {
  target: 'trace:network',
  believer: 'trace:bayes',
  digits: 1,
  act: (view) => (weighed(view).prospects[0] as TraceProspect).act,
  thinks(view) {
    const { susceptibility, prospects } = weighed(view);
    const [best, ...others] = prospects as [TraceProspect, ...TraceProspect[]];
    const done = best.act as Argument;
    const other = (differs: (act: Argument) => boolean) => others.find(({ act }) => differs(act as Argument));
    // The same by another appeal, and something else by the same.
    const alternatives = [
      other((act) => act.appeal !== done.appeal && String(act.about) === String(done.about)),
      other((act) => act.appeal === done.appeal),
    ];
    const shown = [best, ...alternatives.filter((one) => one !== undefined)];
    const moved = Object.entries(susceptibility).filter(([, chance]) => chance >= 0.01);
    return {
      believed: `Moved by: ${moved.map(([kind, chance]) => `${kind} ${Math.round(100 * chance)}`).join(', ')}.`,
      weighed: shown.map(({ act, success }) => ({ name: nameOf(act as Argument), act, predicted: success })),
    };
  },
  named: (view) =>
    tracePoints(view, (view.own as TracePersuader).goal).flatMap((point) =>
      appeals.map((appeal) => {
        const act: Argument = { type: 'argue', ...point, appeal };
        return { name: nameOf(act), act };
      }),
    ),
};

const nameOf = ({ about, appeal }: Argument) => `${about.join('>')} by ${appeal}`;
