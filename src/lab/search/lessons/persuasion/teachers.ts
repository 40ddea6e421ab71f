/** A teacher for each rule set of persuasion. */
import { mindgamesTeacher } from './mindgames.ts';
import { ptomTeacher } from './ptom.ts';
import type { PersuasionTeacher } from './teacher.ts';
import { traceTeacher } from './trace.ts';

export const persuasionTeachers = {
  mindgames: mindgamesTeacher,
  ptom: ptomTeacher,
  trace: traceTeacher,
} as unknown as Readonly<Record<'mindgames' | 'ptom' | 'trace', PersuasionTeacher>>;
export type PersuasionDomain = keyof typeof persuasionTeachers;
