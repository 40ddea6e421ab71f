/**
 * What an act of a P-ToM trajectory does, by its name: ASK, DISCLOSE or RECOMMEND, by rule and not by a list of names seen. A name is
 * taken apart into words, and each word that means one of the three counts. A recommendation ends the game, so it comes first.
 */
export type PtomLabel = 'RECOMMEND' | 'DISCLOSE' | 'ASK';

const MEANINGS: readonly (readonly [PtomLabel, RegExp])[] = [
  ['RECOMMEND', /^(?:RECOMMEND|ADVI[SC]E|SUGGEST|PROPOS|CLOS(?:E|ING)|FINALI[SZ]E|CONCLU|ACT$|DECI|COMMIT|URGE)/],
  [
    'DISCLOSE',
    /^(?:DISCLOS|SHAR(?:E|ING)|PRESENT|INFORM|REVEAL|TELL|STAT(?:E|ING)$|EXPLAIN|PROVID|SHOW|DESCRIB|HIGHLIGHT|EMPHASI|MENTION|OFFER|FACTS?$|DATA$|EVIDENCE$)/,
  ],
  ['ASK', /^(?:ASK|QUESTION|INQUIR|ENQUIR|PROB(?:E|ING)|QUER|CLARIF|EXPLOR|ELICIT)/],
];

/** None where the name means none of them. */
export function ptomActs(name: string): readonly PtomLabel[] {
  const words = name
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toUpperCase()
    .split(/[^A-Z]+/)
    .filter((word) => word !== 'INFORMATION' && word !== 'INFO');
  return MEANINGS.flatMap(([label, meaning]) => (words.some((word) => meaning.test(word)) ? [label] : []));
}
