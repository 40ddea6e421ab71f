/** Whatever plain sentence binds, a condition, doubt, quotation or demand put to it keeps it from binding. */
import { expect, test } from 'vitest';
import { repetitions } from '../../../test/repetitions.ts';
import { parsePriceReply } from './price.ts';
import { viewOf } from './price-replies.fixture.ts';
import { rounds } from './round-sentences.fixture.ts';

const behind = [
  ' if you deliver it',
  ', if my wife agrees',
  ' unless it rains',
  ', but not today',
  ', but only with the chairs',
  ' with the chairs',
  ', and you bring it over',
  ', and you throw in the bench',
  ', once I have seen it',
  ' when the scratches are gone',
  ', provided it is oak',
  ', as long as you carry it',
  ', I think',
  ', maybe',
  ', or not',
  '... or maybe not',
  ', just kidding',
  ', haha',
  '? Hardly',
  ', he said',
  ' is what my wife would say',
  ' in my dreams',
  ' 🙄',
  '. Wait, let me think',
  '. Could you deliver it?',
  ', agar delivery free ho',
  ' lekin pehle dikhao',
  ', par kursi bhi chahiye',
  ', shayad',
  ' bola tha usne',
  ', sochne do',
  ' kya?',
];
const before = [
  'If you deliver it, ',
  'Once I have seen it, ',
  'Bring it over and ',
  'Throw in the chairs and ',
  'You deliver it, ',
  'Come tonight, ',
  'Cash today and ',
  'My wife says: ',
  'You said ',
  'I never said: ',
  'I would say ',
  'Maybe ',
  'Should I say ',
  'Nobody says ',
  'Agar ghar pahunchao toh ',
  'Pehle dikhao, phir ',
  'Usne bola ',
];

test('no plain sentence binds with any of these', () => {
  const plain = Object.values(rounds)
    .flat()
    .filter(([, , expected]) => /^(?:accept|walk|reject)$/.test(expected));
  const bound: string[] = [];
  // A plain run tries every fourth with each sentence, beginning at another with the next.
  const step = repetitions(1, 4);
  for (const [i, [table, sentence, expected]] of plain.entries()) {
    const core = sentence.replace(/[\s.!?…\p{Extended_Pictographic}]+$/u, '');
    const broken = [...behind.map((words) => core + words), ...before.map((words) => words + sentence)];
    for (const reply of broken.filter((_, k) => (i + k) % step === 0)) {
      const parsed = parsePriceReply(reply, viewOf(table));
      if ('act' in parsed && parsed.act.type === expected) bound.push(reply);
    }
  }
  expect(plain.length).toBeGreaterThan(300);
  expect(bound).toEqual([]);
}, 600_000);
