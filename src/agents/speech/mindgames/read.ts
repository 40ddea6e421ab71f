/**
 * A reply of a model or a line of a person as an act. A form names lists of names; names that nobody knows are dropped, as the
 * original drops them. Anything else is prose, read by rules (prose.ts), and so are the words of a form where talk is prose.
 * In the seat of the target the answers are the rules': only a choice is read, and what is said beside it.
 */
import {
  answersOf,
  type MindgamesAct,
  type MindgamesFacts,
  type MindgamesView,
  MOST_PROSE,
  type NamedCell,
  type PersuaderMessage,
  storyOf,
  type TargetView,
  typeNow,
} from '../../../core/index.ts';
import type { Parsed } from '../../parse/index.ts';
import { type Fields, objectsIn, type Value } from '../../parse/json.ts';
import { type Names, readProse } from './prose.ts';

export function readMindgames(text: string, view: MindgamesView): Parsed<MindgamesAct> {
  const { objects, broken } = objectsIn(text);
  const form = objects.at(-1);
  if (broken && !form)
    return { problem: 'the reply has an object that is broken or cut off; give one complete JSON object' };
  const words = (form ? textIn(form.get('words')) : text).trim();
  return view.seat === 'persuader' ? readMessage(form, words, view) : readChoice(form, words, view as TargetView);
}

function readMessage(form: Fields | undefined, said: string, { public: facts }: MindgamesView): Parsed<MindgamesAct> {
  const words = facts.talk === 'prose' ? cut(said) : said;
  const spoken = words === '' ? {} : { words };
  if (form && facts.talk === 'typed') return { act: { type: 'message', ...listsIn(form, facts), ...spoken } };
  if (words === '') return { problem: 'the message is empty; write some words' };
  return { act: { type: 'message', ...readProse(words, namesOf(facts)), words } };
}

/** As the original cuts it. */
export function cut(words: string): string {
  return words.slice(0, MOST_PROSE).trim();
}

export function namesOf({ proposals, attributes, story }: MindgamesFacts): Names {
  const known = storyOf(story)?.attributes ?? [];
  return {
    proposals,
    attributes: attributes.map((name) => known.find((one) => one.name === name) ?? { name, also: [] }),
  };
}

function listsIn(form: Fields, facts: MindgamesFacts): Omit<PersuaderMessage, 'type'> {
  const cells = (field: string) =>
    entries(form.get(field)).flatMap((entry) => {
      const cell = cellIn(entry, facts);
      return cell ? [{ cell, entry }] : [];
    });
  const names = (field: string, known: readonly string[]) =>
    unique(entries(form.get(field)).flatMap((entry) => nameIn(entry, known) ?? []));
  return {
    disclose: unique(
      cells('disclose').flatMap(({ cell, entry }) => {
        const effect = effectIn((entry as Fields).get('effect'));
        return effect === undefined ? [] : [{ ...cell, effect }];
      }),
    ),
    motivational: names('motivational', facts.attributes),
    informational: unique(cells('informational').map(({ cell }) => cell)),
    inferential: names('inferential', facts.proposals),
  };
}

function entries(value: Value | undefined): readonly Value[] {
  return Array.isArray(value) ? value : value === undefined || value === null || value === '' ? [] : [value];
}

function cellIn(entry: Value, { proposals, attributes }: MindgamesFacts): NamedCell | undefined {
  if (!(entry instanceof Map)) return undefined;
  const [proposal, attribute] = [nameIn(entry.get('proposal'), proposals), nameIn(entry.get('attribute'), attributes)];
  return proposal === undefined || attribute === undefined ? undefined : { proposal, attribute };
}

function nameIn(value: Value | undefined, names: readonly string[]): string | undefined {
  const plain = (text: string) =>
    text
      .toLowerCase()
      .replace(/^proposal\s+/, '')
      .trim();
  return typeof value === 'string' ? names.find((name) => plain(name) === plain(value)) : undefined;
}

function effectIn(value: Value | undefined): -1 | 0 | 1 | undefined {
  const number = typeof value === 'string' ? Number(value.replace('−', '-')) : value;
  return number === -1 || number === 0 || number === 1 ? (number === 0 ? 0 : number) : undefined;
}

function unique<T>(list: readonly T[]): T[] {
  const seen = new Set<string>();
  return list.filter((one) => {
    const key = JSON.stringify(one);
    return !seen.has(key) && seen.add(key);
  });
}

function readChoice(form: Fields | undefined, words: string, view: TargetView): Parsed<MindgamesAct> {
  const answers = answersOf(view);
  const talk = view.public.talk === 'prose' ? cut(words) : words;
  const spoken = talk === '' ? {} : { words: talk };
  if (typeNow(view) === 'reply') return { act: { type: 'reply', ...answers, ...spoken } };
  const { proposals } = view.public;
  const choice = form
    ? nameIn(form.get('choice'), proposals)
    : new RegExp(`^(?:(?:i )?choose |proposal )*(${proposals.join('|')})\\b`, 'i').exec(words)?.[1]?.toUpperCase();
  if (choice === undefined || !proposals.includes(choice))
    return { problem: `choose ${proposals.join(', ')}: which one?` };
  return { act: { type: 'choose', ...answers, choice, ...(form ? spoken : {}) } };
}

function textIn(value: Value | undefined): string {
  return typeof value === 'string' ? value : '';
}
