import { expect, it } from 'vitest';
import { createActor, fromCallback } from 'xstate';
import { provideFunnelOverview } from '#app/wiring/funnel-overview.ts';
import { funnelOverviewMachine } from '#machines/funnels/funnel-overview.ts';
import { createApi } from '#services/kit/api.ts';
import { json, type SentRequest, scriptedFetch } from '../../support/fetch.ts';
import { funnel, report } from '../../support/funnel-overview.ts';
import { member, query } from '../../support/samples.ts';
import { fakeWindow } from '../../support/window.ts';

/** The overview of “Main offer”, on a server that knows which funnel is the default one. */
async function open(defaultSlug: string | null) {
  const stored = { defaultSlug };
  const others = ['sheet-test', 'main-offer', 'quiz'].map((slug) => ({
    ...funnel,
    ...{ id: `01J-${slug}`, slug, name: `The ${slug}` },
  }));
  const asIs = (slug: string) => ({
    ...(slug === funnel.slug ? funnel : others.find((other) => other.slug === slug)),
    is_default: stored.defaultSlug === slug,
  });
  const rowOf = (slug: string) => ({ ...asIs(slug), published: undefined, is_published: true });
  const reply = ({ path, method, body, query: asked }: SentRequest) => {
    const [, slug = '', rest = ''] = /^\/api\/v1\/funnels\/(?:([^/]+)\/(.*))?$/.exec(path) ?? [];
    if (slug === '') {
      return asked.get('cursor')
        ? json([rowOf('main-offer'), rowOf('quiz')])
        : json([rowOf('sheet-test')], 200, { 'X-Next-Cursor': 'c2' });
    }
    if (rest === '' && method === 'GET') return json(asIs(slug));
    if (rest === 'set-default/') {
      const { is_default: isDefault } = body as { is_default: boolean };
      stored.defaultSlug = isDefault ? slug : null;
      return json(asIs(slug));
    }
    return json(rest === 'report/' ? report : []);
  };
  const { fetch } = scriptedFetch(reply);
  const { window } = fakeWindow('/funnels/main-offer?project=7');
  const toasts: { message: string; undo: () => void }[] = [];
  const parts = {
    environment: {
      window,
      now: () => Date.parse('2026-11-20T17:00:00Z'),
      undoToast: (message: string, _: string, undo: () => void) => toasts.push({ message, undo }),
    },
    services: {
      api: createApi({
        baseUrl: 'http://clickledger.test',
        fetch,
        token: () => 'clu_first',
        onTokenRejected: () => {},
        onContractBroken: (call, reason) => {
          throw new Error(`${call}: ${String(reason)}`);
        },
      }),
    },
    goTo: () => {},
    network: fromCallback(() => {}),
  };
  const actor = createActor(
    provideFunnelOverview(
      funnelOverviewMachine,
      parts as unknown as Parameters<typeof provideFunnelOverview>[1],
    ),
    { input: { member, query } },
  ).start();
  const opened = () => actor.getSnapshot().children.funnel;
  const isIdle = () =>
    expect
      .poll(() =>
        opened()
          ?.getSnapshot()
          .matches({ ready: { resting: 'idle' } }),
      )
      .toBe(true);
  await isIdle();
  const shown = () => opened()?.getSnapshot().context.rows[0];
  const setDefault = async (isDefault: boolean) => {
    const row = shown();
    if (!row) throw new Error('The funnel was not read.');
    opened()?.send({ type: 'action.run', action: { kind: 'default', funnel: row, isDefault } });
    await expect.poll(() => toasts.length).toBe(1);
    await isIdle();
  };
  return { stored, toasts, shown, setDefault, stop: () => actor.stop() };
}

it('gives the panel of the dashboard back to the funnel that had it before', async () => {
  const { stored, toasts, shown, setDefault, stop } = await open('quiz');
  await setDefault(true);
  expect([stored.defaultSlug, shown()?.is_default]).toEqual(['main-offer', true]);
  expect(toasts[0]?.message).toBe("“Main offer” feeds the dashboard's funnel panel.");
  toasts[0]?.undo();
  await expect.poll(() => stored.defaultSlug).toBe('quiz');
  await expect.poll(() => shown()?.is_default).toBe(false);
  stop();
});

it('takes it off the dashboard where no funnel had the panel before', async () => {
  const { stored, toasts, shown, setDefault, stop } = await open(null);
  await setDefault(true);
  toasts[0]?.undo();
  await expect.poll(() => stored.defaultSlug).toBeNull();
  await expect.poll(() => shown()?.is_default).toBe(false);
  stop();
});

it('puts it back on the dashboard after it was taken off', async () => {
  const { stored, toasts, shown, setDefault, stop } = await open('main-offer');
  await setDefault(false);
  expect(stored.defaultSlug).toBeNull();
  toasts[0]?.undo();
  await expect.poll(() => stored.defaultSlug).toBe('main-offer');
  await expect.poll(() => shown()?.is_default).toBe(true);
  stop();
});
