/** What the rule sets of persuasion share. */
import type { Seat } from '../../types.ts';

export const PERSUADER: Seat = 'persuader';
export const TARGET: Seat = 'target';
/** The persuader opens. */
export const SEATS: readonly Seat[] = [PERSUADER, TARGET];
export const FIXED_ROLES = 'one side persuades and the other is persuaded';
