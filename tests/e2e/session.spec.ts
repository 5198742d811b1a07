import { expect, type Page, test } from '@playwright/test';
import { type SessionSnapshot, sessionMachine } from '#machines/session.ts';
import { type Answer, type Plan, pathsOver, walk } from '../support/paths.ts';
import { member, offline, refused } from '../support/samples.ts';
import { address, listenForFaults, signIn, visitor } from './demo.ts';
import { Held } from './held.ts';
import { demoEmail, demoPassword } from './server.ts';
import { recordWalked } from './toured.ts';

const preferences = { theme: 'system', density: 'comfortable' } as const;

/** What a person can do and what a server or a network can answer; what other tabs and timers do is walked elsewhere. */
const plan: Plan<typeof sessionMachine> = {
  events: {
    'credentials.submit': [
      {
        type: 'credentials.submit',
        credentials: { email: demoEmail, password: demoPassword },
      },
    ],
    'member.arrived': [],
    retry: [{ type: 'retry' }],
    'session.leave': [{ type: 'session.leave' }],
    'preferences.change': [],
    'session.expired': [],
    'session.ended': [{ type: 'session.ended' }],
    'session.changed': [],
    'session.renewed': [],
    'network.returned': [],
    'page.entered': [],
    'page.changed': [],
  },
  answers: {
    recall: [
      { output: { facts: { token: member.token }, preferences } },
      { output: { facts: {}, preferences } },
    ],
    checkSession: [{ output: member }, { error: refused }, { error: offline }],
    login: [{ output: member }, { error: refused }],
    logout: [{ output: undefined }, { error: offline }],
    tabs: [],
    connection: [],
    reloadGuard: [],
    navigation: [],
    entrance: [],
    workspace: [],
  },
};

const paths = pathsOver(sessionMachine, plan).filter(({ steps }) =>
  steps.every(({ event }) => !event.type.startsWith('xstate.after')),
);

async function sees(page: Page, state: SessionSnapshot) {
  const heading = page.getByRole('heading', { level: 1 });
  if (state.matches('restoring')) return;
  if (state.matches('checking')) await expect(page.getByRole('status')).toHaveText('Opening');
  if (state.matches('signingOut')) {
    await expect(page.getByRole('status')).toHaveText('Signing out');
  }
  if (state.matches('unreachable')) await expect(heading).toHaveText('You are still signed in');
  if (state.hasTag('guest')) {
    await expect(heading).toHaveText('Sign in');
    await expect(page).toHaveURL(/\/login$/);
  }
  if (state.hasTag('member')) {
    await expect(heading).toHaveText('Dashboard');
    await expect(page).toHaveURL(/\/dashboard(\?|$)/);
  }
  if (state.matches({ signedOut: 'signingIn' })) {
    await expect(page.getByRole('button', { name: 'Signing in' })).toBeDisabled();
  }
  if (state.matches({ signedOut: 'failed' }) || state.matches({ signedOut: 'expired' })) {
    await expect(page.getByRole('alert')).toBeVisible();
  }
}

test.describe('the session, in a browser on the real server', () => {
  test('is walked by paths that matter', () => {
    expect(paths.length).toBeGreaterThanOrEqual(8);
  });

  for (const [index, path] of paths.entries()) {
    test(`${index + 1}: ${path.title}`, async ({ browser }) => {
      const knowsSomebody = path.steps.some(
        ({ event }) =>
          event.type === 'xstate.done.actor.recall' && JSON.stringify(event).includes(member.token),
      );
      const context = await visitor(browser, knowsSomebody ? await signIn() : null);
      const page = await context.newPage();
      const faults = listenForFaults(page);
      const held = {
        checkSession: await Held.at(page, '**/api/v1/auth/check/'),
        login: await Held.at(page, '**/api/v1/auth/token/'),
        logout: await Held.at(page, '**/api/v1/auth/logout/'),
      };

      const refusals = {
        checkSession: [401, { detail: 'Sign in to continue.' }],
        login: [400, { non_field_errors: ['Unable to log in with provided credentials.'] }],
        logout: [500, { detail: 'Something went wrong on our side. Try again.' }],
      } as const;
      const isHeld = (actor: string): actor is keyof typeof held => actor in held;

      await walk(path, {
        send: async (event) => {
          if (event.type === 'credentials.submit') {
            await page.getByLabel('Email').fill(event.credentials.email);
            await page.getByLabel('Password', { exact: true }).fill(event.credentials.password);
            await page.getByRole('button', { name: 'Sign in' }).click();
          }
          if (event.type === 'retry') await page.getByRole('button', { name: 'Retry' }).click();
          if (event.type === 'session.leave') await leave(page);
          if (event.type === 'session.ended') await endInAnotherTab(page);
        },
        answer: async (actor: string, answer: Answer) => {
          if (actor === 'recall') await page.goto('/');
          if (!isHeld(actor)) return;
          if ('output' in answer) return held[actor].pass();
          if (answer.error === offline) return held[actor].lose();
          const [status, body] = refusals[actor];
          return held[actor].refuse(status, body);
        },
        expect: (state) => sees(page, state),
      });
      expect(faults).toEqual([]);
      await context.close();
      await recordWalked(sessionMachine, plan, path);
    });
  }
});

async function leave(page: Page) {
  const account = page.getByRole('button', { name: /^Account/ });
  const direct = page.getByRole('button', { name: 'Sign out' });
  await expect(account.or(direct)).toBeVisible();
  if (await direct.isVisible()) return direct.click();
  await account.click();
  return page.getByRole('menuitem', { name: 'Sign out' }).click();
}

/**
 * The same browser, another tab. It says so on the channel the tabs share until it is heard: what is on screen does not
 * tell whether this tab still remembers who it was, and it listens to nobody then.
 */
async function endInAnotherTab(page: Page) {
  const other = await page.context().newPage();
  await other.goto(`${address()}/conf.js`);
  await other.evaluate(() => {
    const channel = new BroadcastChannel('clickledger');
    setInterval(() => channel.postMessage('session.ended'), 100);
  });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in');
  await other.close();
}
