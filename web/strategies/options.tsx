/** The options of a tactic under the hand: a slider for every number, a choice for every word. */
import type { Option } from '../../src/core/index.ts';
import type { AgentChoice, Parts } from '../agents/agents.ts';
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
        const value = parts.options[name] ?? String(chosen.preset[name] ?? option.default);
        const set = (next: string) => onChange({ ...parts.options, [name]: next });
        return (
          // biome-ignore lint/a11y/noLabelWithoutControl: the control is in it
          <label key={name}>
            <span>
              {name} <b>{value}</b>
            </span>
            <Control option={option} value={value} onChange={set} />
            <small className="muted">{option.about}</small>
          </label>
        );
      })}
    </div>
  );
}

interface ControlProps {
  readonly option: Option;
  readonly value: string;
  onChange(value: string): void;
}

function Control({ option, value, onChange }: ControlProps) {
  switch (option.kind) {
    case 'number': {
      const scale = scaleOf(option);
      return (
        <input
          type="range"
          min={0}
          max={STEPS}
          step={1}
          value={scale.place(Number(value))}
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

const STEPS = 200;
/** Bounds so far apart that equal steps would leave no room for the small values. */
const FAR = 500;

/** From the hand to a value and back; by factors where the bounds are far apart. */
function scaleOf({ min, max, default: usual }: Extract<Option, { kind: 'number' }>) {
  const low = Number.isFinite(min) ? min : 0;
  const high = Number.isFinite(max) ? max : Math.max(1, 4 * Math.abs(usual));
  const byFactor = low > 0 && high / low > FAR;
  const whole = Number.isInteger(usual) && high - low >= STEPS && !byFactor;
  return {
    place: (value: number) =>
      Math.round(STEPS * (byFactor ? Math.log(value / low) / Math.log(high / low) : (value - low) / (high - low))),
    value(place: number) {
      const share = place / STEPS;
      const exact = byFactor ? low * (high / low) ** share : low + share * (high - low);
      return whole ? Math.round(exact) : Math.min(high, Math.max(low, Number(exact.toPrecision(3))));
    },
  };
}
