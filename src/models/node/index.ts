/** Models on this machine: by name with keys from the environment, in this process, from the store of weights; and on files. */
export { cacheFolder } from './cache-folder.ts';
export { callsLog } from './calls-file.ts';
export { recordCassette, replayCassette } from './cassette.ts';
export { dayLedger } from './day-ledger.ts';
export { DownloadError, type DownloadOptions, download, isSafe, sha256Of } from './download.ts';
export { type Adapter, type EmbeddedModel, type EmbeddedOptions, embeddedModel } from './embedded.ts';
export { catalogue, type PullOptions, pullModel } from './pull.ts';
export { closeModels, modelOptions, resolveEmbedded, resolveModel } from './resolve.ts';
export { fileDigest, findModel, listModels, type ModelCard, parleyHome, storeFolder } from './store.ts';
export { type TokenPiece, tokenizers, tokensOf } from './tokens.ts';
