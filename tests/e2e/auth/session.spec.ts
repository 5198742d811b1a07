import type { Page } from '@playwright/test';
import type { EventFromLogic } from 'xstate';
import type { Session } from '#contract/accounts/session.ts';
import { type SessionSnapshot, sessionMachine } from '#machines/app/session.ts';
import { invitation } from '../../support/auth.ts';
import { lengthOf } from '../../support/delays.ts';
import type { Answer, Driver, Plan } from '../../support/paths.ts';
import { sessionPlan } from '../../support/plans/app/session.ts';
import { member, offline, refused } from '../../support/samples.ts';
import { project } from '../../support/settings.ts';
import { browserTours } from '../support/browser-tours.ts';
import { HeldRequests } from '../support/held-requests.ts';
import { holdLongTimers } from '../support/held-timers.ts';
import { openOtherTab } from '../support/other-tab.ts';
import { addressOf, expect, test } from '../support/page.ts';
import { startStubServer, storeSession } from '../support/stub-server.ts';

type Machine = typeof sessionMachine;

const bo: Session = { ...member, id: 13, token: 'clu_of_bo', full_name: 'Bo Tanaka' };
const preferences = { theme: 'system', density: 'comfortable' } as const;
const recalled = ({ token }: Session) => ({ output: { facts: { token }, preferences } });

const plan: Plan<Machine> = {
  events: {
    ...sessionPlan.events,
    'member.arrived': [bo, member].map((who) => ({ type: 'member.arrived', member: who })),
    'session.changed': [member.token, bo.token, null].map((token) => ({
      type: 'session.changed',
      token,
    })),
    'session.renewed': [{ type: 'session.renewed', token: null }],
  },
  answers: {
    ...sessionPlan.answers,
    recall: [
      recalled(member),
      recalled(bo),
      { output: { facts: {}, preferences } },
      { error: offline },
    ],
    checkSession: [{ output: member }, { output: bo }, { error: refused }, { error: offline }],
  },
  isPossible: (event, state) =>
    event.type.startsWith('xstate.')
      ? isSaid(event, state)
      : isDone(event as EventFromLogic<Machine>, state),
};
const { tours, walk, missing } = browserTours(sessionMachine, plan);

/**
 * The server answers for the token of the request. Another tab decides which session this browser stores once the page
 * is open.
 */
function isSaid(
  event: { type: string; output?: unknown; error?: unknown },
  state: SessionSnapshot,
): boolean {
  if (state.matches('restoring')) {
    const isBos = JSON.stringify(event).includes(bo.token);
    return isBos !== (state.context === sessionMachine.config.context);
  }
  // The session has ended by then: a refused call reports it by itself.
  if (state.hasTag('member') && event.error === refused) return false;
  const { token } = (event.output ?? {}) as Partial<Session>;
  return token === undefined || state.hasTag('guest') || token === state.context.token;
}

/** Whether a control can cause the event without other effects. */
function isDone(event: EventFromLogic<Machine>, state: SessionSnapshot): boolean {
  const isAnas = state.context.token === member.token;
  const isGuests = state.matches({ signedOut: 'idle' });
  const isCalm = isGuests || state.matches({ signedIn: 'fresh' });
  switch (event.type) {
    case 'preferences.change':
      return isCalm && isAnas;
    case 'session.renewed':
    case 'page.entered':
      return isCalm;
    case 'page.changed':
      return isCalm || state.hasTag('member');
    case 'member.arrived':
      return isGuests ? event.member === member : isCalm && isAnas;
    case 'session.changed':
      if (state.hasTag('guest')) return event.token === bo.token;
      if (state.hasTag('member')) return isAnas || event.token !== member.token;
      return isAnas && event.token === bo.token;
    default:
      return true;
  }
}

/** A browser in front of a server that accepts no session until a tour makes it do so. */
async function visit(page: Page): Promise<Driver<Machine>> {
  const other = await openOtherTab(page);
  const letPass = await holdLongTimers(page);
  let arriving = member;
  let isRefusing = false;
  let token: string | null = null;
  let isOpen = false;
  await startStubServer(page, {
    'projects/7/': () => ({ json: project }),
    'accept-invite/7f3a/': (route) => ({
      json: route.request().method() === 'GET' ? invitation : arriving,
    }),
  });
  await page.route(/\/api\//, (route) =>
    isRefusing ? route.fulfill({ status: 401, json: { detail: 'Gone.' } }) : route.fallback(),
  );
  const held = {
    checkSession: await HeldRequests.at(page, '**/api/v1/auth/check/'),
    login: await HeldRequests.at(page, '**/api/v1/auth/token/'),
    logout: await HeldRequests.at(page, '**/api/v1/auth/logout/'),
  };
  const refusals = {
    checkSession: [{ detail: 'Gone.' }, 401],
    login: [{ non_field_errors: ['Unable to log in with provided credentials.'] }, 400],
    logout: [{ detail: 'Something went wrong on our side.' }, 500],
  } as const;
  const link = (name: string) => page.getByRole('link', { name, exact: true }).click();
  const press = (name: string | RegExp) => page.getByRole('button', { name }).click();

  async function open(answer: Answer) {
    isOpen = true;
    if ('error' in answer) await loseServices(page);
    else if (JSON.stringify(answer).includes(member.token)) await storeSession(page, member);
    await page.goto(addressOf('/'));
    // Written after the storage was read; a check is in flight before that.
    await expect(page.locator('html')).toHaveAttribute('data-density', 'comfortable');
    await page.unroute(services);
  }

  async function changePage(isMembers: boolean) {
    if (isMembers) return link(page.url().includes('/dashboard') ? 'Conversions' : 'Dashboard');
    await link('Forgot your password?');
    await expect(page).toHaveURL(/forgotten$/);
    await page.goBack();
  }

  async function arrive(who: Session) {
    arriving = who;
    await page.evaluate(() => history.pushState(null, '', '/invite/7f3a'));
    const accept = page.getByRole('button', { name: /^Accept/ });
    await accept.waitFor();
    const first = page.getByLabel('First name');
    if (await first.isVisible()) {
      await first.fill('Ana');
      await page.getByLabel('Last name').fill('Ruiz');
      await page.getByLabel('Password').fill('correct horse battery');
    }
    await accept.click();
  }

  async function renew() {
    await link('Settings');
    await link('Company');
    await page.getByRole('form', { name: 'Company' }).getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => held.checkSession.count(token)).toBe(1);
    await link('Dashboard');
  }

  async function leave() {
    const direct = page.getByRole('button', { name: 'Sign out' });
    const account = page.getByRole('button', { name: /^Account/ });
    await direct.or(account).waitFor();
    if (await direct.isVisible()) return direct.click();
    await account.click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
  }

  /** Any request ends the session once calls are refused, also an automatic one. */
  async function askForOtherDays() {
    const range = page.getByRole('button', { name: /^Date range:/ });
    const name = (await range.textContent())?.includes('Yesterday') ? 'Last 7 days' : 'Yesterday';
    await range.click();
    const days = page.getByRole('dialog', { name: 'Date range' }).getByRole('button', { name });
    await days.hover();
    isRefusing = true;
    await days.click();
  }

  async function returnToNetwork() {
    const line = page.getByText('You are offline.');
    await page.context().setOffline(true);
    await expect(line).toBeVisible();
    await page.context().setOffline(false);
    await expect(line).toHaveCount(0);
  }

  return {
    async send(event) {
      switch (event.type) {
        case 'credentials.submit':
          await page.getByLabel('Email').fill(event.credentials.email);
          await page.getByLabel('Password', { exact: true }).fill(event.credentials.password);
          return press('Sign in');
        case 'retry':
          return press('Retry');
        case 'session.leave':
          return leave();
        case 'preferences.change':
          await press('Appearance');
          await page.getByRole('menuitemradio', { name: 'Dark' }).click();
          await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
          return page.keyboard.press('Escape');
        case 'session.expired':
          return held.checkSession.count(token) > 0
            ? held.checkSession.answer(token, ...refusals.checkSession)
            : askForOtherDays();
        case 'session.ended':
          return other.send('session.ended');
        case 'session.changed':
          return other.keepToken(event.token);
        case 'session.renewed':
          return renew();
        case 'network.returned':
          return returnToNetwork();
        case 'page.changed':
          return changePage(await page.getByRole('navigation', { name: 'Screens' }).isVisible());
        case 'member.arrived':
          return arrive(event.member);
        case 'page.entered':
          return expect(page).toHaveURL(/\/(login|dashboard)/);
      }
    },
    answer(actor, answer) {
      if (actor === 'recall') return isOpen ? undefined : open(answer);
      const call = actor as keyof typeof held;
      const signer = call === 'login' ? null : token;
      if ('output' in answer) return held[call].answer(signer, answer.output ?? { detail: 'Bye.' });
      if (answer.error === offline && call !== 'logout') return held[call].lose(signer);
      const [body, status] = refusals[call];
      return held[call].answer(signer, body, status);
    },
    wait: (delay) => letPass(lengthOf(sessionMachine.implementations.delays[delay])),
    async expect(state) {
      token = state.context.token;
      await sees(page, state);
      if (state.hasTag('guest')) {
        isRefusing = false;
        await held.checkSession.drop();
      }
      const isChecked = state.matches('checking') || state.matches({ signedIn: 'checking' });
      if (isChecked || state.hasTag('member')) {
        await expect.poll(() => held.checkSession.count(token)).toBe(isChecked ? 1 : 0);
      }
    },
  };
}

const services = /\/assets\/services-wiring-/;
/** The network decides whether the part is missed before or after the address has become that of the sign-in. */
const pages = /\/(login)?$/;

/** The network fails before the page has loaded the code that reads its storage. */
async function loseServices(page: Page) {
  await page.addInitScript(() => localStorage.setItem('clickledger.v1.preferences', '{}'));
  await page.route(services, (route) => route.abort('connectionrefused'));
  await page.route(pages, (route) =>
    route.request().method() === 'HEAD' ? route.abort('connectionrefused') : route.fallback(),
  );
}

async function sees(page: Page, state: SessionSnapshot) {
  const heading = page.getByRole('heading', { level: 1 });
  if (state.matches('restoring')) return;
  const splash = page.locator('.splash').getByRole('status');
  if (state.matches('checking')) return expect(splash).toHaveText('Opening');
  if (state.matches('signingOut')) return expect(splash).toHaveText('Signing out');
  if (state.matches('unreachable')) return expect(heading).toHaveText('You are still signed in');
  if (state.hasTag('member')) {
    const account = `Account: ${state.context.member?.full_name}`;
    await expect(page.getByRole('button', { name: account })).toBeVisible();
    return expect(page).toHaveURL(/\/(dashboard|conversions)(\?|$)/);
  }
  await expect(heading).toHaveText('Sign in');
  await expect(page).toHaveURL(/\/login$/);
  if (state.matches({ signedOut: 'signingIn' })) {
    await expect(page.getByRole('button', { name: 'Signing in' })).toBeDisabled();
  }
  const isFailed =
    state.matches({ signedOut: 'failed' }) || state.matches({ signedOut: 'expired' });
  await expect(page.getByRole('alert')).toHaveCount(isFailed ? 1 : 0);
}

/** A tour is many steps on one page. */
test.describe.configure({ timeout: 240_000 });

test('every transition of the session is on a tour', async () => {
  expect(await missing()).toEqual([]);
});

for (const tour of tours) {
  test(`the session, ${tour.title}`, async ({ page }) => {
    await walk('session.spec.ts', tour, await visit(page));
  });
}
