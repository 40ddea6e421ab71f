/** The drawings of a report load together, when the first of them is drawn. */
import { late } from '../shell/late.tsx';

export const Drawing = late(async () => (await import('./drawing.tsx')).default);
