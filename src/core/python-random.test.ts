import { expect, test } from 'vitest';
import { pythonRandom } from './python-random.ts';

// python3 -c "import random; r = random.Random(S); print([r.random(), r.gauss(0, .1), r.gauss(0, .1), r.gauss(1, 2), r.choice(range(3)),
//   r.choice(range(1417)), r.choice(range(2)), r.random()])"
test.each<[number, number[]]>([
  [
    1000,
    [
      0.7773566427005639, -0.022057960809733917, -0.04001931906900689, -0.3542490456283782, 2, 895, 0,
      0.2218196591082473,
    ],
  ],
  [7, [0.32383276483316237, 0.08465186258155726, 0.1178302784639487, 3.22582970509107, 1, 1193, 0, 0.9097040631431023]],
  [
    8589934597,
    [
      0.7416304072852293, -0.024794381707537703, -0.12716041805558706, 4.070886275140898, 2, 1334, 1,
      0.7636466188337926,
    ],
  ],
])('the draws of random.Random(%i)', (seed, expected) => {
  const python = pythonRandom(seed);
  const drawn = [
    python.random(),
    python.gauss(0, 0.1),
    python.gauss(0, 0.1),
    python.gauss(1, 2),
    python.below(3),
    python.below(1417),
    python.below(2),
    python.random(),
  ];
  for (const [i, value] of drawn.entries()) expect(value).toBeCloseTo(expected[i] as number, 14);
});

test('a seed that Python would take apart in another way is refused', () => {
  expect(() => pythonRandom(-1)).toThrow('got -1');
  expect(() => pythonRandom(0.5)).toThrow('got 0.5');
});
