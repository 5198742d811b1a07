import { describe, expect, it } from 'vitest';
import { createActor, fromCallback, fromPromise } from 'xstate';
import type { Session } from '#contract/accounts/session.ts';
import { signUpMachine } from '#machines/auth/sign-up.ts';
import { emptyDraft } from '#machines/auth/sign-up-model.ts';
import type { Payment } from '#model/billing.ts';
import { acme, company, exampleProblem, memberAt } from '../../support/auth.ts';

const [own] = memberAt('payment').projects;
const others = { ...own, id: 3, name: 'Others', role: 'viewer' } as Session['projects'][number];

function start(projects: (typeof others | undefined)[]) {
  const requests: number[] = [];
  const known = projects.flatMap((project) => project ?? []);
  const actor = createActor(
    signUpMachine.provide({
      actors: {
        address: fromCallback(() => {}),
        recallDraft: fromPromise(async () => emptyDraft),
        readPayment: fromPromise(async ({ input }) => {
          requests.push(input.project);
          return { kind: 'manual' as const };
        }),
      },
    }),
    { input: { member: { ...memberAt('payment'), projects: known } } },
  ).start();
  return { requests, value: () => actor.getSnapshot().value };
}

describe('a person who signs up and works for others, too', () => {
  it('pays for their own company', async () => {
    const { requests, value } = start([others, own]);
    await expect.poll(value).toEqual({ payment: 'editing' });
    expect(requests).toEqual([own?.id]);
  });

  it.each([
    ['no project', []],
    ['those of others', [others]],
  ])('starts with a company again where theirs is gone and there is %s', async (_, projects) => {
    const { value } = start(projects);
    await expect.poll(value).toEqual({ company: 'editing' });
  });
});

it('continues where another tab created the company first', async () => {
  const actor = createActor(
    signUpMachine.provide({
      actors: {
        address: fromCallback(() => {}),
        recallDraft: fromPromise(async () => emptyDraft),
        createCompany: fromPromise(async () => Promise.reject(exampleProblem)),
        checkSession: fromPromise(async () => memberAt('payment')),
        readPayment: fromPromise(async (): Promise<Payment> => ({ kind: 'manual' })),
      },
    }),
    { input: { member: memberAt('company') } },
  ).start();
  const value = () => actor.getSnapshot().value;
  await expect.poll(value).toEqual({ company: 'editing' });
  actor.send({ type: 'company.submit', company });
  await expect.poll(value).toEqual({ payment: 'editing' });
});

it('opens the dashboard after the company where the server says that it was the last step', async () => {
  const finished: (string | undefined)[] = [];
  const actor = createActor(
    signUpMachine.provide({
      actors: {
        address: fromCallback(() => {}),
        recallDraft: fromPromise(async () => emptyDraft),
        createCompany: fromPromise(async () => acme),
        checkSession: fromPromise(async () => memberAt('active')),
      },
      actions: { finish: (_, { member }) => void finished.push(member?.state) },
    }),
    { input: { member: memberAt('company') } },
  ).start();
  const value = () => actor.getSnapshot().value;
  await expect.poll(value).toEqual({ company: 'editing' });
  actor.send({ type: 'company.submit', company });
  await expect.poll(value).toEqual('completed');
  expect(finished).toEqual(['active']);
});
