/** Lines that a model is told before it answers, besides what was done: what the other side gave away, and figures. */
import type { View } from '../core/index.ts';
import type { Style } from './prompt.ts';
import { heardTells } from './sauda.ts';
import { findSpeech } from './speech/index.ts';

interface Hinted {
  readonly tells?: boolean;
  readonly figures?: boolean;
}

/** Those that are asked for, as the part of a style that says them. */
export function hintsFor({ tells, figures }: Hinted): Pick<Style, 'hints'> {
  if (!tells && !figures) return {};
  return {
    hints: (view: View) =>
      [tells ? heardTells(view) : '', figures ? (findSpeech(view.domain)?.figures?.(view) ?? '') : '']
        .filter((lines) => lines !== '')
        .join('\n'),
  };
}
