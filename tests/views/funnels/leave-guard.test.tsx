import { fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { navigate } from 'wouter/use-browser-location';
import { createActor, createMachine, sendTo } from 'xstate';
import { createLeaveGuard } from '#services/kit/leave-guard.ts';

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  window.history.replaceState(null, '', '/');
});

/** The editor at an address, with or without unsaved changes. */
function watched(isChanged: boolean) {
  window.history.replaceState(null, '', '/funnels/one/edit/checkout?project=7');
  const asked: string[] = [];
  const leaveGuard = createLeaveGuard(
    window,
    (to) => to.startsWith('/funnels/one/edit'),
    '/funnels',
  );
  const actor = createActor(
    createMachine({
      types: {} as {
        events:
          | { type: 'leave.asked'; destination: string }
          | { type: 'leave.free' }
          | { type: 'project.choose' };
      },
      invoke: { id: 'leaveGuard', src: leaveGuard.watch, input: { isChanged: () => isChanged } },
      on: {
        'leave.asked': { actions: ({ event }) => void asked.push(event.destination) },
        'leave.free': { actions: () => void asked.push('free') },
        'project.choose': { actions: sendTo('leaveGuard', { type: 'project.changed' }) },
      },
    }),
  ).start();
  stops.push(() => actor.stop());
  render(
    <>
      <a href="/dashboard?project=7#graph">Dashboard</a>
      <a href="/funnels/one/edit">Steps</a>
      <a href="https://shop.test/offer">Shop</a>
      <a href="/offers" target="_blank" rel="noopener">
        Offers
      </a>
    </>,
  );
  /** Whether the link is followed. */
  const follow = (name: string, options = {}) =>
    fireEvent.click(screen.getByRole('link', { name }), options);
  const chooseProject = () => {
    window.history.pushState(null, '', '/funnels/one/edit/checkout?project=8');
    actor.send({ type: 'project.choose' });
  };
  return { asked, follow, leaveGuard, chooseProject, stop: () => actor.stop() };
}

it('holds back a link out of the editor while there are unsaved changes', () => {
  const { asked, follow } = watched(true);
  expect(follow('Dashboard')).toBe(false);
  expect(asked).toEqual(['/dashboard?project=7#graph']);
});

it('leaves links within the editor, to other sites and to new tabs alone', () => {
  const { asked, follow } = watched(true);
  expect(follow('Steps')).toBe(true);
  expect(follow('Shop')).toBe(true);
  expect(follow('Offers')).toBe(true);
  expect(follow('Dashboard', { ctrlKey: true })).toBe(true);
  expect(asked).toEqual([]);
});

it('lets everything pass without changes, and after the editor is closed', () => {
  const unchanged = watched(false);
  expect(unchanged.follow('Dashboard')).toBe(true);
  expect(fireEvent(window, new Event('beforeunload', { cancelable: true }))).toBe(true);
  expect(unchanged.asked).toEqual([]);
});

it('stops watching with its actor', () => {
  const { follow, stop, asked } = watched(true);
  stop();
  expect(follow('Dashboard')).toBe(true);
  expect(asked).toEqual([]);
});

it('goes back to the editor when a step back leads out of it, and asks', () => {
  const { asked } = watched(true);
  window.history.replaceState(null, '', '/funnels?project=7');
  window.dispatchEvent(new PopStateEvent('popstate'));
  expect(window.location.pathname).toBe('/funnels/one/edit/checkout');
  expect(asked).toEqual(['/funnels?project=7']);
});

it('lets a step back to another step of the same funnel pass', () => {
  const { asked } = watched(true);
  window.history.replaceState(null, '', '/funnels/one/edit');
  window.dispatchEvent(new PopStateEvent('popstate'));
  expect(window.location.pathname).toBe('/funnels/one/edit');
  expect(asked).toEqual([]);
});

it('lets the browser ask before the page closes', () => {
  watched(true);
  expect(fireEvent(window, new Event('beforeunload', { cancelable: true }))).toBe(false);
});

const address = () => `${window.location.pathname}${window.location.search}`;
const editor = '/funnels/one/edit/checkout?project=7';

it('holds back a key or a command that leads to another page', () => {
  const { asked } = watched(true);
  navigate('/conversions?project=7');
  expect(address()).toBe(editor);
  expect(asked).toEqual(['/conversions?project=7']);
  navigate('/funnels/one/edit');
  expect(address()).toBe('/funnels/one/edit');
  expect(asked).toHaveLength(1);
});

it('lets the own way out of the editor pass', () => {
  const { asked, leaveGuard } = watched(true);
  leaveGuard.leave(() => navigate('/funnels'));
  expect(address()).toBe('/funnels');
  expect(asked).toEqual([]);
});

it('lets keys and commands pass without changes, and after the editor is closed', () => {
  const unchanged = watched(false);
  navigate('/funnels');
  expect(address()).toBe('/funnels');
  unchanged.stop();
  watched(true).stop();
  navigate('/conversions');
  expect(address()).toBe('/conversions');
});

it('asks when another project is chosen, and goes back to the address before for who stays', () => {
  const { asked, chooseProject, leaveGuard } = watched(true);
  chooseProject();
  expect(asked).toEqual(['/funnels']);
  leaveGuard.stay();
  expect(address()).toBe(editor);
});

it('says that nothing is lost when another project is chosen without changes', () => {
  const { asked, chooseProject } = watched(false);
  chooseProject();
  expect(asked).toEqual(['free']);
});
