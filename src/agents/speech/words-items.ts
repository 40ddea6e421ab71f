/**
 * Words for a script that shares out items, by templates or by a model. An offer says of every kind who gets how many, and the rules
 * that read prose must read that very split back from a model's words: the Janus lab's check that the text says what was decided.
 */
import {
  type Bundle,
  type ItemsAct,
  type ItemsSeat,
  type ItemsView,
  otherSeat,
  type Script,
  type Split,
} from '../../core/index.ts';
import { holding } from '../holding.ts';
import { parseItemsReply } from '../parse/index.ts';
import type { Language } from '../phrases.ts';
import { withWords } from '../worded.ts';
import type { Templates } from './speech.ts';
import type { Wording } from './worded-and-read.ts';

interface Lines {
  offer(mine: string, yours: string): string;
  readonly nothing: string;
  readonly and: string;
  readonly accept: string;
  readonly reject: string;
  readonly walk: string;
}

const lines: Readonly<Record<Language, Lines>> = {
  english: {
    offer: (mine, yours) => `I propose that I get ${mine}, and you get ${yours}.`,
    nothing: 'nothing',
    and: 'and',
    accept: 'I accept your offer.',
    reject: 'I reject your offer.',
    walk: 'I walk away without a deal.',
  },
  hinglish: {
    offer: (mine, yours) => `Mera prastaav: mere liye ${mine}, aapke liye ${yours}.`,
    nothing: 'kuch nahi',
    and: 'aur',
    accept: 'Theek hai, mujhe manzoor hai.',
    reject: 'Yeh mujhe manzoor nahi.',
    walk: 'Main bina deal ke jaa raha hoon.',
  },
};

function wordsFor(view: ItemsView, act: ItemsAct, language: Language): string {
  const { offer, nothing, and, ...others } = lines[language];
  if (act.type === 'say') return '';
  if (act.type !== 'offer') return others[act.type];
  const seat = view.seat as ItemsSeat;
  const side = (bundle: Bundle) => {
    const parts = view.public.items.flatMap(({ name }, i) =>
      (bundle[i] as number) > 0 ? [`${bundle[i]} ${name}`] : [],
    );
    const last = parts.pop();
    return last === undefined ? nothing : parts.length === 0 ? last : `${parts.join(', ')} ${and} ${last}`;
  };
  return offer(side(act.split[seat]), side(act.split[otherSeat(seat)]));
}

export const itemsTemplates: Templates<ItemsView, ItemsAct> = {
  version: 1,
  words: (script: Script<ItemsView, ItemsAct>, language) => ({
    ...holding(script),
    name: script.name,
    act(view, context) {
      const act = script.act(view, context);
      return act && act.type !== 'say' ? withWords(act, wordsFor(view, act, language)) : act;
    },
  }),
};

export const itemsWording: Wording<ItemsView, ItemsAct> = {
  role: ({ seat }) => `You are side ${seat} and share out items with another side.`,
  template: (view, act) => wordsFor(view, act, 'english'),
  problem(view, act, words) {
    const read = parseItemsReply(words, view);
    if ('problem' in read) return read.problem;
    if (read.act.type !== act.type) return `the words are read as "${read.act.type}" and must say "${act.type}"`;
    if (act.type !== 'offer' || read.act.type !== 'offer') return undefined;
    return isSame(read.act.split, act.split)
      ? undefined
      : 'the words must give every item to the side that gets it, with how many of it';
  },
  most: ({ public: { items } }) => 200 + 60 * items.length,
};

function isSame(one: Split, other: Split): boolean {
  return one.a.every((count, i) => count === other.a[i]) && one.b.every((count, i) => count === other.b[i]);
}
