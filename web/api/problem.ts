/** What the server refuses, with its sentence. */
export class Problem extends Error {
  override readonly name = 'Problem';
  /** 0 when no answer came. */
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}
