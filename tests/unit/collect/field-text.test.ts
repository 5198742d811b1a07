import { describe, expect, it } from 'vitest';
import { tidyText } from '#contract/collect/field-text.ts';

describe('the form in which a text is kept', () => {
  it.each([
    ['a b ', 'a b'],
    ['  a\t\r\n b', 'a b'],
    ['a\u00a0\u3000b', 'a b'],
    ['\ufeffgoogle', 'google'],
    ['google\u200b', 'google'],
    ['\u2060goo\u200bgle', 'google'],
    ['\u200b', ''],
    ['sale@home', 'sale@home'],
    ['👩\u200d💻', '👩\u200d💻'],
  ])('of %j is %j', (written, kept) => {
    expect(tidyText(written)).toBe(kept);
  });
});
