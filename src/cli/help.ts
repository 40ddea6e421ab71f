/** Defaults in the help as a person would write them: text without quotation marks, and an empty list not at all. */
import { type Argument, Help, type Option } from 'commander';

export const plainHelp = {
  optionDescription: (option: Option) => new Help().optionDescription(plainly(option)),
  argumentDescription: (argument: Argument) => new Help().argumentDescription(plainly(argument)),
};

function plainly<T extends Option | Argument>(one: T): T {
  const shown = Object.create(one) as T;
  const value: unknown = one.defaultValue;
  if (Array.isArray(value) && value.length === 0) shown.defaultValue = undefined;
  else if (typeof value === 'string') shown.defaultValueDescription = value;
  return shown;
}
