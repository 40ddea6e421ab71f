/**
 * The step that the other side would take next. Whoever comes nearer by a curve takes what its own next price would be, so that in the last
 * turn in which something may be offered a part of that step can be asked for on top of what stands.
 *
 * It is reckoned with figures as they are said (agents/prompt/figures.ts), and every choice compares two of them, so that who says them
 * has the act: the steps change alike, or they do not; the part is worth what stands, which is lost if it is refused, or it is little.
 */
import { roundedFor } from '../../../agents/index.ts';
import { cents, lastOwnPrice, type PriceView, type Weighing } from '../../../core/index.ts';

/** Of the next step: the house's curves, whose clock stops at .95, refuse half of it, others take three quarters. */
const SHARE = 0.4;
/** Changes further apart than this share of the last step are not of one curve. */
const EVEN = 0.25;
/** A part of less than this share of the list price, or of what stands, is not worth the risk. */
const LITTLE = 0.004;
const ADDS = 0.1;

export interface NextStep {
  /** By how much the last step but one changed, and the last; how far apart that is. */
  readonly changes: readonly [number, number];
  readonly bend: number;
  readonly isEven: boolean;
  readonly next: number;
  readonly part: number;
  readonly isLittle: boolean;
  /** What stands, and with the part. */
  readonly standing: number;
  readonly asked: number;
  /** The own price that is nearer already. */
  readonly nearer?: number;
}

/** None where nothing stands that gains, or where the other side did not come nearer three times. */
export function nextStep(view: PriceView, { left, aim, gain = 0, steps }: Weighing): NextStep | undefined {
  const { theirs, seat, public: facts } = view;
  const { listPrice } = facts.item;
  const round = roundedFor(listPrice);
  const [first, before, last] = steps.map(round);
  if (left > 0 || aim === undefined || !theirs || gain <= 0) return undefined;
  if (first === undefined || before === undefined || last === undefined || first < 0 || before < 0 || last <= 0)
    return undefined;
  const changes = [cents(before - first), cents(last - before)] as const;
  const bend = cents(changes[1] - changes[0]);
  const next = cents(last + changes[1]);
  const part = round(SHARE * next);
  const toward = seat === 'seller' ? 1 : -1;
  const standing = round(theirs.offer.price);
  const asked = cents(standing + toward * part);
  if (asked < facts.range.low || asked > facts.range.high) return undefined;
  const said = lastOwnPrice(view);
  return {
    changes,
    bend,
    isEven: Math.abs(bend) < EVEN * last,
    next,
    part,
    isLittle: part < LITTLE * listPrice || part < ADDS * gain,
    standing,
    asked,
    nearer: said !== undefined && toward * (said - asked) <= 0 ? said : undefined,
  };
}

/** Whether it is asked for. */
export function isAskedFor(step: NextStep | undefined): step is NextStep {
  return step?.isEven === true && !step.isLittle && step.nearer === undefined;
}

/** As it is reckoned, as far as it goes: ", by 11.3, 16.2, bend 4.9: even. Next 44.2 + 16.2 = 60.4, 0.4 x 60.4 = 24.2 (5.8 %), 345 - 24.2 = 320.8". */
export function nextStepText(step: NextStep, last: number, share: (amount: number) => string): string {
  const { changes, bend, isEven, next, part, isLittle, standing, asked, nearer } = step;
  const bent = `, by ${changes[0]}, ${changes[1]}, bend ${bend}: `;
  if (!isEven) return `${bent}uneven`;
  const [, change] = changes;
  const sum = `${last} ${change < 0 ? '-' : '+'} ${Math.abs(change)} = ${next}`;
  const reckoned = `${bent}even. Next ${sum}, ${SHARE} x ${next} = ${part} (${share(part)})`;
  if (isLittle) return `${reckoned}: little`;
  const total = `${reckoned}, ${standing} ${asked < standing ? '-' : '+'} ${part} = ${asked}`;
  return nearer === undefined ? total : `${total}, mine is nearer`;
}
