/** Picks an agent: found by name or by what it does, its options as controls; what comes out is a spec. */
import { useId, useState } from 'react';
import {
  Autocomplete,
  Button,
  Dialog,
  DialogTrigger,
  Input,
  ListBox,
  ListBoxItem,
  Popover,
  SearchField,
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
  const choose = (name: string) =>
    onChange(specOf({ name, spoken: parts?.spoken ?? canSpeak(domain), tongue: parts?.tongue, options: {} }));
  return (
    <DialogTrigger>
      <Button className={style.word ?? ''} data-side={side} aria-label={`${label}: ${unchosen ?? spec}`}>
        {unchosen ?? short(spec)}
      </Button>
      <Popover className={style.popover ?? ''}>
        <Dialog aria-label={label} className={style.dialog ?? ''}>
          {({ close }) => (
            <>
              {/* The list stands in the flow: it covers neither the options nor the field for a spec. */}
              <Autocomplete filter={isLike}>
                <SearchField aria-label={label} autoFocus>
                  <Input className={style.input ?? ''} placeholder={words.find.placeholder} />
                </SearchField>
                <ListBox<AgentChoice>
                  className={style.list ?? ''}
                  aria-label={label}
                  items={agents}
                  renderEmptyState={() => <p className="muted">{words.find.none}</p>}
                  onAction={(key) => {
                    choose(String(key));
                    close();
                  }}
                >
                  {({ name, about }) => (
                    <ListBoxItem id={name} textValue={`${name} ${about}`} className={style.item ?? ''}>
                      <Text slot="label">{name}</Text>
                      <Text slot="description" className={style.about ?? ''}>
                        {about}
                      </Text>
                    </ListBoxItem>
                  )}
                </ListBox>
              </Autocomplete>
              {chosen && (
                <p className="small muted">
                  {chosen.name}: {chosen.about}
                </p>
              )}
              {parts && chosen && <Options chosen={chosen} parts={parts} domain={domain} onChange={onChange} />}
              <OwnSpec
                spec={spec}
                onChange={(own) => {
                  onChange(own);
                  close();
                }}
              />
            </>
          )}
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}

/** By name or by what it does. */
function isLike(text: string, sought: string): boolean {
  return sought
    .toLowerCase()
    .split(/\s+/)
    .every((part) => text.toLowerCase().includes(part));
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
