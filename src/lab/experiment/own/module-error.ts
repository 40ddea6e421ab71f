/** A module of one's own that cannot be had, in one sentence. Apart from the loader, which brings a compiler along. */
export class ModuleError extends Error {
  override readonly name = 'ModuleError';
}
