import { describe, expect, it } from 'vitest';
import { createActor, setup, toPromise } from 'xstate';
import { readBilling } from '#services/billing/billing.ts';
import type { Api } from '#services/kit/api.ts';
import { checked } from '#services/kit/checked.ts';
import { readFailedItems, retryFailed } from '#services/settings/failed-items.ts';
import { checkImage } from '#services/settings/images.ts';
import { saveProject } from '#services/settings/projects.ts';
import { watchSettings } from '#services/settings/settings-address.ts';
import { actOnTeam, readTeam, saveColleague } from '#services/settings/team.ts';
import { failedEvent } from '../../support/failed-items.ts';
import { offline } from '../../support/samples.ts';
import {
  account,
  affiliate,
  colleague,
  forbidden,
  invite,
  owner,
  subscription,
} from '../../support/settings.ts';
import { fakeWindow } from '../../support/window.ts';

type Answer = (call: object) => unknown;

/** A server that answers each call by its name, and records the bodies. */
function server(answers: Record<string, Answer>) {
  const sent: [string, object][] = [];
  const call = async (name: string, { signal: _, ...call }: { signal: AbortSignal }) => {
    sent.push([name, call]);
    const answer = answers[name];
    if (!answer) throw new Error(`${name} is not expected.`);
    return answer(call);
  };
  return { api: { call } as unknown as Api, sent };
}
const refuse = (problem: object) => () => {
  throw problem;
};

describe('the team', () => {
  const members = () => [owner, colleague];

  it('is read with the invites that are still open', async () => {
    const invites = () => [invite, { ...invite, id: 32, status: 'accepted' }];
    const { api } = server({ listMembers: members, listInvites: invites });
    const read = createActor(readTeam(api), { input: { scope: 7, isRefresh: false } }).start();
    expect(await toPromise(read)).toEqual({ rows: members(), extra: { invites: [invite] } });
  });

  it('is read without invites by a member who may not see them', async () => {
    const { api } = server({ listMembers: members, listInvites: refuse(forbidden) });
    const read = createActor(readTeam(api), { input: { scope: 7, isRefresh: false } }).start();
    expect(await toPromise(read)).toEqual({ rows: members(), extra: { invites: [] } });
  });

  it('names affiliates only for the role that needs them', async () => {
    const { api, sent } = server({ changeMember: () => colleague });
    const draft = { kind: 'role', member: colleague, role: 'viewer', affiliates: [3] } as const;
    const input = { scope: 7, entry: null, draft: { ...draft, affiliates: [3] } };
    await toPromise(createActor(saveColleague(api), { input }).start());
    const params = { project: 7, user: colleague.id };
    expect(sent).toEqual([['changeMember', { params, body: { role: 'viewer' } }]]);
  });
});

describe('a failed check is a value', () => {
  const draft = { kind: 'invite', email: 'bo@acme.test', role: 'viewer', affiliates: [] } as const;
  const input = { scope: 7, entry: null, draft: { ...draft, affiliates: [] } };
  const sent = { ...invite, uid: null, link: null };

  it.each([
    ['an account', () => ({ exists: true }), true],
    ['no account', () => ({ exists: false }), false],
    ['a refusal', refuse(forbidden), null],
    ['no connection', refuse(offline), null],
  ])('of whether an invited address has an account: %s', async (_, userExists, has_account) => {
    const { api, sent: calls } = server({ userExists, inviteToProjects: () => sent });
    const saved = await toPromise(createActor(saveColleague(api), { input }).start());
    expect(saved).toEqual({ secret: { ...sent, has_account } });
    expect(calls[0]).toEqual(['userExists', { params: { value: 'bo@acme.test' } }]);
  });

  it('while the signal is not aborted', async () => {
    const failing = () => Promise.reject(forbidden);
    expect(await checked(failing(), new AbortController().signal)).toEqual({
      value: null,
      problem: forbidden,
    });
    await expect(checked(failing(), AbortSignal.abort())).rejects.toEqual(forbidden);
  });
});

it('a revoked invite is a new one when it is sent again, though its answer was lost', async () => {
  const keys: unknown[] = [];
  const { api } = server({
    inviteToProjects: (call) => {
      keys.push((call as { key: string }).key);
      if (keys.length === 1) throw offline;
    },
    revokeInvite: () => null,
    userExists: () => ({ exists: false }),
  });
  const draft = { kind: 'invite', email: 'bo@acme.test', role: 'viewer', affiliates: [] } as const;
  const input = { scope: 7, entry: null, draft: { ...draft, affiliates: [] } };
  const send = () => toPromise(createActor(saveColleague(api), { input }).start());
  await expect(send()).rejects.toEqual(offline);
  const action = { kind: 'revoke', invite } as const;
  await toPromise(createActor(actOnTeam(api), { input: { scope: 7, action } }).start());
  await send();
  expect(new Set(keys).size).toBe(2);
});

describe('an affiliate', () => {
  const { name, aff_id, payout, postback_url, sub_ids } = affiliate;
  const terms = { name, aff_id, payout, postback_url, sub_ids };

  it.each([
    [null, 'createAffiliate', { body: { project: 7, ...terms } }],
    [affiliate, 'changeAffiliate', { params: { id: 3 }, body: terms }],
  ] as const)('is created without an id and changed with one', async (known, call, wanted) => {
    const { api, sent } = server({
      createAffiliate: () => affiliate,
      changeAffiliate: () => affiliate,
    });
    const draft = { kind: 'affiliate', project: 7, affiliate: known, ...terms } as const;
    const save = createActor(saveProject(api), {
      input: { scope: 12, entry: null, draft },
    }).start();
    expect(await toPromise(save)).toEqual({});
    expect(sent).toEqual([[call, wanted]]);
  });
});

describe('billing', () => {
  const answers = {
    settings: () => ({ features: { billing: false } }),
    listPlans: () => account.plans,
    listSubscriptions: () => [{ ...subscription, id: 6, project: 8 }],
    subscriptionInvoices: () => account.invoices,
  };

  it('is that of the project, and of no other one', async () => {
    const missing = refuse({ kind: 'missing', message: 'No subscription.' });
    const { api } = server({ ...answers, subscriptionBilling: missing });
    const read = createActor(readBilling(api), { input: { project: 7 } }).start();
    expect(await toPromise(read)).toEqual({
      isConfigured: false,
      plans: account.plans,
      subscription: null,
      billing: null,
      invoices: [],
    });
  });

  it('comes with the invoices of the subscription', async () => {
    const { api, sent } = server({
      ...answers,
      listSubscriptions: () => [subscription],
      subscriptionBilling: () => account.billing,
    });
    const read = createActor(readBilling(api), { input: { project: 7 } }).start();
    expect(await toPromise(read)).toEqual({ ...account, isConfigured: false });
    expect(sent.at(-1)).toEqual(['subscriptionInvoices', { query: { subscription: 5 } }]);
  });

  it('comes without them for a member who may not see charges', async () => {
    const { api } = server({
      ...answers,
      listSubscriptions: () => [subscription],
      subscriptionBilling: () => account.billing,
      subscriptionInvoices: refuse(forbidden),
    });
    const read = createActor(readBilling(api), { input: { project: 7 } }).start();
    expect(await toPromise(read)).toEqual({ ...account, isConfigured: false, invoices: [] });
  });
});

describe('what was set aside', () => {
  const request = { filter: { queue: null }, isRefresh: false };
  const page = (cursor: string | null, project: number | null = 7) => {
    const { api, sent } = server({ failedCounts: () => [{ queue: 'events', count: 1 }] });
    const asked: unknown[] = [];
    const paged = {
      ...api,
      page: async (_: string, { query }: { query: unknown }) => {
        asked.push(query);
        return { rows: [failedEvent], headers: new Headers({ 'X-Next-Cursor': '60' }) };
      },
    } as unknown as Api;
    const input = { ...request, query: { project }, cursor };
    return { sent, asked, read: createActor(readFailedItems(paged), { input }).start() };
  };

  it('is counted with its first page', async () => {
    const { read, sent, asked } = page(null);
    const counts = [{ queue: 'events', count: 1 }];
    expect(await toPromise(read)).toEqual({ rows: [failedEvent], next: '60', counts });
    expect(sent).toEqual([['failedCounts', { query: { project: 7 } }]]);
    expect(asked).toEqual([{ project: 7 }]);
  });

  it('is not counted again with further pages', async () => {
    const { read, sent, asked } = page('60');
    expect(await toPromise(read)).toMatchObject({ counts: [] });
    expect([sent, asked]).toEqual([[], [{ project: 7, cursor: '60' }]]);
  });

  it('is not asked for by a member who may not see it', async () => {
    const { read, sent, asked } = page(null, null);
    expect(await toPromise(read)).toEqual({ rows: [], next: null, counts: [] });
    expect([sent, asked]).toEqual([[], []]);
  });

  it.each([
    [
      { kind: 'item', item: failedEvent },
      { retried: 1, remaining: 0, reason: null },
      ['retryFailedItem', { params: { id: 71 }, body: {} }],
    ],
    [
      { kind: 'queue', project: 7, queue: 'events' },
      { retried: 3, remaining: 2, reason: 'Too many.' },
      ['retryFailedQueue', { body: { project: 7, queue: 'events' } }],
    ],
  ] as const)('is tried again: $kind', async (action, result, wanted) => {
    const { api, sent } = server({
      retryFailedItem: () => ({}),
      retryFailedQueue: () => ({ retried: 3, remaining: 2, reason: 'Too many.' }),
    });
    const input = { query: { project: 7 }, filter: { queue: null }, action, ids: [] };
    const retry = createActor(retryFailed(api), { input }).start();
    expect(await toPromise(retry)).toEqual({ ...result, refused: [] });
    expect(sent).toEqual([wanted]);
  });
});

describe('a picture', () => {
  it.each([
    ['of another kind', { name: 'a.svg', size: 10, type: 'image/svg+xml' }, /PNG, JPEG or WebP/],
    ['without content', { name: 'a.png', size: 0, type: 'image/png' }, /empty/],
    ['of too many bytes', { name: 'a.png', size: 3e6, type: 'image/png' }, /larger than 2 MB/],
  ])('%s is refused before it is read', async (_, file, message) => {
    const window = {} as Window & typeof globalThis;
    const check = createActor(checkImage(window), { input: { file } });
    check.subscribe({ error: () => {} });
    await expect(toPromise(check.start())).rejects.toMatchObject({
      message: expect.stringMatching(message),
    });
  });
});

describe('the address of the settings', () => {
  it('names a page, or a section of the first one', () => {
    const { window, go } = fakeWindow('/settings#audit');
    const received: unknown[] = [];
    const listener = setup({
      types: {} as { events: { type: 'settings.recalled'; part: string } },
      actors: { address: watchSettings(window, { hasBilling: true, showFirst: () => {} }) },
      actions: { keep: ({ event }) => void received.push(event.part) },
    }).createMachine({
      invoke: { src: 'address' },
      on: { 'settings.recalled': { actions: 'keep' } },
    });
    const actor = createActor(listener).start();
    for (const path of [
      '/settings',
      '/settings#nobody-knows',
      '/settings/company-logo/',
      '/dashboard',
      '/settings#data',
      '/settings#jobs',
    ]) {
      go(path);
    }
    expect(received).toEqual(['audit', 'team', 'logo', 'data', 'jobs']);
    actor.stop();
  });

  it.each(['/settings/billing-settings', '/settings#audit'])(
    'leads from billing on to the first page where nothing is sold, from %s',
    (start) => {
      const { window, go } = fakeWindow(start);
      const received: unknown[] = [];
      const listener = setup({
        types: {} as { events: { type: 'settings.recalled'; part: string } },
        actors: {
          address: watchSettings(window, { hasBilling: false, showFirst: () => go('/settings') }),
        },
        actions: { keep: ({ event }) => void received.push(event.part) },
      }).createMachine({
        invoke: { src: 'address' },
        on: { 'settings.recalled': { actions: 'keep' } },
      });
      const actor = createActor(listener).start();
      go('/settings/billing-settings');
      expect(received.at(-1)).toBe('team');
      expect(received).not.toContain('billing');
      actor.stop();
    },
  );
});
