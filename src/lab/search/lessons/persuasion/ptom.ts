/** ptom: a posterior over targets, and the act that leads furthest (bayes). */
import {
  type Deliberation,
  deliberate,
  PTOM_EVERYTHING,
  type PtomAct,
  type PtomPersuaderView,
  ptomActs,
} from '../../../../core/index.ts';
import { once, type PersuasionTeacher } from './teacher.ts';

/** How many acts of a type are weighed in words. */
const SHOWN = { ask: 1, disclose: 2, recommend: 1 } as const;
type Type = keyof typeof SHOWN;

const deliberated = once((view: PtomPersuaderView) => deliberate(view));

export const ptomTeacher: PersuasionTeacher<PtomPersuaderView> = {
  target: 'ptom:mind',
  believer: 'ptom:bayes',
  act: (view) => deliberated(view).prospects[0]?.act as PtomAct,
  thinks(view) {
    const found = deliberated(view);
    const shown = (Object.keys(SHOWN) as Type[]).flatMap((type) =>
      found.prospects.filter(({ act }) => act.type === type).slice(0, SHOWN[type]),
    );
    return {
      believed: believed(view, found),
      weighed: shown.map(({ act, success }) => ({ name: nameOf(act), act, predicted: success })),
    };
  },
  named(view) {
    const { own, public: table } = view;
    const acts: readonly PtomAct[] = [
      ...[PTOM_EVERYTHING, ...table.dimensions].map((about): PtomAct => ({ type: 'ask', about })),
      ...own.facts.map((fact): PtomAct => ({ type: 'disclose', fact })),
      ...(['A', 'B'] as const).map((option): PtomAct => ({ type: 'recommend', option })),
    ];
    return acts.filter(({ type }) => ptomActs(view).includes(type)).map((act) => ({ name: nameOf(act), act }));
  },
};

function nameOf(act: PtomAct): string {
  if (act.type === 'ask') return `ask ${act.about}`;
  return act.type === 'disclose' ? `disclose ${act.fact.id}` : `recommend ${(act as { option: string }).option}`;
}

/** How much each dimension matters, in tenths, and which option fits where that counts. */
function believed({ own, public: { dimensions } }: PtomPersuaderView, { strengths, aFits }: Deliberation): string {
  const tenths = (x: number) => (Math.round(10 * x) / 10).toFixed(1);
  const cares = dimensions.map((name) => `${name} ${tenths(strengths[name] ?? 0)}`).join(', ');
  const fits =
    own.objective === 'A' ? '' : ` ${aFits >= 0.5 ? 'A' : 'B'} fits with ${tenths(Math.max(aFits, 1 - aFits))}.`;
  return `They care: ${cares}.${fits}`;
}
