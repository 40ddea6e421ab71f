/** Outputs in S3-compatible storage. */
export { openBucket, parsePlace, storeOf } from './client.ts';
export { filesIn } from './files.ts';
export { refuseOtherSet } from './other-set.ts';
export { abortUpload, openUpload, type Pushed, type PushFileOptions, type PushOptions, pushFile } from './push.ts';
