import { describe, expect, it } from 'vitest';
import { createActor, fromTransition } from 'xstate';
import { maskOf } from '#app/workbench/mask.ts';

describe('the data that leaves a tab', () => {
  it.each([
    [{ password: 'a long password' }, { password: '•••' }],
    [
      { token: 'abc', tokens: 3, hasToken: true },
      { token: '•••', tokens: 3, hasToken: true },
    ],
    [{ user: { email: 'ana@acme.test' } }, { user: { email: '•••' } }],
    [
      { phone: '+1 202 555 0147', card: { cvc: '123' } },
      { phone: '•••', card: { cvc: '•••' } },
    ],
    [
      { collect_key: 'ck_live_1', api_key: 'x' },
      { collect_key: '•••', api_key: '•••' },
    ],
    [{ password: '' }, { password: '' }],
  ])('masks %j by the name of the field', (fields, shown) => {
    expect(maskOf(fields)).toEqual(shown);
  });

  it.each([
    ['ana@acme.test is taken', '••• is taken'],
    ['4242 4242 4242 4242', '•••'],
    ['Bearer abc.def', '•••'],
    ['eyJhbGciOi.eyJzdWIi.c2ln', '•••'],
  ])('masks %j anywhere', (input, shown) => {
    expect(maskOf({ output: [{ note: input }] })).toEqual({ output: [{ note: shown }] });
  });

  it('leaves figures, days and names as they are', () => {
    const figures = {
      day: '2026-11-20',
      revenue: 18_240.5,
      key: 'c1',
      label: 'Prospecting',
      on: null,
    };
    expect(maskOf(figures)).toEqual(figures);
  });

  it('contains functions, actors and long lists only as markers', () => {
    const actor = createActor(fromTransition((state: number) => state, 0));
    const list = Array.from({ length: 23 }, (_, index) => index);
    expect(maskOf({ run: () => {}, parent: actor })).toEqual({
      run: '(function)',
      parent: `(actor ${actor.sessionId})`,
    });
    expect(maskOf(list)).toEqual([...list.slice(0, 20), '(3 more)']);
    expect(maskOf('x'.repeat(500))).toBe(`${'x'.repeat(200)}…`);
  });

  it('can be posted to another tab, with any content', () => {
    const loop: Record<string, unknown> = { at: new Date(0), error: new Error('ana@acme.test') };
    loop.self = loop;
    expect(() => structuredClone(maskOf(loop))).not.toThrow();
    expect(maskOf(loop)).toMatchObject({ at: '1970-01-01T00:00:00.000Z', error: 'Error: •••' });
  });
});
