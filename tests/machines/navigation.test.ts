import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createActor, fromCallback } from 'xstate';
import { navigationMachine } from '#machines/navigation.ts';
import { type Audience, detourFor, pageAt } from '#machines/routes.ts';
import { recorder } from '../support/recorder.ts';

const placeAt = (path: string, search = '', hash = '') => ({ path, search, hash });

const open = [
  '/login',
  '/sign-up',
  '/sign-up/company',
  '/sign-up/payment',
  '/sign-up/subscription',
  '/invite/7f3a',
  '/policy',
  '/terms',
];
const closed = [
  '/dashboard',
  '/audience-bidding',
  '/budget-viewer',
  '/budget',
  '/budget_v2',
  '/conversions',
  '/funnels',
  '/funnels/add',
  '/funnels/summer',
  '/funnels/summer/edit',
  '/funnels/summer/edit/step',
  '/funnels/dashboard/summer',
  '/offers',
  '/offers/101',
  '/pixels',
  '/rules',
  '/rules/add',
  '/rules/4',
  '/settings',
  '/split-test',
  '/split-test/add',
  '/split-test/9',
  '/settings/billing-settings',
  '/settings/company-logo',
  '/settings/company-settings',
  '/settings/personal-settings',
];

describe('access', () => {
  it.each(open)('leaves %s open to everybody', (path) => {
    expect(detourFor(placeAt(path), 'guest')).toBeNull();
  });

  it.each([...closed, '/nowhere'])('sends a guest from %s to the login', (path) => {
    expect(detourFor(placeAt(path), 'guest')).toBe('/login');
    expect(detourFor(placeAt(path), 'member')).toBeNull();
  });

  it('sends a member from the login to the dashboard', () => {
    expect(detourFor(placeAt('/login'), 'member')).toBe('/dashboard');
    expect(detourFor(placeAt('/login/'), 'member')).toBe('/dashboard');
  });

  it('sends everybody on from the root', () => {
    expect(detourFor(placeAt('/'), 'member')).toBe('/dashboard');
    expect(detourFor(placeAt('/'), 'guest')).toBe('/login');
  });

  it('never takes a private address for a public one because of a word in it', () => {
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
    expect(pageAt(placeAt('/offers/7', '?a=1', '#b'))).toEqual({
      screen: 'missing',
      layout: 'dashboard',
      path: '/offers/7',
      fullPath: '/offers/7?a=1#b',
    });
    expect(pageAt(placeAt('/nowhere'))).toMatchObject({ screen: 'missing', layout: 'default' });
    expect(pageAt(placeAt('/dashboard/'))).toMatchObject({ screen: 'dashboard' });
  });
});

function start(audience: Audience, first: string) {
  const { parent, told } = recorder<{ type: 'page.entered' | 'page.changed'; screen: string }>();
  const detours: (string | null)[] = [];
  const actor = createActor(
    navigationMachine.provide({
      actors: {
        location: fromCallback(({ sendBack }) =>
          sendBack({ type: 'location.changed', place: placeAt(first) }),
        ),
      },
      actions: {
        detour: (_, { place, audience }) => void detours.push(detourFor(place, audience)),
      },
    }),
    { input: { audience, parent } },
  ).start();
  const go = (path: string, search = '', hash = '') =>
    actor.send({ type: 'location.changed', place: placeAt(path, search, hash) });
  return { actor, go, detours, told: () => told().map(({ type, screen }) => `${type} ${screen}`) };
}

describe('navigation', () => {
  it('counts a change of pathname as a change of page, and nothing else', () => {
    const { go, told } = start('member', '/dashboard');
    go('/dashboard', '?compare=none');
    go('/dashboard', '?compare=none', '#table');
    go('/dashboard/');
    expect(told()).toEqual(['page.entered dashboard']);
    go('/offers');
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
    go('/offers');
    go('/');
    go('/dashboard');
    expect(told().slice(1)).toEqual(['page.changed missing', 'page.changed dashboard']);
  });

  it('keeps a guest on what is open', () => {
    const { actor, go, detours } = start('guest', '/dashboard');
    expect(actor.getSnapshot().matches('detouring')).toBe(true);
    go('/login');
    expect(actor.getSnapshot().context.page?.screen).toBe('login');
    go('/conversions');
    expect(detours).toEqual(['/login', '/login']);
    expect(actor.getSnapshot().context.page?.screen).toBe('login');
  });
});
