/** The token of a server that asks for one before it opens games: typed once, kept by this browser. */
import { kept } from '../shell/kept.ts';

export const serverToken = kept<string>('token', () => '');
