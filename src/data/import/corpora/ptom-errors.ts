/**
 * Errors of a service that stand where records or words should be: a line that is an error message, an object that holds one in place of a
 * record, and words that are one. A file of these is called that, and not a file of broken records.
 */

/** How client libraries begin: "Error code: 529 - {...}", "APIConnectionError: ...", "HTTP 401", "429 Too Many Requests". */
const MESSAGE =
  /^\W{0,3}(?:error code: \d{3}|(?:\w+\.)*\w*(?:API|Authentication|Connection|RateLimit|Timeout|Overloaded|BadRequest|NotFound|PermissionDenied|InternalServer)\w*(?:Error|Exception)\b|HTTP(?: error|\/[\d.]+)? ?\d{3}\b|[45]\d\d (?:too many requests|unauthorized|forbidden|bad gateway|service unavailable|internal server error|gateway timeout)|error: |traceback \(most recent call last\))/i;

export function isApiError(text: string): boolean {
  return MESSAGE.test(text);
}

export interface ApiError {
  readonly says: string;
}

/** The error that a line or a value is; undefined where it is something else. */
export function apiErrorIn(value: unknown): ApiError | undefined {
  if (typeof value === 'string') return isApiError(value) ? said(value) : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  const { says, error, type, message, trajectory, available_facts: facts } = value as Record<string, unknown>;
  if (typeof says === 'string' && Object.keys(value).length === 1) return { says };
  if (trajectory !== undefined || facts !== undefined) return undefined;
  if (error !== undefined && error !== null && error !== false) return said(textOf(error));
  return type === 'error' ? said(textOf(message ?? value)) : undefined;
}

function said(text: string): ApiError {
  const short = text.replace(/\s+/g, ' ').trim().slice(0, 120);
  return { says: `an error of an API stands in place of a record: ${JSON.stringify(short)}` };
}

function textOf(error: unknown): string {
  if (typeof error === 'string') return error;
  const { message, type } = (error ?? {}) as { message?: unknown; type?: unknown };
  return typeof message === 'string' ? message : typeof type === 'string' ? type : JSON.stringify(error);
}
