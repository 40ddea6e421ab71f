/** Apart from the problems that it places: a reader of YAML is a lot to load for a preset. */
import { isMap, isScalar, LineCounter, type Node, parseDocument } from 'yaml';
import type { LineOf } from './problems.ts';

/** YAML, or JSON, which is YAML too, with the line of every part. */
export function readWithLines(text: string): { readonly value: unknown; readonly lineOf: LineOf } {
  const counter = new LineCounter();
  const document = parseDocument(text, { lineCounter: counter });
  const [broken] = document.errors;
  if (broken) throw broken;
  const lineAt = (node: unknown) => {
    const start = (node as Node | undefined)?.range?.[0];
    return start === undefined ? undefined : counter.linePos(start).line;
  };
  return {
    value: document.toJS() as unknown,
    lineOf(path) {
      // A field that is missing stands where it should: at its nearest parent.
      for (let depth = path.length; depth >= 0; depth--) {
        const parent = depth === 0 ? document.contents : document.getIn(path.slice(0, depth - 1), true);
        const key = path[depth - 1];
        const pair = isMap(parent) ? parent.items.find((one) => isScalar(one.key) && one.key.value === key) : undefined;
        const line = lineAt(pair?.key ?? (depth === 0 ? parent : document.getIn(path.slice(0, depth), true)));
        if (line !== undefined) return line;
      }
      return undefined;
    },
  };
}
