/** The options of a tactic under the hand: a slider for every number, a choice for every word. */
import { useState } from 'react';
import type { Option } from '../../src/core/index.ts';
import type { AgentChoice, Parts } from '../agents/agents.ts';
import { type NumberOption, STEPS, scaleOf } from './scale.ts';
import style from './strategies.module.css';

interface OptionsProps {
  readonly chosen: AgentChoice;
  readonly parts: Parts;
  onChange(options: Readonly<Record<string, string>>): void;
}

export function TacticOptions({ chosen, parts, onChange }: OptionsProps) {
  return (
    <div className={style.options}>
      {Object.entries(chosen.options).map(([name, option]) => {
        const usual = chosen.preset[name] ?? option.default;
        const value = parts.options[name] ?? String(usual);
        const set = (next: string) => onChange({ ...parts.options, [name]: next });
        return (
          // biome-ignore lint/a11y/noLabelWithoutControl: the control is in it
          <label key={name}>
            <span>
              {name}{' '}
              {option.kind === 'number' ? <Typed option={option} value={value} onChange={set} /> : <b>{value}</b>}
            </span>
            <Control name={name} option={option} usual={usual} value={value} onChange={set} />
            <small className="muted">{option.about}</small>
          </label>
        );
      })}
    </div>
  );
}

interface ControlProps {
  readonly name: string;
  readonly option: Option;
  /** What it is unless it is set. */
  readonly usual: unknown;
  readonly value: string;
  onChange(value: string): void;
}

function Control({ name, option, usual, value, onChange }: ControlProps) {
  switch (option.kind) {
    case 'number': {
      const scale = scaleOf(option, Number(usual));
      return (
        <input
          type="range"
          min={0}
          max={STEPS}
          step={1}
          value={scale.place(Number(value))}
          aria-label={name}
          aria-valuetext={value}
          onChange={({ target }) => onChange(String(scale.value(Number(target.value))))}
        />
      );
    }
    case 'choice':
      return (
        <select value={value} onChange={({ target }) => onChange(target.value)}>
          {option.values.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
      );
    case 'flag':
      return (
        <input type="checkbox" checked={value === 'true'} onChange={({ target }) => onChange(String(target.checked))} />
      );
    case 'text':
      return <input value={value} onChange={({ target }) => onChange(target.value)} />;
    default:
      return option satisfies never;
  }
}

interface TypedProps {
  readonly option: NumberOption;
  readonly value: string;
  onChange(value: string): void;
}

/** Any number that the option takes; what is no such number yet stays in the field. */
function Typed({ option: { min, max }, value, onChange }: TypedProps) {
  const [text, setText] = useState<string>();
  return (
    <input
      type="number"
      min={min}
      max={max}
      step="any"
      value={text ?? value}
      onChange={({ target }) => {
        setText(target.value);
        const next = Number(target.value);
        if (target.value !== '' && next >= min && next <= max) onChange(String(next));
      }}
      onBlur={() => setText(undefined)}
    />
  );
}
