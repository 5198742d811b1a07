import { describe, expect, it } from 'vitest';
import { createActor, fromCallback, SimulatedClock } from 'xstate';
import type { Credentials, Session } from '#contract/accounts/session.ts';
import type { Settings } from '#contract/installation/schemas.ts';
import { navigationMachine } from '#machines/app/navigation.ts';
import { type RecalledState, sessionMachine } from '#machines/app/session.ts';
import { workspaceMachine } from '#machines/app/workspace.ts';
import { selectionMachine } from '#machines/selection/selection.ts';
import type { Preferences, StoredFacts } from '#model/local-storage.ts';
import { member, offline, refused } from '../../support/samples.ts';
import { scriptedRequest } from '../../support/scripted-request.ts';

type Signed = { token: string | null };

function start(facts: StoredFacts = { token: member.token }) {
  const recall = scriptedRequest<RecalledState, void>();
  const checkSession = scriptedRequest<Session, Signed>();
  const login = scriptedRequest<Session, Credentials>();
  const logout = scriptedRequest<void, Signed>();
  const clock = new SimulatedClock();
  const log: string[] = [];
  const remembered: StoredFacts[] = [];
  const stored: Preferences[] = [];
  const actor = createActor(
    sessionMachine.provide({
      actors: {
        recall: recall.logic,
        checkSession: checkSession.logic,
        login: login.logic,
        logout: logout.logic,
        tabs: fromCallback(() => {}),
        navigation: navigationMachine.provide({ actors: { location: fromCallback(() => {}) } }),
        workspace: workspaceMachine.provide({
          actors: {
            readSettings: scriptedRequest<Settings, void>().logic,
            selection: selectionMachine.provide({
              actors: { clock: fromCallback(() => {}), address: fromCallback(() => {}) },
            }),
          },
        }),
      },
      actions: {
        remember: (_, { facts }) => void remembered.push(facts),
        rememberPreferences: (_, { preferences }) => void stored.push(preferences),
        forget: () => void log.push('forget'),
        announceSignOut: () => void log.push('tell the tabs'),
      },
    }),
    { clock },
  ).start();
  const value = () => actor.getSnapshot().value;
  recall.answer({ output: { facts, preferences } });
  return { actor, checkSession, login, logout, clock, log, remembered, stored, value };
}

/** A session that was restored and confirmed. */
async function signedIn() {
  const session = start();
  await expect.poll(session.value).toBe('checking');
  session.checkSession.answer({ output: member });
  await expect.poll(session.value).toEqual({ signedIn: 'fresh' });
  return session;
}

const preferences: Preferences = { theme: 'dark', density: 'compact' };
const credentials = { email: 'ana@acme.test', password: 'correct horse battery' };

describe('a session', () => {
  it('is checked by the server first, then keeps its member', async () => {
    const { actor, checkSession, remembered } = await signedIn();
    expect(checkSession.calls).toEqual([{ token: member.token }]);
    expect(actor.getSnapshot().context).toMatchObject({
      token: member.token,
      member,
      subscription: { id: 5, status: 'active', project: 7, plan: 2 },
      preferences,
    });
    expect(remembered).toEqual([
      { token: member.token, projects: member.projects, affiliates: member.affiliates },
    ]);
  });

  it('starts signed out without a token', async () => {
    const { actor, value } = start({ filters: { utm_source: ['somebody else'] } });
    await expect.poll(value).toEqual({ signedOut: 'idle' });
    expect(actor.getSnapshot().context.facts).toEqual({});
    expect(actor.getSnapshot().context.preferences).toEqual(preferences);
  });

  it('keeps the problem of a sign-in until the next try', async () => {
    const { actor, login, value } = start({});
    await expect.poll(value).toEqual({ signedOut: 'idle' });
    actor.send({ type: 'credentials.submit', credentials });
    expect(login.calls).toEqual([credentials]);
    login.answer({ error: { kind: 'invalid', message: 'Wrong e-mail or password.' } });
    await expect.poll(value).toEqual({ signedOut: 'failed' });
    expect(actor.getSnapshot().context.problem?.message).toBe('Wrong e-mail or password.');

    actor.send({ type: 'credentials.submit', credentials });
    expect(actor.getSnapshot().context.problem).toBeNull();
    login.answer({ output: member });
    await expect.poll(value).toEqual({ signedIn: 'fresh' });
    expect(JSON.stringify(actor.getSnapshot().context)).not.toContain(credentials.password);
  });

  it('is not ended by a server that cannot be reached', async () => {
    const { actor, checkSession, clock, log, value } = start();
    await expect.poll(value).toBe('checking');
    checkSession.answer({ error: offline });
    await expect.poll(value).toBe('unreachable');
    expect(actor.getSnapshot().context).toMatchObject({ token: member.token, problem: offline });
    clock.increment(15_000);
    expect(value()).toBe('checking');
    checkSession.answer({ output: member });
    await expect.poll(value).toEqual({ signedIn: 'fresh' });
    expect(log).toEqual([]);
  });

  it('ends when the server refuses it', async () => {
    const { actor, checkSession, log, value } = start();
    await expect.poll(value).toBe('checking');
    checkSession.answer({ error: refused });
    await expect.poll(value).toEqual({ signedOut: 'expired' });
    expect(actor.getSnapshot().context).toMatchObject({ token: null, member: null, facts: {} });
    expect(log).toEqual(['forget']);
  });

  it('is checked again on a change of page, but not twice within ten seconds', async () => {
    const { actor, checkSession, clock, value } = await signedIn();
    actor.send({ type: 'page.changed', screen: 'missing' });
    expect(checkSession.calls).toHaveLength(1);
    clock.increment(10_000);
    actor.send({ type: 'page.changed', screen: 'dashboard' });
    expect(checkSession.calls).toHaveLength(2);
    checkSession.answer({ output: { ...member, token: 'clu_second', full_name: 'Ana R.' } });
    await expect.poll(value).toEqual({ signedIn: 'fresh' });
    expect(actor.getSnapshot().context).toMatchObject({
      token: 'clu_second',
      member: { full_name: 'Ana R.' },
    });
  });

  it('uses the result of the latest check', async () => {
    const { actor, checkSession, clock, value } = await signedIn();
    clock.increment(10_000);
    actor.send({ type: 'page.changed', screen: 'missing' });
    actor.send({ type: 'page.changed', screen: 'dashboard' });
    expect(checkSession.calls).toHaveLength(3);
    checkSession.answer({ error: offline });
    await expect.poll(value).toEqual({ signedIn: 'due' });
  });

  it('survives an unanswered check, and checks at the next change of page', async () => {
    const { actor, checkSession, clock, value } = await signedIn();
    clock.increment(10_000);
    actor.send({ type: 'page.changed', screen: 'missing' });
    checkSession.answer({ error: offline });
    await expect.poll(value).toEqual({ signedIn: 'due' });
    actor.send({ type: 'page.changed', screen: 'dashboard' });
    expect(checkSession.calls).toHaveLength(3);
  });

  it('ends with a refusal of its own token and not with a late one of another', async () => {
    const { actor, log, value } = await signedIn();
    actor.send({ type: 'session.expired', token: 'clu_older' });
    expect(value()).toEqual({ signedIn: 'fresh' });
    actor.send({ type: 'session.expired', token: member.token });
    expect(value()).toEqual({ signedOut: 'expired' });
    expect(log).toEqual(['forget']);
  });

  it('clears everything at once on signing out, notifies the tabs and the server, and does not wait for ever', async () => {
    const { actor, logout, clock, log, value } = await signedIn();
    const { workspace } = actor.getSnapshot().children;
    actor.send({ type: 'session.leave' });
    expect(log).toEqual(['forget', 'tell the tabs']);
    expect(logout.calls).toEqual([{ token: member.token }]);
    expect(workspace?.getSnapshot().status).toBe('stopped');
    clock.increment(5_000);
    expect(value()).toEqual({ signedOut: 'idle' });
    expect(actor.getSnapshot().context).toMatchObject({
      token: null,
      member: null,
      subscription: null,
      facts: {},
      preferences: { theme: 'system', density: 'comfortable' },
    });
  });

  it('ends when another tab signed out', async () => {
    const { actor, log, value } = await signedIn();
    actor.send({ type: 'session.ended' });
    expect(value()).toEqual({ signedOut: 'idle' });
    expect(log).toEqual(['forget']);
  });

  it('starts over as the person who signed in in another tab', async () => {
    const { actor, value } = await signedIn();
    const { workspace } = actor.getSnapshot().children;
    actor.send({ type: 'session.changed', token: 'clu_of_bo' });
    expect(value()).toBe('restoring');
    expect(workspace?.getSnapshot().status).toBe('stopped');
    expect(actor.getSnapshot().context).toMatchObject({ token: null, member: null, facts: {} });
  });

  it('ends when another tab removed the stored session, and is checked when the stored session is the same', async () => {
    const { actor, log, checkSession, value } = await signedIn();
    actor.send({ type: 'session.changed', token: member.token });
    expect(value()).toEqual({ signedIn: 'checking' });
    expect(checkSession.calls).toHaveLength(2);
    actor.send({ type: 'session.changed', token: null });
    expect(value()).toEqual({ signedOut: 'idle' });
    expect(log).toEqual([]);
  });

  it('signs in a signed-out tab when another tab signs in', async () => {
    const { actor, value } = start({});
    await expect.poll(value).toEqual({ signedOut: 'idle' });
    actor.send({ type: 'session.changed', token: null });
    expect(value()).toEqual({ signedOut: 'idle' });
    actor.send({ type: 'session.changed', token: member.token });
    expect(value()).toBe('restoring');
  });

  it('is checked as soon as the network is back', async () => {
    const { actor, checkSession, value } = start();
    await expect.poll(value).toBe('checking');
    checkSession.answer({ error: offline });
    await expect.poll(value).toBe('unreachable');
    actor.send({ type: 'network.returned' });
    expect(value()).toBe('checking');
  });

  it('keeps the display preferences', async () => {
    const { actor, stored } = await signedIn();
    const light = { theme: 'light', density: 'compact' } as const;
    actor.send({ type: 'preferences.change', preferences: light });
    expect(actor.getSnapshot().context.preferences).toEqual(light);
    expect(stored).toEqual([light]);
  });
});
