/** A script of ptom in either seat: who persuades in its own way listens as the numeric mind does, and the other way round. */
import {
  isPersuader,
  type PersuaderView,
  type PtomAct,
  type PtomView,
  type TargetView,
} from '../../../domains/persuasion/ptom/ptom.ts';
import type { Context } from '../../../types.ts';
import { listen } from './listening.ts';

export function persuading(
  persuade: (view: PersuaderView, context: Context) => PtomAct,
): (view: PtomView, context: Context) => PtomAct {
  return (view, context) => (isPersuader(view) ? persuade(view, context) : listen(view as TargetView, context));
}
