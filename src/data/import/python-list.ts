/** Lists as Python prints them, which pandas puts in a cell: `[-1.0, nan, np.float64(8.0)]` and `['intro', "can't"]`. */

/** The numbers; None and nan are undefined. Nothing at all where the text is no list of numbers. */
export function pythonNumbers(text: string): (number | undefined)[] | undefined {
  const numbers: (number | undefined)[] = [];
  for (const item of itemsOf(text) ?? ['not a list']) {
    const bare = item.replace(/^np\.\w+\((.*)\)$/, '$1');
    if (/^(?:None|nan)$/.test(bare)) numbers.push(undefined);
    else if (/^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(bare)) numbers.push(Number(bare));
    else return undefined;
  }
  return numbers;
}

/** The texts; None is the empty text. Nothing at all where the text is no list of texts. */
export function pythonTexts(text: string): string[] | undefined {
  const texts: string[] = [];
  for (const item of itemsOf(text) ?? ['not a list']) {
    const [, , inner] = /^(['"])(.*)\1$/s.exec(item) ?? [];
    if (item !== 'None' && inner === undefined) return undefined;
    texts.push((inner ?? '').replace(/\\(.)/gs, '$1'));
  }
  return texts;
}

function itemsOf(text: string): string[] | undefined {
  const inner = /^\s*\[(.*)\]\s*$/s.exec(text)?.[1];
  if (inner === undefined) return undefined;
  if (inner.trim() === '') return [];
  const items = inner.match(/(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|[^,'"])+/gs) ?? [];
  return items.map((item) => item.trim());
}
