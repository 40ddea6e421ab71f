/** Picks an agent: found by name or by what it does, its options as controls; what comes out is a spec. */
import { useId, useState } from 'react';
import {
  Button,
  ComboBox,
  Dialog,
  DialogTrigger,
  Input,
  ListBox,
  ListBoxItem,
  Popover,
  Text,
} from 'react-aria-components';
import type { Option } from '../../src/core/index.ts';
import { useWords } from '../words/index.ts';
import { type AgentChoice, agentsFor, canSpeak, type Parts, partsOf, specOf } from './agents.ts';
import style from './picker.module.css';

export interface PickerProps {
  readonly domain: string;
  readonly seat: string;
  readonly spec: string;
  readonly label: string;
  readonly side?: string;
  /** What it says where somebody else than this agent is chosen. */
  readonly unchosen?: string | undefined;
  onChange(spec: string): void;
}

export function AgentPicker({ domain, seat, spec, label, side, unchosen, onChange }: PickerProps) {
  const words = useWords();
  const agents = agentsFor(domain, seat, words);
  const parts = partsOf(spec);
  const chosen = agents.find(({ name }) => name === parts?.name);
  const [sought, setSought] = useState<string>();
  // What is chosen stands in the field, and hides nobody else.
  const found = sought === undefined ? agents : agents.filter((agent) => isLike(agent, sought));
  return (
    <DialogTrigger>
      <Button className={style.word ?? ''} data-side={side} aria-label={`${label}: ${unchosen ?? spec}`}>
        {unchosen ?? short(spec)}
      </Button>
      <Popover className={style.popover ?? ''}>
        <Dialog aria-label={label} className={style.dialog ?? ''}>
          <ComboBox
            aria-label={label}
            items={found}
            defaultSelectedKey={chosen?.name ?? null}
            inputValue={sought ?? chosen?.name ?? ''}
            onInputChange={(text) => setSought(text === chosen?.name ? undefined : text)}
            allowsEmptyCollection
            menuTrigger="focus"
            onSelectionChange={(key) => {
              setSought(undefined);
              if (key !== null)
                onChange(
                  specOf({
                    name: String(key),
                    spoken: parts?.spoken ?? canSpeak(domain),
                    tongue: parts?.tongue,
                    options: {},
                  }),
                );
            }}
          >
            <Input className={style.input ?? ''} placeholder={words.find.placeholder} />
            <Popover className={style.popover ?? ''}>
              <ListBox<AgentChoice> className={style.list ?? ''}>
                {({ name, about }) => (
                  <ListBoxItem id={name} textValue={name} className={style.item ?? ''}>
                    <Text slot="label">{name}</Text>
                    <Text slot="description" className={style.about ?? ''}>
                      {about}
                    </Text>
                  </ListBoxItem>
                )}
              </ListBox>
            </Popover>
          </ComboBox>
          {chosen && <p className="small muted">{chosen.about}</p>}
          {parts && chosen && <Options chosen={chosen} parts={parts} domain={domain} onChange={onChange} />}
          <OwnSpec spec={spec} onChange={onChange} />
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}

/** By name or by what it does. */
function isLike({ name, about }: AgentChoice, sought: string): boolean {
  const text = `${name} ${about}`.toLowerCase();
  return sought
    .toLowerCase()
    .split(/\s+/)
    .every((part) => text.includes(part));
}

interface OptionsProps {
  readonly chosen: AgentChoice;
  readonly parts: Parts;
  readonly domain: string;
  onChange(spec: string): void;
}

function Options({ chosen, parts, domain, onChange }: OptionsProps) {
  const words = useWords();
  const set = (name: string, value: string) =>
    onChange(specOf({ ...parts, options: { ...parts.options, [name]: value } }));
  return (
    <div className={style.options}>
      {canSpeak(domain) && chosen.name.includes(':') && (
        <label>
          <input
            type="checkbox"
            checked={parts.spoken}
            onChange={({ target }) => onChange(specOf({ ...parts, spoken: target.checked }))}
          />{' '}
          {words.table.spoken}
        </label>
      )}
      {Object.entries(chosen.options).map(([name, option]) => (
        // biome-ignore lint/a11y/noLabelWithoutControl: the control is in it
        <label key={name}>
          <span>{name}</span>
          <Control
            option={option}
            value={parts.options[name] ?? String(chosen.preset[name] ?? option.default)}
            onChange={(value) => set(name, value)}
          />
          <small className="muted">{option.about}</small>
        </label>
      ))}
    </div>
  );
}

function Control({ option, value, onChange }: { option: Option; value: string; onChange: (value: string) => void }) {
  switch (option.kind) {
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
    case 'number':
      return (
        <input
          type="number"
          step="any"
          min={option.min}
          max={option.max}
          value={value}
          onChange={({ target }) => target.value !== '' && onChange(target.value)}
        />
      );
    case 'text':
      return <input type="text" value={value} onChange={({ target }) => onChange(target.value)} />;
    default:
      return option satisfies never;
  }
}

function OwnSpec({ spec, onChange }: { spec: string; onChange: (spec: string) => void }) {
  const words = useWords();
  const [text, setText] = useState(spec);
  const id = useId();
  return (
    <form
      className={style.own}
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== '') onChange(text.trim());
      }}
    >
      <label htmlFor={id}>{words.table.ownSpec}</label>
      <input
        id={id}
        className="mono"
        value={text}
        spellCheck={false}
        onChange={({ target }) => setText(target.value)}
      />
      <small className="muted">{words.table.specHelp}</small>
    </form>
  );
}

/** "boulware_firm" of "worded:clean:boulware_firm@templates". */
function short(spec: string): string {
  const parts = partsOf(spec);
  if (!parts) return spec;
  const options = Object.entries(parts.options).map(([name, value]) => `${name} ${value}`);
  return [parts.name.split(':').at(-1), ...options].join(', ');
}
