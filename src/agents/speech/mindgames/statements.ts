/**
 * What a sentence tells: a clause is a subject of proposals and what they do ("A increases jobs and traffic, lowers noise"), or attributes and
 * what becomes of them under some ("noise falls with A"). A clause without a verb of its own has none from another; "it", "B too" and "so does
 * B" reach back to one clause that says one thing. A sentence is told whole or not at all.
 */
import type { Effect, NamedCell } from '../../../core/index.ts';
import { attributesIn, N, type Names, P, PS, proposalsIn } from './names.ts';

type Cell = NamedCell & { readonly effect: Effect };

/** What was told, and what the next clause may reach back to. */
export interface Told {
  readonly cells: readonly Cell[];
  /** What was said not to be so. */
  readonly denied: readonly Cell[];
  /** Whom "it" may stand for. */
  readonly it: string | undefined;
  /** The one thing, of a direction, that the last clause says its subject does. */
  readonly deed: { readonly attributes: readonly string[]; readonly effect: Effect } | undefined;
  /** The attributes of the last clause. */
  readonly about: readonly string[];
}
export const NOTHING_BEFORE: Told = { cells: [], denied: [], it: undefined, deed: undefined, about: [] };

const MODAL = '(?:also )?(?:(?:will|would|do|does) )?(?:also )?';
// After a list: the end, or what goes on.
const ENDS = '(?=$|,| and | but | while | whereas | too$| as well$| than (?:today|now|before)$)';
const OBJECTS = `(?:(?:it|them)|${N}(?:(?:, and |, | and )(?:on |to |for )?${N}${ENDS})*)${ENDS}`;
const OR_OBJECTS = `(?:(?:it|them)|${N}(?:(?:, (?:and |or )?| and | or )(?:on |to |for )?${N})*)(?: at all)?${ENDS}`;
const UP =
  '(?:increase|raise|boost|add|promote|attract|expand|uphold|encourage|generate|create|bring|produce|cause|lead to|yield|invite)';
const DOWN = '(?:decrease|reduce|lower|cut down on|cut|shorten|diminish|limit|restrict|slow|remove|shrink|lessen)';
const BETTER = '(?:improve|strengthen|protect|enhance)';
const WORSE = '(?:harm|hurt|worsen|weaken|undermine|damage|cost)';
/** "increases", "leads to", "diminishes". */
const inflected = (verbs: string) =>
  `(?:${verbs
    .slice(3, -1)
    .split('|')
    .map((verb) => verb.replace(/^(\w+)/, '$1(?:e?s)?'))
    .join('|')})`;
const HAVE =
  '(?:has|have|brings?(?: in)?|means?|gives?(?: (?:you|us|everybody|people|pupils|students))?|leads? to|causes?|produces?|creates?|generates?|yields?|allows?|involves?|secures?|offers?|adds?)';
const MORE = '(?:(?:a lot|much) )?(?:more|higher|greater|longer|extra)';
const LESS = '(?:(?:a lot|much) )?(?:less|fewer|lower|shorter|reduced)';
const SAME = '(?:unchanged|untouched|unaffected|unaltered|the same|as (?:it is|they are))';
const TOUCH = '(?:affect|change|alter|influence|impact|touch)';
const EFFECT = '(?:effect|impact|influence|bearing)';

/** What a subject does. A judgement tells a direction only of what people praise more of. */
const DEEDS: readonly (readonly [RegExp, Effect | 'praised' | 'blamed' | 'not up' | 'not down'])[] = (
  [
    [`${MODAL}${inflected(UP)} ${OBJECTS}`, 1],
    [`${MODAL}${inflected(DOWN)} ${OBJECTS}`, -1],
    [`${MODAL}${inflected(BETTER)} ${OBJECTS}`, 'praised'],
    [`${MODAL}${inflected(WORSE)} ${OBJECTS}`, 'blamed'],
    [`(?:is|are|will be|would be) good for ${OBJECTS}`, 'praised'],
    [`(?:is|are|will be|would be) bad for ${OBJECTS}`, 'blamed'],
    [`(?:has|have) a positive ${EFFECT} on ${OBJECTS}`, 'praised'],
    [`(?:has|have) a negative ${EFFECT} on ${OBJECTS}`, 'blamed'],
    [`${MODAL}${HAVE} ${MORE} ${OBJECTS}`, 1],
    [`${MODAL}${HAVE} ${LESS} ${N}${ENDS}`, -1],
    [
      `(?:(?:has|have|will have|would have) (?:no|zero) (?:real |net )?${EFFECT}(?: at all)? on|makes? no difference to|(?:does|do) nothing (?:for|to)|(?:is|are) neutral on) ${OR_OBJECTS}`,
      0,
    ],
    [`(?:does|do|will|would) not (?:(?:really )?${TOUCH}|have (?:any|an) ${EFFECT} on) ${OR_OBJECTS}`, 0],
    [
      `neither (?:increases? nor decreases?|raises? nor lowers?|decreases? nor increases?|lowers? nor raises?) ${OR_OBJECTS}`,
      0,
    ],
    [`${MODAL}(?:leaves?|keeps?) ${N}(?:(?:, and |, | and )${N})* ${SAME}${ENDS}`, 0],
    [`(?:does|do|will|would) not ${UP} ${OR_OBJECTS}`, 'not up'],
    [`(?:does|do|will|would) not ${DOWN} ${OR_OBJECTS}`, 'not down'],
  ] as const
).map(([form, effect]) => [new RegExp(`^${form}`), effect] as const);
/** After "brings more jobs": "and less traffic", "and no change in noise". */
const MORE_OF: readonly (readonly [RegExp, Effect])[] = [
  [new RegExp(`^${MORE} ${OBJECTS}`), 1],
  [new RegExp(`^${LESS} ${N}${ENDS}`), -1],
  [new RegExp(`^no change in ${N}${ENDS}`), 0],
];
/** In a list under one name; elsewhere it may be the same as another's. */
const SAME_AS_NOW = [new RegExp(`^(?:the )?same ${N}$`), 0] as const;
const COMPARES = new RegExp(`^${MODAL}${HAVE} (?:${MORE}|${LESS}) `);

/** What becomes of attributes. */
const BECOMES = [
  [
    `(?:(?:will|would) )?(?:also )?(?:go(?:es)? up|rises?|increases?|grows?|gets? (?:longer|higher)|(?:is|are|be) (?:higher|longer|greater))`,
    1,
  ],
  [
    `(?:(?:will|would) )?(?:also )?(?:go(?:es)? down|falls?|decreases?|drops?|shrinks?|declines?|gets? (?:shorter|lower)|(?:is|are|be) (?:lower|shorter))`,
    -1,
  ],
  [`(?:(?:will|would) )?(?:stays?|remains?|is|are|be) (?:${SAME}|not affected)`, 0],
  ['(?:does|do|will|would) not change', 0],
  ['(?:(?:will|would) )?improves?', 'praised'],
  ['(?:(?:will|would) )?worsens?', 'blamed'],
] as const;
const SHORT: readonly (readonly [string, Effect])[] = [
  ['(?:goes |go )?(?:up|rises?)|\\+ ?1', 1],
  ['(?:goes |go )?(?:down|falls?)|[-−] ?1', -1],
  ['(?:stays? )?(?:unchanged|the same|no change|no effect|0)', 0],
];
const UNDER = '(?:under|with|by)';
const SUBJECTS = `${N}(?:(?:(?:, ${N})*,? and) ${N})?`;
const PLACED = `(?:${UNDER} (?:both )?${PS}|if ${P} is (?:chosen|taken|picked))`;

const FIRST =
  /^(?:(?:hello|hi|hey|well|so|also|and|please|yes)(?:, | ))*(?:(?:consider|remember|note|know) that |let me (?:tell you|add|mention|say)(?: that|:|,)? |i (?:(?:should|must|can|will|would like to) )?(?:tell you|say|mention|add|note|know) that |i (?:should|must) (?:mention|add) |you should know(?: that)? |it is (?:clear|true|a fact) that |(?:trust me|fact|note)[,:] |(?:as you (?:may )?know, ))?/;
const ASKS_BUT_TELLS =
  /^(?:(?:hello|hi|hey|so|and)(?:, | ))*(?:did you know|do you realise|do you realize|are you aware)(?: that)? (.*)\?$/;

const PICK = '(?:choose|pick|take|go with|go for|vote for)';
const URGES = new RegExp(
  `^(?:(?:so|then|and|therefore),? )?(?:(?:please )?${PICK} (${P})|you should ${PICK} (${P})|i (?:recommend|suggest) (${P})|i want you to ${PICK} (${P})|(${P}) is (?:simply )?(?:the (?:best|right) (?:choice|plan|proposal|option)|best|my favourite)(?: for you)?|(?:the best choice|my favourite|my advice|my recommendation) is (${P}))(?:,? (?:because|since|as) (?=it )|$)`,
);

interface Reading {
  rest: string;
  told: Told;
}

/** Undefined where it is no statement from its first word to its last. */
export function statementIn(text: string, names: Names, before: Told): Told | undefined {
  const inner = ASKS_BUT_TELLS.exec(text)?.[1];
  if (inner === undefined && /\?$/.test(text)) return undefined;
  const urged = URGES.exec(text);
  let reading: Reading = {
    rest: (inner ?? text).replace(FIRST, ''),
    told: { ...before, cells: [], denied: [] },
  };
  if (urged) {
    const it = proposalsIn(urged[0], names)[0];
    reading = { rest: text.slice(urged[0].length), told: { ...NOTHING_BEFORE, it } };
    if (reading.rest === '') return reading.told;
  }
  for (;;) {
    const next = clauseIn(reading, names);
    if (!next) return undefined;
    if (next.rest === '') return next.told;
    const joint = /^(?:, (?:and|but|while|whereas) |, | (?:and|but|while|whereas) |: )/.exec(next.rest)?.[0];
    if (joint === undefined) return undefined;
    reading = { rest: next.rest.slice(joint.length), told: next.told };
  }
}

function clauseIn(reading: Reading, names: Names): Reading | undefined {
  return (
    repeated(reading, names) ??
    done(reading, names) ??
    become(reading, names) ??
    placed(reading, names) ??
    there(reading, names) ??
    listed(reading, names)
  );
}

const cellsOf = (proposals: readonly string[], attributes: readonly string[], effect: Effect): Cell[] =>
  proposals.flatMap((proposal) => attributes.map((attribute) => ({ proposal, attribute, effect })));

/** A direction from a judgement; undefined where not all of them are praised. */
function judged(
  effect: Effect | 'praised' | 'blamed',
  attributes: readonly string[],
  names: Names,
): Effect | undefined {
  if (effect !== 'praised' && effect !== 'blamed') return effect;
  const praised = attributes.every((name) => names.attributes.find((one) => one.name === name)?.praised);
  return praised ? (effect === 'praised' ? 1 : -1) : undefined;
}

/** "B too", "so does B", "B does as well", "B does not": after one deed of a direction. */
function repeated({ rest, told }: Reading, names: Names): Reading | undefined {
  const hit = new RegExp(
    `^(?:(so (?:does|do|will|would) ${PS}|${PS} (?:(?:does|do|will|would) )?(?:too|as well|likewise))|${PS} (?:does|do|will|would) not)(?=$|,| and | but )`,
  ).exec(rest);
  if (!hit || !told.deed) return undefined;
  const { attributes, effect } = told.deed;
  const cells = cellsOf(proposalsIn(hit[0], names), attributes, effect);
  const said = hit[1] === undefined ? { denied: [...told.denied, ...cells] } : { cells: [...told.cells, ...cells] };
  return { rest: rest.slice(hit[0].length), told: { ...told, it: undefined, ...said } };
}

/** "A increases jobs and traffic, lowers noise and has no effect on fares." */
function done({ rest, told }: Reading, names: Names): Reading | undefined {
  const none = new RegExp(
    `^(?:neither ${P} nor ${P}|none of the (?:three )?(?:proposals|plans|options)) (?:(?:${TOUCH})s?|(?:has|have) (?:an|any) ${EFFECT} on) ${OR_OBJECTS}`,
  ).exec(rest);
  if (none) {
    const some = proposalsIn(none[0], names);
    const about = attributesIn(none[0], names);
    if (about.length === 0) return undefined;
    const cells = cellsOf(some.length > 0 ? some : names.proposals, about, 0);
    return {
      rest: rest.slice(none[0].length),
      told: { ...NOTHING_BEFORE, denied: told.denied, cells: [...told.cells, ...cells], about },
    };
  }
  const subject = new RegExp(`^(?:(?:only )?(${PS})|it(?: also)?) (?=[a-z])`).exec(rest);
  if (!subject) return undefined;
  const proposals =
    subject[1] === undefined ? (told.it === undefined ? [] : [told.it]) : proposalsIn(subject[1], names);
  if (proposals.length === 0) return undefined;
  const others = rest.startsWith('only ') ? names.proposals.filter((name) => !proposals.includes(name)) : [];
  const cells = [...told.cells];
  const denied = [...told.denied];
  const deeds: NonNullable<Told['deed']>[] = [];
  let left = rest.slice(subject[0].length);
  let about: readonly string[] = [];
  let comparing = false;
  let count = 0;
  for (;;) {
    const found =
      DEEDS.find(([form]) => form.test(left)) ?? (comparing ? MORE_OF.find(([form]) => form.test(left)) : undefined);
    if (!found) return undefined;
    const said = found[0].exec(left)?.[0] as string;
    const object = attributesIn(said, names);
    // "It" does nothing to "it".
    const reaches = object.length === 0 && subject[1] !== undefined && count === 0 && told.about.length === 1;
    const attributes = object.length > 0 ? object : reaches ? told.about : [];
    if (attributes.length === 0) return undefined;
    if (found[1] === 'not up' || found[1] === 'not down')
      denied.push(...cellsOf(proposals, attributes, found[1] === 'not up' ? 1 : -1));
    else {
      const effect = judged(found[1], attributes, names);
      if (effect === undefined) return undefined;
      cells.push(...cellsOf(proposals, attributes, effect));
      denied.push(...cellsOf(others, attributes, effect));
      if (effect !== 0) deeds.push({ attributes, effect });
    }
    comparing ||= COMPARES.test(left);
    about = attributes;
    count++;
    left = left.slice(said.length).replace(/^(?: too| as well| than (?:today|now|before))$/, '');
    const joint = /^(?:, (?:and|but) |, | (?:and|but) )/.exec(left)?.[0];
    const next = joint === undefined ? '' : left.slice(joint.length);
    if (
      joint === undefined ||
      !(DEEDS.some(([form]) => form.test(next)) || (comparing && MORE_OF.some(([form]) => form.test(next))))
    )
      break;
    left = next;
  }
  const it = proposals.length === 1 ? proposals[0] : undefined;
  return {
    rest: left,
    told: { cells, denied, it, deed: count === 1 ? deeds[0] : undefined, about: count === 1 ? about : [] },
  };
}

/** "Noise falls with A, rises with B and stays the same with C." "Noise: up with A, down with B." */
function become({ rest, told }: Reading, names: Names): Reading | undefined {
  const subject = new RegExp(`^(${SUBJECTS})(:)? (?=[a-z])`).exec(rest);
  if (!subject) return undefined;
  const about = attributesIn(subject[0], names);
  const cells = [...told.cells];
  let left = rest.slice(subject[0].length);
  let count = 0;
  for (;;) {
    const forms = [
      ...(subject[2] === undefined ? BECOMES : []),
      ...(subject[2] !== undefined || count > 0 ? SHORT : []),
      ...(count > 0 ? BECOMES : []),
    ];
    const hit = forms
      .map(([form, effect]) => ({
        said: new RegExp(`^(?:${form}) ${UNDER} (?:both )?${PS}(?=$|,| and | but )`).exec(left)?.[0],
        effect,
      }))
      .find(({ said }) => said !== undefined);
    const effect = hit && judged(hit.effect, about, names);
    if (hit?.said === undefined || effect === undefined) return undefined;
    cells.push(...cellsOf(proposalsIn(hit.said, names), about, effect));
    count++;
    left = left.slice(hit.said.length);
    const joint = /^(?:, (?:and|but) |, | (?:and|but) )(?![§¤]|the |proposal|plan|option|under |with |it |so )/.exec(
      left,
    )?.[0];
    if (joint === undefined) break;
    left = left.slice(joint.length);
  }
  return {
    rest: left,
    told: { ...NOTHING_BEFORE, denied: told.denied, cells, about: about.length === 1 ? about : [] },
  };
}

/** "With A noise falls and fares rise", "under A there is more noise". */
function placed({ rest, told }: Reading, names: Names): Reading | undefined {
  const place = new RegExp(`^${PLACED},? (?=[a-z¤])`).exec(rest);
  if (!place) return undefined;
  const proposals = proposalsIn(place[0], names);
  const cells = [...told.cells];
  let left = rest.slice(place[0].length);
  const there = /^(?:there (?:is|are|will be|would be)|(?:you|we) (?:will )?get) /.exec(left)?.[0] ?? '';
  left = left.slice(there.length);
  for (let count = 0; ; count++) {
    const found =
      there !== ''
        ? MORE_OF.map(([form, effect]) => ({
            said: form.exec(left)?.[0],
            effect: effect as Effect | 'praised' | 'blamed',
          }))
        : [];
    const whole = BECOMES.map(([form, effect]) => ({
      said:
        there === '' || count > 0
          ? new RegExp(`^${SUBJECTS} (?:${form})(?: too)?(?=$|,| and | but )`).exec(left)?.[0]
          : undefined,
      effect,
    }));
    const hit = [...found, ...whole].find(({ said }) => said !== undefined);
    const about = attributesIn(hit?.said ?? '', names);
    const effect = hit && judged(hit.effect, about, names);
    if (hit?.said === undefined || effect === undefined) return undefined;
    cells.push(...cellsOf(proposals, about, effect));
    left = left.slice(hit.said.length);
    const joint = /^(?:, (?:and|but) |, | (?:and|but) )(?!§|proposal|plan|option|under |with |if )/.exec(left)?.[0];
    if (joint === undefined) break;
    left = left.slice(joint.length);
  }
  return { rest: left, told: { ...NOTHING_BEFORE, denied: told.denied, cells } };
}

/** "There are fewer side effects with A", "nothing changes about waste with B". */
function there({ rest, told }: Reading, names: Names): Reading | undefined {
  const forms: readonly (readonly [string, Effect])[] = [
    [`there (?:is|are|will be|would be) ${MORE} ${N}`, 1],
    [`there (?:is|are|will be|would be) ${LESS} ${N}`, -1],
    [`(?:there (?:is|are|will be|would be) no change in|nothing changes about) ${N}`, 0],
  ];
  for (const [form, effect] of forms) {
    const hit = new RegExp(`^${form} ${UNDER} (?:both )?${PS}(?=$|,| and | but )`).exec(rest)?.[0];
    if (hit !== undefined) {
      const cells = cellsOf(proposalsIn(hit, names), attributesIn(hit, names), effect);
      return {
        rest: rest.slice(hit.length),
        told: { ...NOTHING_BEFORE, denied: told.denied, cells: [...told.cells, ...cells] },
      };
    }
  }
  return undefined;
}

/** "A: sugar -1, variety up, waste no change." "B: more noise, lower fares." To the end of the sentence. */
function listed({ rest, told }: Reading, names: Names): Reading | undefined {
  const hit = new RegExp(`^(${P}): (.+)$`).exec(rest);
  if (!hit) return undefined;
  const proposals = proposalsIn(hit[1] as string, names);
  const cells = [...told.cells];
  for (const item of (hit[2] as string).split(/, (?:and )?| and /)) {
    const short = SHORT.find(([form]) => new RegExp(`^${N}:? (?:${form})$`).test(item));
    const more = [...MORE_OF, SAME_AS_NOW].find(([form]) => form.exec(item)?.[0] === item);
    const effect = short?.[1] ?? more?.[1];
    if (effect === undefined) return undefined;
    cells.push(...cellsOf(proposals, attributesIn(item, names), effect));
  }
  return { rest: '', told: { ...NOTHING_BEFORE, denied: told.denied, cells } };
}
