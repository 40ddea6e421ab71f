import { expect, test } from 'vitest';
import { createRng } from '../../../rng.ts';
import { possibleMinds } from './belief.ts';
import { bestSet } from './best-set.ts';
import { SIZE } from './mind.ts';
import { cellsOf, type Message, mindgames, type PersuaderView, swayedBy, withEffect } from './mindgames.ts';
import { mindgamesSamplers } from './samplers.ts';

const none = { type: 'message', disclose: [], motivational: [], informational: [], inferential: [] } as const;

test('the best set is what telling every set to every mind finds, after whatever was said', () => {
  for (let seed = 1; seed <= 8; seed++) {
    const rng = createRng(seed);
    const scenario = mindgamesSamplers.arms(seed, { tieRule: seed % 2 ? 'end' : 'sticky' });
    const view = mindgames.view(mindgames.start(scenario as never), 'persuader') as PersuaderView;
    const minds = rng.shuffle(possibleMinds(view, 'nothing')).slice(0, 12);
    const said = seed % 3 === 0 ? [] : [mindgames.randomAct(view, rng) as Message];
    const told = new Set(said.flatMap(({ disclose }) => disclose.map((one) => `${one.proposal}${one.attribute}`)));
    const open = cellsOf(view.public).filter((one) => !told.has(`${one.proposal}${one.attribute}`));
    const goal = view.public.proposals.indexOf(view.own.goal);
    const wins = Array.from({ length: 1 << open.length }, (_, set) => {
      const disclose = open.filter((_cell, i) => (set >> i) & 1).map((cell) => withEffect(view, cell));
      const after = [...said, { ...none, disclose }];
      return minds.filter((mind) => swayedBy(view.public, mind, after).choice === goal).length;
    });
    const { cells, chance } = bestSet(view, minds, said);
    expect(chance).toBe(Math.max(...wins) / minds.length);
    const all = cellsOf(view.public);
    const set = cells.reduce(
      (mask, cell) => mask | (1 << open.findIndex((one) => JSON.stringify(one) === JSON.stringify(all[cell]))),
      0,
    );
    expect(wins[set]).toBe(Math.max(...wins));
    expect(cells.every((cell) => cell < SIZE * SIZE)).toBe(true);
  }
});
