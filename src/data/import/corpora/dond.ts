/**
 * Deal or No Deal (Lewis et al. 2017, CC BY-NC 4.0): two people share out books, hats and balls that they value differently.
 *
 * Both published forms are read: the raw log (`... YOU: ... reward=8 agree ...`) and the tagged one (`<input> ... <output> ...`).
 * Every dialogue stands there twice, once from each side; it is kept once, with each side's own values where they belong. The
 * selection at the end is a click and not something that was said. Seat a is who speaks first.
 */
import { items } from '../../../core/index.ts';
import { type CorpusOutcome, type CorpusSource, type CorpusTurn, EntryError, type Notes } from './corpus.ts';

const ITEMS = ['book', 'hat', 'ball'];
const RAW = /^((?:\d+ ){6})(.*) <eos> reward=(.+?) (agree|disagree) (\d+(?: \d+){5})\s*$/;
const TAGGED =
  /^<input> (\d+(?: \d+){5}) <\/input> <dialogue> (.*) <\/dialogue> <output> (.*) <\/output> <partner_input> (\d+(?: \d+){5}) <\/partner_input>\s*$/;

export const dond: CorpusSource = {
  name: 'dond',
  expected: 'Deal or No Deal dialogues, one per line',
  licence: 'Deal or No Deal, Lewis et al. 2017, CC BY-NC 4.0',
  people: { domain: items.name },
  repeated: 'other-side',
  rules: {
    'other-side': 'The same dialogue from the other side, or once more: kept once, so that no split can hold it twice.',
    disconnected: 'Somebody left: no outcome.',
    'selection-line': 'The selection at the end is taken out of the words.',
    'choices-disagree': 'They chose different splits in the end: no deal, whatever the reward column says.',
    'counts-differ': 'The two sides do not have the same items to share.',
  },
  *entries(text) {
    for (const [i, row] of text.split(/\r?\n/).entries()) if (row.trim() !== '') yield { line: i + 1, value: row };
  },
  dialogue(value, notes) {
    const { own, partner, talk, choice, agreed } = partsOf(value as string);
    const [mine, theirs] = [numbers(own), numbers(partner)];
    const counts = evens(mine);
    if (counts.join() !== evens(theirs).join()) notes.leaveOut('counts-differ');
    const said = talk.split(/ ?<eos> ?/).filter((turn) => turn.trim() !== '');
    const opener = said[0]?.startsWith('YOU:') ? 'YOU' : 'THEM';
    const turns = said.flatMap((turn) => turnOf(turn, opener, notes));
    const [a, b] = opener === 'YOU' ? [mine, theirs] : [theirs, mine];
    return {
      scenario: {
        public: { items: ITEMS.map((name, i) => ({ name, count: counts[i] as number })) },
        private: { a: { values: odds(a) }, b: { values: odds(b) } },
      },
      turns,
      outcome: outcomeOf(choice, agreed, counts, opener, notes),
    };
  },
};

interface Parts {
  readonly own: string;
  readonly partner: string;
  readonly talk: string;
  readonly choice: string;
  readonly agreed: boolean;
}

function partsOf(row: string): Parts {
  const raw = RAW.exec(row);
  if (raw) {
    const [, own = '', talk = '', reward = '', agreed, partner = ''] = raw;
    const selection = /<selection> (.*)$/.exec(talk)?.[1] ?? '';
    const choice = /^\d+$/.test(reward) ? selection : reward;
    return { own, partner, talk, choice, agreed: agreed === 'agree' };
  }
  const [, own, talk = '', output = '', partner] = TAGGED.exec(row) ?? [];
  if (own === undefined || partner === undefined) throw new EntryError('not a Deal or No Deal dialogue');
  const choice = output.replace(/[<>]/g, '').replaceAll('_', ' ');
  return { own, partner, talk, choice, agreed: !choice.startsWith('disagree') };
}

function turnOf(turn: string, opener: string, notes: Notes): CorpusTurn[] {
  const [, speaker, words] = /^(YOU|THEM): ?(.*)$/s.exec(turn.trim()) ?? [];
  if (speaker === undefined || words === undefined)
    throw new EntryError(`a turn begins with "${turn.slice(0, 20)}", not YOU or THEM`);
  if (words.startsWith('<selection>')) {
    notes.clean('selection-line');
    return [];
  }
  return [{ seat: speaker === opener ? 'a' : 'b', words, act: { type: 'say' } }];
}

function outcomeOf(choice: string, agreed: boolean, counts: number[], opener: string, notes: Notes): CorpusOutcome {
  if (choice.startsWith('disconnect')) {
    notes.clean('disconnected');
    return { kind: 'unknown' };
  }
  if (!agreed) {
    notes.clean('choices-disagree');
    return { kind: 'no-deal' };
  }
  if (choice.startsWith('no agreement')) return { kind: 'no-deal' };
  const own = [...choice.matchAll(/item\d=(\d+)/g)].slice(0, 3).map(([, n]) => Number(n));
  if (own.length !== 3 || own.some((n, i) => n > (counts[i] as number)))
    throw new EntryError(`the choice "${choice}" is no share of ${counts.join(', ')} items`);
  const rest = own.map((n, i) => (counts[i] as number) - n);
  return { kind: 'agreement', deal: { split: opener === 'YOU' ? { a: own, b: rest } : { a: rest, b: own } } };
}

const numbers = (text: string) => text.trim().split(' ').map(Number);
const evens = (list: readonly number[]) => list.filter((_, i) => i % 2 === 0);
const odds = (list: readonly number[]) => list.filter((_, i) => i % 2 === 1);
