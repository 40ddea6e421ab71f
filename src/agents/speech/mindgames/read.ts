/**
 * A reply of a model or a line of a person as an act. Where talk is typed a model fills in one form, and whatever else it writes is
 * asked for again: what it thinks aloud is nobody's to hear. A form names lists of names; names that nobody knows are dropped, as
 * the original drops them. Where talk is prose the words are read by rules (prose.ts), and so is a person's line in either.
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
import { spoken } from '../../parse/spoken.ts';
import { thoughtProblem } from '../aloud.ts';
import { chosenIn, namesAnother } from './choices.ts';
import type { Names } from './names.ts';
import { bindsNothing, proseIn } from './prose.ts';

export function readMindgames(reply: string, view: MindgamesView): Parsed<MindgamesAct> {
  return reading(reply, view, view.public.talk === 'prose');
}

/** What a person types: plain words will do, whatever the talk. */
export function readLine(line: string, view: MindgamesView): Parsed<MindgamesAct> {
  return reading(line, view, true);
}

function reading(reply: string, view: MindgamesView, plain: boolean): Parsed<MindgamesAct> {
  const text = spoken(reply);
  const { objects, broken } = objectsIn(text);
  if (broken) return { problem: 'the reply has an object that is broken or cut off; give one complete JSON object' };
  if (objects.length > 1) return { problem: 'the reply has several objects; give one' };
  const [form] = objects;
  if (!form && !plain) return { problem: 'the reply has no form; give one complete JSON object' };
  const problem = form && formProblem(form, typeNow(view));
  if (problem) return { problem };
  const words = (form ? textIn(form.get('words')) : text).trim();
  const thought = thoughtProblem(words);
  if (thought) return { problem: thought };
  return view.seat === 'persuader' ? readMessage(form, words, view) : readChoice(form, words, view as TargetView);
}

const NOTHING = { disclose: [], motivational: [], informational: [], inferential: [] };
const FIELDS = ['disclose', 'motivational', 'informational', 'inferential', 'words', 'choice'];

function formProblem(form: Fields, wanted: MindgamesAct['type']): string | undefined {
  const act = form.get('act');
  if (act === undefined)
    return FIELDS.some((field) => form.has(field)) ? undefined : `the form says nothing; give "act": "${wanted}"`;
  return typeof act === 'string' && act.trim().toLowerCase() === wanted
    ? undefined
    : `the act is ${wanted} now, got ${JSON.stringify(act)}`;
}

function readMessage(form: Fields | undefined, said: string, { public: facts }: MindgamesView): Parsed<MindgamesAct> {
  const prose = facts.talk === 'prose';
  const words = prose ? cut(said) : said;
  if (form && !prose) return typedMessage(form, words, facts);
  if (words === '') return { problem: 'the message is empty; write some words' };
  const { unread, ...read } = proseIn(words, namesOf(facts));
  // Talk binds nothing; beside what binds, a sentence that is not understood may take it back.
  if (unread !== undefined && !bindsNothing(read))
    return { problem: notUnderstood(unread), unread: { type: 'message', ...NOTHING, words } };
  return { act: { type: 'message', ...read, words } };
}

/** A form of four lists. One that names things of which nothing is left was meant otherwise. */
function typedMessage(form: Fields, words: string, facts: MindgamesFacts): Parsed<MindgamesAct> {
  const unsaid = entries(form.get('disclose')).find(
    (entry) => cellIn(entry, facts) && effectIn((entry as Fields).get('effect')) === undefined,
  );
  if (unsaid) return { problem: 'disclose: an effect is -1, 0 or 1; say which' };
  const lists = listsIn(form, facts);
  const given = Object.keys(lists).some((field) => entries(form.get(field)).length > 0);
  if (given && Object.values(lists).every(({ length }) => length === 0))
    return {
      problem: `the form names no proposal (${facts.proposals.join(', ')}) and no attribute (${facts.attributes.join(', ')}) of this game`,
    };
  return { act: { type: 'message', ...lists, ...(words === '' ? {} : { words }) } };
}

export const notUnderstood = (sentence: string) =>
  `the message is not understood where it says ${JSON.stringify(sentence)}; say one plain thing in each sentence`;

/** As the original cuts it. */
export function cut(words: string): string {
  return words.slice(0, MOST_PROSE).trim();
}

export function namesOf({ proposals, attributes, story }: MindgamesFacts): Names {
  const told = storyOf(story);
  const known: Names['attributes'] = told?.attributes ?? [];
  return {
    proposals,
    ...(told && { target: told.target }),
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
  const number =
    typeof value === 'string' && /^\s*[-+−]?[01]\s*$/.test(value) ? Number(value.replace('−', '-')) : value;
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
  const choice = form ? nameIn(form.get('choice'), proposals) : chosenIn(words, proposals);
  if (choice === undefined || !proposals.includes(choice))
    return { problem: `choose ${proposals.join(', ')}: which one?` };
  const other = form && namesAnother(words, choice, proposals);
  if (other) return { problem: `the form chooses ${choice} and the words ${other}; choose one` };
  return { act: { type: 'choose', ...answers, choice, ...(form ? spoken : {}) } };
}

function textIn(value: Value | undefined): string {
  return typeof value === 'string' ? value : '';
}
