/** A person's hand on the board itself: a range that lies over what it moves along, with a knob in the colour of its side. */
import type { ComponentProps } from 'react';
import style from './slider.module.css';

interface SliderProps extends Omit<ComponentProps<'input'>, 'type' | 'className'> {
  readonly side?: 'left' | 'right' | undefined;
  /** A bar to draw a line with, where the thing moved along is a strip. */
  readonly bar?: boolean;
}

export function Slider({ side, bar = false, ...props }: SliderProps) {
  return <input {...props} type="range" className={style.slider} data-side={side} data-bar={bar} />;
}
