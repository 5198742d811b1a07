/** A block of a description: a paragraph of lines, or the items of a list. */
export type DescriptionBlock = {
  kind: 'text' | 'heading' | 'bullets' | 'numbers';
  lines: string[];
};
export type DescriptionPart = { kind: 'text' | 'strong' | 'em' | 'link'; text: string; to: string };

const marks = [
  ['bullets', /^\s*[-*+]\s+/],
  ['numbers', /^\s*\d{1,3}[.)]\s+/],
  ['heading', /^#{1,6}\s+/],
] as const;

/** The blocks of a text in Markdown. Of its marks only headings, lists, emphasis and links are known. */
export function blocksOf(text: string): DescriptionBlock[] {
  const blocks: DescriptionBlock[] = [];
  let isAfterBlank = true;
  for (const line of text.split(/\r?\n/)) {
    if (line.trim() === '') {
      isAfterBlank = true;
      continue;
    }
    const [kind, mark] =
      marks.find(([, pattern]) => pattern.test(line)) ?? (['text', /^/] as const);
    const words = line.replace(mark, '').trim();
    const last = blocks.at(-1);
    const goesOn = last?.kind === kind && kind !== 'heading' && (kind !== 'text' || !isAfterBlank);
    if (goesOn) last.lines.push(words);
    else blocks.push({ kind, lines: [words] });
    isAfterBlank = false;
  }
  return blocks;
}

const inline =
  /\*\*(?<strong>[^*]+)\*\*|\*(?<em>[^\s*][^*]*)\*|\[(?<words>[^\]]+)\]\((?<to>https?:\/\/[^\s)]+)\)|(?<bare>https?:\/\/[^\s<>)]*[^\s<>).,;:!?])/g;

/** The parts of a line. Only web addresses become links. */
export function partsOf(line: string): DescriptionPart[] {
  const parts: DescriptionPart[] = [];
  let end = 0;
  const add = (kind: DescriptionPart['kind'], text: string, to = '') =>
    text === '' ? 0 : parts.push({ kind, text, to });
  for (const found of line.matchAll(inline)) {
    const { strong, em, words, to, bare } = found.groups ?? {};
    add('text', line.slice(end, found.index));
    if (strong) add('strong', strong);
    else if (em) add('em', em);
    else add('link', words ?? bare ?? '', to ?? bare);
    end = found.index + found[0].length;
  }
  add('text', line.slice(end));
  return parts;
}
