/** A few opponents in plain words, by the domain and the seat that they take: the first is who sits there when nobody is chosen. */
import type { Words } from '../words/index.ts';
import { worded } from './worded.ts';

export interface Opponent {
  readonly name: keyof Words['opponents'];
  readonly spec: string;
}

type Opponents = Readonly<Record<string, readonly Opponent[]>>;

/** Who speaks Hindi is haggled with in Hinglish. */
function haggling(tongue: string): Readonly<Record<string, Opponents>> {
  const spoken = (script: string) => worded(`clean:${script}`, tongue);
  const bazaar = (agent: string, options: string) => `${agent}?${[options, tongue].filter(Boolean).join('&')}`;
  const either: readonly Opponent[] = [
    { name: 'steady', spec: spoken('boulware_firm') },
    { name: 'easy', spec: spoken('boulware_conceding') },
    { name: 'mirror', spec: spoken('tit_for_tat') },
    { name: 'stubborn', spec: spoken('boulware_hard') },
  ];
  return {
    price: {
      buyer: [...either, { name: 'listener', spec: bazaar('sauda', 'steering=head') }],
      seller: [...either, { name: 'shopkeeper', spec: bazaar('shopkeeper', 'persona=default') }],
    },
  };
}

/** `own` is who the task itself seats there: first, unless it is one of the few. */
export function opponentsFor(domain: string, seat: string, language: string, own: string): readonly Opponent[] {
  const few = haggling('')[domain]?.[seat] ?? [];
  const spoken = haggling(language === 'hi' ? 'language=hinglish' : '')[domain]?.[seat] ?? [];
  return few.some(({ spec }) => spec === own) ? spoken : [{ name: 'usual', spec: own }, ...spoken];
}
