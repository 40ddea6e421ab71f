/** What the coach says now. */
import { useMemo } from 'react';
import { evaluate, suggest } from '../../src/agents/coach.ts';
import { findSpeech } from '../../src/agents/speech/index.ts';
import { type Domain, findKit, type View } from '../../src/core/index.ts';
import type { Board } from '../boards/index.ts';
import { useWords, type Words } from '../words/index.ts';
import style from './coach.module.css';
import { type Game, viewOf } from './game.ts';

export default function Advice({ game, board }: { readonly game: Game; readonly board: Board }) {
  const words = useWords();
  const lines = useMemo(() => linesOf(game, board, words), [game, board, words]);
  return (
    <ul className={style.lines} aria-live="polite">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

function linesOf(game: Game, board: Board, words: Words): readonly string[] {
  const view = viewOf(game);
  const domain = findKit(game.domain)?.rules;
  if (game.scored) return [words.coach.scored];
  if (!view || !domain) return [words.coach.silent];
  if (!game.you?.yourTurn) return [words.game.waiting];
  try {
    const would = (at: View) => suggest(at, domain as Domain).act;
    const isFirst = game.history.every(({ seat }) => seat !== view.seat);
    const { act } = suggest(view, domain as Domain);
    const says = board.says(game, act, words, view.seat);
    const last = game.history.findLast(({ seat }) => seat === view.seat)?.act;
    // To hear one's own offer again is no advice.
    const stays = act.type === 'offer' && last?.type === 'offer' && board.says(game, last, words, view.seat) === says;
    return [
      ...(isFirst ? (board.plan?.(game, would, words) ?? []) : []),
      ...judged(view, game, board, words),
      says === '' ? words.coach.done : stays ? words.coach.stay : words.coach.would(says),
      ...(act.words && !stays ? [words.coach.say(act.words)] : []),
    ];
  } catch (error) {
    // Domains without a script that could advise.
    return [error instanceof Error ? error.message : words.coach.silent];
  }
}

function judged(view: View, game: Game, board: Board, words: Words): readonly string[] {
  const { theirs } = view as { theirs?: { offer: Readonly<Record<string, unknown>> } };
  if (!theirs || !board.judged || !findSpeech(view.domain)?.evaluate) return [];
  return board.judged(game, evaluate(view, theirs.offer), words);
}
