/**
 * A transcript as chats: a row for each act of a seat, with the very prompt that a model in that seat would have been sent; or a row
 * for each seat with its whole game, every own act learned. That is the conversation of its last turn, since conversations grow at
 * the end only (agents/prompt.ts), and it teaches what the rows of the acts do without saying the beginning again for each.
 *
 * The game is folded through the rules again and the prompt rendered from that seat's view, so no secret of another seat can be in
 * it. In a row of one act the earlier ones stand as context with weight 0. A game that failed teaches nothing and is left out, and so is an
 * answer that would not be taken: where talk is prose, an act of a script that said nothing.
 */
import { domainsWith, findSpeech, hintsFor, type Persona, renderAnswer, renderPrompt } from '../../agents/index.ts';
import {
  type Act,
  contentHash,
  type Episode,
  findDomain,
  replay,
  type Seat,
  takenOf,
  type View,
} from '../../core/index.ts';
import { splitByHash } from '../parquet/splits.ts';
import type { ChatMessage, ChatRow } from './chat-row.ts';

export interface EpisodeChatOptions {
  /** Whose acts are learned; all seats' unless told. */
  readonly seat?: Seat;
  readonly persona?: Persona;
  /** A thought computed from the view goes into the answer, before the act. */
  readonly thoughts?: boolean;
  /** A row a seat and game in place of one an act. */
  readonly wholeGames?: boolean;
  /** The prompts say what the standing price gains, as those of llm: agents with figures=on. */
  readonly figures?: boolean;
  readonly splitBy?: 'scenario' | 'trajectory' | 'published';
}

/** The rows of a transcript, none for a game that failed. Throws where the record does not replay. */
export function episodeChats(episode: Episode, options: EpisodeChatOptions = {}): ChatRow[] {
  if (episode.result.kind === 'failed') return [];
  if (options.wholeGames && options.thoughts)
    throw new RangeError('whole games have no thoughts in them: at play, earlier answers are shown without them');
  const domain = findDomain(episode.domain);
  if (!domain) throw new RangeError(`episode ${episode.id} is of "${episode.domain}", which is not known here`);
  const taken = takenOf(episode);
  const split = splitByHash(options.splitBy === 'trajectory' ? episode.id : contentHash(episode.scenario));
  const rows: ChatRow[] = [];
  const last = new Map<Seat, ChatRow>();
  const unread = new Set<Seat>();
  for (const state of replay(domain, episode).states) {
    for (const seat of domain.toAct(state)) {
      if (options.seat !== undefined && seat !== options.seat) continue;
      const view = domain.view(state, seat);
      const made = taken.find((one) => one.seat === seat && one.turn === view.turn);
      if (!made) continue;
      const { prompt, answer } = turnChat(view, made.act, options);
      if (!isTaken(view, answer)) {
        unread.add(seat);
        continue;
      }
      const messages: ChatMessage[] = [...prompt, { role: 'assistant', content: answer }];
      rows.push({ id: `${episode.id}-${view.turn}-${seat}`, source: 'episodes', split, messages });
      last.set(seat, {
        id: `${episode.id}-${seat}`,
        source: 'episodes',
        split,
        messages: messages.map(({ role, content }) => ({ role, content })),
      });
    }
  }
  if (!options.wholeGames) return rows;
  return [...last].flatMap(([seat, row]) => (unread.has(seat) ? [] : [row]));
}

/** Whether a model that answers so would have acted. */
function isTaken(view: View, answer: string): boolean {
  const read = findSpeech(view.domain)?.read(answer, view);
  return read === undefined || 'act' in read;
}

/** What a model is asked at this view, and the act as its answer, after a thought of its own where one is given. */
export function turnChat(
  view: View,
  act: Act,
  { persona = 'neutral', thoughts = false, thought, figures }: EpisodeChatOptions & { readonly thought?: string },
): { prompt: ChatMessage[]; answer: string } {
  const thinking = thought ?? (thoughts ? thoughtOf(view) : undefined);
  const reasoning = thinking === undefined ? 'none' : 'first';
  const prompt = renderPrompt(view, { persona, reasoning, ...hintsFor({ figures }) }).map(
    ({ role, content }): ChatMessage => (role === 'assistant' ? { role, content, weight: 0 } : { role, content }),
  );
  return { prompt, answer: renderAnswer(view, act, reasoning, thinking) };
}

function thoughtOf(view: View): string {
  const thought = findSpeech(view.domain)?.thought?.(view);
  if (thought !== undefined) return thought;
  const able = domainsWith((speech) => speech.thought);
  throw new RangeError(`nobody has put what a seat of ${view.domain} thinks into words: thoughts are for ${able}`);
}
