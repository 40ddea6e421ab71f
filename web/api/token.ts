/** The token of a server that asks for one: typed once, kept by this tab until it is closed or told to forget it. */
import { kept } from '../shell/kept.ts';

export const serverToken = kept<string>('token', () => '', 'tab');
