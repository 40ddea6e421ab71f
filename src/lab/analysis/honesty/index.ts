/** Whether what agents say of themselves is so. */
export { type Claim, type ClaimKind, claimsIn } from './claims.ts';
export { claimsOf, type Honesty, honestyLedger, honestyOf, type LedgerEntry } from './ledger.ts';
export { type Said, type Speaker, saidIn, tallySpeakers } from './speaker.ts';
export { type Verdict, verdictOn } from './verdict.ts';
