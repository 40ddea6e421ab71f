/** What an error means to the shell that called: 1 the work failed, 2 it was asked for wrongly. */
export const FAILED = 1;
export const BAD_USAGE = 2;

/** The command line itself does not fit. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Without the codes and calls of the system: "no such file or directory" for "ENOENT: no such file or directory, open 'x'". */
export function inWords(message: string): string {
  return message
    .replace(/\bEISDIR: illegal operation on a directory/g, 'EISDIR: it is a folder')
    .replace(
      /\b(?:ENOENT|ENOTDIR|EISDIR|EEXIST|EACCES|EPERM|EROFS|ENOSPC|EBUSY|ENAMETOOLONG): ([^,\n]+), \w+(?: '[^'\n]*')?(?: -> '[^'\n]*')?/g,
      '$1',
    );
}

/** By their names: their own files would bring the rooms that throw them along, into every start of the command. */
const USAGE = [
  'UsageError',
  'SpecError',
  'ScenarioError',
  'ModuleError',
  'FolderError',
  'ModelNameError',
  'OutputNameError',
];

/** What is not there was named wrongly, whichever room found it out; what is there and broken has failed. */
const NOT_THERE = /^(there is no (file|folder)\b|cannot read .+: (ENOENT|EISDIR|ENOTDIR)\b|.+ has no episode ")/;

export function exitCodeOf(error: unknown): number {
  if (error instanceof Error && NOT_THERE.test(error.message)) return BAD_USAGE;
  return USAGE.includes((error as Error | undefined)?.name ?? '') ? BAD_USAGE : FAILED;
}
