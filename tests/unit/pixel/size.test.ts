import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { builtPixel } from './built-pixel.ts';

describe('the script', () => {
  it('is at most 4 kB on the wire', () => {
    expect(gzipSync(builtPixel(), { level: 9 }).length).toBeLessThanOrEqual(4_000);
  });

  it('is one classic script that leaves no global of its own and loads no other', () => {
    const code = builtPixel().toString();
    expect(code).toMatch(/^\(function\(\)\{|^\(\(\)=>\{|^!function/);
    expect(code).not.toMatch(/\bimport\b|\bexport\b|createElement\(.script|sourceMappingURL/);
  });
});
