/** Outputs in S3-compatible storage. */
export { openBucket, parsePlace, storeOf } from './client.ts';
export { filesIn } from './files.ts';
export { type Pushed, type PushOptions, pushFile } from './push.ts';
