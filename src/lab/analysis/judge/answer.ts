/** What a judge says under a name, anywhere in its reply. One that says two things, and not alike, has said nothing. */
import { keyOf, objectsIn } from '../../../agents/parse/json.ts';
import type { ModelReply } from '../../../models/index.ts';

export function saidUnder(name: string, { text, value }: Pick<ModelReply, 'text' | 'value'>): unknown {
  const { objects, broken } = objectsIn(text);
  if (objects.length === 0 && !broken) return (value as Readonly<Record<string, unknown>> | undefined)?.[name];
  const key = keyOf(name);
  const [said, ...others] = new Set(objects.filter((one) => one.has(key)).map((one) => one.get(key)));
  return others.length === 0 ? said : undefined;
}
