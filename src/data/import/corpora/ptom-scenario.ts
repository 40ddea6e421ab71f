/** A scenario of P-ToM's files, as imported, that can be played. */
import { givenPtom, type PtomFact, type PtomPublic, type PtomScenario } from '../../../core/index.ts';
import type { CorpusScenario } from './corpus.ts';

type Described = PtomPublic['options']['A'];

/** Undefined for one without a description, as trajectories have them, and where nobody could succeed. */
export function ptomScenario(
  { public: table, private: secrets }: CorpusScenario,
  options: { readonly seed: number; readonly objective?: 'A' | 'fit'; readonly turnLimit?: number },
): PtomScenario | undefined {
  const { name, type, description, context, options: both, condition, complexity, revealed } = table;
  const { a, b } = (both ?? {}) as { a?: Described; b?: Described };
  if (!a || !b || typeof description !== 'string') return undefined;
  return givenPtom(
    {
      id: String(name),
      type: String(type),
      description,
      context: String(context ?? ''),
      options: { A: a, B: b },
      condition: condition as PtomPublic['condition'],
      ...(typeof complexity === 'string' && { complexity }),
      facts: secrets.advocate?.facts as readonly PtomFact[],
      strengths: secrets.target?.strengths as Readonly<Record<string, number>>,
      revealed: revealed as readonly string[],
    },
    options,
  );
}
