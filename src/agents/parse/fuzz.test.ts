/**
 * Whatever comes in: no throw, and either an act that is legal by the rules or a problem that says something.
 * A million strings with PARLEY_FULL=1, forty thousand otherwise: random Unicode, random sentences of the words that matter,
 * and the fixtures with pieces cut out, doubled, swapped and mixed.
 */
import { expect, test } from 'vitest';
import { repetitions } from '../../../test/repetitions.ts';
import { createRng, items, price, type Rng } from '../../core/index.ts';
import { parseItemsReply } from './items.ts';
import { itemsReplies, itemsTables, itemsViewOf } from './items-replies.fixture.ts';
import { parsePriceReply } from './price.ts';
import { priceReplies, tableNames, viewOf } from './price-replies.fixture.ts';

const FIXTURES = [...priceReplies, ...itemsReplies].map(([, reply]) => reply);
const WORDS =
  "offer counter accept reject walk say action price message utterance act words i you we me my your can can't not no don't deal agreed agree how about would take give pay for at by off more less than too high low is it the a and or if but sold done out of rest all both books hats ball 2 3 45 65 80 $65 €80 1,250 1.250 12,50 2.5k 1.5 lakh crore sau do teen saadhe dedh hazaar pachaas rs ₹ rupees dollars euros cents percent % fifty five hundred thousand twenty four one iphone 13 2016 5pm turn think <think> </think> ```json ``` { } [ ] : , . ! ? \" ' | - / ( ) * _ null true ok okay yes haan theek hai nahi manzoor buyer: seller: action: price: utterance: <|im_end|> 👍 ४५ ６５".split(
    ' ',
  );
const SEPARATORS = ['', ' ', ' ', ' ', '\n', ', ', '. ', ': ', '\t', '\u00a0'];
/** ASCII, Latin, Greek and Cyrillic, Arabic, Devanagari, signs and currencies, Han, surrogates, full width, emoji. */
const RANGES = [
  [0, 0x7f],
  [0x20, 0x7e],
  [0x80, 0x17f],
  [0x370, 0x4ff],
  [0x600, 0x6ff],
  [0x900, 0x97f],
  [0x2000, 0x20cf],
  [0x4e00, 0x4eff],
  [0xd800, 0xdfff],
  [0xff00, 0xffef],
  [0x1f300, 0x1f6ff],
] as const;

function randomText(rng: Rng): string {
  let text = '';
  const [low, high] = rng.pick(RANGES);
  for (let left = rng.integer(60); left > 0; left--) {
    const [from, to] = rng.integer(4) === 0 ? rng.pick(RANGES) : [low, high];
    text += String.fromCodePoint(from + rng.integer(to - from + 1));
  }
  return text;
}

function randomSentence(rng: Rng): string {
  let text = '';
  for (let left = 1 + rng.integer(14); left > 0; left--) text += rng.pick(WORDS) + rng.pick(SEPARATORS);
  return text;
}

function mutatedFixture(rng: Rng): string {
  let text = rng.pick(FIXTURES);
  for (let left = 1 + rng.integer(4); left > 0; left--) {
    const [one, other] = [rng.integer(text.length + 1), rng.integer(text.length + 1)];
    const [from, to] = [Math.min(one, other), Math.max(one, other)];
    const piece = text.slice(from, Math.min(to, from + 12));
    switch (rng.integer(6)) {
      case 0:
        text = text.slice(0, from) + text.slice(from + piece.length);
        break;
      case 1:
        text = text.slice(0, to) + piece + text.slice(to);
        break;
      case 2:
        text = text.slice(0, from) + rng.pick(WORDS) + text.slice(from);
        break;
      case 3:
        text = text.slice(0, from) + rng.pick(FIXTURES).slice(rng.integer(20));
        break;
      case 4:
        text = text.slice(0, from) + randomText(rng).slice(0, 3) + text.slice(from);
        break;
      default:
        text = text.slice(to) + text.slice(0, to);
    }
  }
  return text;
}

test('a million replies: a legal act or a problem', () => {
  const rng = createRng(5).split('replies');
  const views = tableNames.map(viewOf);
  const itemsViews = itemsTables.map(itemsViewOf);
  const counts = { act: 0, problem: 0 };
  const count = repetitions(1_000_000, 40_000);
  for (let i = 0; i < count; i++) {
    const text = i % 4 === 0 ? randomText(rng) : i % 4 === 1 ? randomSentence(rng) : mutatedFixture(rng);
    const forItems = i % 5 === 0;
    const view = forItems ? undefined : rng.pick(views);
    const itemsView = rng.pick(itemsViews);
    const parsed = view ? parsePriceReply(text, view) : parseItemsReply(text, itemsView);
    let complaint: string | undefined;
    if ('problem' in parsed) {
      counts.problem++;
      if (typeof parsed.problem !== 'string' || parsed.problem.length < 10 || parsed.problem.length > 400)
        complaint = `problem ${parsed.problem}`;
    } else {
      counts.act++;
      complaint = view ? price.check(view, parsed.act) : items.check(itemsView, parsed.act);
    }
    if (complaint !== undefined) throw new Error(`${JSON.stringify(text)}: ${complaint}`);
  }
  // Both happen often, or the strings were not worth trying.
  expect(counts.act).toBeGreaterThan(count / 10);
  expect(counts.problem).toBeGreaterThan(count / 10);
}, 3_600_000);
