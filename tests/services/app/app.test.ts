import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { AnyStateMachine } from 'xstate';
// Loads the app's lazy code before a test waits for it.
import '#app/wiring/session-services.ts';
import { createSession } from '#app/wiring/session.ts';
import '#app/wiring/workspace.ts';
import type { Environment } from '#app/wiring/environment.ts';
import type { Credentials } from '#contract/accounts/session.ts';
import { emptyLogFilter } from '#contract/conversions/log-filter.ts';
import type { Settings } from '#contract/installation/schemas.ts';
import type { SessionActor } from '#machines/app/session.ts';
import { openScreen } from '#machines/app/workspace.ts';
import type { conversionsMachine } from '#machines/conversions/conversions.ts';
import type { dashboardMachine } from '#machines/dashboard/dashboard.ts';
import { json, type SentRequest, scriptedFetch } from '../../support/fetch.ts';
import { clicks, graph, member, meta, settings, table, totals } from '../../support/samples.ts';
import { fakeWindow } from '../../support/window.ts';

const now = Date.parse('2026-11-20T20:14:05Z');
const credentials = { email: 'ana@acme.test', password: 'correct horse battery' };

/** A server that knows one person and answers with samples; a test may let single calls fail. */
function server(changes: Record<string, () => Response> = {}, config: Settings = restOnly) {
  const answers: Record<string, () => Response> = {
    '/api/v1/auth/token/': () => json(member),
    '/api/v1/auth/check/': () => json(member),
    '/api/v1/auth/logout/': () => json({ detail: 'Bye.' }),
    '/api/settings/config/': () => json(config),
    '/api/v1/rc-data/': () => json({ data: totals, meta }),
    '/api/v1/cc-data/': () => json({ data: clicks, meta }),
    '/api/v1/rc-chart-data/': () => json({ data: graph, meta }),
    '/api/v1/rc-table-data/': () => json({ data: table, meta }),
    ...changes,
  };
  const scripted = scriptedFetch(
    ({ path }) => answers[path]?.() ?? json({ detail: `Nothing at ${path}.` }, 404),
  );
  const call = (path: string): SentRequest[] =>
    scripted.requests.filter((request) => request.path === path);
  return { ...scripted, call };
}
const restOnly: Settings = { ...settings, use_cube: false };

function open(
  address: string,
  { fetch }: Pick<Environment, 'fetch'>,
  changes: Partial<Environment> = {},
  page = fakeWindow(address),
) {
  const reported: string[] = [];
  const session = createSession({
    window: page.window,
    config: {
      api_base_url: 'http://clickledger.test',
      cube_api_url: 'http://clickledger.test/cubejs-api/v1',
      collect_url: '/t',
    },
    fetch,
    now: () => now,
    channel: null,
    navigate: (to) => page.go(to),
    warn: (message) => reported.push(message),
    undoToast: (message) => reported.push(message),
    report: (message) => reported.push(message),
    fetchScreens: async () => {},
    ...changes,
  });
  session.start();
  const dashboard = () => openIn<typeof dashboardMachine>(session, 'dashboard');
  return { session, page, reported, dashboard, value: () => session.getSnapshot().value };
}

/** The screen of this machine, if it is the open one. */
const openIn = <Machine extends AnyStateMachine>(session: SessionActor, id: Machine['id']) => {
  const workspace = session.getSnapshot().children.workspace?.getSnapshot();
  return workspace && openScreen<Machine>(workspace, id);
};

async function signIn(app: ReturnType<typeof open>) {
  await expect.poll(app.value).toEqual({ signedOut: 'idle' });
  app.session.send({ type: 'credentials.submit', credentials });
  await expect.poll(app.value).toEqual({ signedIn: 'fresh' });
  await expect.poll(() => app.dashboard()?.getSnapshot().status).toBe('active');
  return app;
}

const tokenKey = 'clickledger.v1.token';
const step = fc.record({
  tab: fc.integer({ min: 0, max: 2 }),
  act: fc.constantFrom('ana', 'bo', 'leave'),
});

const fail = (): never => {
  throw new Error('There is no such tab.');
};

/** Waits until the app is idle: no change for some turns of the event loop. */
async function settled(watched: () => unknown) {
  let last = watched();
  for (let still = 0; still < 10; still++) {
    await new Promise((resolve) => setImmediate(resolve));
    const next = watched();
    if (next !== last) still = 0;
    last = next;
  }
}

/** Lets pending work finish, where a test holds the clock. */
async function turns() {
  for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve));
}

afterEach(() => void vi.useRealTimers());

describe('the app', () => {
  it('has stored the session by the time it is signed in', async () => {
    const app = open('/login', server());
    await expect.poll(app.value).toEqual({ signedOut: 'idle' });
    const stored: (string | null)[] = [];
    app.session.subscribe((snapshot) => {
      if (snapshot.hasTag('member')) stored.push(app.page.window.localStorage.getItem(tokenKey));
    });
    app.session.send({ type: 'credentials.submit', credentials });
    await expect.poll(() => stored.length).toBeGreaterThan(0);
    expect(stored[0]).toBe(JSON.stringify(member.token));
  });

  it('goes from the login to the dashboard and out again', async () => {
    const backend = server();
    const app = await signIn(open('/dashboard', backend));
    expect(app.page.path()).toBe('/dashboard');
    const loaders = () => {
      const children = app.dashboard()?.getSnapshot().children;
      const rows = children?.breakdown?.getSnapshot().children.rows;
      return [children?.totals, children?.clicks, children?.graph, rows].map(
        (loader) => loader?.getSnapshot().value,
      );
    };
    await expect.poll(loaders).toEqual(Array(4).fill({ ready: 'fresh' }));
    const [request] = backend.call('/api/v1/rc-table-data/');
    expect(request?.headers.get('authorization')).toBe(`Token ${member.token}`);
    expect(Object.fromEntries(request?.query ?? [])).toEqual({
      affiliate_id: 'all',
      project_id: '7',
      start_date: '11/20/2026',
      end_date: '11/20/2026',
      timezone: 'America/New_York',
      browser_conversions: '0',
      unique_conversions: '1',
      compare: 'same_elapsed',
      model: 'last_click',
      lookback_days: '30',
      clock: 'conversion',
      excluded: '0',
      group_by: 'campaign_id',
      min_revenue: '0.01',
      spent: 'sums',
      sort: 'revenue',
      order: 'desc',
      limit: '500',
    });

    app.session.send({ type: 'session.leave' });
    expect([...app.page.storedItems.keys()]).toEqual([]);
    await expect.poll(app.value).toEqual({ signedOut: 'idle' });
    expect(app.page.path()).toBe('/login');
    expect(backend.call('/api/v1/auth/logout/')[0]?.headers.get('authorization')).toBe(
      `Token ${member.token}`,
    );
    expect(app.reported).toEqual([]);
  });

  it('requests explanations of figures after the figures', async () => {
    const backend = server();
    await signIn(open('/dashboard', backend));
    const turnOf = (path: string) => backend.requests.findIndex((request) => request.path === path);
    await expect.poll(() => turnOf('/api/v1/metrics/definitions/')).toBeGreaterThan(0);
    expect(turnOf('/api/v1/all-rc-payment-data/')).toBeGreaterThan(turnOf('/api/v1/rc-data/'));
    expect(turnOf('/api/v1/metrics/definitions/')).toBeGreaterThan(
      turnOf('/api/v1/all-rc-payment-data/'),
    );
  });

  it('filters by the opened rows and the chosen affiliates', async () => {
    const backend = server();
    const app = await signIn(open('/login', backend));
    const { selection } =
      app.session.getSnapshot().children.workspace?.getSnapshot().children ?? {};
    selection?.send({ type: 'affiliates.choose', affiliates: [4] });
    const { breakdown } = app.dashboard()?.getSnapshot().children ?? {};
    breakdown?.send({
      type: 'row.open',
      key: '238401',
      label: 'BF prospecting',
      grouping: 'adset_id',
    });
    await expect
      .poll(() => Object.fromEntries(backend.call('/api/v1/rc-table-data/').at(-1)?.query ?? []))
      .toMatchObject({
        affiliate_id: '4',
        'parent[]': 'campaign_id:238401',
        group_by: 'adset_id',
      });
    expect(new URLSearchParams(app.page.search()).getAll('path')).toEqual(['campaign_id:238401']);
  });

  it('is restored after a reload', async () => {
    const backend = server();
    const app = await signIn(open('/dashboard', backend));
    const { selection } =
      app.session.getSnapshot().children.workspace?.getSnapshot().children ?? {};
    selection?.send({ type: 'project.choose', project: 8 });
    selection?.send({ type: 'timezone.choose', timezone: 'Default' });
    selection?.send({ type: 'browserConversions.set', on: true });
    app.session.stop();

    const again = open('/dashboard', backend, {}, app.page);
    await expect.poll(again.value).toEqual({ signedIn: 'fresh' });
    await expect
      .poll(() => again.dashboard()?.getSnapshot().context.question)
      .toMatchObject({
        project: 8,
        timezone: 'UTC',
        browserConversions: true,
        period: { start: '2026-11-20', end: '2026-11-20' },
      });
  });

  it('opens the view of the address, also after a login, and writes the selection into it', async () => {
    const backend = server();
    const page = fakeWindow('/dashboard?range=yesterday&compare=none&project=8&utm_source=mail');
    const app = open('', backend, {}, page);
    await expect.poll(app.value).toEqual({ signedOut: 'idle' });
    expect(page.path()).toBe('/login');
    app.session.send({ type: 'credentials.submit', credentials });
    await expect
      .poll(() => app.dashboard()?.getSnapshot().context.question)
      .toMatchObject({
        project: 8,
        comparison: 'none',
        period: { start: '2026-11-19', end: '2026-11-19' },
      });
    expect(page.search()).toBe(
      '?project=8&range=yesterday&timezone=America%2FNew_York&compare=none',
    );
    const { selection } =
      app.session.getSnapshot().children.workspace?.getSnapshot().children ?? {};
    selection?.send({ type: 'project.choose', project: 7 });
    selection?.send({ type: 'range.choose', range: 'today' });
    selection?.send({ type: 'comparison.choose', comparison: 'same_elapsed' });
    expect(page.search()).toBe('?project=7&timezone=America%2FNew_York');
  });

  it('opens the table of a link also after a login, once', async () => {
    const backend = server();
    const table = 'group=adset_id&path=campaign_id%3A238401&sort=label&rows=50&earning=0';
    const app = open(`/dashboard?project=8&as_of=2026-11-19T08%3A00%3A00Z&${table}`, backend);
    await expect.poll(app.value).toEqual({ signedOut: 'idle' });
    expect(app.page.search()).toBe('');
    app.session.send({ type: 'credentials.submit', credentials });
    await expect
      .poll(() => Object.fromEntries(backend.call('/api/v1/rc-table-data/').at(-1)?.query ?? []))
      .toMatchObject({ group_by: 'adset_id', 'parent[]': 'campaign_id:238401', sort: 'label' });
    const shown = new URLSearchParams(app.page.search());
    for (const [key, value] of new URLSearchParams(table)) expect(shown.get(key)).toBe(value);
    expect(shown.get('as_of')).not.toBeNull();

    app.session.send({ type: 'session.leave' });
    await expect.poll(app.value).toEqual({ signedOut: 'idle' });
    app.session.send({ type: 'credentials.submit', credentials });
    await expect.poll(() => app.session.getSnapshot().hasTag('member')).toBe(true);
    await expect.poll(() => app.dashboard()?.getSnapshot().status).toBe('active');
    expect(app.page.search()).toBe('?project=7&timezone=America%2FNew_York');
  });

  it('opens the view of a step back or of a link on the same page', async () => {
    const backend = server();
    const app = await signIn(open('/dashboard', backend));
    const workspace = app.session.getSnapshot().children.workspace?.getSnapshot();
    const { selection } = workspace?.children ?? {};
    selection?.send({ type: 'filter.choose', group: 'utm_source', values: ['facebook'] });
    selection?.send({ type: 'model.choose', model: 'linear' });
    const dataRequests = () => app.dashboard()?.getSnapshot().context.question;
    expect(app.page.search()).toBe(
      '?project=7&timezone=America%2FNew_York&model=linear&filter.utm_source=facebook',
    );

    app.page.go('/dashboard?project=8&timezone=UTC&range=last_7_days');
    expect(dataRequests()).toMatchObject({ project: 8, filters: {}, model: 'last_click' });
    expect(app.page.search()).toBe('?project=8&range=last_7_days&timezone=UTC');
    expect(app.value()).toEqual({ signedIn: 'fresh' });
  });

  it('opens a saved view on its own screen, with its rows', async () => {
    const saved = { project: 7, position: 0, created_at: '', updated_at: '' };
    const filter = { ...emptyLogFilter, status: 'pending', search: 'ck 7' };
    const views = [
      {
        ...saved,
        id: 1,
        name: 'Refused',
        opening: { range: 'yesterday', conversions: { view: 'log', filter, isEarning: true } },
      },
      {
        ...saved,
        id: 2,
        name: 'Hours',
        opening: { conversions: { view: 'summary', filter: emptyLogFilter, isEarning: false } },
      },
      {
        ...saved,
        id: 3,
        name: 'Devices',
        opening: { range: 'last_7_days', table: { grouping: 'device' } },
      },
    ];
    const backend = server({ '/api/v1/views/': () => json(views) });
    const app = await signIn(open('/dashboard', backend));
    const children = () =>
      app.session.getSnapshot().children.workspace?.getSnapshot().children ?? {};
    const listed = () => children().savedViews?.getSnapshot().context.rows ?? [];
    const isResting = () => children().savedViews?.getSnapshot().matches({ ready: 'resting' });
    const show = async (name: string) => {
      await expect.poll(isResting).toBe(true);
      for (const view of listed().filter((one) => one.name === name))
        children().savedViews?.send({ type: 'action.run', action: { kind: 'show', view } });
      const query = new URLSearchParams(app.page.search());
      query.sort();
      return `${app.page.path()}?${query}`;
    };
    const range = () => children().selection?.getSnapshot().context.range;
    const screen = () =>
      openIn<typeof conversionsMachine>(app.session, 'conversions')?.getSnapshot().context;
    children().savedViews?.send({ type: 'list.refresh' });
    await expect.poll(() => listed().length).toBe(3);

    expect(await show('Refused')).toBe(
      '/conversions?find=ck+7&project=7&range=yesterday&status=pending&timezone=America%2FNew_York',
    );
    expect(range()).toBe('yesterday');
    await expect.poll(screen).toMatchObject({ view: 'log', filter });

    app.page.go('/conversions/c_5521?status=approved');
    expect(await show('Hours')).toBe(
      '/conversions/summary?earning=0&project=7&timezone=America%2FNew_York',
    );
    expect(range()).toBe('today');
    expect(screen()).toMatchObject({ view: 'summary', filter: emptyLogFilter, isEarning: false });

    expect(await show('Devices')).toBe(
      '/dashboard?group=device&project=7&range=last_7_days&timezone=America%2FNew_York',
    );
    expect(range()).toBe('last_7_days');
    const table = () => app.dashboard()?.getSnapshot().children.breakdown?.getSnapshot();
    expect(table()?.context.grouping).toBe('device');
    expect(await show('Refused')).toMatch(/^\/conversions\?find=ck\+7&/);
  });

  it('offers an Undo after a saved view was updated, which saves the state from before', async () => {
    const before = { range: 'yesterday', table: {} };
    const dates = { created_at: '', updated_at: '' };
    const view = { id: 1, name: 'Mornings', project: 7, position: 0, opening: before, ...dates };
    const backend = server({
      '/api/v1/views/': () => json([view]),
      '/api/v1/views/1/': () => json(view),
    });
    const changes = () => backend.call('/api/v1/views/1/').map(({ body }) => body);
    const toasts: { texts: (string | undefined)[]; undo: () => void }[] = [];
    const undoToast: Environment['undoToast'] = (message, label, undo, id) =>
      toasts.push({ texts: [message, label, id], undo });
    const app = await signIn(open('/dashboard', backend, { undoToast }));
    const savedViews = () =>
      app.session.getSnapshot().children.workspace?.getSnapshot().children.savedViews;
    const isIdle = () =>
      savedViews()
        ?.getSnapshot()
        .matches({ ready: { resting: 'idle' } });
    savedViews()?.send({ type: 'list.refresh' });
    await expect.poll(isIdle).toBe(true);
    const [listed] = savedViews()?.getSnapshot().context.rows ?? [];
    if (!listed) throw new Error('The view is not listed.');

    const opening = { project: 7, range: 'last_7_days' } as const;
    savedViews()?.send({ type: 'action.run', action: { kind: 'update', view: listed, opening } });
    await expect.poll(() => toasts.length).toBe(1);
    expect(toasts[0]?.texts).toEqual([
      '“Mornings” opens with what is on screen now.',
      'Undo',
      'view-1-updated',
    ]);
    await expect.poll(isIdle).toBe(true);
    toasts[0]?.undo();
    await expect.poll(() => changes().length).toBe(2);
    expect(changes()).toMatchObject([
      { opening: { range: 'last_7_days' } },
      { opening: { range: 'yesterday' } },
    ]);
    await expect.poll(isIdle).toBe(true);
    expect(toasts).toHaveLength(1);
  });

  it('resets to today without filters on a change of page, whatever its link contains', async () => {
    const backend = server();
    const app = await signIn(open('/dashboard?range=yesterday', backend));
    const workspace = app.session.getSnapshot().children.workspace?.getSnapshot();
    workspace?.children.selection?.send({
      type: 'filter.choose',
      group: 'device',
      values: ['-mobile'],
    });
    app.page.go('/conversions');
    app.page.go('/dashboard?range=last_7_days&filter.device=mobile');
    expect(app.dashboard()?.getSnapshot().context.question).toMatchObject({
      period: { start: '2026-11-20', end: '2026-11-20' },
      filters: {},
    });
    expect(app.page.search()).toBe('?project=7&timezone=America%2FNew_York');
  });

  it('ends the session when any call is refused, and clears its storage', async () => {
    const backend = server({
      '/api/v1/cc-data/': () => json({ detail: 'Invalid token.' }, 401),
    });
    const app = open('/dashboard', backend);
    await expect.poll(app.value).toEqual({ signedOut: 'idle' });
    app.session.send({ type: 'credentials.submit', credentials });
    await expect.poll(app.value).toEqual({ signedOut: 'expired' });
    expect([...app.page.storedItems.keys()]).toEqual([]);
    expect(app.page.path()).toBe('/login');
  });

  it('signs the other tabs out', async () => {
    const backend = server();
    const [here, there] = [new BroadcastChannel('app-test'), new BroadcastChannel('app-test')];
    const one = await signIn(open('/dashboard', backend, { channel: here }));
    const two = await signIn(open('/dashboard', backend, { channel: there }));
    one.session.send({ type: 'session.leave' });
    await expect.poll(two.value).toEqual({ signedOut: 'idle' });
    here.close();
    there.close();
  });

  it('does not check the session at every change of page', async () => {
    const backend = server();
    const app = await signIn(open('/dashboard', backend));
    app.page.go('/offers');
    app.page.go('/dashboard?compare=none');
    expect(backend.call('/api/v1/auth/check/')).toHaveLength(0);
    expect(app.dashboard()?.getSnapshot().status).toBe('active');
  });

  it('keeps the session when the server cannot be reached', async () => {
    const page = fakeWindow('/dashboard');
    page.storedItems.set('clickledger.v1.token', JSON.stringify(member.token));
    const { fetch } = scriptedFetch(() => new TypeError('fetch failed'));
    const app = open('/dashboard', { fetch }, {}, page);
    await expect.poll(app.value).toBe('unreachable');
    expect(page.storedItems.get('clickledger.v1.token')).toBe(JSON.stringify(member.token));
    expect(app.session.getSnapshot().context.problem?.kind).toBe('offline');
  });

  it('retries all that failed once one answer shows that the server is back', async () => {
    let isDown = false;
    const backend = server();
    const app = await signIn(
      open('/dashboard', {
        fetch: (input, init) =>
          isDown ? Promise.reject(new TypeError('fetch failed')) : backend.fetch(input, init),
      }),
    );
    const parts = () => {
      const children = app.dashboard()?.getSnapshot().children;
      const rows = children?.breakdown?.getSnapshot().children.rows;
      return [children?.totals, children?.clicks, children?.graph, rows];
    };
    const values = () => parts().map((part) => part?.getSnapshot().value);
    await expect.poll(values).toEqual(Array(4).fill({ ready: 'fresh' }));

    isDown = true;
    app.page.send(new Event('online'));
    await expect.poll(values).toEqual(Array(4).fill({ ready: 'stale' }));
    isDown = false;
    vi.useFakeTimers({ now: Date.now() + 10_000, toFake: ['Date'] });
    parts()[0]?.send({ type: 'retry' });
    await expect.poll(values).toEqual(Array(4).fill({ ready: 'fresh' }));
  });

  it('notices by itself that the server is back, and keeps the session', async () => {
    let isDown = false;
    const backend = server();
    const app = await signIn(
      open('/dashboard', {
        fetch: (input, init) =>
          isDown ? Promise.reject(new TypeError('fetch failed')) : backend.fetch(input, init),
      }),
    );
    const totals = () => app.dashboard()?.getSnapshot().children.totals?.getSnapshot().value;
    const connection = () => app.session.getSnapshot().children.connection?.getSnapshot().value;
    await expect.poll(totals).toEqual({ ready: 'fresh' });
    isDown = true;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    app.session
      .getSnapshot()
      .children.workspace?.getSnapshot()
      .children.selection?.send({ type: 'range.choose', range: 'yesterday' });
    await turns();
    expect(totals()).toBe('failed');
    expect(connection()).toBe('unanswered');
    expect(backend.call('/readyz')).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(20_000);
    isDown = false;
    await vi.advanceTimersByTimeAsync(15_000);
    await turns();
    expect(backend.call('/readyz')).toHaveLength(1);
    expect(backend.call('/readyz')[0]?.headers.get('authorization')).toBeNull();
    expect(totals()).toEqual({ ready: 'fresh' });
    expect(connection()).toBe('online');
    expect(app.session.getSnapshot().hasTag('member')).toBe(true);
    expect(app.reported).toEqual([]);
  });

  it('refreshes every data set when the network is back, and keeps the session', async () => {
    const backend = server();
    const app = await signIn(open('/dashboard', backend));
    const dataRequests = () =>
      backend.requests.filter(({ path }) => /-(data|chart-data|breakdown)\//.test(path));
    const connection = () => app.session.getSnapshot().children.connection?.getSnapshot().value;
    await expect
      .poll(() => app.dashboard()?.getSnapshot().children.totals?.getSnapshot().value)
      .toEqual({ ready: 'fresh' });
    await settled(() => dataRequests().length);
    const before = dataRequests()
      .map(({ path }) => path)
      .sort();
    app.page.send(new Event('offline'));
    expect(connection()).toBe('offline');
    app.page.send(new Event('online'));
    expect(connection()).toBe('online');
    await settled(() => dataRequests().length);
    expect(
      dataRequests()
        .slice(before.length)
        .map(({ path }) => path)
        .sort(),
    ).toEqual(before);
    expect(app.value()).toEqual({ signedIn: 'fresh' });
  });

  it.each([
    ['saved views', '/dashboard', '/api/v1/views/'],
    ['the values of a filter', '/dashboard', '/api/v1/param-variants/'],
    ['the rows of a figure', '/dashboard', '/api/v1/figures/rows/'],
    ['postbacks', '/conversions/postbacks', '/api/v1/postback-log/'],
    ['the audit log', '/settings#audit', '/api/v1/audit-log/'],
    ['what was set aside', '/settings#jobs', '/api/v1/failed-items/'],
  ])('retries %s that failed when the network is back', async (_, address, path) => {
    const backend = server();
    const app = await signIn(open('/dashboard', backend));
    app.page.go(address);
    const workspace = app.session.getSnapshot().children.workspace;
    const { savedViews, filters } = workspace?.getSnapshot().children ?? {};
    savedViews?.send({ type: 'list.refresh' });
    filters?.send({ type: 'group.open', group: 'device' });
    const figure = { name: 'revenue', cell: [] };
    app.dashboard()?.getSnapshot().children.figureRows?.send({ type: 'figure.open', figure });
    await expect.poll(() => backend.call(path).length).toBe(1);
    await settled(() => backend.requests.length);
    app.page.send(new Event('online'));
    await expect.poll(() => backend.call(path).length).toBe(2);
  });

  it('moves other tabs to the new session, and never mixes two people', async () => {
    const bo = { ...member, id: 13, token: 'clu_of_bo', full_name: 'Bo' };
    const people = [member, bo];
    const backend = scriptedFetch(({ path, headers, body }) => {
      if (path === '/api/v1/auth/token/') {
        return json(people.find(({ email }) => email === (body as Credentials).email) ?? bo);
      }
      const who = people.find(({ token }) => headers.get('authorization') === `Token ${token}`);
      if (path === '/api/v1/auth/check/') return who ? json(who) : json({ detail: 'No.' }, 401);
      return path === '/api/settings/config/' ? json(restOnly) : json({ detail: 'Later.' }, 404);
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
        const storedItems = new Map<string, string>();
        const pages = [1, 2, 3].map(() => fakeWindow('/dashboard', storedItems));
        const tabs = pages.map((page) => open('', backend, {}, page));
        const names = () =>
          tabs.map(({ session }) => session.getSnapshot().context.member?.full_name ?? null);
        for (const { tab, act } of steps) {
          const { session } = tabs[tab] ?? fail();
          await settled(() => JSON.stringify(tabs.map(({ value }) => value())));
          const before = storedItems.get(tokenKey);
          if (act === 'leave') session.send({ type: 'session.leave' });
          else
            session.send({
              type: 'credentials.submit',
              credentials: { email: act === 'bo' ? 'bo@acme.test' : member.email, password: 'x' },
            });
          await settled(() => JSON.stringify(tabs.map(({ value }) => value())));
          if (storedItems.get(tokenKey) === before) continue;
          for (const [index, page] of pages.entries()) {
            if (index !== tab) page.send(Object.assign(new Event('storage'), { key: tokenKey }));
          }
        }
        await settled(() => JSON.stringify(tabs.map(({ value }) => value())));
        const remembered = JSON.parse(storedItems.get(tokenKey) ?? 'null') as string | null;
        const expected = people.find(({ token }) => token === remembered)?.full_name ?? null;
        expect(names()).toEqual([expected, expected, expected]);
        for (const { session } of tabs) session.stop();
      }),
      { numRuns: 100 },
    );
  }, 120_000);

  it('gives one of three reasons for an empty screen', async () => {
    const nothing = {
      ...totals,
      server_purchases: 0,
      browser_purchases: 0,
      server_revenue: 0,
      net_revenue: 0,
      cost: 0,
      previous: null,
      change: null,
    };
    const range = (first: string | null) => () =>
      json({
        data: {
          rows: [],
          total: { revenue: 0, previous_revenue: null, change: null },
          first_event_at: first,
        },
        meta,
      });
    const lackAfter = async (first: string | null, affiliates: number[]) => {
      const backend = server({
        '/api/v1/rc-data/': () => json({ data: nothing, meta }),
        '/api/v1/revenue-date-range/': range(first),
      });
      const app = await signIn(open('/dashboard', backend));
      const children = app.session.getSnapshot().children.workspace?.getSnapshot().children;
      children?.selection?.send({ type: 'affiliates.choose', affiliates });
      const loader = () => app.dashboard()?.getSnapshot().children.totals?.getSnapshot();
      await expect.poll(() => loader()?.value).toEqual({ empty: 'fresh' });
      return loader()?.context.answer?.emptyReason;
    };
    expect(await lackAfter(null, [])).toBe('unconfigured');
    expect(await lackAfter('2025-03-02T11:20:00Z', [])).toBe('quiet');
    expect(await lackAfter(null, [4])).toBe('filtered');
  });
});
