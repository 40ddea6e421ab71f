/**
 * The condition of the goods as a grade, from the words that name one.
 *
 * Grades and numbers are BazaarBATNA's. There the first grade whose keyword occurred anywhere won, so that "like
 * new" and "knew" were `new`; here a keyword is whole words, the longer one wins ("like new" over "new"), a denied or asked one
 * does not count, and of several the worst holds, since nobody invents a defect of what he sells.
 */
import { matcher, type Phrase } from './match.ts';

/** From the best to the worst. */
const conditionGrades = {
  new: { score: 1, depreciation: 0 },
  like_new: { score: 0.85, depreciation: 0.1 },
  very_good: { score: 0.7, depreciation: 0.25 },
  good: { score: 0.55, depreciation: 0.4 },
  acceptable: { score: 0.35, depreciation: 0.6 },
  junk: { score: 0.1, depreciation: 0.9 },
} as const;
export type ConditionGrade = keyof typeof conditionGrades;

interface Keyword extends Phrase {
  readonly grade: ConditionGrade;
}

const keywords: readonly Keyword[] = [
  { grade: 'new', words: 'new|naya|brand new|sealed|unopened|unused|seal packed' },
  {
    grade: 'like_new',
    words: '(like|almost|nearly|as good as|good as) new|(naya|new) jaisa|mint|barely used|hardly used',
    negative: true,
  },
  {
    grade: 'very_good',
    words: 'very good( condition| shape)?|excellent|great (condition|shape)|bahut (acchi|achhi|achi)',
  },
  {
    grade: 'good',
    words: 'good (working )?(condition|shape)|condition good|(acchi|achhi|achi) (condition|halat)|working condition',
  },
  {
    grade: 'acceptable',
    words: 'acceptable|fair condition|okay condition|ok condition|theek (thaak|thak)|usable|heavily used',
  },
  {
    grade: 'junk',
    words: 'junk|scrap|kabaad|kabad|for parts|not working|doesnt work|does not work|broken|dead',
    negative: true,
  },
];
const gradeMatcher = matcher(keywords);

/** The worst grade that the words claim; undefined where they claim none. */
export function conditionOf(text: string): ConditionGrade | undefined {
  const claims = gradeMatcher.claims(text);
  const outermost = claims.filter(
    (a) => !claims.some((b) => b !== a && b.start <= a.start && b.end >= a.end && b.end - b.start > a.end - a.start),
  );
  const grades = Object.keys(conditionGrades) as ConditionGrade[];
  return grades.findLast((grade) => outermost.some(({ phrase }) => phrase.grade === grade));
}
