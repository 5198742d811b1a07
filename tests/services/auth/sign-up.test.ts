import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createActor, type PromiseActorLogic, toPromise } from 'xstate';
import { emptyDraft } from '#machines/auth/sign-up-model.ts';
import { accountFormSchema, companyFormSchema, telephoneSchema } from '#model/sign-up.ts';
import { acceptInvite, resetPassword, verifyEmail } from '#services/auth/auth.ts';
import {
  changeCompany,
  createDrafts,
  register,
  subscribe,
  watchSteps,
} from '#services/auth/sign-up.ts';
import { readCardForm, readPayment, saveCard } from '#services/billing/cards.ts';
import { createApi } from '#services/kit/api.ts';
import { account, acme, company, memberAt } from '../../support/auth.ts';
import { json, scriptedFetch } from '../../support/fetch.ts';
import { recordedEvents } from '../../support/recorded-events.ts';
import { subscription } from '../../support/settings.ts';
import { fakeWindow } from '../../support/window.ts';

const answer = <Output, Input>(logic: PromiseActorLogic<Output, Input>, input: Input) =>
  toPromise(createActor(logic, { input }).start());

function server(reply: Parameters<typeof scriptedFetch>[0]) {
  const { fetch, requests } = scriptedFetch(reply);
  const api = createApi({
    baseUrl: 'https://ledger.test',
    fetch,
    token: () => 'clu_first',
    onTokenRejected: () => {},
    onContractBroken: expect.unreachable,
  });
  return { api, requests };
}

describe('a draft', () => {
  it("is restored as it was stored, and is removed with the app's storage", async () => {
    const { window, storedItems } = fakeWindow('/sign-up');
    const drafts = createDrafts(window, emptyDraft);
    const draft = { ...emptyDraft, account: { email: account.email }, plan: 2 };
    drafts.remember(draft);
    expect([...storedItems.keys()]).toEqual(['clickledger.sign-up.v1']);
    expect(await answer(drafts.recall, undefined)).toEqual(draft);
    drafts.forget();
    expect(storedItems.size).toBe(0);
    expect(await answer(drafts.recall, undefined)).toEqual(emptyDraft);
  });

  it('is dropped when it is invalid, with any content', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), async (value) => {
        const { window } = fakeWindow(
          '/sign-up',
          new Map([['clickledger.sign-up.v1', JSON.stringify(value)]]),
        );
        const drafts = createDrafts(window, emptyDraft);
        expect(await answer(drafts.recall, undefined)).toEqual(emptyDraft);
      }),
    );
  });

  it('is skipped where the browser stores nothing', () => {
    const drafts = createDrafts({} as Window, emptyDraft);
    expect(() => drafts.remember(emptyDraft)).not.toThrow();
    expect(() => drafts.forget()).not.toThrow();
  });
});

describe('the step in the address', () => {
  it('is reported at the start and with every change, and other addresses are not', () => {
    const { window, go } = fakeWindow('/sign-up/payment/');
    const { received, stop } = recordedEvents(watchSteps(window));
    go('/sign-up/company');
    go('/dashboard');
    go('/sign-up');
    stop();
    go('/sign-up/payment');
    expect(received.map(({ step }) => step)).toEqual(['payment', 'company', 'account']);
  });
});

describe('the first step', () => {
  const prepared: string[] = [];
  const prepare = async () => void prepared.push('prepared');

  it('sends the form, without a token, once the code for members has loaded', async () => {
    const { api, requests } = server(() => json(memberAt('company'), 201));
    const registered = await answer(register(api, prepare), { account });
    expect(registered).toEqual({ member: memberAt('company') });
    const { telephone, ...person } = account;
    expect(requests[0]?.body).toEqual({ ...person, phone: telephone });
    expect(requests[0]?.headers.get('authorization')).toBeNull();
    expect(prepared).toEqual(['prepared']);
  });

  it('reports that a mail was sent', async () => {
    const { api } = server(() => json({ detail: 'We sent you a mail.' }, 202));
    expect(await answer(register(api, prepare), { account })).toEqual({ mailed: true });
  });

  it('sends no request while the code does not load', async () => {
    const { api, requests } = server(() => json({}));
    const lost = register(api, () => Promise.reject(new TypeError('Failed to fetch')));
    await expect(answer(lost, { account })).rejects.toThrow();
    expect(requests).toEqual([]);
  });
});

describe('the later steps', () => {
  it('keep the currency of a company', async () => {
    const { api, requests } = server(() => json(acme));
    await answer(changeCompany(api), { id: 7, company });
    const { currency: _, ...body } = company;
    expect(requests.map(({ method, path, body }) => [method, path, body])).toEqual([
      ['PATCH', '/api/v1/projects/7/', body],
    ]);
  });

  it('request no card where none is taken, and Stripe’s script and secret where one is', async () => {
    const { api, requests } = server(() =>
      json({ id: 'seti_1', client_secret: 'secret', status: 'requires_payment_method' }, 201),
    );
    const scripts: string[] = [];
    const cards = {
      publicKey: 'pk_test',
      fetchScript: async (key: string) => void scripts.push(key),
    };
    const none = { ...cards, publicKey: null };
    const form = { publicKey: 'pk_test', clientSecret: 'secret' };
    expect(await answer(readPayment(api, none), { project: 7 })).toEqual({ kind: 'manual' });
    await expect(answer(readCardForm(api, none), { project: 7 })).rejects.toMatchObject({
      kind: 'unavailable',
    });
    expect([requests, scripts]).toEqual([[], []]);
    expect(await answer(readPayment(api, cards), { project: 7 })).toEqual({
      kind: 'card',
      ...form,
    });
    expect(await answer(readCardForm(api, cards), { project: 7 })).toEqual(form);
    expect(scripts).toEqual(['pk_test', 'pk_test']);
    expect(requests.map(({ body }) => body)).toEqual([{ project: 7 }, { project: 7 }]);
  });

  it('request nothing from Stripe where its script does not load', async () => {
    const { api, requests } = server(() => expect.unreachable());
    const lost = { kind: 'unavailable', message: 'Not today.' };
    const cards = { publicKey: 'pk_test', fetchScript: () => Promise.reject(lost) };
    await expect(answer(readCardForm(api, cards), { project: 7 })).rejects.toEqual(lost);
    expect(requests).toEqual([]);
  });

  it("send Stripe's result for the card, and nothing where none was requested", async () => {
    const { api, requests } = server(() => json(memberAt('subscription')));
    const card = { setup_intent: 'seti_1', payment_method: 'pm_1' };
    await answer(saveCard(api), { project: 7, takeCard: async () => card });
    await answer(saveCard(api), { project: 7, takeCard: null });
    expect(requests.map(({ body }) => body)).toEqual([card, {}]);
    const refused = { kind: 'invalid', message: 'The card was declined.' };
    await expect(
      answer(saveCard(api), { project: 7, takeCard: () => Promise.reject(refused) }),
    ).rejects.toEqual(refused);
    expect(requests).toHaveLength(2);
  });

  it('go to the bank when the subscription requires it', async () => {
    const banks: string[] = [];
    const askBank = async ({ client_secret }: { client_secret: string }) =>
      void banks.push(client_secret);
    let requires: object | null = null;
    const { api } = server(() => json({ ...subscription, requires_action: requires }, 201));
    await answer(subscribe(api, askBank), { project: 7, plan: 2 });
    expect(banks).toEqual([]);
    requires = { client_secret: 'pi_secret' };
    await answer(subscribe(api, askBank), { project: 7, plan: 2 });
    expect(banks).toEqual(['pi_secret']);
  });
});

describe('a mailed link', () => {
  const prepare = async () => {};

  it('has its secret in the hash of the address, and sends no request without one', async () => {
    const { api, requests } = server(({ path }) =>
      json(path.includes('verify') ? memberAt('company') : { detail: 'Done.' }),
    );
    const { window } = fakeWindow('/login/reset#secret');
    await answer(resetPassword(api, window), { answers: 'a long phrase' });
    await answer(verifyEmail(api, window, prepare), { answers: { password: null } });
    await answer(verifyEmail(api, window, prepare), { answers: { password: 'a long phrase' } });
    expect(requests.map(({ body }) => body)).toEqual([
      { token: 'secret', password: 'a long phrase' },
      { token: 'secret', password: null },
      { token: 'secret', password: 'a long phrase' },
    ]);
    const bare = fakeWindow('/login/reset').window;
    await expect(answer(resetPassword(api, bare), { answers: 'x' })).rejects.toMatchObject({
      kind: 'invalid',
    });
    expect(requests).toHaveLength(3);
  });

  it('accepts an invite as a new person without a token, and as a member with theirs', async () => {
    const { api, requests } = server(() => json(memberAt('active')));
    const { window } = fakeWindow('/invite/7f3a');
    const newcomer = { password: 'x', first_name: 'Ana', last_name: 'Ruiz', phone: null };
    await answer(acceptInvite(api, window, prepare), { newcomer });
    await answer(acceptInvite(api, window, prepare), { newcomer: null });
    expect(requests.map(({ path, body }) => [path, body])).toEqual([
      ['/api/v1/accept-invite/7f3a/', newcomer],
      ['/api/v1/accept-invite/7f3a/', {}],
    ]);
    expect(requests.map(({ headers }) => headers.get('authorization'))).toEqual([
      null,
      'Token clu_first',
    ]);
  });
});

describe('the forms', () => {
  it.each([
    ['+1', null],
    ['', null],
    ['+49', null],
    ['+1 312 555 0123', '+13125550123'],
    ['+44 20 7946 0958', '+442079460958'],
  ])('read the telephone %j as %j', (text, number) => {
    expect(telephoneSchema.parse(text)).toBe(number);
  });

  it.each(['+0 312 555 0123', 'call me', `+1 ${'2'.repeat(30)}`])(
    'refuse the telephone %j',
    (text) => {
      expect(telephoneSchema.safeParse(text).success).toBe(false);
    },
  );

  it('read the events of a company as people write them', () => {
    const written = (number_of_events: string) =>
      companyFormSchema.safeParse({ ...company, number_of_events }).data?.number_of_events;
    expect(['', '1000', '50,000', '1 000 000'].map(written)).toEqual([0, 1_000, 50_000, 1_000_000]);
    expect(['many', '-5', '9'.repeat(20)].map(written)).toEqual([undefined, undefined, undefined]);
  });

  it('refuse a short password', () => {
    const { success } = accountFormSchema.safeParse({
      ...account,
      password: 'short',
      telephone: '',
    });
    expect(success).toBe(false);
  });
});
