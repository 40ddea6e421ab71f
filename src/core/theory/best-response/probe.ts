import type { Script } from '../../types.ts';
import type { Solver } from './index.ts';
import type { PriceTable } from './table.ts';
export function createProbe(_t: PriceTable, _c: readonly Script[]): Solver {
  throw new Error('todo');
}
