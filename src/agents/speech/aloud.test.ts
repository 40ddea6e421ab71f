import { expect, test } from 'vitest';
import { thoughtProblem } from './aloud.ts';

test.each([
  'Note to self: they dislike noise.',
  'My goal: get A chosen.',
  'Plan: ask first, then tell.',
  'Internal: the target knows little.',
  'Hello. (Note to self: hide the cell.)',
  '[internal] they like noise. What do you think of safety?',
  'Strategy: tell only A. What do you think of safety?',
  'What do you think of safety? Reasoning: they may like it.',
  'Analysis - they like safety.',
  '**Plan:** ask first.',
  'Secret: I want A.',
  'Objective: A. What do you think of safety?',
  'Private note: what do you think of safety?',
  'Memo to myself: hide B.',
  'My secret goal is A.',
  'Hidden agenda: get A chosen.',
  'Chain-of-thought: hide C.',
  'Thought process: hide C.',
  'Counterfactuals: ask 0.4, tell 0.7. A increases jobs.',
  'Predicted success: 0.7. A increases jobs.',
  'Hypothesis: they like jobs. A increases jobs.',
  '[thinks: hide C] A increases jobs.',
  '*thinks: hide C* A increases jobs.',
  'Step 1: ask. What do you think of safety?',
])('a labelled aside is for nobody to hear: %s', (words) => {
  expect(thoughtProblem(words)).toContain('reasoning');
});

test.each([
  'Fact: A increases safety.',
  'Note: A increases safety.',
  'Note that A increases safety.',
  'Plan A: more safety.',
  'My advice: Lisbon.',
  'A good plan: proposal A increases safety.',
  'One goal of the city: to increase safety.',
  'Listen: what do you think of safety?',
])('what is said to the other side is heard: %s', (words) => {
  expect(thoughtProblem(words)).toBeUndefined();
});
