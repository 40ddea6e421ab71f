/** Lessons in persuasion, with a teacher for each of the rule sets. */
export { makePersuasionLessons, type PersuasionManifest } from './make.ts';
export { teachersTable, thoughtPlans } from './plans.ts';
export { type PersuasionDomain, persuasionTeachers } from './teachers.ts';
