import { expect, it } from 'vitest';
import { csvLine, parseCsv, sheetLine } from './csv.ts';

it('reads commas, quotes and line breaks inside quotes, and counts lines through them', () => {
  const { columns, rows, broken } = parseCsv('a,b\r\n"1, one","he said ""no""\r\nand left"\r\n3,\r\n\r\n5,6');
  expect(columns).toEqual(['a', 'b']);
  expect(rows).toEqual([
    { line: 2, cells: { a: '1, one', b: 'he said "no"\r\nand left' } },
    { line: 4, cells: { a: '3', b: '' } },
    { line: 6, cells: { a: '5', b: '6' } },
  ]);
  expect(broken).toEqual([]);
});

it('names a broken row by its first line and keeps the others', () => {
  const { rows, broken } = parseCsv('a,b\n1,2,3\n4\n"5"x,6\n7,8\n9,"open\n10,11\n');
  expect(rows.map(({ cells }) => cells.a)).toEqual(['7']);
  expect(broken).toEqual([
    { line: 2, to: 2, says: 'it has 3 cells where the header has 2' },
    { line: 3, to: 3, says: 'it has 1 cell where the header has 2' },
    { line: 4, to: 4, says: 'it has text after a closing quote' },
    { line: 6, to: 8, says: 'a quoted cell in it is never closed' },
  ]);
});

it('has no rows where there are none', () => {
  expect(parseCsv('')).toEqual({ columns: [], rows: [], broken: [] });
  expect(parseCsv('a,b\n').rows).toEqual([]);
});

it('writes what it reads', () => {
  const cells = ['plain', 'with, comma', 'with "quotes"', 'two\nlines', ''];
  const line = csvLine(cells);
  expect(Object.values(parseCsv(`a,b,c,d,e\n${line}`).rows[0]!.cells)).toEqual(cells);
  expect(csvLine([1.5, undefined])).toBe('1.5,');
});

it('gives a sheet no formulas, and leaves numbers', () => {
  expect(sheetLine(['=1+1', '+a', '-b', '@c', '\td', '-1.5', -2, 'e=f'])).toBe("'=1+1,'+a,'-b,'@c,'\td,-1.5,-2,e=f");
  expect(csvLine(['=1+1'])).toBe('=1+1');
});
