import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const source = join(import.meta.dirname, '../../../src');
const read = (name: string) => readFileSync(join(source, name), 'utf8');
const tokens = read('styles/tokens.css');

type Theme = 'light' | 'dark';
type Colour = [lightness: number, chroma: number, hue: number];

/** A token's colour in one theme. */
function colour(name: string, theme: Theme): Colour {
  const [, light, dark] =
    tokens.match(new RegExp(`--${name}: light-dark\\(oklch\\((.*?)\\), oklch\\((.*?)\\)\\);`)) ??
    [];
  const [lightness = Number.NaN, chroma = Number.NaN, hue = Number.NaN] =
    (theme === 'light' ? light : dark)?.split(' ').map(Number) ?? [];
  return [lightness, chroma, hue];
}

/** The perceived lightness of a colour: OKLCH to linear sRGB, and its relative luminance. */
function luminance([lightness, chroma, hue]: Colour): number {
  const angle = (hue * Math.PI) / 180;
  const [a, b] = [chroma * Math.cos(angle), chroma * Math.sin(angle)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const shown = (light: number) => Math.min(1, Math.max(0, light));
  return (
    0.2126 * shown(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s) +
    0.7152 * shown(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s) +
    0.0722 * shown(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s)
  );
}

function contrast(one: string, other: string, theme: Theme): number {
  const [dark = 0, light = 0] = [one, other]
    .map((name) => luminance(colour(name, theme)))
    .toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** The token of the borders between the parts of the ledger and of the bar below the cards. */
const edge = read('styles/figures.css').match(/--part-edge: var\(--([a-z]+)\)/)?.[1] ?? 'no edge';

const texts = ['text', 'quiet', 'accent-text', 'good-text', 'warn-text', 'bad-text'];
const series = ['revenue', 'conversions', 'clicks', 'cost'];

describe.each<Theme>(['light', 'dark'])('the colours in the %s theme', (theme) => {
  it.each(texts)('makes %s readable on every background', (text) => {
    for (const ground of ['page', 'surface', 'floating', 'raised']) {
      expect(contrast(text, ground, theme), ground).toBeGreaterThanOrEqual(4.5);
    }
  });

  it.each([...series, 'accent', 'line-strong'])('makes strokes in %s visible', (stroke) => {
    expect(contrast(stroke, 'surface', theme)).toBeGreaterThanOrEqual(3);
  });

  it('makes each part of the ledger visible by its border', () => {
    expect(contrast(edge, 'surface', theme)).toBeGreaterThanOrEqual(3);
    for (const name of ['styles/figures.css', 'views/conversions/conversions.css']) {
      const filled = read(name).match(/background: var\(--part\);\s+.*/g) ?? [];
      expect(filled.length, name).toBeGreaterThan(0);
      for (const rule of filled) expect(rule).toContain('inset 0 0 0 1px var(--part-edge)');
    }
  });
});

it('has the right contrast of black and white', () => {
  expect((luminance([1, 0, 0]) + 0.05) / (luminance([0, 0, 0]) + 0.05)).toBeCloseTo(21, 3);
});
