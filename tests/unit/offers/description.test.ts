import { describe, expect, it } from 'vitest';
import { blocksOf, partsOf } from '#model/description.ts';

describe('a description', () => {
  it('has paragraphs, headings and lists', () => {
    expect(blocksOf('# Rules\nNo bids\non our brand.\n\nNext\n- one\n\n- two\n1. first')).toEqual([
      { kind: 'heading', lines: ['Rules'] },
      { kind: 'text', lines: ['No bids', 'on our brand.'] },
      { kind: 'text', lines: ['Next'] },
      { kind: 'bullets', lines: ['one', 'two'] },
      { kind: 'numbers', lines: ['first'] },
    ]);
    expect(blocksOf(' \n\n')).toEqual([]);
  });

  it('has emphasis, and links to web addresses only', () => {
    const words = (line: string) => partsOf(line).map(({ kind, text, to }) => [kind, text, to]);
    expect(words('Sells **well**, *now*: [Rules](https://rules.test/a).')).toEqual([
      ['text', 'Sells ', ''],
      ['strong', 'well', ''],
      ['text', ', ', ''],
      ['em', 'now', ''],
      ['text', ': ', ''],
      ['link', 'Rules', 'https://rules.test/a'],
      ['text', '.', ''],
    ]);
    expect(words('See https://rules.test/b.')).toContainEqual([
      'link',
      'https://rules.test/b',
      'https://rules.test/b',
    ]);
    for (const line of [
      '[x](javascript:alert(1))',
      '<b>No</b>',
      '![p](data:text/html,x)',
      '2 * 3 * 4',
    ]) {
      expect(words(line)).toEqual([['text', line, '']]);
    }
  });
});
