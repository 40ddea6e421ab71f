/**
 * Models: the door, hosted backends with a key that the program gives, a scripted model, and the wrappers. All of it runs in a
 * browser; what needs Node (weights in this process, models by name, keys from the environment, files) is in node/. The SDKs of
 * the services load when first used.
 */
export { type AnthropicOptions, anthropicModel } from './backends/anthropic.ts';
export { type OllamaOptions, ollamaAddress, ollamaModel } from './backends/ollama.ts';
export {
  type CompatibleOptions,
  compatibleModel,
  type OpenaiOptions,
  openaiModel,
} from './backends/openai-compatible.ts';
export { type ScriptedModel, type ScriptedOptions, type ScriptedReplies, scriptedModel } from './backends/scripted.ts';
export * from './model.ts';
export * from './wrappers/index.ts';
