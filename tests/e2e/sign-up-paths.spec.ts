import { expect, type Page, type Route } from '@playwright/test';
import { type InviteSnapshot, inviteMachine } from '#machines/invite.ts';
import { type SignUpSnapshot, signUpMachine } from '#machines/sign-up.ts';
import { nothingTyped } from '#machines/sign-up-rules.ts';
import { account, gone, taken } from '../support/entrance.ts';
import { type Answer, type Path, type Plan, pathsOver, walk } from '../support/paths.ts';
import { invitePlan } from '../support/plans/invite.ts';
import { signUpPlan } from '../support/plans/sign-up.ts';
import { type member, offline } from '../support/samples.ts';
import { addressOf, test } from './page.ts';
import { standIn } from './stand-in.ts';

/** What a person can do and a server can answer; what is typed on the way is tried on the view. */
const signUp: Plan<typeof signUpMachine> = {
  ...signUpPlan,
  inputs: (signUpPlan.inputs ?? []).slice(0, 4),
  events: {
    ...signUpPlan.events,
    'step.visited': [{ type: 'step.visited', step: 'company' }],
    'draft.change': [],
  },
  answers: {
    ...signUpPlan.answers,
    // Nobody is asked where no card is.
    readPayment: [{ output: { kind: 'manual' } }],
    recallDraft: [
      { output: nothingTyped },
      { output: { ...nothingTyped, account: { email: account.email }, mailed: true } },
    ],
  },
};

/** Whoever has been let in is the business of another machine, and so is what follows the last step. */
const ends = (value: unknown) =>
  ['{"account":"entering"}', '"through"'].includes(JSON.stringify(value));

const signUpPaths = pathsOver(signUpMachine, signUp).filter(({ steps }) =>
  steps.slice(0, -1).every(({ state }) => !ends(state.value)),
);

/** Calls that wait until the path says how they end; one that is asked twice at once is answered once for both. */
class Calls {
  private readonly waiting = new Map<string, Route[]>();

  hold(call: string, route: Route) {
    this.waiting.set(call, [...(this.waiting.get(call) ?? []), route]);
  }

  async answer(call: string, reply: { status: number; json: unknown } | 'lost') {
    await expect.poll(() => this.waiting.get(call)?.length ?? 0).toBeGreaterThan(0);
    const routes = this.waiting.get(call) ?? [];
    this.waiting.delete(call);
    for (const route of routes) {
      await (reply === 'lost' ? route.abort('connectionrefused') : route.fulfill(reply));
    }
  }
}

const held: Record<string, [string, string]> = {
  register: ['POST', 'registration/'],
  createCompany: ['POST', 'projects/'],
  readCompany: ['GET', 'projects/7/'],
  changeCompany: ['PATCH', 'projects/7/'],
  confirmPayment: ['PATCH', 'confirm-payment-info/7/'],
  readPlans: ['GET', 'plans/'],
  subscribe: ['POST', 'subscriptions/'],
  readInvitation: ['GET', 'accept-invite/7f3a/'],
  acceptInvite: ['PATCH', 'accept-invite/7f3a/'],
};

const subscription = {
  id: 5,
  status: 'manual',
  project: 7,
  plan: { id: 2, name: 'Growth', price: 99, currency: 'USD', interval: 'month' },
  current_period_start: '2026-11-20',
  current_period_end: '2026-12-20',
  cancel_at_period_end: false,
  requires_action: null,
};

function replyTo(actor: string, answer: Answer) {
  if ('error' in answer) {
    if (answer.error === offline) return 'lost';
    return answer.error === taken
      ? { status: 400, json: taken.fields }
      : { status: answer.error === gone ? 404 : 500, json: { detail: 'Not found.' } };
  }
  const { output } = answer as { output: unknown };
  if (actor === 'subscribe') return { status: 201, json: subscription };
  if (actor === 'register') {
    const isMember = typeof output === 'object' && output !== null && 'member' in output;
    return isMember
      ? { status: 201, json: (output as { member: unknown }).member }
      : { status: 202, json: { detail: 'We sent you a mail.' } };
  }
  return { status: actor === 'createCompany' ? 201 : 200, json: output };
}

/** A server whose calls of these pages wait, and a browser that remembers whom the path begins with. */
async function open(page: Page, who: typeof member | null, path: string, draft: unknown) {
  const calls = new Calls();
  await standIn(page);
  let checks = 0;
  await page.route(/\/api\/v1\//, (route) => {
    const call = new URL(route.request().url()).pathname.replace('/api/v1/', '');
    const method = route.request().method();
    if (call === 'auth/check/') {
      checks += 1;
      if (checks > 1) return calls.hold('checkSession', route);
      return route.fulfill({ json: who });
    }
    const [actor] =
      Object.entries(held).find(([, one]) => one[0] === method && one[1] === call) ?? [];
    return actor ? calls.hold(actor, route) : route.fallback();
  });
  await page.addInitScript(
    ([token, typed]) => {
      if (token) localStorage.setItem('clickledger.v1.token', token);
      if (typed) localStorage.setItem('clickledger.sign-up.v1', typed);
    },
    [who ? JSON.stringify(who.token) : '', draft ? JSON.stringify(draft) : ''],
  );
  await page.goto(addressOf(path));
  return calls;
}

const title = (page: Page) => page.getByRole('heading', { level: 1 });
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click();

async function seesSignUp(page: Page, state: SignUpSnapshot) {
  if (state.matches({ account: 'entering' })) {
    return expect(title(page)).toHaveText('Name your company');
  }
  if (state.matches('through')) return expect(page).toHaveURL(/\/dashboard/);
  // Both are over before anybody looks; what comes next comes after the address has changed.
  if (state.matches('recalling')) return;
  if (state.matches({ payment: 'reading' })) return expect(page).toHaveURL(/\/sign-up\/payment$/);
  if (state.hasTag('reading')) {
    const retry = page.getByRole('button', { name: 'Retry sign-up' });
    return state.hasTag('failed')
      ? expect(retry).toBeVisible()
      : expect(page.locator('.sign-up[aria-busy="true"]')).toBeVisible();
  }
  await expect(title(page)).toHaveText(
    state.matches('account')
      ? 'Create your account'
      : state.matches('mailed')
        ? 'Look into your mail'
        : state.matches('company')
          ? /^(Name your|Your) company$/
          : state.matches('payment')
            ? 'Payment'
            : 'Choose a plan',
  );
  const { asked } = state.context;
  await expect(page).toHaveURL(new RegExp(`/sign-up${asked === 'account' ? '' : `/${asked}`}$`));
  await expect(page.locator('.sign-up')).toHaveAttribute('aria-busy', String(state.hasTag('busy')));
}

const started = (path: Path<typeof signUpMachine>) =>
  JSON.stringify(path.steps[1]?.event ?? {}).includes('"mailed":true');

test.describe('the sign-up, path by path', () => {
  for (const [index, path] of signUpPaths.entries()) {
    test(`${index + 1}: ${path.title}`, async ({ page }) => {
      const who = path.input?.member ?? null;
      const start = who && who.state !== 'active' ? `/sign-up/${who.state}` : '/sign-up';
      const draft = started(path)
        ? { ...nothingTyped, account: { email: account.email }, mailed: true }
        : null;
      const calls = await open(page, who, start, draft);
      await walk(path, {
        send: async (event) => {
          if (event.type === 'step.visited') {
            await page.evaluate(() => history.pushState(null, '', '/sign-up/company'));
          }
          if (event.type === 'account.submit') {
            await page.getByLabel('First name').fill(account.first_name);
            await page.getByLabel('Last name').fill(account.last_name);
            // An address that was refused is written anew: until then its field keeps what was said.
            await page.getByLabel('Email').fill('');
            await page.getByLabel('Email').fill(account.email);
            await page.getByLabel('Password').fill(account.password);
            await press(page, 'Create account');
          }
          if (event.type === 'account.change') await press(page, 'Use another address');
          if (event.type === 'company.submit') {
            await page.getByLabel('Company name').fill('Acme');
            await press(page, 'Continue to payment');
          }
          if (event.type === 'payment.submit') await press(page, 'Continue to plans');
          if (event.type === 'plan.submit') await press(page, /^Finish/);
          if (event.type === 'retry') await press(page, 'Retry sign-up');
        },
        answer: async (actor, answer) => {
          if (actor === 'recallDraft' || actor === 'readPayment') return;
          await calls.answer(actor, replyTo(actor, answer));
        },
        expect: (state) => seesSignUp(page, state),
      });
    });
  }
});

async function seesInvite(page: Page, state: InviteSnapshot) {
  if (state.matches('accepted')) return expect(page).toHaveURL(/\/dashboard/);
  if (state.matches('closed')) {
    return expect(title(page)).toHaveText('This invite cannot be used');
  }
  if (state.matches('failed')) {
    return expect(page.getByRole('button', { name: 'Retry invite' })).toBeVisible();
  }
  if (state.matches('reading')) return;
  await expect(title(page)).toHaveText('Join Acme and Bolt');
  const way = state.matches('foreign')
    ? 'Sign out to accept it'
    : state.matches('known')
      ? 'Sign in'
      : /^Accept/;
  await expect(page.getByRole('button', { name: way })).toBeVisible();
  if (state.matches('refused')) await expect(page.getByRole('alert')).toBeVisible();
}

test.describe('the invite, path by path', () => {
  for (const [index, path] of pathsOver(inviteMachine, invitePlan).entries()) {
    test(`${index + 1}: ${path.title}`, async ({ page }) => {
      const calls = await open(page, path.input?.member ?? null, '/invite/7f3a', null);
      await walk(path, {
        send: async (event) => {
          if (event.type === 'retry') return press(page, 'Retry invite');
          const first = page.getByLabel('First name');
          if (await first.isVisible()) {
            await first.fill('Ana');
            await page.getByLabel('Last name').fill('Ruiz');
            await page.getByLabel('Password').fill(account.password);
          }
          return press(page, /^Accept/);
        },
        answer: (actor, answer) => calls.answer(actor, replyTo(actor, answer)),
        expect: (state) => seesInvite(page, state),
      });
    });
  }
});
