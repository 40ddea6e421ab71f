/** Chat rows for fine-tuning, from role tables and transcripts, in the formats that trainers read. */
export type { ChatMessage, ChatRow } from './chat-row.ts';
export { type ConvertManifest, type ConvertOptions, convertRows } from './convert.ts';
export { type EpisodeChatOptions, episodeChats, turnChat } from './episode-chat.ts';
export { type ChatFormat, chatFormats } from './formats.ts';
export { roleChat } from './role-chat.ts';
