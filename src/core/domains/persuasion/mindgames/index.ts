export { type Effect, type Mind, strictBest, type TieRule, tieRules, valuesOf } from './mind.ts';
export {
  type Answers,
  answersOf,
  type Choose,
  type Chosen,
  cellsOf,
  effectWords,
  type Message as PersuaderMessage,
  type MindgamesAct,
  type MindgamesFacts,
  type MindgamesScenario,
  type MindgamesView,
  MOST_PROSE,
  messagesIn,
  mindgames,
  type NamedCell,
  type NamedEffect,
  type PersuaderSecret,
  type PersuaderView,
  swayedBy,
  type TargetView,
  typeNow,
  withEffect,
} from './mindgames.ts';
export {
  classes as payoffClasses,
  classOf,
  hiddenCells,
  mindOf,
  type Payoff,
  type PayoffClass,
  valuesAfter,
  winningSubsets,
} from './payoff.ts';
export { feeling, feelings } from './questions.ts';
export { mindgamesSamplers } from './samplers.ts';
export { type MindgamesOptions, mindgamesScenario } from './scenario.ts';
export { solvableGame, solvableGames } from './solvable.ts';
export { type Story, stories, storyOf } from './stories.ts';
