import { describe, expect, test } from 'vitest';
import { price, registries } from '../core/index.ts';
import { registryPlayers, resolvePlayer, resolveScript, specOf } from './spec.ts';

describe('a spec names an agent', () => {
  test('by its name, in the first open registry that has it', () => {
    expect(resolveScript('boulware_hard', price).options).toEqual({
      exponent: 4,
      margin: 400,
      opening: 'target',
      noise: 0,
    });
  });

  test('in a registry of its own choice', () => {
    expect(resolveScript('janus-b:boulware_hard', price).options).toMatchObject({ exponent: 4, margin: 500 });
  });

  test('with options, and by the strategy itself', () => {
    expect(resolveScript('boulware_hard?margin=300&opening=target', price).options).toMatchObject({
      exponent: 4,
      margin: 300,
      opening: 'target',
    });
    expect(resolveScript('boulware?exponent=3', price).options).toMatchObject({ exponent: 3, margin: 400 });
  });

  test("a bare name is clean, and never a script that knows the other side's limit", () => {
    const of = (spec: string) => resolvePlayer(spec, price).fingerprint;
    for (const { name } of registries.clean) expect(of(name)).toBe(of(`clean:${name}`));
    expect(of('boulware_hard')).not.toBe(of('janus-a:boulware_hard'));
    expect(of('default')).toBe(of('bazaar:default'));
    // A strategy by its own name opens at its own target too, unless a margin is asked for.
    expect(of('boulware?exponent=4')).toBe(of('clean:boulware_hard'));
    expect(of('boulware?exponent=4&margin=400')).toBe(of('janus-a:boulware_hard'));
    expect(of('janus-b:boulware_hard?opening=target')).toBe(of('clean:boulware_hard?margin=500&opening=target'));
  });

  test('the fingerprint follows what it does, not what it is called', () => {
    const of = (spec: string) => resolvePlayer(spec, price).fingerprint;
    expect(of('janus-a:boulware_linear')).toBe(of('janus-a:linear_standard'));
    expect(of('boulware_hard')).toBe(of('boulware?exponent=4'));
    expect(of('boulware_hard')).not.toBe(of('janus-b:boulware_hard'));
    expect(of('worded:fair_openings@templates')).not.toBe(of('fair_openings'));
    expect(of('worded:fair_openings@templates')).not.toBe(of('worded:fair_openings@templates?language=hinglish'));
  });
});

describe('a spec that does not fit is refused with what to do', () => {
  test.each([
    ['embedded/smollm2', 'there is no price agent "embedded/smollm2"; a model plays as llm:embedded/smollm2'],
    ['bulware_hard', 'there is no price agent "bulware_hard"; did you mean boulware_hard'],
    ['', 'there is no price agent ""; parley list agents'],
    [
      'janus-c:fair',
      '"janus-c:fair": there is no registry "janus-c" for price; there are clean, classic, searched, controls, bazaar, terms, janus-a, janus-b',
    ],
    ['janus-a:fair', 'there is no price agent "janus-a:fair"; parley list agents'],
    [
      'boulware_hard?beta=2',
      'boulware has no option "beta"; its options are exponent=2, margin=400, opening=target, noise=0',
    ],
    ['boulware_hard?exponent=two', 'boulware: exponent must be a number, got "two"'],
    ['boulware_hard?exponent=', 'boulware: exponent must be a number, got ""'],
    ['boulware_hard?exponent', 'boulware: option "exponent" needs a value, as in exponent=2'],
    ['boulware_hard?exponent=0', 'boulware: exponent must be a number from 0.01 to 100, got 0'],
    ['boulware_hard?opening=wide', 'boulware: opening must be one of target, margin, got "wide"'],
    ['boulware_hard?margin=1&margin=2', 'boulware: option "margin" is given twice'],
    [
      'fair',
      '"fair" is a script of the Janus lab, which may know more than its side should: say janus-b:fair for that one, or fair_openings for the nearest clean one',
    ],
    ['random_zopa', 'say janus-a:random_zopa for that one, or random_own for the nearest clean one'],
    ['worded:naive_concession@templates', 'say janus-b:naive_concession for that one'],
    ['fixed?margin=3', 'say janus-a:price_fixed_strict for that one'],
    ['random?x=1', 'random has no option "x"; it takes none'],
    ['worded:fair_openings', '"worded:fair_openings" needs a backend for its words: worded:SCRIPT@templates'],
    ['worded:fair_openings@gpt', '"worded:fair_openings@gpt": there is no backend "gpt" for words; there is templates'],
    ['worded:fair_openings@templates?language=french', 'language must be one of english, hinglish, got "french"'],
  ])('%j', (spec, message) => expect(() => resolvePlayer(spec, price)).toThrow(message));

  test('a registry that is not there', () => {
    expect(() => registryPlayers('janus-z')).toThrow('there is no registry "janus-z"; there are clean');
  });
});

describe('names of the Janus lab', () => {
  const meant = (spec: string, domain: { name: string } = price) => specOf(spec, domain);
  test.each([
    ['basic_price@ollama/llama3.2:3b', 'llm:ollama/llama3.2:3b'],
    ['basic', 'llm:embedded'],
    ['price_boulware', 'worded:boulware_conceding@templates'],
    ['boulware@embedded/smollm2', 'worded:boulware_conceding@embedded/smollm2'],
    ['price_fixed@templates?language=hinglish', 'worded:janus-a:price_fixed_strict@templates?language=hinglish'],
    ['rude@embedded?reason=none', 'llm:embedded?persona=rude&reason=none'],
    // Scripts of ours keep their names.
    ['boulware', 'boulware'],
    ['boulware?exponent=4', 'boulware?exponent=4'],
    ['default', 'default'],
    ['default@embedded', 'llm:embedded'],
  ])('%s is %s', (spec, ours) => expect(meant(spec)).toBe(ours));
  test('in items', () => {
    expect(meant('fixed_price', { name: 'items' })).toBe('worded:fixed@templates');
    expect(meant('boulware', { name: 'items' })).toBe('boulware');
    expect(meant('charming@embedded', { name: 'items' })).toBe('llm:embedded?persona=charming');
  });
  test('they sit down', () => {
    expect(resolvePlayer('price_boulware', price).fingerprint).toBe(
      resolvePlayer('worded:boulware_conceding@templates', price).fingerprint,
    );
  });
});
