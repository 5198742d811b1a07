import type { BrowserContext, Page, Route } from '@playwright/test';
import type { Session } from '#contract/accounts/session.ts';
import { invitation } from '../../support/auth.ts';
import {
  clicks,
  countries,
  funnel,
  graph,
  member,
  meta,
  months,
  payments,
  revenue,
  settings,
  states,
  table,
  totals,
  weekHours,
} from '../../support/samples.ts';

export type Reply = { status?: number; json: unknown };
export type Answer = (route: Route) => Reply | 'never' | 'lost' | Promise<Reply | 'never' | 'lost'>;

const report =
  (data: unknown): Answer =>
  () => ({ json: { data, meta } });

/** The calls whose answers are figures. */
export const reportAnswers: Record<string, Answer> = {
  'rc-data/': report(totals),
  'cc-data/': report(clicks),
  'rc-chart-data/': report(graph),
  'rc-table-data/': report(table),
  'country-breakdown/': report(countries),
  'states-breakdown/': report(states),
  'weekday-hours/': report(weekHours),
  'revenue-date-range/': report(revenue),
  'revenue-last-year/': report(months),
  'funnel-analysis-data/': report(funnel),
  'rc-payment-data/': report(payments),
  'all-rc-payment-data/': report([]),
};

const others: Record<string, Answer> = {
  'auth/logout/': () => ({ json: { detail: 'Bye.' } }),
  'settings/config/': () => ({ json: { ...settings, use_cube: false } }),
  'param-variants/': () => ({ json: { name: 'params.country', variants: [] } }),
  'offer-ids/': () => ({ json: [] }),
  'views/': () => ({ json: [] }),
  'annotations/': () => ({ json: [] }),
  'documents/policy/': () => ({ json: { name: 'policy', text: '# Privacy policy' } }),
  'documents/terms/': () => ({ json: { name: 'terms', text: '# Terms of use' } }),
  'accept-invite/7f3a/': () => ({ json: invitation }),
};

/** The person of a call's token. */
export const personOfToken = (people: readonly Session[], route: Route): Session | undefined =>
  people.find(({ token }) => route.request().headers().authorization === `Token ${token}`);

/**
 * A server of samples: it knows some people and answers every call of the screens. The page itself, with its policy,
 * still comes from the real server.
 */
export async function startStubServer(
  target: Page | BrowserContext,
  answers: Record<string, Answer> = {},
  people: readonly Session[] = [member],
): Promise<void> {
  const all: Record<string, Answer> = {
    ...others,
    ...reportAnswers,
    'auth/check/': (route) => {
      const who = personOfToken(people, route);
      return who ? { json: who } : { status: 401, json: { detail: 'Sign in to continue.' } };
    },
    'auth/token/': (route) => {
      const { email } = route.request().postDataJSON() as { email: string };
      const who = people.find((one) => one.email === email);
      return who
        ? { json: who }
        : {
            status: 400,
            json: { non_field_errors: ['Unable to log in with provided credentials.'] },
          };
    },
    ...answers,
  };
  await target.route(/\/api\//, async (route) => {
    const { pathname } = new URL(route.request().url());
    const answer = all[pathname.replace(/^\/api\/(v1\/)?/, '')];
    const reply = answer ? await answer(route) : { status: 404, json: { detail: 'Not found.' } };
    if (reply === 'never') return;
    if (reply === 'lost') return route.abort('connectionrefused');
    await route.fulfill({ status: reply.status ?? 200, json: reply.json });
  });
}

/** Stores a session in the browser, as after an earlier visit. */
export async function storeSession(page: Page, { token }: Session): Promise<void> {
  await page.addInitScript(
    ([key, value]) => {
      if (!sessionStorage.getItem('visited')) localStorage.setItem(key ?? '', value ?? '');
      sessionStorage.setItem('visited', '1');
    },
    ['clickledger.v1.token', JSON.stringify(token)],
  );
}
