import { textMap } from '#contract/text-map.ts';

type Cell = string | null;

/** The cells of an answer in TabSeparated format, each as text. */
export const cellsIn = (text: string): Cell[][] =>
  text === '' ? [] : text.replace(/\n$/, '').split('\n').map(cellsOf);

/** Most lines contain no escapes. */
const cellsOf = (line: string): Cell[] => {
  const cells = line.split('\t');
  return line.includes('\\') ? cells.map(cellOf) : cells;
};

const cellOf = (text: string): Cell => {
  if (!text.includes('\\')) return text;
  return text === '\\N'
    ? null
    : text.replaceAll(/\\(.)/g, (_, letter) => escapes.get(letter) ?? letter);
};

const escapes = textMap({
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  0: '\0',
});
