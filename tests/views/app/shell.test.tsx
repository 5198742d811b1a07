import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toast } from 'react-toastify/unstyled';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import {
  type AnyActorLogic,
  createActor,
  fromCallback,
  fromPromise,
  waitFor as waitForState,
} from 'xstate';
import type { Session } from '#contract/accounts/session.ts';
import { sidebarEntries } from '#machines/app/screens.ts';
import { type RecalledState, type SessionActor, sessionMachine } from '#machines/app/session.ts';
import { App, fetchMember } from '#views/app/App.tsx';
import { Crash } from '#views/kit/Crash.tsx';
import { member, upgradeNotice } from '../../support/samples.ts';
import {
  placeAt,
  stubbedWorkspace,
  testNavigation,
  withActors,
} from '../../support/stub-machines.ts';

function Broken(): never {
  throw new Error('broken');
}

function start(who: Session = member, actors: Record<string, AnyActorLogic> = {}): SessionActor {
  return createActor(
    withActors(sessionMachine, {
      recall: fromPromise<RecalledState, void>(async () => ({
        facts: { token: who.token },
        preferences: { theme: 'system', density: 'comfortable' },
      })),
      checkSession: fromPromise(async () => who),
      logout: fromPromise(async () => {}),
      tabs: fromCallback(() => {}),
      navigation: testNavigation(placeAt('/dashboard')).machine,
      workspace: stubbedWorkspace,
      ...actors,
    }),
  ).start() as unknown as SessionActor;
}

function open(...person: Parameters<typeof start>) {
  const session = start(...person);
  render(<App actor={session} />);
  return { session, user: userEvent.setup() };
}

/** The code that loads with the sign-in is not part of this measurement. */
beforeAll(async () => void (await fetchMember()), 60_000);

describe('the shell', () => {
  it('is rendered at once, and never behind a fallback, when its code is there', async () => {
    const session = start();
    await waitForState(session, (snapshot) => snapshot.hasTag('member'));
    render(<App actor={session} />);
    expect(screen.getByRole('navigation', { name: 'Screens' })).toBeDefined();
  });

  it.each([
    ['Ana Ruiz', 'AR'],
    ['🦊 Ruiz', '🦊R'],
    ['𝒜na', '𝒜'],
    ['ana@shop.test', 'AS'],
  ])('marks the account of %s with %s', async (full_name, initials) => {
    open({ ...member, full_name });
    const account = await screen.findByRole('button', { name: `Account: ${full_name}` });
    expect(account.querySelector('.initials')?.textContent).toBe(initials);
  });

  it('shows the notice of an upgrade above the screen, until the session no longer contains it', async () => {
    const notice = () => screen.queryByRole('region', { name: 'What the upgrade changed' });
    const { session } = open({ ...member, upgrade_notices: [upgradeNotice] });
    await waitFor(() => expect(notice()?.textContent).toContain(upgradeNotice.text));
    const main = screen.getByRole('main');
    expect(notice()?.compareDocumentPosition(main)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    session.getSnapshot().children.workspace?.send({ type: 'member.changed', member });
    await waitFor(() => expect(notice()).toBeNull());
  });

  it('lists only existing screens and marks the present one', async () => {
    open();
    const screens = within(await screen.findByRole('navigation', { name: 'Screens' }));
    expect(screens.getAllByRole('link').map((link) => link.textContent)).toEqual(
      sidebarEntries.map(({ title }) => title),
    );
  });

  it('sets the theme and the density on the root element', async () => {
    const { session, user } = open();
    await user.click(await screen.findByRole('button', { name: 'Appearance' }));
    await user.click(await screen.findByRole('menuitemradio', { name: 'Dark' }));
    await user.click(await screen.findByRole('menuitemradio', { name: 'Compact' }));
    expect(session.getSnapshot().context.preferences).toEqual({
      theme: 'dark',
      density: 'compact',
    });
    expect(document.documentElement.dataset).toMatchObject({ theme: 'dark', density: 'compact' });
  });

  it('shows days, comparison and counting only where there are figures', async () => {
    open(member, { navigation: testNavigation(placeAt('/pixels')).machine });
    expect(await screen.findByRole('combobox', { name: 'Project' })).toBeDefined();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Views' })).toBeNull());
    expect(screen.queryByRole('button', { name: /^Compared with/ })).toBeNull();
    expect(screen.queryByRole('button', { name: /Filters/ })).toBeNull();
  });

  it('renders a few of 5,000 affiliates and finds any by typing', async () => {
    const [first] = member.affiliates;
    if (!first) throw new Error('The sample member has no affiliate.');
    const affiliates = Array.from({ length: 5_000 }, (_, index) => ({
      ...first,
      id: index + 1,
      aff_id: String(10_000 + index),
      name: `Affiliate ${index}`,
    }));
    const { user } = open({ ...member, affiliates });
    const picker = await screen.findByRole('combobox', { name: 'Affiliates' });
    expect(picker.textContent).toBe('All 5,000 affiliates');
    await user.click(picker);
    const drawn = await screen.findAllByRole('option');
    expect(drawn.length).toBeLessThanOrEqual(40);
    expect(drawn[0]?.getAttribute('aria-setsize')).toBe('5000');
    await user.type(screen.getByRole('combobox', { name: 'Search affiliates' }), '14999');
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1));
    await user.click(await screen.findByRole('option', { name: /Affiliate 4999/ }));
    await waitFor(() => expect(picker.textContent).toBe('Affiliate 4999'));
    await user.click(screen.getByRole('button', { name: 'All 5,000 affiliates' }));
    await waitFor(() => expect(picker.textContent).toBe('All 5,000 affiliates'));
  }, 60_000);

  it('counts affiliates only where there are several', async () => {
    open({ ...member, affiliates: member.affiliates.slice(0, 1) });
    const picker = await screen.findByRole('combobox', { name: 'Affiliates' });
    expect(picker.textContent).toBe('All affiliates');
  });

  it('names the comparison by its exact dates', async () => {
    open();
    await waitFor(() =>
      expect(screen.getByRole('button', { name: /^Compared with/ }).textContent).toMatch(
        'vs Nov 19, 2026, 00:00 – 15:14',
      ),
    );
  });

  it('keeps the rest of the selection in a sheet for small screens', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'More of the selection' }));
    const sheet = within(await screen.findByRole('dialog', { name: 'Selection' }));
    expect(sheet.getByRole('combobox', { name: 'Time zone' })).toBeDefined();
    await user.click(sheet.getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('explains a name on keyboard focus', async () => {
    const { user } = open();
    const name = await screen.findByRole('button', { name: 'Revenue per buyer' });
    const description = document.getElementById(name.getAttribute('aria-describedby') ?? '');
    expect(description?.textContent).toMatch(/different people who bought/);
    name.focus();
    await user.keyboard('{Tab}{Shift>}{Tab}{/Shift}');
    expect(await screen.findByRole('dialog', { name: 'Revenue per buyer' })).toBeDefined();
  });
});

describe('notices', () => {
  it('are in the top right corner, at most 20, and close on a click', async () => {
    const { user } = open();
    await screen.findByRole('heading', { name: 'Dashboard' });
    for (let index = 0; index < 25; index++) toast.warning(`Notice ${index}`);
    await waitFor(() => expect(screen.getAllByText(/^Notice \d+$/)).toHaveLength(20));
    const box = document.querySelector('.Toastify__toast-container--top-right');
    expect(box).not.toBeNull();
    expect(document.querySelectorAll('.Toastify__toast-theme--colored')).toHaveLength(20);
    expect(
      document.querySelector('.Toastify__progress-bar--wrp:not([data-hidden="true"])'),
    ).toBeNull();
    const words = screen.getByText('Notice 3');
    await user.click(words);
    await waitFor(() =>
      expect(words.closest('.Toastify__toast')?.getAttribute('data-in')).toBe('false'),
    );
  });
});

describe('an internal error', () => {
  it('shows a sentence and a way out', () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    render(
      <Crash>
        <Broken />
      </Crash>,
    );
    expect(screen.getByRole('alert').textContent).toMatch(/stopped working.*Reload/);
  });
});
