import { describe, expect, it } from 'vitest';
import { type AnyEventObject, createActor, fromCallback } from 'xstate';
import type { Session } from '#contract/accounts/session.ts';
import type { Settings } from '#contract/installation/schemas.ts';
import type { WorkspaceScreen } from '#machines/app/screens.ts';
import { dashboardIn, workspaceMachine } from '#machines/app/workspace.ts';
import type { RecoveryEvent } from '#machines/kit/injected.ts';
import { selectionMachine } from '#machines/selection/selection.ts';
import { now } from '../../support/plans/selection/selection.ts';
import { member, offline, query, settings } from '../../support/samples.ts';
import { scriptedRequest } from '../../support/scripted-request.ts';
import { stubbedScreen } from '../../support/stub-machines.ts';

type Provided = NonNullable<Parameters<typeof workspaceMachine.provide>[0]['actors']>;

function start(who: Session = member, others: Provided = {}) {
  const readSettings = scriptedRequest<Settings, void>();
  const actor = createActor(
    workspaceMachine.provide({
      actors: {
        readSettings: readSettings.logic,
        screen: stubbedScreen,
        selection: selectionMachine.provide({
          actors: {
            clock: fromCallback(({ sendBack }) => sendBack({ type: 'clock.tick', now })),
            address: fromCallback(() => {}),
          },
        }),
        ...others,
      },
    }),
    { input: { member: who, facts: { filters: { utm_source: ['facebook'] } } } },
  ).start();
  return { actor, readSettings, value: () => actor.getSnapshot().value };
}

async function onDashboard() {
  const { actor, readSettings, value } = start();
  actor.send({ type: 'page.entered', screen: 'dashboard' });
  readSettings.answer({ output: settings });
  await expect.poll(value).toEqual({ open: 'figures' });
  const dashboard = dashboardIn(actor.getSnapshot());
  const { selection } = actor.getSnapshot().children;
  return { actor, dashboard, selection };
}

/** A screen whose code failed to load, to test what later network events do. */
async function withoutCode() {
  const fetchScreen = scriptedRequest<WorkspaceScreen, WorkspaceScreen>();
  const news = new EventTarget();
  const network = fromCallback<AnyEventObject, undefined, RecoveryEvent>(({ sendBack }) =>
    news.addEventListener('retry', () => sendBack({ type: 'retry' })),
  );
  const { actor, readSettings, value } = start(member, { fetchScreen: fetchScreen.logic, network });
  actor.send({ type: 'page.entered', screen: 'conversions' });
  readSettings.answer({ output: settings });
  await expect.poll(value).toBe('fetching');
  fetchScreen.answer({ error: offline });
  await expect.poll(value).toBe('unfetched');
  return { actor, fetchScreen, value, news };
}

describe('the workspace', () => {
  it('fetches the code of a screen again once the server or the network is back', async () => {
    const { actor, fetchScreen, value, news } = await withoutCode();
    news.dispatchEvent(new Event('retry'));
    expect(value()).toBe('fetching');
    fetchScreen.answer({ error: offline });
    await expect.poll(value).toBe('unfetched');
    actor.send({ type: 'network.returned' });
    expect([value(), fetchScreen.calls]).toEqual(['fetching', Array(3).fill('conversions')]);
  });

  it('queries the analytics endpoint where the settings of the installation say so', async () => {
    const { actor, readSettings, value } = start();
    actor.send({ type: 'page.entered', screen: 'dashboard' });
    expect(value()).toBe('preparing');
    readSettings.answer({ output: settings });
    await expect.poll(value).toEqual({ open: 'figures' });
    const dashboard = dashboardIn(actor.getSnapshot());
    expect(dashboard?.getSnapshot().context.question).toEqual({
      ...query,
      filters: { utm_source: ['facebook'] },
      source: 'cube',
    });
  });

  it.each([
    [settings, false],
    [{ ...settings, filling: { days: 28, of: 400 } }, true],
  ])('asks on after the history of a demo only where it grows: %#', async (known, isGrowing) => {
    const { actor, readSettings, value } = start();
    actor.send({ type: 'page.entered', screen: 'dashboard' });
    readSettings.answer({ output: known });
    await expect.poll(value).toEqual({ open: 'figures' });
    const dashboard = dashboardIn(actor.getSnapshot());
    const filling = dashboard?.getSnapshot().children.demoBackfill;
    expect(filling?.getSnapshot().matches('complete')).toBe(!isGrowing);
  });

  it('uses the dashboard calls when the settings cannot be read', async () => {
    const { actor, readSettings, value } = start();
    actor.send({ type: 'page.entered', screen: 'dashboard' });
    readSettings.answer({ error: offline });
    await expect.poll(value).toEqual({ open: 'figures' });
    const dashboard = dashboardIn(actor.getSnapshot());
    expect(dashboard?.getSnapshot().context.question.source).toBe('rest');
  });

  it('ends the dashboard with its page, and opens it again with the filters cleared', async () => {
    const { actor, readSettings, value } = start();
    actor.send({ type: 'page.entered', screen: 'dashboard' });
    readSettings.answer({ output: settings });
    await expect.poll(value).toEqual({ open: 'figures' });
    const first = dashboardIn(actor.getSnapshot());
    actor.send({ type: 'page.changed', screen: 'missing' });
    expect(value()).toBe('elsewhere');
    expect(first?.getSnapshot().status).toBe('stopped');
    actor.send({ type: 'page.changed', screen: 'dashboard' });
    expect(value()).toEqual({ open: 'figures' });
    const dashboard = dashboardIn(actor.getSnapshot());
    expect(dashboard?.getSnapshot().context.question.filters).toEqual({});
  });

  it('sends the dashboard nothing when a clock tick or a session event changes nothing', async () => {
    const { dashboard, selection } = await onDashboard();
    const lastRequest = () => dashboard?.getSnapshot().context.question;
    const before = lastRequest();
    selection?.send({ type: 'clock.tick', now: now + 900_000 });
    selection?.send({ type: 'member.change', member });
    expect(lastRequest()).toBe(before);
    selection?.send({ type: 'clock.tick', now: now + 86_400_000 });
    expect(lastRequest()?.period).toEqual({ start: '2026-11-21', end: '2026-11-21' });
  });

  it('passes every change of the selection on to the dashboard', async () => {
    const { actor, dashboard, selection } = await onDashboard();
    selection?.send({ type: 'project.choose', project: 8 });
    expect(dashboard?.getSnapshot().context.question.project).toBe(8);
    expect(dashboardIn(actor.getSnapshot())).toBe(dashboard);
  });

  it('shows that there is no project', async () => {
    const { actor, readSettings, value } = start({ ...member, projects: [], affiliates: [] });
    actor.send({ type: 'page.entered', screen: 'dashboard' });
    readSettings.answer({ output: settings });
    await expect.poll(value).toBe('unconfigured');
  });
});
