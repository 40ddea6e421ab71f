/** Games to learn from: a teacher's, and what it says to a student's. */
export { type LessonsManifest, type LessonsOptions, labels, lesson, makeLessons } from './make.ts';
export {
  makePersuasionLessons,
  type PersuasionDomain,
  type PersuasionManifest,
  persuasionTeachers,
  teachersTable,
  thoughtPlans,
} from './persuasion/index.ts';
export { drawOpponent, speaking } from './population.ts';
export { type TeacherName, teachers } from './teacher.ts';
