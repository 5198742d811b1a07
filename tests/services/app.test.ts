import { describe, expect, it } from 'vitest';
import { createSession, type World } from '#app/wiring.ts';
import type { Settings } from '#contract/project.ts';
import { type Asked, json, scriptedFetch } from '../support/fetch.ts';
import { clicks, freshness, graph, member, settings, table, totals } from '../support/samples.ts';
import { fakeWindow } from '../support/window.ts';

const now = Date.parse('2026-11-20T20:14:05Z');
const credentials = { email: 'ana@acme.test', password: 'correct horse battery' };

const meta = {
  ...freshness,
  start_date: '2026-11-20',
  end_date: '2026-11-20',
  utc_from: '2026-11-20T05:00:00Z',
  utc_to: '2026-11-21T05:00:00Z',
  side: 'server',
  unique: true,
  model: 'last_click',
  lookback_days: 30,
  clock: 'conversion',
  complete_through: '2026-11-20T20:13:58Z',
  excluded: { bots: 0, duplicates: 0, tests: 0, rejected: 0 },
  definitions_version: 1,
  query_ms: 3,
};

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
  const call = (path: string): Asked[] => scripted.asked.filter((asked) => asked.path === path);
  return { ...scripted, call };
}
const restOnly: Settings = { ...settings, use_cube: false };

function open(
  address: string,
  { fetch }: Pick<World, 'fetch'>,
  changes: Partial<World> = {},
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
    report: (message) => reported.push(message),
    ...changes,
  });
  session.start();
  const dashboard = () =>
    session.getSnapshot().children.workspace?.getSnapshot().children.dashboard;
  return { session, page, reported, dashboard, value: () => session.getSnapshot().value };
}

async function signIn(app: ReturnType<typeof open>) {
  await expect.poll(app.value).toEqual({ signedOut: 'idle' });
  app.session.send({ type: 'credentials.submit', credentials });
  await expect.poll(app.value).toEqual({ signedIn: 'fresh' });
  await expect.poll(() => app.dashboard()?.getSnapshot().status).toBe('active');
  return app;
}

describe('the app', () => {
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
    const [asked] = backend.call('/api/v1/rc-table-data/');
    expect(asked?.headers.get('authorization')).toBe(`Token ${member.token}`);
    expect(Object.fromEntries(asked?.query ?? [])).toEqual({
      affiliate_id: 'all',
      project_id: '7',
      start_date: '11/20/2026',
      end_date: '11/20/2026',
      timezone: 'America/New_York',
      browser_conversions: '0',
      unique_conversions: '1',
      compare: 'same_elapsed',
      group_by: 'campaign_id',
      sort: 'server_revenue',
      order: 'desc',
      limit: '500',
    });

    app.session.send({ type: 'session.leave' });
    expect([...app.page.held.keys()]).toEqual([]);
    await expect.poll(app.value).toEqual({ signedOut: 'idle' });
    expect(app.page.path()).toBe('/login');
    expect(backend.call('/api/v1/auth/logout/')[0]?.headers.get('authorization')).toBe(
      `Token ${member.token}`,
    );
    expect(app.reported).toEqual([]);
  });

  it('narrows to the opened rows and the chosen affiliates', async () => {
    const backend = server();
    const app = await signIn(open('/login', backend));
    const { selection } =
      app.session.getSnapshot().children.workspace?.getSnapshot().children ?? {};
    selection?.send({ type: 'affiliates.choose', affiliates: [4] });
    const { breakdown } = app.dashboard()?.getSnapshot().children ?? {};
    breakdown?.send({ type: 'row.open', key: '238401', label: 'BF prospecting' });
    await expect
      .poll(() => Object.fromEntries(backend.call('/api/v1/rc-table-data/').at(-1)?.query ?? []))
      .toMatchObject({ affiliate_id: '4', 'campaign_id[]': '238401', group_by: 'adset_id' });
  });

  it('comes back as it was left after a reload', async () => {
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

  it('opens what the address asks for, also by way of the login, and writes down what is chosen', async () => {
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
    expect(page.search()).toBe('?project=8&range=yesterday&compare=none');
    const { selection } =
      app.session.getSnapshot().children.workspace?.getSnapshot().children ?? {};
    selection?.send({ type: 'project.choose', project: 7 });
    selection?.send({ type: 'range.choose', range: 'today' });
    selection?.send({ type: 'comparison.choose', comparison: 'same_elapsed' });
    expect(page.search()).toBe('');
  });

  it('ends the session when any call is refused, and clears what it remembers', async () => {
    const backend = server({
      '/api/v1/cc-data/': () => json({ detail: 'Invalid token.' }, 401),
    });
    const app = open('/dashboard', backend);
    await expect.poll(app.value).toEqual({ signedOut: 'idle' });
    app.session.send({ type: 'credentials.submit', credentials });
    await expect.poll(app.value).toEqual({ signedOut: 'expired' });
    expect([...app.page.held.keys()]).toEqual([]);
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

  it('does not ask the server about the session at every change of page', async () => {
    const backend = server();
    const app = await signIn(open('/dashboard', backend));
    app.page.go('/offers');
    app.page.go('/dashboard?compare=none');
    expect(backend.call('/api/v1/auth/check/')).toHaveLength(0);
    expect(app.dashboard()?.getSnapshot().status).toBe('active');
  });

  it('keeps the session when the server cannot be reached', async () => {
    const page = fakeWindow('/dashboard');
    page.held.set('clickledger.v1.token', JSON.stringify(member.token));
    const { fetch } = scriptedFetch(() => new TypeError('fetch failed'));
    const app = open('/dashboard', { fetch }, {}, page);
    await expect.poll(app.value).toBe('unreachable');
    expect(page.held.get('clickledger.v1.token')).toBe(JSON.stringify(member.token));
    expect(app.session.getSnapshot().context.problem?.kind).toBe('offline');
  });

  it('says which of three reasons leaves a screen empty', async () => {
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
      return loader()?.context.answer?.lack;
    };
    expect(await lackAfter(null, [])).toBe('unconfigured');
    expect(await lackAfter('2025-03-02T11:20:00Z', [])).toBe('quiet');
    expect(await lackAfter(null, [4])).toBe('filtered');
  });
});
