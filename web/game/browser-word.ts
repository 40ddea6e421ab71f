/** A random word that this browser keeps: it tells who plays here from who plays at another browser of the same machine. */
import { kept } from '../shell/kept.ts';
import { newToken } from './seats.ts';

const word = kept<string>('browser', newToken);

export function browserWord(): string {
  word.set(word.get());
  return word.get();
}
