import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createActor, fromCallback } from 'xstate';
import { navigationMachine } from '#machines/app/navigation.ts';
import { type Audience, detourFor, pageAt, type Scroll } from '#machines/app/routes.ts';
import { privateAddresses, publicAddresses } from '../../support/addresses.ts';
import { recordingParent } from '../../support/recording-parent.ts';

const placeAt = (path: string, search = '', hash = '') => ({ path, search, hash });

describe('access', () => {
  it.each(publicAddresses)('leaves %s open to guests and members', (path) => {
    expect(detourFor(placeAt(path), 'guest')).toBeNull();
  });

  it.each([...privateAddresses, '/nowhere'])('sends a guest from %s to the login', (path) => {
    expect(detourFor(placeAt(path), 'guest')).toBe('/login');
    expect(detourFor(placeAt(path), 'member')).toBeNull();
  });

  it('sends a member from the login to the dashboard', () => {
    expect(detourFor(placeAt('/login'), 'member')).toBe('/dashboard');
    expect(detourFor(placeAt('/login/'), 'member')).toBe('/dashboard');
  });

  it('redirects guests and members from the root', () => {
    expect(detourFor(placeAt('/'), 'member')).toBe('/dashboard');
    expect(detourFor(placeAt('/'), 'guest')).toBe('/login');
  });

  it('never treats a private address as a public one because of a word in it', () => {
    const word = fc.constantFrom('login', 'sign-up', 'invite', 'terms', 'policy');
    const part = fc.stringMatching(/^[a-z0-9-]{0,8}$/);
    const slug = fc.tuple(part, word, part).map((parts) => parts.join(''));
    const area = fc.constantFrom('/funnels/', '/offers/', '/rules/', '/split-test/', '/nowhere/');
    fc.assert(
      fc.property(area, slug, (folder, name) => {
        expect(detourFor(placeAt(folder + name), 'guest')).toBe('/login');
        expect(detourFor(placeAt('/dashboard', `?${name}`, `#${name}`), 'guest')).toBe('/login');
      }),
    );
  });
});

describe('a page', () => {
  it('is the 404 page where there is no screen, named by its full address', () => {
    expect(pageAt(placeAt('/rules/7', '?a=1', '#b'))).toEqual({
      screen: 'missing',
      layout: 'dashboard',
      path: '/rules/7',
      fullPath: '/rules/7?a=1#b',
      hash: '#b',
    });
    expect(pageAt(placeAt('/nowhere'))).toMatchObject({ screen: 'missing', layout: 'default' });
    expect(pageAt(placeAt('/dashboard/'))).toMatchObject({ screen: 'dashboard' });
  });

  it('of the settings has the frame of all others', () => {
    const parts = ['billing-settings', 'company-logo', 'company-settings', 'personal-settings'];
    for (const path of ['/settings', ...parts.map((part) => `/settings/${part}`)]) {
      expect(pageAt(placeAt(path))).toMatchObject({ screen: 'settings', layout: 'dashboard' });
    }
  });
});

function placeIn(address: string) {
  const { pathname, search, hash } = new URL(address, 'http://clickledger.test');
  return placeAt(pathname, search, hash);
}

function start(audience: Audience, first: string) {
  const { parent, told } = recordingParent<{
    type: 'page.entered' | 'page.changed';
    screen: string;
  }>();
  const detours: (string | null)[] = [];
  const scrolls: Scroll[] = [];
  const actor = createActor(
    navigationMachine.provide({
      actors: {
        location: fromCallback(({ sendBack }) =>
          sendBack({ type: 'location.changed', place: placeIn(first) }),
        ),
      },
      actions: {
        detour: (_, { place, audience }) => void detours.push(detourFor(place, audience)),
        scroll: (_, { scroll }) => void (scroll && scrolls.push(scroll)),
      },
    }),
    { input: { audience, parent } },
  ).start();
  const go = (path: string, search = '', hash = '') =>
    actor.send({ type: 'location.changed', place: placeAt(path, search, hash) });
  return {
    actor,
    go,
    detours,
    scrolls,
    told: () => told().map(({ type, screen }) => `${type} ${screen}`),
  };
}

describe('navigation', () => {
  it('counts a change of pathname as a change of page, and nothing else', () => {
    const { go, told } = start('member', '/dashboard');
    go('/dashboard', '?compare=none');
    go('/dashboard', '?compare=none', '#table');
    go('/dashboard/');
    expect(told()).toEqual(['page.entered dashboard']);
    go('/rules');
    go('/dashboard');
    expect(told().slice(1)).toEqual(['page.changed missing', 'page.changed dashboard']);
  });

  it('does not count the first page, even after a detour', () => {
    const { go, told, detours } = start('member', '/login');
    go('/dashboard');
    expect(detours).toEqual(['/dashboard']);
    expect(told()).toEqual(['page.entered dashboard']);
  });

  it('counts a detour that leads to another page, and not one that leads back', () => {
    const { go, told } = start('member', '/dashboard');
    go('/');
    go('/dashboard');
    expect(told()).toEqual(['page.entered dashboard']);
    go('/rules');
    go('/');
    go('/dashboard');
    expect(told().slice(1)).toEqual(['page.changed missing', 'page.changed dashboard']);
  });

  it('keeps a guest on public pages', () => {
    const { actor, go, detours } = start('guest', '/dashboard');
    expect(actor.getSnapshot().matches('redirecting')).toBe(true);
    go('/login');
    expect(actor.getSnapshot().context.page?.screen).toBe('login');
    go('/conversions');
    expect(detours).toEqual(['/login', '/login']);
    expect(actor.getSnapshot().context.page?.screen).toBe('login');
  });
});

describe('scrolling', () => {
  it('goes to the top with a new page and stays otherwise', () => {
    const { go, scrolls } = start('member', '/dashboard');
    go('/dashboard', '?compare=none');
    expect(scrolls).toEqual([]);
    go('/rules');
    expect(scrolls).toEqual([{ to: 'top' }]);
    go('/');
    go('/dashboard');
    expect(scrolls).toEqual([{ to: 'top' }, { to: 'top' }]);
  });

  it('stays where it was on a route that opts out', () => {
    const { go, scrolls } = start('member', '/funnels/summer/edit');
    go('/funnels/summer/edit/checkout');
    go('/funnels/summer/edit');
    expect(scrolls).toEqual([]);
    go('/funnels/summer');
    expect(scrolls).toEqual([{ to: 'top' }]);
  });

  it('goes to the anchor: at the start, with a new page, and within one', () => {
    const { go, scrolls } = start('member', '/dashboard#table');
    go('/rules', '', '#101');
    go('/rules', '', '#102');
    go('/funnels/summer/edit/checkout', '', '#rules');
    expect(scrolls).toEqual(
      ['#table', '#101', '#102', '#rules'].map((hash) => ({ to: 'anchor', hash })),
    );
  });

  it('does not go to the same anchor again when only the query changes', () => {
    const { go, scrolls } = start('member', '/dashboard#table');
    go('/dashboard', '?compare=none', '#table');
    go('/dashboard', '?compare=none', '#');
    expect(scrolls).toEqual([{ to: 'anchor', hash: '#table' }]);
  });

  it('goes to the anchor that a detour leads to', () => {
    const { go, scrolls } = start('guest', '/dashboard');
    go('/login', '', '#help');
    expect(scrolls).toEqual([{ to: 'anchor', hash: '#help' }]);
  });
});
