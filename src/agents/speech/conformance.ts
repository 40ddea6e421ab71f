/**
 * What a Speech must hold, checked over games of random play: a prompt at every view, acts that survive being written as an answer
 * and read again, and words for a person for every act and every end.
 */
import {
  type Act,
  canonicalJson,
  createRng,
  type Domain,
  endingOf,
  type OfferAct,
  type Result,
  runEpisode,
  type Scenario,
  type Script,
  type View,
} from '../../core/index.ts';
import { errorText } from '../../core/plain.ts';
import { valueReader } from '../../models/structured.ts';
import { answerSchema, renderAnswer, renderPrompt } from '../prompt.ts';
import type { Speech } from './speech.ts';

interface Conformance {
  /** A scenario for each seed. */
  readonly scenario: (seed: number) => Scenario;
  readonly games: number;
}

type Say = <T>(what: string, call: () => T) => T;

/** Draws at every view, besides the act that is played. */
const DRAWS = 3;

/** The speech must be the one that is known for its domain. */
export function checkSpeech(speech: Speech, domain: Domain, { scenario: sample, games }: Conformance): void {
  for (let seed = 0; seed < games; seed++) {
    const scenario = sample(seed);
    const at = naming(`${domain.name}, seed ${seed}`);
    at('tell.facts()', () => {
      const { title, lines } = speech.tell.facts(scenario);
      for (const text of [title, ...lines]) mustBeText(text);
    });
    at('tell.room()', () => mustBeText(speech.tell.room(scenario) ?? '-'));
    for (const seat of domain.seats(scenario))
      at(`tell.secrets() of ${seat}`, () => mustBeText(speech.tell.secrets(scenario, seat)));
    const views: View[] = [];
    const player: Script = {
      name: 'random',
      act(view, { rng }) {
        views.push(view);
        return domain.randomAct(view, rng);
      },
    };
    const agents = Object.fromEntries(domain.seats(scenario).map((seat) => [seat, player]));
    const { events, result } = runEpisode({ domain, scenario, agents, rng: createRng(seed) });
    for (const event of events)
      if (event.type === 'action-taken') {
        const { turn, seat, act } = event;
        at(`the words for ${act.type} of ${seat} in turn ${turn}`, () => checkTold(speech, scenario, act));
        const view = views.find((one) => one.seat === seat && one.turn === turn) as View;
        checkView(speech, domain, view, act, naming(`${domain.name}, seed ${seed}, ${seat} in turn ${turn}`));
      }
    at('the words for the end', () => checkEnd(speech, scenario, result));
  }
}

function checkView(speech: Speech, domain: Domain, view: View, played: Act, at: Say): void {
  const { terms, allowed } = at('prompt()', () => {
    const parts = speech.prompt(view);
    for (const { content } of renderPrompt(view, { persona: 'neutral', reasoning: 'none' })) mustBeText(content);
    answerSchema(view, 'none');
    if (!Array.isArray(parts.allowed) || parts.allowed.length === 0) throw new Error('it allows no act');
    return parts;
  });
  const drawn = Array.from({ length: DRAWS }, (_, i) => domain.randomAct(view, createRng(i).split(view.turn)));
  const example = allowed.includes(terms.example.type) ? [terms.example] : [];
  for (const act of [...example, played, ...drawn])
    at(`${act === example[0] ? 'the example' : 'the act'} ${JSON.stringify(act)}`, () => {
      if (!allowed.includes(act.type)) throw new Error(`the prompt allows ${allowed.join(', ')} and the rules this`);
      const text = renderAnswer(view, act, 'none');
      if (valueReader(answerSchema(view, 'none'))(text) === undefined)
        throw new Error(`written as ${text} it does not fit the schema that replies are held to`);
      const read = speech.read(text, view);
      if (!('act' in read)) throw new Error(`written as ${text} it is not read: ${read.problem}`);
      if (bound(read.act) !== bound(act))
        throw new Error(`written as ${text} it is read as ${JSON.stringify(read.act)}`);
    });
}

/** What an answer carries of an act: all but its intent, and no words where there are none. */
function bound({ intent: _, words, ...act }: Act): string {
  return canonicalJson({ ...act, ...(words && { words }) });
}

function checkTold({ tell }: Speech, scenario: Scenario, act: Act): void {
  if (act.type === 'offer') mustBeText(tell.offer(scenario, act as OfferAct));
  else if (!['accept', 'reject', 'walk', 'say'].includes(act.type)) {
    if (!tell.act) throw new Error('tell has no act()');
    mustBeText(tell.act(scenario, act));
  }
}

function checkEnd({ tell }: Speech, scenario: Scenario, result: Result): void {
  if (result.kind === 'concluded' && !tell.conclusion) throw new Error('tell has no conclusion()');
  const text =
    <T>(words: (scenario: Scenario, what: T) => string) =>
    (what: T) =>
      mustBeText(words(scenario, what));
  endingOf(result, { deal: text(tell.deal), ...(tell.conclusion && { conclusion: text(tell.conclusion) }) });
}

function mustBeText(value: unknown): string {
  if (typeof value !== 'string' || value === '') throw new Error(`a text was expected, got ${JSON.stringify(value)}`);
  return value;
}

function naming(where: string): Say {
  return (what, call) => {
    try {
      return call();
    } catch (error) {
      throw new Error(`${where}: ${what}: ${errorText(error).replace(/^Error: /, '')}`, { cause: error });
    }
  };
}
