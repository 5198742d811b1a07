import { expect, type Page } from '@playwright/test';
import { member, upgradeNotice } from '../../support/samples.ts';
import { type Answer, reportAnswers } from './stub-server.ts';

const every = (answer: Answer) =>
  Object.fromEntries(Object.keys(reportAnswers).map((call) => [call, answer]));

/** The same answers without rows. */
function nothing(firstEventAt: string | null): Record<string, Answer> {
  const blank = (value: unknown, field = ''): unknown => {
    if (field === 'previous' || field === 'change') return null;
    if (field === 'rows' || field === 'steps') return [];
    if (field === 'first_event_at') return firstEventAt;
    if (Array.isArray(value)) return value.map((one) => blank(one));
    if (typeof value === 'object' && value !== null) {
      return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, blank(one, key)]));
    }
    return typeof value === 'number' ? 0 : value;
  };
  const lists = ['country-breakdown/', 'states-breakdown/', 'rc-payment-data/'];
  return Object.fromEntries(
    Object.entries(reportAnswers).map(([call, answer]) => [
      call,
      async (route) => {
        const reply = await answer(route);
        if (typeof reply === 'string') return reply;
        const { data, meta } = reply.json as { data: unknown; meta: object };
        return { json: { data: lists.includes(call) ? [] : blank(data), meta } };
      },
    ]),
  );
}

const refuse: Answer = () => ({ status: 400, json: { detail: 'This cannot be answered.' } });
const lose: Answer = () => 'lost';
const wait: Answer = () => 'never';

export type State = {
  name: string;
  answers?: Record<string, Answer>;
  /** No session is stored. */
  guest?: true;
  path?: string;
  person?: typeof member;
  /** A dialog over the dashboard, which Escape closes. */
  isOver?: true;
  /** The steps that lead to the state. */
  act?: (page: Page) => Promise<unknown>;
  sees: string | RegExp;
};

const signIn = async (page: Page) => {
  await page.getByRole('textbox', { name: 'Email' }).fill('nobody@acme.test');
  await page.getByLabel('Password').fill('wrong');
  await page.getByRole('button', { name: 'Sign in' }).click();
};
const settled = async (page: Page) => {
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor({ timeout: 20_000 });
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0, { timeout: 20_000 });
};
const opened = (name: RegExp) => async (page: Page) => {
  await settled(page);
  const button = page.getByRole('button', { name }).and(page.locator(':visible')).first();
  if ((await button.count()) > 0) await button.click();
};
const picking = (name: string) => async (page: Page) => {
  await settled(page);
  const picker = page.getByRole('combobox', { name, exact: true }).and(page.locator(':visible'));
  if ((await picker.count()) > 0) await picker.click();
};
const dashboard = 'Dashboard';
const isOver = true;

/** Every state of the screens that a server of samples can cause. */
export const states: State[] = [
  { name: 'sign-in', guest: true, path: '/login', sees: 'Sign in' },
  { name: 'sign-in refused', guest: true, path: '/login', act: signIn, sees: /Unable to log in/ },
  {
    name: 'signing in',
    guest: true,
    path: '/login',
    answers: { 'auth/token/': wait },
    act: signIn,
    sees: 'Signing in',
  },
  {
    name: 'expired',
    answers: { 'auth/check/': () => ({ status: 401, json: { detail: 'No.' } }) },
    sees: /session has ended/,
  },
  { name: 'opening', answers: { 'auth/check/': wait }, sees: 'Opening' },
  { name: 'unreachable', answers: { 'auth/check/': lose }, sees: 'You are still signed in' },
  { name: 'outside, terms', guest: true, path: '/terms', sees: 'Terms of use' },
  { name: '404', path: '/budgets', sees: /^Page Not Found: \/budgets/ },
  { name: 'outside, 404', path: '/nowhere', sees: /^Page Not Found/ },
  { name: 'settings', path: '/settings/company-logo', sees: 'Settings' },
  { name: 'loading', answers: every(wait), sees: dashboard },
  { name: 'figures', act: settled, sees: /18,240/ },
  { name: 'failed', answers: every(refuse), act: settled, sees: 'This cannot be answered.' },
  { name: 'nothing ever', answers: nothing(null), act: settled, sees: 'No event has arrived yet' },
  {
    name: 'nothing now',
    answers: nothing('2025-03-02T11:20:00Z'),
    act: settled,
    sees: 'Nothing happened in these days',
  },
  {
    name: 'no project',
    person: { ...member, projects: [], affiliates: [] },
    sees: 'You have no project yet',
  },
  {
    name: 'upgraded',
    person: { ...member, upgrade_notices: [upgradeNotice] },
    act: async (page) => {
      await settled(page);
      await page.getByText('What has changed').click();
    },
    sees: 'Refunds now lower it.',
  },
  {
    name: 'stale',
    act: async (page) => {
      await settled(page);
      await page.route(/-(data|breakdown)\//, (route) => route.abort('connectionrefused'));
      await page.evaluate(() => window.dispatchEvent(new Event('online')));
      await settled(page);
    },
    sees: /These figures are from/,
  },
  {
    name: 'offline',
    act: async (page) => {
      await settled(page);
      await page.evaluate(() => window.dispatchEvent(new Event('offline')));
    },
    sees: /^You are offline/,
  },
  {
    name: 'a part is missing',
    act: async (page) => {
      await settled(page);
      await page.evaluate(() => {
        Object.defineProperty(window, 'sessionStorage', { get: () => undefined });
        window.name = 'taken';
        window.dispatchEvent(new Event('vite:preloadError'));
      });
    },
    sees: 'Part of this page could not be loaded',
  },
  { name: 'account menu', isOver, act: opened(/^Account:/), sees: 'Sign out' },
  { name: 'appearance menu', isOver, act: opened(/^Appearance/), sees: 'Comfortable' },
  { name: 'date range', isOver, act: opened(/^Date range/), sees: /^Mon$/ },
  { name: 'comparison', isOver, act: opened(/^Compared with/), sees: dashboard },
  { name: 'rows per page', isOver, act: opened(/^Rows per page/), sees: /^100$/ },
  { name: 'columns', isOver, act: opened(/^Columns/), sees: 'Unique clicks' },
  { name: 'filters', isOver, act: opened(/^Filters/), sees: /^Nothing is filtered/ },
  { name: 'views', isOver, act: opened(/^Views/), sees: 'Copy frozen snapshot' },
  { name: 'selection sheet', isOver, act: opened(/^More of the selection/), sees: dashboard },
  { name: 'groupings', isOver, act: opened(/^Rows: /), sees: 'Referrers' },
  { name: 'panel menu', isOver, act: opened(/^Menu of/), sees: 'Export as CSV' },
  { name: 'projects', isOver, act: picking('Project'), sees: 'Bolt' },
  { name: 'affiliates', isOver, act: picking('Affiliates'), sees: dashboard },
  { name: 'time zones', isOver, act: picking('Time zone'), sees: dashboard },
  {
    name: 'commands',
    isOver,
    act: async (page) => {
      await settled(page);
      await page.keyboard.press('Control+k');
    },
    sees: 'Whole period before',
  },
  {
    name: 'signing out',
    answers: { 'auth/logout/': wait },
    act: async (page) => {
      await opened(/^Account:/)(page);
      await page.getByRole('menuitem', { name: 'Sign out' }).click();
    },
    sees: 'Signing out',
  },
];
