/**
 * A reply of a model or a line of a person as an act. Where talk is typed a model fills in one form, and whatever else it writes is
 * asked for again: what it thinks aloud is nobody's to hear. A form names lists of names; names that nobody knows are dropped, as
 * the original drops them. Where talk is prose the words are read by rules (prose.ts), and so is a person's line in either; what the rules do
 * not understand is said back and reaches nobody. In the seat of the target the answers are the rules': only a choice is read.
 */
import {
  answersOf,
  type MindgamesAct,
  type MindgamesFacts,
  type MindgamesView,
  MOST_PROSE,
  messagesIn,
  type NamedCell,
  type PersuaderMessage,
  type TargetView,
  typeNow,
} from '../../../core/index.ts';
import { formIn, strayProblem } from '../../parse/form.ts';
import type { Parsed } from '../../parse/index.ts';
import type { Fields, Value } from '../../parse/json.ts';
import { thoughtProblem } from '../aloud.ts';
import { mayContradict, type Things } from '../beside.ts';
import { readAnswers } from './answers.ts';
import { chosenIn } from './choices.ts';
import { namesIn, namesOf } from './names.ts';
import { notUnderstood, proseIn } from './prose.ts';
import { personSaysMore, saysMore } from './wording.ts';

export function readMindgames(reply: string, view: MindgamesView): Parsed<MindgamesAct> {
  return reading(reply, view, false);
}

/** What a person types: plain words will do, whatever the talk. */
export function readLine(line: string, view: MindgamesView): Parsed<MindgamesAct> {
  return reading(line, view, true);
}

function reading(reply: string, view: MindgamesView, person: boolean): Parsed<MindgamesAct> {
  const read = formIn(reply);
  if ('problem' in read) return read;
  const { form, text } = read;
  if (!form && !person && view.public.talk !== 'prose')
    return { problem: 'the reply has no form; give one complete JSON object' };
  const problem = form && (formProblem(form, typeNow(view)) ?? strayProblem(form, typeNow(view), fieldsOf(view)));
  if (problem) return { problem };
  const words = (form ? textIn(form.get('words')) : text).trim();
  // To cut would leave out what takes the rest back.
  if (view.public.talk === 'prose' && words.length > MOST_PROSE)
    return { problem: `a message has at most ${MOST_PROSE} characters, got ${words.length}; say less` };
  const thought = thoughtProblem(words);
  if (thought) return { problem: thought };
  return view.seat === 'persuader'
    ? readMessage(form, words, view)
    : readChoice(form, words, view as TargetView, person);
}

const NOTHING = { disclose: [], motivational: [], informational: [], inferential: [] };
const FIELDS = [...Object.keys(NOTHING), 'words', 'choice'];
const fieldsOf = (view: MindgamesView): readonly string[] => {
  const type = typeNow(view);
  if (type === 'message') return view.public.talk === 'prose' ? [] : Object.keys(NOTHING);
  return type === 'choose' ? ['choice'] : [];
};

function formProblem(form: Fields, wanted: MindgamesAct['type']): string | undefined {
  const act = form.get('act');
  if (act === undefined)
    return FIELDS.some((field) => form.has(field)) ? undefined : `the form says nothing; give "act": "${wanted}"`;
  return typeof act === 'string' && act.trim().toLowerCase() === wanted
    ? undefined
    : `the act is ${wanted} now, got ${JSON.stringify(act)}`;
}

function readMessage(form: Fields | undefined, words: string, { public: facts }: MindgamesView): Parsed<MindgamesAct> {
  if (form && facts.talk !== 'prose') return typedMessage(form, words, facts);
  if (words === '') return { problem: 'the message is empty; write some words' };
  const { unread, urges: _, bare: __, saysElse: ___, ...read } = proseIn(words, namesOf(facts));
  if (unread !== undefined) return { problem: notUnderstood(unread), unread: { type: 'message', ...NOTHING, words } };
  return { act: { type: 'message', ...read, words } };
}

/** What an entry of a list has; one that has more was meant otherwise. */
const PARTS = {
  disclose: ['proposal', 'attribute', 'effect'],
  motivational: [],
  informational: ['proposal', 'attribute'],
  inferential: [],
};

/** A form of four lists. One that names things of which nothing is left was meant otherwise. */
function typedMessage(form: Fields, words: string, facts: MindgamesFacts): Parsed<MindgamesAct> {
  const unsaid = entries(form.get('disclose')).find(
    (entry) => cellIn(entry, facts) && effectIn((entry as Fields).get('effect')) === undefined,
  );
  if (unsaid) return { problem: 'disclose: an effect is -1, 0 or 1; say which' };
  const stray = Object.entries(PARTS).flatMap(([field, parts]) =>
    entries(form.get(field)).flatMap((entry) => (entry instanceof Map && strayProblem(entry, field, parts, [])) || []),
  )[0];
  if (stray) return { problem: stray };
  const lists = listsIn(form, facts);
  const given = Object.keys(lists).some((field) => entries(form.get(field)).length > 0);
  if (given && Object.values(lists).every(({ length }) => length === 0))
    return {
      problem: `the form names no proposal (${facts.proposals.join(', ')}) and no attribute (${facts.attributes.join(', ')}) of this game`,
    };
  return besides({ type: 'message', ...lists }, words, facts);
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

/**
 * Words beside an act say nothing that the act does not. A person's are said back; a model's are left out, and those who hear of the act are told it
 * in plain sentences; beside a choice, those that may choose otherwise are asked for again.
 */
function besides(
  act: MindgamesAct,
  words: string,
  facts: MindgamesFacts,
  asked?: PersuaderMessage,
  person = false,
): Parsed<MindgamesAct> {
  if (words === '') return { act };
  const spoken = { ...act, words };
  if (person) {
    const problem = personSaysMore(facts, spoken, asked);
    return problem === undefined ? { act: spoken } : { problem };
  }
  const fault = saysMore(facts, act, words, asked);
  if (fault === undefined) return { act: spoken };
  return act.type === 'choose' && mayContradict(act, words, thingsIn(facts))
    ? { problem: `${fault}; choose in plain words, or without` }
    : { act, fault };
}

/** "My ranking is B, then A, then C." may choose B. */
const thingsIn = (facts: MindgamesFacts): Things<MindgamesAct & { type: 'choose' }> => ({
  names: namesIn(namesOf(facts)),
  isOther: ({ choice }, { kind, value }) => kind === 'P' && value !== choice,
});

function readChoice(form: Fields | undefined, words: string, view: TargetView, person: boolean): Parsed<MindgamesAct> {
  const answers = answersOf(view);
  const { proposals } = view.public;
  const asked = messagesIn(view.history).at(-1);
  if (typeNow(view) === 'reply') return besides({ type: 'reply', ...answers }, words, view.public, asked, person);
  const choice = form ? nameIn(form.get('choice'), proposals) : chosenIn(words, namesOf(view.public));
  if (choice === undefined) return { problem: `choose ${proposals.join(', ')}: which one?` };
  const chosen = [chosenIn(words, namesOf(view.public)) ?? choice, ...readAnswers(words, view.public).choices];
  const other = chosen.find((one) => one !== choice);
  if (other !== undefined) return { problem: `the form chooses ${choice} and the words ${other}; choose one` };
  return besides({ type: 'choose', ...answers, choice }, form ? words : '', view.public, asked, person);
}

function textIn(value: Value | undefined): string {
  return typeof value === 'string' ? value : '';
}
