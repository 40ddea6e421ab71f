/** Scripts with words put to them by templates, as specs name them: here and nowhere else. */

/** `tongue`: how it speaks, as in language=hinglish; as the templates do where it is left out. */
export function worded(script: string, tongue = ''): string {
  return `worded:${script}@templates${tongue === '' ? '' : `?${tongue}`}`;
}

/** The script and the tongue of such a spec; undefined for any other. */
export function unworded(spec: string): { readonly script: string; readonly tongue: string | undefined } | undefined {
  const [, script, tongue] = /^worded:(.*)@templates(?:\?(.*))?$/.exec(spec) ?? [];
  return script === undefined ? undefined : { script, tongue };
}
