import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { navigate } from 'wouter/use-browser-location';
import type { AnyActorRef } from 'xstate';
// Loads the app's lazy code before a test waits for it.
import '#app/wiring/session-services.ts';
import { createSession } from '#app/wiring/session.ts';
import '#app/wiring/workspace.ts';
import { detourFor, pageAt } from '#machines/app/routes.ts';
import { workspaceScreens } from '#machines/app/screens.ts';
import { openScreen, type WorkspaceSnapshot } from '#machines/app/workspace.ts';
import { App, fetchMember } from '#views/app/App.tsx';
import { commandsOf } from '#views/app/palette/commands.ts';
import { json, scriptedFetch } from '../../support/fetch.ts';
import { member, settings } from '../../support/samples.ts';

const credentials = { email: member.email, password: 'correct horse battery' };

/** A server that knows one person and nothing else. */
const answers: Record<string, () => Response> = {
  '/api/v1/auth/token/': () => json(member),
  '/api/v1/auth/check/': () => json(member),
  '/api/settings/config/': () => json({ ...settings, use_cube: false }),
};

/** The app as it is joined for a browser, opened by a member. */
async function signIn() {
  const { fetch } = scriptedFetch(({ path }) => answers[path]?.() ?? json({ detail: 'No.' }, 404));
  navigate('/login', { replace: true });
  const session = createSession({
    window,
    config: {
      api_base_url: 'http://clickledger.test',
      cube_api_url: 'http://clickledger.test/cubejs-api/v1',
      collect_url: '/t',
    },
    fetch,
    now: () => Date.parse('2026-11-20T20:14:05Z'),
    channel: null,
    navigate,
    warn: () => {},
    undoToast: () => {},
    report: () => {},
    fetchScreens: fetchMember,
  });
  const told: Told[] = [];
  session.system.inspect((event) => {
    if (event.type !== '@xstate.event') return;
    if ((event.actorRef as AnyActorRef).id === 'screen') told.push(event.event);
  });
  stop = () => session.stop();
  session.start();
  render(<App actor={session} />);
  await waitFor(() => expect(session.getSnapshot().matches({ signedOut: 'idle' })).toBe(true));
  session.send({ type: 'credentials.submit', credentials });
  const sidebar = within(await screen.findByRole('navigation', { name: 'Screens' }));
  const workspace = (): WorkspaceSnapshot => {
    const snapshot = session.getSnapshot().children.workspace?.getSnapshot();
    if (!snapshot) throw new Error('Nobody is signed in.');
    return snapshot;
  };
  const selection = () => {
    const { selection } = workspace().children;
    if (!selection) throw new Error('There is no selection.');
    return selection;
  };
  return { session, told, sidebar, workspace, selection, user: userEvent.setup() };
}

type Told = { type: string; query?: { project: number } | null };

const textOf = ({ type, query }: Told) => `${type}${query ? ` of project ${query.project}` : ''}`;

/** Two apps would fight for one address. */
let stop = () => {};

beforeAll(async () => void (await fetchMember()), 60_000);
beforeEach(() => vi.spyOn(window, 'scrollTo').mockReturnValue());
afterEach(() => {
  stop();
  cleanup();
  window.localStorage.clear();
});

describe.each(workspaceScreens)('the row of the screen %s', (name, row) => {
  const [{ path } = { path: '' }] = row.addresses;
  const place = { path: path.replaceAll(/:\w+/g, 'one'), search: '', hash: '' };

  it('leads its addresses to it, and guests to the sign-in', () => {
    expect(pageAt(place)).toMatchObject({ screen: name, layout: row.layout });
    expect(detourFor(place, 'guest')).toBe('/login');
    expect(detourFor(place, 'member')).toBeNull();
  });
});

/** Checks for each screen of the sidebar everything that its row in `screens.ts` defines. */
describe.each(workspaceScreens.filter(([, { sidebar }]) => sidebar))(
  'the row of the screen %s',
  (name, row) => {
    const [{ path } = { path: '' }] = row.addresses;
    const opened = () =>
      screen.findByRole('heading', { level: 1, name: row.title }, { timeout: 20_000 });

    it('opens it from the sidebar and passes it another project and the member', async () => {
      const { session, told, sidebar, workspace, selection, user } = await signIn();
      await user.click(sidebar.getByRole('link', { name: row.title }));
      await opened();
      expect(document.title).toBe(`${row.title} · Clickledger`);
      await waitFor(() => expect(openScreen(workspace(), name)).toBeDefined());
      expect(window.location.pathname).toBe(path);
      expect(sidebar.getByRole('link', { current: 'page' }).textContent).toBe(row.title);

      selection().send({ type: 'project.choose', project: 8 });
      expect(told.map(textOf)).toContain('query.change of project 8');
      session.send({ type: 'session.renewed', token: null });
      await waitFor(() => expect(told.map(textOf)).toContain('member.change'));
    });

    it('opens it by its key and lists it among the commands', async () => {
      const { session, sidebar, workspace, selection, user } = await signIn();
      const elsewhere = workspaceScreens.find(([other]) => other !== name)?.[1];
      await user.click(sidebar.getByRole('link', { name: elsewhere?.title ?? '' }));
      await user.keyboard(`g${row.sidebar?.letter}`);
      await opened();
      await waitFor(() => expect(openScreen(workspace(), name)).toBeDefined());

      const goTo = vi.fn();
      const { workspace: running } = session.getSnapshot().children;
      if (!running) throw new Error('The workspace is not running.');
      const [screens] = commandsOf({
        session,
        selection: selection(),
        workspace: running,
        goTo,
        showKeys: () => {},
      });
      screens?.items.find(({ label }) => label === row.title)?.run();
      expect(goTo).toHaveBeenCalledWith(path);
    });
  },
);
