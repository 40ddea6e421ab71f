/**
 * The set phrases with which people accept, reject and walk away, in English and Hinglish, and some in Spanish, Portuguese, German,
 * French and Italian. Each group says where its phrases may stand; what is not listed is not believed.
 */
import { fold } from './tokens.ts';

export type StanceKind = 'accept' | 'reject' | 'walk' | 'noDeal' | 'yes';

interface Group {
  readonly kind: StanceKind;
  /** Separated by commas. */
  readonly phrases: string;
  /** Only at the head of a clause, fillers and numbers aside. */
  readonly opens?: boolean;
  /** Not right after these words: "good deal". */
  readonly notAfter?: string;
  /** The only words that may come next, besides numbers and currencies; any, where this is left out. */
  readonly next?: string;
}

const THANKS =
  'thanks thank thx cheers please then now today and ji bhai bhaiya yaar dost sir boss buddy dude man friend ok okay';

const GROUPS: readonly Group[] = [
  {
    kind: 'accept',
    phrases:
      "deal,agreed,accepted,sold,done,pakka,pakki,fechado,combinado,hecho,vendu,vendido,akzeptiert,angenommen,abgemacht,einverstanden,de acuerdo,d'accord,d'accordo,akkoord,affare fatto,trato hecho,negócio fechado,marché conclu,done deal,deal accepted,offer accepted,deal pakki,deal pakka,sauda pakka,deal done",
    opens: true,
    notAfter: "good great fair fine perfect lovely wonderful cool excellent best better sweet that that's this it's is",
    next: `${THANKS} at done it hai hain par pe on mein accepted pakki pakka sounds good great yes from i we my`,
  },
  {
    kind: 'accept',
    phrases:
      "you have a deal,you've got a deal,youve got a deal,you got a deal,you have got a deal,we have a deal,we've got a deal,we got a deal,got yourself a deal,have yourself a deal,it's a deal,its a deal,it is a deal,that's a deal,we are agreed",
    next: `${THANKS} at for on my`,
  },
  {
    kind: 'accept',
    phrases: "i'll take it,ill take it,i will take it,we'll take it,i'll buy it",
    next: `${THANKS} at`,
  },
  {
    kind: 'accept',
    phrases:
      "works for me,would work for me,that works,that works for me,it works for me,this works for me,that will work,that'll work,fine with me,fine by me,okay with me,ok with me",
    opens: true,
    next: `${THANKS} fine great`,
  },
  {
    kind: 'accept',
    phrases: "let's do it,lets do it,let's shake on it,i can live with that",
    next: `${THANKS} at for`,
  },
  { kind: 'accept', phrases: 'i agree to,i agree on', next: 'your the that this it those these' },
  { kind: 'accept', phrases: 'i agree,we agree', opens: true, next: `${THANKS} at` },
  { kind: 'accept', phrases: 'manzoor,manjoor,manzur,मंजूर,स्वीकार', next: `${THANKS} hai hain है par` },
  {
    kind: 'accept',
    phrases: "acepto,aceito,accetto,j'accepte,ich akzeptiere,ich nehme an",
    next: `${THANKS} su tu la el esa oferta trato por en gracias sua a essa proposta votre ton l'offre cette pour merci das ihr angebot den preis diesen dein`,
  },
  { kind: 'noDeal', phrases: 'no deal,deal nahi,deal nahin,kein deal,no hay trato' },
  {
    kind: 'walk',
    phrases:
      "i'm out,im out,i am out,i'm leaving,im leaving,i am leaving,i quit,i give up,i withdraw,i shall withdraw,i walk away,i'll walk away,i will walk away,i'm walking away,i am walking away,i'm stepping away,i am stepping away,i will bow out,i'll leave it here,i will leave it here,estou fora,desisto,me retiro,me voy,ich steige aus,ich bin raus,je me retire",
    next: `${THANKS} goodbye bye sorry this`,
  },
  {
    kind: 'walk',
    phrases: "i'm done here,i am done here,i'm ending this,i am ending this",
    next: `${THANKS} goodbye bye sorry here negotiation conversation`,
  },
  { kind: 'walk', phrases: 'i walk,walk away,walking away,quit', opens: true, next: `${THANKS} goodbye bye sorry` },
  {
    kind: 'reject',
    phrases:
      "i reject,i decline,i must decline,i will decline,i'll decline,i'll have to decline,i have to decline,i respectfully decline,no thanks,no thank you,i'll pass,i will pass,i pass,rejected,declined,rechazo,ich lehne ab,je refuse,recuso",
    next: `${THANKS} on that your this offer it the sorry for i`,
  },
  {
    kind: 'yes',
    phrases:
      'ok,okay,yes,yeah,yep,sure,fine,alright,all right,great,perfect,haan,theek hai,thik hai,sounds good,sounds fair,chalega,vale,oui,ja,sim,si,ठीक है',
    opens: true,
  },
];

export interface Phrase {
  readonly kind: StanceKind;
  readonly words: readonly string[];
  readonly opens: boolean;
  readonly notAfter: ReadonlySet<string>;
  readonly next: ReadonlySet<string> | undefined;
}

/** By their first word, longer phrases first. */
export const stancePhrases: ReadonlyMap<string, readonly Phrase[]> = build();

function build(): Map<string, Phrase[]> {
  const set = (words: string) => new Set(words.split(' ').map(fold));
  const phrases = GROUPS.flatMap(({ kind, phrases, opens = false, notAfter, next }) =>
    phrases.split(',').map(
      (phrase): Phrase => ({
        kind,
        words: phrase.split(' ').map(fold),
        opens,
        notAfter: notAfter === undefined ? new Set() : set(notAfter),
        next: next === undefined ? undefined : set(next),
      }),
    ),
  );
  phrases.sort((a, b) => b.words.length - a.words.length);
  const index = new Map<string, Phrase[]>();
  for (const phrase of phrases) {
    const first = phrase.words[0] as string;
    index.set(first, [...(index.get(first) ?? []), phrase]);
  }
  return index;
}
