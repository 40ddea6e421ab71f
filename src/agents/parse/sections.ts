/**
 * Replies in labelled lines, as AgreeMate asked for them: `Action: ...`, `Utterance: ...`, `Price: ...`, `Reasoning: ...`.
 *
 * A section runs to the next label, over as many lines as it takes. Labels may be bold, numbered, in a list or in a tag
 * (<action>offer</action>), and after the first one also in the middle of a line. Thoughts are dropped. A line of the other
 * seat means that the reply plays both sides.
 */
import { fold } from '../../core/words/tokens.ts';

export interface Sections {
  readonly action: readonly string[];
  /** What an offer is for: a price, a split. */
  readonly terms: readonly string[];
  readonly words: readonly string[];
  readonly intent: readonly string[];
  /** What stands under no label. */
  readonly loose: string;
  /** Speaks for somebody else. */
  readonly otherSeat: boolean;
}

export interface Speakers {
  readonly own: readonly string[];
  readonly others: readonly string[];
}

type Label = 'action' | 'terms' | 'words' | 'intent' | 'thought' | 'end' | 'own' | 'other';

const LABELS = new Map<string, Label>();
const add = (label: Label, names: string) => {
  for (const name of names.split(',')) LABELS.set(name, label);
};
add(
  'action',
  'action,act,move,decision,my action,next action,action type,type,accion,aktion,acao,chosen action,final action',
);
add(
  'terms',
  'price,proposal,my proposal,split,allocation,division,offer price,proposed price,my price,my offer,offer,counter offer,counteroffer,counter-offer,amount,bid,final price,new price,price offer,offer amount,my counteroffer,my counter-offer,counter price,counter-price,precio,preis,prix,preco',
);
add(
  'words',
  'utterance,message,words,say,response,reply,text,dialogue,speech,my response,what i say,mensaje,nachricht',
);
add('intent', 'intent,intention');
add(
  'thought',
  'thought,thoughts,reasoning,thinking,rationale,analysis,explanation,strategy,plan,reason,internal thought,my reasoning,justification,note,notes,step-by-step reasoning,chain of thought',
);

const LEAD = /^[\s>*#\-•"'`_\d.)(]{0,16}/;
const TRIM = /^[\s*_`"'#>\-•\d.)(]+|[\s*_`"'#>]+$/g;
const TAG = /<(\/?)([A-Za-z_]{2,20})>/g;
const INLINE = /(?<=^|[\s|,;.!?"'*])(?:\*\*)?([A-Z][a-z]{2,12}(?: [a-z]{3,8})?)(?:\*\*)?:(?:\*\*)?/g;

/** `speakers`: the names that begin a line of this seat, and of the others; lower case. */
export function sectionsOf(text: string, speakers: Speakers): Sections {
  const found: Record<'action' | 'terms' | 'words' | 'intent', string[]> = {
    action: [],
    terms: [],
    words: [],
    intent: [],
  };
  let loose = '';
  let otherSeat = false;
  let label: Label | undefined;
  let body = '';
  let labelled = false;
  const labelOf = (name: string): Label | undefined => {
    const folded = fold(name).replace(TRIM, '');
    if (speakers.own.includes(folded)) return 'own';
    if (speakers.others.includes(folded)) return 'other';
    return LABELS.get(folded);
  };
  const close = () => {
    const content = body.trim();
    if (label === 'other') otherSeat = true;
    else if (label === 'action' || label === 'terms' || label === 'words' || label === 'intent')
      found[label].push(content);
    else if (label !== 'thought' && content !== '') loose += (loose === '' ? '' : '\n') + content;
    body = '';
  };
  const open = (next: Label) => {
    close();
    label = next;
    labelled ||= next !== 'own' && next !== 'end';
  };
  const untagged = text.replace(TAG, (tag, slash: string, name: string) =>
    LABELS.has(name.toLowerCase().replaceAll('_', ' '))
      ? slash
        ? '\n\u0000:'
        : `\n${name.replaceAll('_', ' ')}: `
      : tag,
  );
  for (const line of untagged.split('\n')) {
    if (line.startsWith('\u0000:')) open('end');
    const clean = line.replace('\u0000:', '');
    const colon = clean.search(/[:：]/);
    const lead = LEAD.exec(clean)?.[0].length ?? 0;
    const first = colon > 0 && colon - lead <= 30 ? labelOf(clean.slice(lead, colon)) : undefined;
    let rest = clean;
    if (first) {
      open(first);
      rest = clean.slice(colon + 1).replace(/^[*_`\s]+/, '');
    }
    let from = 0;
    if (labelled) {
      for (const match of rest.matchAll(INLINE)) {
        const next = labelOf(match[1] as string);
        if (!next || next === 'own') continue;
        body += rest.slice(from, match.index);
        open(next);
        from = match.index + match[0].length;
      }
    }
    const piece = rest.slice(from);
    if (label === 'action' && piece.trim() !== '') {
      // An action is one line; what follows without a label is what is said with it.
      found.action.push(piece.trim());
      label = 'end';
    } else body += `${piece}\n`;
  }
  close();
  return { ...found, action: found.action.filter((action) => action !== ''), loose: loose.trim(), otherSeat };
}

/** Words without the quotes that models put around them. */
export function unquoted(text: string): string {
  const trimmed = text.trim();
  const [first, last] = [trimmed[0] ?? '', trimmed.at(-1) ?? ''];
  const pairs: Readonly<Record<string, string>> = { '"': '"', "'": "'", '“': '”', '«': '»', '‘': '’' };
  const quoted = trimmed.length > 1 && pairs[first] === last && !trimmed.slice(1, -1).includes(first);
  return quoted ? trimmed.slice(1, -1).trim() : trimmed;
}
