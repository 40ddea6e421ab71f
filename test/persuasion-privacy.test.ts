/**
 * What a planner notes and states is in its transcript and in no view of the other side, byte for byte: a secret word is planted in every
 * note and belief, and looked for in whatever the other seat was shown, over whole games of all three rule sets, in typed acts and in prose.
 */
import { describe, expect, it } from 'vitest';
import { renderPrompt, resolvePlayer, speechOf } from '../src/agents/index.ts';
import {
  type Domain,
  type Episode,
  findDomain,
  findKit,
  type Player,
  playEpisode,
  type Script,
  viewsOf,
} from '../src/core/index.ts';
import { repetitions } from './repetitions.ts';

const SECRET = 'zanzibar-7431';

/** Plays as the script does, and notes and states what nobody else may hear. */
function whispering(player: Player<Script>, seat: string): Player<Script> {
  const { agent } = player;
  return {
    ...player,
    agent: {
      name: agent.name,
      act(view, context) {
        if (view.seat === seat) {
          context.note({ plan: { words: SECRET, predicted: 0.5, alternatives: [{ act: SECRET, predicted: 0.1 }] } });
          context.state(SECRET, { kind: 'values', values: { [SECRET]: 1 } });
        }
        return agent.act(view, context);
      },
    },
  };
}

describe.each([
  ['ptom', 'planner', 'mind', 'typed'],
  ['ptom', 'worded:planner@templates', 'worded:mind@templates', 'prose'],
  ['trace', 'adaptive', 'network', 'typed'],
  ['trace', 'worded:adaptive@templates', 'worded:network@templates', 'prose'],
  ['mindgames', 'planner', 'rational', 'typed'],
  ['mindgames', 'worded:planner@templates', 'rational', 'prose'],
])('%s: %s against %s, %s', (name, persuader, target, talk) => {
  const domain = findDomain(name) as Domain;
  const sample = (seed: number) => Object.values(findKit(name)!.samplers)[0]!(seed, { talk });
  const play = (seed: number, seat: string): Episode => {
    const players = { persuader: resolvePlayer(persuader, domain), target: resolvePlayer(target, domain) };
    return playEpisode({
      domain,
      scenario: sample(seed),
      source: { seed },
      players: { ...players, [seat]: whispering(players[seat as 'target'] as Player<Script>, seat) },
      seed,
    });
  };

  it('keeps notes and beliefs from every view, prompt and telling of the other side', () => {
    for (let seed = 0; seed < repetitions(100, 2); seed++)
      for (const [seat, other] of [
        ['persuader', 'target'],
        ['target', 'persuader'],
      ] as const) {
        const episode = play(seed, seat);
        expect(JSON.stringify(episode.events)).toContain(SECRET);
        for (const view of viewsOf(domain, episode, other)) {
          expect(JSON.stringify(view)).not.toContain(SECRET);
          expect(JSON.stringify(renderPrompt(view, { persona: 'neutral', reasoning: 'none' }))).not.toContain(SECRET);
        }
        const { tell } = speechOf(name);
        const told = [tell.facts(episode.scenario), tell.secrets(episode.scenario, other)];
        expect(JSON.stringify(told)).not.toContain(SECRET);
        // And the game is the one that was played without them.
        const acts = ({ events }: Episode) => events.filter(({ type }) => type === 'action-taken');
        const plain = playEpisode({
          domain,
          scenario: sample(seed),
          source: { seed },
          players: { persuader: resolvePlayer(persuader, domain), target: resolvePlayer(target, domain) },
          seed,
        });
        expect(acts(episode)).toEqual(acts(plain));
      }
  });
});
