import { expect, type Page, type Request, type Route } from '@playwright/test';
import { type InviteSnapshot, inviteMachine } from '#machines/auth/invite.ts';
import { type SignUpSnapshot, signUpMachine } from '#machines/auth/sign-up.ts';
import { paymentPolicy } from '#server/plugins/headers.ts';
import {
  account,
  emailTakenProblem,
  exampleProblem,
  memberAt,
  missingProblem,
} from '../../support/auth.ts';
import type { Answer, Path, Plan } from '../../support/paths.ts';
import { invitePlan } from '../../support/plans/auth/invite.ts';
import { signUpPlan } from '../../support/plans/auth/sign-up.ts';
import { type member, offline } from '../../support/samples.ts';
import { subscription } from '../../support/settings.ts';
import { browserTours } from '../support/browser-tours.ts';
import { addressOf, test } from '../support/page.ts';
import { startStubServer } from '../support/stub-server.ts';

const stepOf = ({ context: { member } }: SignUpSnapshot) => member?.state ?? 'account';

/** Another machine takes over once a person is signed in, and after the last step. */
const isOver = (state: SignUpSnapshot) =>
  state.matches({ account: 'entering' }) || state.matches('completed');

/** The page shows its step at once; the person goes to the company later. A form is shown for input. */
function isPossible(event: { type: string; step?: string }, state: SignUpSnapshot): boolean {
  if (isOver(state)) return false;
  if (state.matches('recalling')) {
    return (
      event.type !== 'draft.change' && (event.step ?? state.context.requestedStep) === stepOf(state)
    );
  }
  if (event.type === 'draft.change') {
    return (
      (state.matches('account') || state.matches('company')) &&
      !state.hasTag('busy') &&
      !state.hasTag('reading')
    );
  }
  return event.step === undefined || event.step === 'company';
}

/** The actions of a person and the answers of a server without card payment. */
const signUp: Plan<typeof signUpMachine> = {
  ...signUpPlan,
  inputs: (signUpPlan.inputs ?? []).slice(0, 4),
  isPossible,
  events: {
    ...signUpPlan.events,
    'step.visited': [
      { type: 'step.visited', step: 'company' },
      { type: 'step.visited', step: 'account' },
      { type: 'step.visited', step: 'payment' },
      { type: 'step.visited', step: 'subscription' },
    ],
  },
  answers: { ...signUpPlan.answers, readPayment: [{ output: { kind: 'manual' } }] },
};
/** Half of a short tour is the way to its continuation. */
const longest = 50;
const manual = browserTours(signUpMachine, signUp, longest);

/** With card payment its form is requested; the rest belongs to Stripe. */
const carded = browserTours(signUpMachine, {
  ...signUp,
  inputs: [{ member: memberAt('payment') }],
  isPossible: (event, state) =>
    isPossible(event, state) && (state.matches('recalling') || event.type !== 'step.visited'),
  answers: { ...signUpPlan.answers, readPayment: [{ error: offline }] },
});

type Reply = { status: number; json: unknown } | 'lost';

/** Calls that wait until a tour ends them; a repeated call before that gets the same answer. */
class Calls {
  private readonly waiting = new Map<string, Route[]>();
  private readonly replies = new Map<string, Reply>();
  /** A stored session is accepted until the page is there. */
  isOpening = true;

  async hold(call: string, route: Route) {
    const reply = this.replies.get(call);
    if (reply) return end(route, reply);
    this.waiting.set(call, [...(this.waiting.get(call) ?? []), route]);
  }

  async arrival(call: string) {
    await expect.poll(() => this.waiting.get(call)?.length ?? 0).toBeGreaterThan(0);
  }

  async answer(call: string, reply: Reply) {
    await this.arrival(call);
    this.replies.set(call, reply);
    const routes = this.waiting.get(call) ?? [];
    this.waiting.delete(call);
    for (const route of routes) await end(route, reply);
  }

  /** Drops the calls that the page no longer waits for. */
  forget(request: Request) {
    for (const [call, routes] of this.waiting) {
      this.waiting.set(
        call,
        routes.filter((route) => route.request() !== request),
      );
    }
  }

  seen() {
    this.replies.clear();
  }
}

const end = (route: Route, reply: Reply) =>
  reply === 'lost' ? route.abort('connectionrefused') : route.fulfill(reply);

const held: Record<string, [string, string]> = {
  register: ['POST', 'registration/'],
  createCompany: ['POST', 'projects/'],
  readCompany: ['GET', 'projects/7/'],
  changeCompany: ['PATCH', 'projects/7/'],
  readPayment: ['POST', 'setup-intents/'],
  confirmPayment: ['PATCH', 'confirm-payment-info/7/'],
  readPlans: ['GET', 'plans/'],
  subscribe: ['POST', 'subscriptions/'],
  readInvitation: ['GET', 'accept-invite/7f3a/'],
  acceptInvite: ['PATCH', 'accept-invite/7f3a/'],
};

function replyTo(actor: string, answer: Answer) {
  if ('error' in answer) {
    if (answer.error === offline) return 'lost';
    if (answer.error === emailTakenProblem) return { status: 400, json: emailTakenProblem.fields };
    if (answer.error === exampleProblem)
      return { status: 409, json: { detail: exampleProblem.message } };
    return { status: answer.error === missingProblem ? 404 : 500, json: { detail: 'Not found.' } };
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

/** A server that holds the calls of these pages, and a browser with the session that the path starts from. */
async function open(page: Page, who: typeof member | null, path: string, draft: string | null) {
  const calls = new Calls();
  page.on('requestfailed', (request) => calls.forget(request));
  await startStubServer(page);
  await page.route(/\/api\/v1\//, (route) => {
    const call = new URL(route.request().url()).pathname.replace('/api/v1/', '');
    const method = route.request().method();
    if (call === 'auth/check/') {
      return calls.isOpening ? route.fulfill({ json: who }) : calls.hold('checkSession', route);
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
    [who ? JSON.stringify(who.token) : '', draft ?? ''],
  );
  await page.goto(addressOf(path));
  return calls;
}

/** A server with card payment gives these pages another policy. Of Stripe's script only its loading is tested here. */
async function openToCards(page: Page) {
  await page.route('https://js.stripe.com/**', (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: 'window.Stripe = () => ({ _registerWrapper() {}, registerAppInfo() {} });',
    }),
  );
  await page.route('**/sign-up**', async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback();
    const response = await route.fetch();
    const headers = response.headers();
    const nonce = /'nonce-([^']+)'/.exec(headers['content-security-policy'] ?? '')?.[1] ?? '';
    const policy = { 'content-security-policy': paymentPolicy(nonce, []) };
    return route.fulfill({ response, headers: { ...headers, ...policy } });
  });
}

const title = (page: Page) => page.getByRole('heading', { level: 1 });
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click();

async function seesSignUp(page: Page, state: SignUpSnapshot) {
  if (state.matches({ account: 'entering' })) {
    return expect(title(page)).toHaveText('Name your company');
  }
  if (state.matches('completed')) return expect(page).toHaveURL(/\/dashboard/);
  // Both end before the check; the next state follows after the address has changed.
  if (state.matches('recalling')) return;
  const { requestedStep: request } = state.context;
  const isThere = () =>
    expect(page).toHaveURL(new RegExp(`/sign-up${request === 'account' ? '' : `/${request}`}$`));
  if (state.matches({ payment: 'reading' })) return expect(page).toHaveURL(/\/sign-up\/payment$/);
  if (state.hasTag('reading')) {
    // The step before is busy as well: continuing then would leave its answer unanswered.
    await isThere();
    const retry = page.getByRole('button', { name: 'Retry sign-up' });
    return state.hasTag('failed')
      ? expect(retry).toBeVisible()
      : expect(page.locator('.sign-up[aria-busy="true"]')).toBeVisible();
  }
  await expect(title(page)).toHaveText(
    state.matches('account')
      ? 'Create your account'
      : state.matches('mailed')
        ? 'Check your email'
        : state.matches('company')
          ? /^(Name your|Your) company$/
          : state.matches('payment')
            ? 'Payment'
            : 'Choose a plan',
  );
  await isThere();
  await expect(page.locator('.sign-up')).toHaveAttribute('aria-busy', String(state.hasTag('busy')));
}

/** The storage of an earlier visit, as the tour starts from it. */
function draftOf({ steps }: Path<typeof signUpMachine>): string | null {
  const recalled = steps.find(({ event }) => event.type.endsWith('actor.recallDraft'))?.event;
  if (recalled?.type.startsWith('xstate.error')) return '{';
  return recalled && 'output' in recalled ? JSON.stringify(recalled.output) : null;
}

async function write(page: Page) {
  const name = page.getByLabel('First name').or(page.getByLabel('Company name'));
  await name.fill('');
  await name.fill('Acm');
}

const addressAt = (step: string) => `/sign-up${step === 'account' ? '' : `/${step}`}`;

async function walkSignUp(page: Page, walk: typeof manual.walk, tour: Path<typeof signUpMachine>) {
  const who = tour.input?.member ?? null;
  const calls = await open(page, who, addressAt(who?.state ?? 'account'), draftOf(tour));
  await walk('sign-up-tours.spec.ts', tour, {
    send: async (event) => {
      if (event.type === 'step.visited' && !calls.isOpening) {
        await page.evaluate((path) => history.pushState(null, '', path), addressAt(event.step));
      }
      if (event.type === 'draft.change') await write(page);
      if (event.type === 'account.submit') {
        await page.getByLabel('First name').fill(account.first_name);
        await page.getByLabel('Last name').fill(account.last_name);
        // A refused address is typed again: until then its field keeps the error.
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
      // No request reads the storage, or a card where none is taken.
      if (actor === 'recallDraft' || (actor === 'readPayment' && 'output' in answer)) return;
      await calls.answer(actor, replyTo(actor, answer));
    },
    expect: async (state) => {
      if (calls.isOpening && !state.matches('recalling')) {
        await page.locator('.sign-up').waitFor();
        calls.isOpening = false;
      }
      await seesSignUp(page, state);
      // A submitted form is busy as well, and would leave its answer unanswered.
      if (state.matches('readingProgress')) await calls.arrival('checkSession');
      calls.seen();
    },
  });
}

test.describe('signing up', () => {
  test('every transition of it is on a tour', async () => {
    const later = await carded.missing();
    expect((await manual.missing()).filter((edge) => later.includes(edge))).toEqual([]);
  });

  for (const tour of manual.tours) {
    test(`without a card, ${tour.title}`, ({ page }) => walkSignUp(page, manual.walk, tour));
  }

  for (const tour of carded.tours) {
    test(`with a card, ${tour.title}`, async ({ page }) => {
      await openToCards(page);
      await page.route('**/conf.js', (route) =>
        route.fulfill({
          contentType: 'text/javascript',
          body: `window.__CONF__ = { api_base_url: '', cube_api_url: '/cubejs-api/v1', collect_url: '/t', stripe_public_key: 'pk_test_1', sentry_dsn: null };`,
        }),
      );
      await walkSignUp(page, carded.walk, tour);
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
  const way = state.matches('otherUser')
    ? 'Sign out to accept it'
    : state.matches('signInRequired')
      ? 'Sign in'
      : /^Accept/;
  await expect(page.getByRole('button', { name: way })).toBeVisible();
  if (state.matches('refused')) await expect(page.getByRole('alert')).toBeVisible();
}

const invite = browserTours(inviteMachine, invitePlan);

test.describe('the invite', () => {
  test('every transition of it is on a tour', async () => {
    expect(await invite.missing()).toEqual([]);
  });

  for (const tour of invite.tours) {
    test(tour.title, async ({ page }) => {
      const calls = await open(page, tour.input?.member ?? null, '/invite/7f3a', null);
      await invite.walk('sign-up-tours.spec.ts', tour, {
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
        expect: async (state) => {
          await seesInvite(page, state);
          calls.seen();
        },
      });
    });
  }
});
