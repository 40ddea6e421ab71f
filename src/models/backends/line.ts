/** What an error of fetch says about the line: fetch itself says only "failed" and hides why in its causes. */

export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : 'the server';
}

/** The names and codes of an error and its causes. */
export function codesOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return `${error.name} ${code} ${codesOf(error.cause)}`;
}

export function causeOf(error: Error): string {
  const { cause } = error;
  if (cause instanceof AggregateError && cause.errors[0] instanceof Error) return cause.errors[0].message;
  return cause instanceof Error ? causeOf(cause) : error.message;
}
