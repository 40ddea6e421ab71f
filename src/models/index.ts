/** Models: the door, its backends by name, its wrappers, and the store of weights. Heavy libraries load when first used. */
export { type Adapter, type EmbeddedModel, type EmbeddedOptions, embeddedModel } from './backends/embedded.ts';
export { ollamaAddress } from './backends/ollama.ts';
export { type ScriptedModel, type ScriptedOptions, type ScriptedReplies, scriptedModel } from './backends/scripted.ts';
export { DownloadError, type DownloadOptions, download, isSafe, sha256Of } from './download.ts';
export * from './model.ts';
export { catalogue, type PullOptions, pullModel } from './pull.ts';
export { closeModels, modelOptions, resolveEmbedded, resolveModel } from './resolve.ts';
export { fileDigest, findModel, listModels, type ModelCard, storeFolder } from './store.ts';
export { type ValueReader, valueReader } from './structured.ts';
export * from './wrappers/index.ts';
