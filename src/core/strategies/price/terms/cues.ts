/** What a TERMS-Bench counterpart shows in words: the chances of its postures. */
import { type Cues, postures } from '../../../domains/terms/brief.ts';
import { exp } from '../../../math.ts';

/** By stance: what a posture leans to before the state of play counts. */
const LEANS = [
  [1, 0, -1],
  [0, 0.5, 0],
  [-1, 0, 1],
] as const;

/** `step`: the share of the way to its reservation that it went; `time`: the root of the share of rounds gone by. */
export function postureWeights(
  stance: number,
  step: number,
  time: number,
  temperature: number,
): [number, number, number] {
  const [concede, hold, pressure] = LEANS[stance] as (typeof LEANS)[number];
  return [
    exp((concede + 2 * (step - 0.1)) / temperature),
    exp(hold / temperature),
    exp((pressure + 2 * (time - 0.8) - step) / temperature),
  ];
}

export function postureChance(
  posture: Cues['posture'],
  stance: number,
  step: number,
  time: number,
  temperature: number,
): number {
  const weights = postureWeights(stance, step, time, temperature);
  return (weights[postures.indexOf(posture)] as number) / (weights[0] + weights[1] + weights[2]);
}
