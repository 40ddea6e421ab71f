/**
 * A row of a role table as a chat: who you are and what you want, what was said, and what this side answered.
 *
 * The answer is in the form that our own prompts ask for (agents/prompt.ts), so a model trained on it can be asked by them. The
 * prompt itself is another (dialogue-chat.ts has the one of play): people in the corpora had no limit and no turn limit. It is made from the scenario, the
 * role, the own values and the context; the outcome and the utterance are no part of it, and the partner's values only when asked.
 */
import { formatPrice, type ItemType } from '../../core/index.ts';
import type { RoleRow } from '../roles/index.ts';
import type { ChatRow } from './chat-row.ts';

export interface RoleChatOptions {
  /** The thought goes into the answer, before the act. */
  readonly thoughts?: boolean;
  /** Tells the model the other side's secrets. For ablations. */
  readonly withPartnerValues?: boolean;
  readonly splitBy?: 'scenario' | 'trajectory' | 'published';
}

interface Listing {
  readonly title: string;
  readonly category: string;
  readonly description: string;
  readonly listPrice: number;
  readonly currency: string;
}

export function roleChat(row: RoleRow, options: RoleChatOptions = {}): ChatRow {
  const { role, dialogue, turn, source, context } = row;
  return {
    id: `${dialogue}-${turn}-${role}`,
    source,
    split: row[`split_${options.splitBy ?? 'scenario'}`],
    messages: [
      { role: 'system', content: systemOf(row, options) },
      { role: 'user', content: `${context === '' ? 'Nothing was said yet.' : context}\nYour move.` },
      { role: 'assistant', content: answerOf(row, options) },
    ],
  };
}

function systemOf(row: RoleRow, { thoughts, withPartnerValues }: RoleChatOptions): string {
  const { item, items } = JSON.parse(row.scenario) as { item?: Listing; items?: readonly ItemType[] };
  const told = item ? listingWords(row.role, item) : itemsWords(row.role, items ?? []);
  const parts = [told.role, told.own(row.values)];
  if (withPartnerValues) parts.push(`The other side's secrets: ${row.partner_values}.`);
  const thinking = thoughts ? '"reasoning":"what you think, which nobody else reads",' : '';
  parts.push(
    `Reply with one JSON object and nothing else, in this form:\n{${thinking}"act":"offer",${told.form},"words":"what you say"}\nact is one of offer, accept, reject, walk, say. ${told.key} is null unless you make an offer.`,
  );
  return parts.join('\n\n');
}

interface Told {
  readonly role: string;
  readonly own: (values: string) => string;
  readonly key: string;
  readonly form: string;
}

function listingWords(role: string, { title, category, description, listPrice, currency }: Listing): Told {
  const money = (amount: number) => formatPrice(amount, currency);
  return {
    role: `You are the ${role} in a negotiation over one item.\nItem: ${title} (${category}). ${description}\nList price: ${money(listPrice)}.`,
    own(values) {
      const { target, description: more } = JSON.parse(values) as { target: number; description?: string };
      const known = more === undefined ? '' : ` What only you know of it: ${more}`;
      return `You hope for ${money(target)}. Keep that to yourself.${known}`;
    },
    key: 'price',
    form: '"price":0',
  };
}

function itemsWords(role: string, items: readonly ItemType[]): Told {
  return {
    role: `You are the ${role} and share out items with another side.\nItems: ${items.map(({ name, count }) => `${count} ${name}`).join(', ')}.`,
    own(values) {
      const each = Object.entries(JSON.parse(values) as Record<string, { value: number }>);
      return `To you one unit is worth: ${each.map(([name, { value }]) => `${name} ${value}`).join(', ')}. Keep that to yourself.`;
    },
    key: 'mine',
    form: `"mine":{${items.map(({ name }) => `${JSON.stringify(name)}:0`).join(',')}}`,
  };
}

function answerOf({ action, terms, scenario, thought, utterance }: RoleRow, { thoughts }: RoleChatOptions): string {
  const none = 'items' in (JSON.parse(scenario) as object) ? { mine: null } : { price: null };
  return JSON.stringify({
    ...(thoughts ? { reasoning: thought } : {}),
    act: action,
    ...(terms === '' ? none : (JSON.parse(terms) as object)),
    words: utterance,
  });
}
