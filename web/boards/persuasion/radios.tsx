/** One of a few, in a line. */
import style from './play.module.css';

interface RadiosProps<T extends string | number | boolean> {
  readonly legend: string;
  readonly name: string;
  readonly of: readonly T[];
  readonly chosen: T;
  called(one: T): string;
  onChoice(one: T): void;
}

export function Radios<T extends string | number | boolean>(props: RadiosProps<T>) {
  const { legend, name, of, chosen, called, onChoice } = props;
  return (
    <fieldset className={style.choices}>
      <legend>{legend}</legend>
      {of.map((one) => (
        <label key={String(one)}>
          <input type="radio" name={name} checked={one === chosen} onChange={() => onChoice(one)} /> {called(one)}
        </label>
      ))}
    </fieldset>
  );
}
