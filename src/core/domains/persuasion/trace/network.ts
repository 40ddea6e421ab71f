/**
 * A mind of the PersuasionTrace kind (Moore et al. 2026): a proposition and a few beliefs, each true or false, with a joint table, and a
 * rule by which an argument moves it.
 *
 * An argument says that a node (the proposition or a belief) is true or false, or that a link between two holds or does not, and appeals to
 * logos, ethos or pathos. Its force is how susceptible the mind is to that appeal: f = force / 3 x relevance. The rows of the table in
 * which the node is true (of a link: both its ends) are multiplied by 1 + f for a claim of truth, by 1 / (1 + f) for one of falsehood, and
 * the table is scaled to add up to 1 again. Of a link by which one speaks against the other it is the other way round: that it holds says
 * that both are seldom true together.
 *
 * PersuasionTrace counts support relative to the persuader's goal and turns it round for beliefs that speak against it; its reader of
 * prose scored "this is false" relative to the truth, and the belief rose. Here a claim is about the truth of what it names, so "false" lowers
 * what it names whatever the goal. What was said before counts a quarter, and a bare assertion, on one's word alone, a fifth: the
 * table alone has no memory, and would let repetition move it as far as arguments do.
 */
import { strangeKey } from '../../strict.ts';

export interface Network {
  readonly proposition: string;
  readonly beliefs: readonly string[];
  /** 0 is the proposition, i the i-th belief; positive where one speaks for the other. */
  readonly edges: readonly { readonly from: number; readonly to: number; readonly positive: boolean }[];
  /** Bit 0 of an index: the proposition is true; bit i: the i-th belief is. */
  readonly joint: readonly number[];
}

export const appeals = ['logos', 'ethos', 'pathos'] as const;
export type Appeal = (typeof appeals)[number];
export const susceptibilities = ['logical', 'authoritarian', 'emotional', 'balanced'] as const;
export type Susceptibility = (typeof susceptibilities)[number];

const MOVED_BY = { logical: 'logos', authoritarian: 'ethos', emotional: 'pathos' } as const;
const BALANCED = 0.6;

/** What is claimed of a node, or of a link where there are two ends. */
export interface Claim {
  readonly about: readonly number[];
  readonly holds: boolean;
  /** Of a link by which one end speaks against the other. */
  readonly against?: boolean;
  readonly appeal: Appeal;
  readonly relevance: number;
}

export const REPEATED = 0.25;
export const ASSERTED = 0.2;

export function forceOf(susceptibility: Susceptibility, appeal: Appeal): number {
  return susceptibility === 'balanced' ? BALANCED : Number(MOVED_BY[susceptibility] === appeal);
}

/** The table after a claim. */
export function moved(joint: readonly number[], susceptibility: Susceptibility, claim: Claim): number[] {
  const { ratio, mask } = pull(susceptibility, claim);
  return scaled(joint.map((chance, state) => ((state & mask) === mask ? chance * ratio : chance)));
}

/** The belief in the proposition after a claim: that of the table it leaves, without making it. */
export function beliefAfter(joint: readonly number[], susceptibility: Susceptibility, claim: Claim): number {
  const { ratio, mask } = pull(susceptibility, claim);
  let [all, held] = [0, 0];
  for (let state = 0; state < joint.length; state++) {
    const chance = (joint[state] as number) * ((state & mask) === mask ? ratio : 1);
    all += chance;
    if (state & 1) held += chance;
  }
  return held / all;
}

/** By how much a claim multiplies which rows: those in which all that it is about is true. */
function pull(susceptibility: Susceptibility, claim: Claim): { ratio: number; mask: number } {
  const f = (forceOf(susceptibility, claim.appeal) / 3) * claim.relevance;
  const ratio = claim.holds !== (claim.against ?? false) ? 1 + f : 1 / (1 + f);
  return { ratio, mask: claim.about.reduce((bits, node) => bits | (1 << node), 0) };
}

/** The chance that a node is true. */
export function beliefOf(joint: readonly number[], node: number): number {
  return joint.reduce((sum, chance, state) => sum + (state & (1 << node) ? chance : 0), 0);
}

/** The table scaled so that the proposition is believed so much, all else in proportion. */
export function startingAt(joint: readonly number[], belief: number): number[] {
  const now = beliefOf(joint, 0);
  return joint.map((chance, state) => chance * (state & 1 ? belief / now : (1 - belief) / (1 - now)));
}

/** How much more the proposition is believed where a node is true than where it is not. */
export function leverage(joint: readonly number[], node: number): number {
  let [both, neither, alone] = [0, 0, 0];
  joint.forEach((chance, state) => {
    if (state & (1 << node)) {
      if (state & 1) both += chance;
      else alone += chance;
    } else if (state & 1) neither += chance;
  });
  const held = both + alone;
  return both / held - neither / (1 - held);
}

/** Why this is no network, in a sentence. */
export function networkProblem({ proposition, beliefs, edges, joint }: Network): string | undefined {
  if (typeof proposition !== 'string' || !Array.isArray(beliefs) || beliefs.length === 0 || beliefs.length > 8)
    return 'a network has a proposition and one to eight beliefs';
  if (!beliefs.every((belief) => typeof belief === 'string')) return 'beliefs are texts';
  if (!Array.isArray(joint) || joint.length !== 2 << beliefs.length)
    return `${beliefs.length} beliefs make ${2 << beliefs.length} states, got ${joint?.length}`;
  if (!joint.every((chance) => typeof chance === 'number' && chance >= 0)) return 'the chances of states are 0 or more';
  if (Math.abs(joint.reduce((sum, chance) => sum + chance, 0) - 1) > 1e-6)
    return 'the chances of all states add up to 1';
  const certain = [0, ...beliefs.map((_, i) => i + 1)].find(
    (node) => !(beliefOf(joint, node) > 0 && beliefOf(joint, node) < 1),
  );
  if (certain !== undefined) return `node ${certain} is certain: nothing can move it`;
  return Array.isArray(edges) ? edgesProblem(edges, beliefs.length) : 'edges are a list, which may be empty';
}

function edgesProblem(edges: readonly unknown[], beliefs: number): string | undefined {
  for (const edge of edges) {
    const { from, to, positive } = (edge ?? {}) as Partial<Network['edges'][number]>;
    const stray = [from, to].find(
      (end) => !(Number.isInteger(end) && (end as number) >= 0 && (end as number) <= beliefs),
    );
    if (stray !== undefined || from === undefined || to === undefined)
      return `an edge ends at ${stray}, and there are ${beliefs} beliefs`;
    if (from === to) return `an edge is between two nodes, got ${from} to itself`;
    if (typeof positive !== 'boolean') return 'an edge says whether it is positive, true or false';
    const strange = strangeKey('an edge', edge, ['from', 'to', 'positive']);
    if (strange) return strange;
  }
  return doubledProblem(edges as Network['edges']);
}

/** One speaks for another or against it, in whichever direction the edge runs, and is said to once. */
function doubledProblem(edges: Network['edges']): string | undefined {
  for (const [i, { from, to, positive }] of edges.entries()) {
    const other = edges
      .slice(0, i)
      .find((one) => (one.from === from && one.to === to) || (one.from === to && one.to === from));
    if (other?.from === from) return `there are two edges from ${from} to ${to}`;
    if (other && other.positive !== positive) return `the edges between ${from} and ${to} contradict each other`;
  }
  return undefined;
}

function scaled(joint: readonly number[]): number[] {
  const sum = joint.reduce((total, chance) => total + chance, 0);
  return joint.map((chance) => chance / sum);
}
