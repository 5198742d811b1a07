import { describe, expect, it } from 'vitest';
import { actOf, keyMap } from '#views/app/palette/keys.ts';

const stroke = (key: string, before = '', held = {}) =>
  actOf({ key, before, ctrlKey: false, metaKey: false, altKey: false, ...held });

describe('the keyboard map', () => {
  it('answers single keys, a letter after g, and the palette with a modifier', () => {
    expect(stroke('t')).toEqual({ act: 'range' });
    expect(stroke('/')).toEqual({ act: 'filter' });
    expect(stroke('c')).toEqual({ act: 'comparison' });
    expect(stroke('b')).toEqual({ act: 'side' });
    expect(stroke('?')).toEqual({ act: 'keys' });
    expect(stroke('d', 'g')).toEqual({ act: 'go', path: '/dashboard' });
    expect(stroke('t', 'g')).toEqual({ act: 'go', path: '/split-test' });
    expect(stroke('k', '', { metaKey: true })).toEqual({ act: 'palette' });
    expect(stroke('K', '', { ctrlKey: true })).toEqual({ act: 'palette' });
  });

  it('leaves other keys to the browser', () => {
    expect(stroke('d')).toBeNull();
    expect(stroke('x', 'g')).toBeNull();
    expect(stroke('k')).toBeNull();
    expect(stroke('t', '', { ctrlKey: true })).toBeNull();
    expect(stroke('b', '', { altKey: true })).toBeNull();
  });

  it('gives no two actions the same keys', () => {
    const keys = keyMap.map((one) => one.keys.join(' '));
    expect(new Set(keys).size).toBe(keys.length);
  });
});
