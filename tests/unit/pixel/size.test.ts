import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { assignBudget, pixelBudget } from '../../../bench/bytes.ts';
import { builtAssign, builtPixel } from './built-pixel.ts';

describe('the script', () => {
  it('is at most 4 kB on the wire', () => {
    expect(pixelBudget).toBe(4_000);
    expect(gzipSync(builtPixel(), { level: 9 }).length).toBeLessThanOrEqual(pixelBudget);
  });

  it('loads at most another 0.7 kB for split tests', () => {
    expect(gzipSync(builtAssign(), { level: 9 }).length).toBeLessThanOrEqual(assignBudget);
  });

  it('is one classic script that leaves no global of its own and loads no other but its second file', () => {
    const code = builtPixel().toString();
    expect(code).toMatch(/^\(function\(\)\{|^\(\(\)=>\{|^!function/);
    // Only what lies beside the address that events go to: this installation, as the page's policy allows already.
    expect(code.match(/\bimport\b.{0,30}/g)).toEqual([
      expect.stringMatching(/^import\(`\$\{\w\}\/\.\.\/px-assign\.js`\)\./),
    ]);
    expect(code).not.toMatch(/\bexport\b|createElement\(.script|sourceMappingURL/);
  });

  it('has a second file that loads nothing', () => {
    const code = builtAssign().toString();
    expect(code).not.toMatch(/\bimport\b|createElement|sourceMappingURL/);
    expect(code.match(/\bexport\b.*/g)).toEqual([
      expect.stringMatching(/^export \{ \w as assign \}/),
    ]);
  });
});
