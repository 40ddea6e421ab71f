/**
 * The chat template of a model file: how messages become tokens, and what ends a turn besides the end-of-generation tokens
 * of the vocabulary. Words in a message that look like a special token stay words.
 */
import type { ChatHistoryItem, ChatWrapper, LlamaModel, Token } from 'node-llama-cpp';
import { type Message, ModelError } from '../../model.ts';
import type { Binding } from './runtime.ts';

export interface Chat {
  prompt(messages: readonly Message[]): Token[];
  isEnd(token: Token): boolean;
  /** Texts that end a turn and are more than one token. */
  readonly stops: readonly string[];
}

export function chatOf(name: string, binding: Binding, model: LlamaModel): Chat {
  const wrapper = chatWrapper(binding, model);
  const { bos, shouldPrependBosToken } = model.tokens;
  const prompt = (messages: readonly Message[]): Token[] => {
    if (messages.at(-1)?.role !== 'user')
      throw new ModelError('rejected', name, `the last message is the user's, got ${messages.at(-1)?.role ?? 'none'}`);
    const chatHistory: ChatHistoryItem[] = [...messages.map(asItem), { type: 'model', response: [] }];
    const tokens = wrapper.generateContextState({ chatHistory }).contextText.tokenize(model.tokenizer);
    // Some templates write the beginning-of-sequence token and some leave it to the tokenizer.
    return shouldPrependBosToken && bos !== null && tokens[0] !== bos ? [bos, ...tokens] : tokens;
  };
  const chatHistory: ChatHistoryItem[] = [asItem({ role: 'user', content: '.' }), { type: 'model', response: [] }];
  const ends = new Set<Token>();
  const stops: string[] = [];
  for (const trigger of wrapper.generateContextState({ chatHistory }).stopGenerationTriggers) {
    const tokens = trigger.tokenize(model.tokenizer);
    if (tokens.length === 1) ends.add(tokens[0] as Token);
    else if (trigger.values.every((value) => typeof value === 'string')) stops.push(trigger.toString());
  }
  return { prompt, isEnd: (token) => ends.has(token) || model.isEogToken(token), stops };
}

/** The library's own choice of a wrapper tries every one it has, for seconds; the template itself is there at once. */
function chatWrapper(binding: Binding, model: LlamaModel): ChatWrapper {
  const template = model.fileInfo.metadata.tokenizer?.chat_template;
  if (template?.trim()) {
    try {
      const { tokenizer } = model;
      return new binding.JinjaTemplateChatWrapper({
        template,
        tokenizer,
        functionCallMessageTemplate: 'noJinja',
        reasoning: null,
      });
    } catch {
      // A template beyond the library's Jinja: what it knows of the family has to do.
    }
  }
  return binding.resolveChatWrapper(model, { warningLogs: false, noJinja: true });
}

function asItem({ role, content }: Message): ChatHistoryItem {
  if (role === 'assistant') return { type: 'model', response: [content] };
  return { type: role, text: content };
}
