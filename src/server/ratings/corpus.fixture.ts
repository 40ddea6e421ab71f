/** A small corpus as `parley data import craigslist --out` writes it, with dialogues made up for tests. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Words by which a test knows the people. */
export const PEOPLE_SAY = 'lowest you can go';

export function writeCorpus(runs: string, count: number): void {
  const folder = join(runs, 'craigslist');
  mkdirSync(folder, { recursive: true });
  const lines = Array.from({ length: count }, (_, i) => JSON.stringify(dialogue(i)));
  writeFileSync(join(folder, 'dialogues.jsonl'), `${lines.join('\n')}\n`);
}

function dialogue(i: number): object {
  const listPrice = 100 + 10 * i;
  const deal = { price: 90 + 10 * i };
  const say = (seat: string, words: string) => ({ seat, words, act: { type: 'say' } });
  return {
    id: `dialogue-${i}`,
    source: 'craigslist',
    file: 'test',
    line: i + 1,
    split: 'train',
    scenario: {
      public: {
        item: {
          title: `City bike, ${i + 1} gears`,
          category: 'bike',
          description: 'Ridden to work and back for two years.',
          listPrice,
          currency: 'USD',
        },
      },
      private: { buyer: { target: 0.7 * listPrice }, seller: { target: listPrice } },
    },
    turns: [
      say('buyer', 'hi, is the bike still there?'),
      say('seller', `yes it is, asking $${listPrice}`),
      say('buyer', `what is the ${PEOPLE_SAY}?`),
      say('seller', `could do $${deal.price} if you pick it up`),
      say('buyer', 'ok deal'),
      { seat: 'seller', words: '', act: { type: 'offer', ...deal } },
      { seat: 'buyer', words: '', act: { type: 'accept' } },
    ],
    outcome: { kind: 'agreement', deal },
    cleaned: [],
  };
}
