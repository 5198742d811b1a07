import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  type AnyEventObject,
  type CallbackActorLogic,
  createActor,
  type EventObject,
  setup,
} from 'xstate';
import { tellTime } from '#services/clock.ts';
import { readConfig } from '#services/config.ts';
import { scrollTo, watchLocation } from '#services/location.ts';
import { createTabs } from '#services/tabs.ts';
import { fakeWindow } from '../support/window.ts';

/** Runs a listener inside a machine and keeps what it reports. */
function reports<Report extends EventObject>(
  listener: CallbackActorLogic<AnyEventObject, undefined, Report>,
) {
  const heard: AnyEventObject[] = [];
  const actor = createActor(
    setup({
      actors: { listener },
      actions: { hear: ({ event }) => void heard.push(event) },
    }).createMachine({
      initial: 'listening',
      states: {
        listening: {
          invoke: { src: 'listener' },
          on: { '*': { actions: 'hear' }, stop: 'stopped' },
        },
        stopped: {},
      },
    }),
  ).start();
  return { heard, stop: () => actor.send({ type: 'stop' }) };
}

afterEach(() => void vi.useRealTimers());

describe('the clock', () => {
  it('tells the time at the start and at every quarter of an hour', () => {
    vi.useFakeTimers({ now: Date.parse('2026-11-20T20:14:05Z') });
    const { heard, stop } = reports(tellTime(Date.now));
    vi.advanceTimersByTime(60 * 60_000);
    expect(heard.map((event) => new Date(event.now).toISOString())).toEqual([
      '2026-11-20T20:14:05.000Z',
      '2026-11-20T20:15:00.000Z',
      '2026-11-20T20:30:00.000Z',
      '2026-11-20T20:45:00.000Z',
      '2026-11-20T21:00:00.000Z',
    ]);
    stop();
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('the location', () => {
  it('is reported at the start and on every change, until nobody listens', () => {
    const { window, go } = fakeWindow('/dashboard?compare=none#table');
    const { heard, stop } = reports(watchLocation(window));
    go('/offers');
    stop();
    go('/pixels');
    expect(heard).toEqual([
      {
        type: 'location.changed',
        place: { path: '/dashboard', search: '?compare=none', hash: '#table' },
      },
      { type: 'location.changed', place: { path: '/offers', search: '', hash: '' } },
    ]);
  });

  it('starts a new page at its top or at its anchor', () => {
    const { window, scrolled } = fakeWindow('/dashboard');
    scrollTo(window, '');
    scrollTo(window, '#table');
    scrollTo(window, '#nowhere');
    scrollTo(window, '#%E0%A4%A');
    expect(scrolled).toEqual(['top', 'table', 'top', 'top']);
  });
});

describe('tabs', () => {
  it('hear each other and not themselves', async () => {
    const [one, two] = [new BroadcastChannel('test'), new BroadcastChannel('test')];
    const here = createTabs(one);
    const there = createTabs(two);
    const hearing = reports(here.listen);
    const hearingToo = reports(there.listen);
    here.tell();
    await expect.poll(() => hearingToo.heard).toEqual([{ type: 'session.ended' }]);
    expect(hearing.heard).toEqual([]);
    one.close();
    two.close();
  });

  it('do without where the browser has no channels', () => {
    const { heard } = reports(createTabs(null).listen);
    createTabs(null).tell();
    expect(heard).toEqual([]);
  });
});

describe('the configuration', () => {
  const defaults = { api_base_url: '', cube_api_url: '/cubejs-api/v1', collect_url: '/t' };

  it.each([[undefined], ['nonsense'], [{ api_base_url: 7, cube_api_url: 'javascript:alert(1)' }]])(
    'falls back to its defaults for %j',
    (conf) => {
      expect(readConfig({ __CONF__: conf })).toEqual(defaults);
    },
  );

  it('takes what is usable, field by field', () => {
    const conf = { api_base_url: 'https://api.acme.test', cube_api_url: null, sentry_dsn: null };
    expect(readConfig({ __CONF__: conf })).toEqual({
      ...defaults,
      api_base_url: 'https://api.acme.test',
    });
  });
});
