import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linkKindOf } from '#model/link-kind.ts';
import { createGoTo } from '#services/kit/location.ts';
import { fakeWindow } from '../../support/window.ts';

const origin = 'http://clickledger.test';

const inside = [
  '/',
  '/dashboard',
  '/dashboard?range=today#table',
  '#table',
  '?range=today',
  '/%2f%2fevil.test',
  '/a//b',
  '/a:b',
  '/@evil.test',
];
const outside = [
  'https://evil.test',
  'http://evil.test/a?b#c',
  'HTTPS://evil.test',
  'https://evil.test:8443/',
];

const schemes = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\tscript:alert(1)',
  '\u0001javascript:alert(1)',
  ' javascript:alert(1)',
  'javascript://clickledger.test/%0aalert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'blob:http://clickledger.test/1',
  'file:///etc/passwd',
  'mailto:a@b.test',
  'about:blank',
  'ftp://evil.test',
  'ws://evil.test',
  'view-source:https://evil.test',
];
const disguised = [
  '//evil.test',
  '///evil.test',
  '/\\evil.test',
  '\\\\evil.test',
  '\\/evil.test',
  '/\t/evil.test',
  '/\n/evil.test',
  '\r\n//evil.test',
  ' //evil.test',
  '//evil.test\\@clickledger.test',
  'https:evil.test',
  'https:/evil.test',
  'https:\\\\evil.test',
  'http:evil.test',
  'https://clickledger.test@evil.test',
  'https://user:pass@evil.test/',
  'https://evil.test\\@clickledger.test/',
  '%2f%2fevil.test',
  '%68ttps://evil.test',
  'https://%2f',
  'https://evil.test:port/',
  'https://[evil.test/',
  'dashboard',
  '',
  '.',
  '..//evil.test',
];
/** Each of these, and each preceded by a character that browsers strip from the start of an address. */
const refused = [...schemes, ...disguised].flatMap((address) => [
  address,
  ...['\t', '\n', '\u0000', '\u001f', ' ', '\u00a0'].map((stripped) => stripped + address),
]);

function start() {
  const page = fakeWindow('/dashboard');
  const messages: string[] = [];
  const went: string[] = [];
  const goTo = createGoTo({
    window: page.window,
    navigate: (to, { replace }) => void went.push(`${to}${replace ? ' instead' : ''}`),
    warn: (message) => void messages.push(message),
  });
  return { goTo, messages, went, left: page.left };
}

describe('navigation to an address', () => {
  it.each(inside)('stays inside with %j', (address) => {
    const { goTo, went, messages } = start();
    expect(goTo(address)).toBe(true);
    expect(goTo(address, { replace: true })).toBe(true);
    expect(went).toEqual([address, `${address} instead`]);
    expect(messages).toEqual([]);
  });

  it.each(outside)('refuses %j unless it is allowed', (address) => {
    const { goTo, went, messages, left } = start();
    expect(goTo(address)).toBe(false);
    expect(messages).toEqual(['That address leads out of Clickledger and was not opened.']);
    expect(goTo(address, { external: true })).toBe(true);
    expect(left).toEqual([address]);
    expect(went).toEqual([]);
  });

  it('refuses more than two hundred other addresses, even where leaving is allowed', () => {
    const { goTo, went, left } = start();
    expect(refused.length).toBeGreaterThan(200);
    expect(refused.filter((address) => goTo(address, { external: true }))).toEqual([]);
    expect([went, left]).toEqual([[], []]);
  });

  it('never leaves the origin for an internal address', () => {
    const piece = fc.constantFrom(
      '/',
      '\\',
      '\t',
      ' ',
      '@',
      ':',
      '.',
      '%2f',
      '#',
      '?',
      'evil.test',
      'https',
      'javascript',
      '\u0000',
      '\u2028',
      'а',
    );
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 8 }).map((all) => all.join('')),
        (address) => {
          const kind = linkKindOf(address);
          if (kind === 'inside')
            expect(new URL(address, `${origin}/dashboard`).origin).toBe(origin);
          if (kind === 'outside') expect(new URL(address).protocol).toMatch(/^https?:$/);
        },
      ),
      { numRuns: 2_000 },
    );
  });
});
