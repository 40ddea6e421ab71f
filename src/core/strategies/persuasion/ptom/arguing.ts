/** How scripts make a case once they have an idea of what the target cares about: the strongest facts first, then the recommendation. */
import {
  allowedActs,
  bestFit,
  type Fact,
  type OptionName,
  type PersuaderView,
  type PtomAct,
  type Strengths,
  strengthOf,
} from '../../../domains/persuasion/ptom/ptom.ts';
import { told } from './listening.ts';

/** The option to argue for, if the target cared so much about each dimension; A where both would fit alike. */
function wanted({ own }: PersuaderView, strengths: Strengths): OptionName {
  return own.objective === 'A' ? 'A' : (bestFit(own.facts, strengths) ?? 'A');
}

/** The facts for an option that were not disclosed, the strongest first, and as they stand where they are as strong. */
function unsaid({ own, history }: PersuaderView, option: OptionName, strengths: Strengths): Fact[] {
  const said = new Set(told(history).map(({ id }) => id));
  const weight = ({ dimension }: Fact) => strengthOf(strengths, dimension);
  return own.facts
    .filter(({ id, favours }) => favours === option && !said.has(id))
    .sort((one, other) => weight(other) - weight(one));
}

/** Discloses the next fact about something that matters at least so much, or recommends. */
export function argue(view: PersuaderView, strengths: Strengths, least: number): PtomAct {
  const option = wanted(view, strengths);
  const [fact] = unsaid(view, option, strengths).filter(({ dimension }) => strengthOf(strengths, dimension) >= least);
  const closing = !fact || !allowedActs(view).includes('disclose');
  return closing ? { type: 'recommend', option } : { type: 'disclose', fact };
}
