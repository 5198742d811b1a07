import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { prefix } from '#services/kit/local-storage.ts';

const script = readFileSync(join(import.meta.dirname, '../../../src/theme.js'), 'utf8');

/** The root element after the head's script has run with the browser's storage. */
function rootWith(stored: string | null, localStorage: object = { getItem: () => stored }) {
  const dataset: Record<string, string> = {};
  runInNewContext(script, { document: { documentElement: { dataset } }, localStorage });
  return dataset;
}

describe('the theme before the first paint', () => {
  it('is the stored one', () => {
    expect(rootWith('{"theme":"dark","density":"compact"}')).toEqual({
      theme: 'dark',
      density: 'compact',
    });
    expect(rootWith('{"theme":"light","density":"comfortable"}')).toEqual({ theme: 'light' });
  });

  it('is left to the system otherwise, whatever is stored', () => {
    expect(rootWith('{"theme":"system","density":"comfortable"}')).toEqual({});
    expect(rootWith('{"theme":"\\"><script>"}')).toEqual({});
    expect(rootWith('not JSON')).toEqual({});
    expect(rootWith(null)).toEqual({});
    expect(
      rootWith(null, {
        getItem: () => {
          throw new Error('blocked');
        },
      }),
    ).toEqual({});
  });

  it('is read where the app writes it', () => {
    const requests: string[] = [];
    rootWith(null, { getItem: (key: string) => void requests.push(key) });
    expect(requests).toEqual([`${prefix}preferences`]);
  });
});
