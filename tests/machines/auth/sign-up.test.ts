import { describe, expect, it } from 'vitest';
import { createActor, fromCallback, fromPromise } from 'xstate';
import type { Session } from '#contract/accounts/session.ts';
import { signUpMachine } from '#machines/auth/sign-up.ts';
import { nothingTyped } from '#machines/auth/sign-up-model.ts';
import type { Payment } from '#model/billing.ts';
import { company, made, memberAt } from '../../support/auth.ts';

const [own] = memberAt('payment').projects;
const others = { ...own, id: 3, name: 'Others', role: 'viewer' } as Session['projects'][number];

function start(projects: (typeof others | undefined)[]) {
  const asked: number[] = [];
  const known = projects.flatMap((project) => project ?? []);
  const actor = createActor(
    signUpMachine.provide({
      actors: {
        address: fromCallback(() => {}),
        recallDraft: fromPromise(async () => nothingTyped),
        readPayment: fromPromise(async ({ input }) => {
          asked.push(input.project);
          return { kind: 'manual' as const };
        }),
      },
    }),
    { input: { member: { ...memberAt('payment'), projects: known } } },
  ).start();
  return { asked, value: () => actor.getSnapshot().value };
}

describe('a person who signs up and works for others, too', () => {
  it('pays for their own company', async () => {
    const { asked, value } = start([others, own]);
    await expect.poll(value).toEqual({ payment: 'answering' });
    expect(asked).toEqual([own?.id]);
  });

  it.each([
    ['no project', []],
    ['those of others', [others]],
  ])('starts with a company again where theirs is gone and there is %s', async (_, projects) => {
    const { value } = start(projects);
    await expect.poll(value).toEqual({ company: 'answering' });
  });
});

it('continues where another tab created the company first', async () => {
  const actor = createActor(
    signUpMachine.provide({
      actors: {
        address: fromCallback(() => {}),
        recallDraft: fromPromise(async () => nothingTyped),
        createCompany: fromPromise(async () => Promise.reject(made)),
        checkSession: fromPromise(async () => memberAt('payment')),
        readPayment: fromPromise(async (): Promise<Payment> => ({ kind: 'manual' })),
      },
    }),
    { input: { member: memberAt('company') } },
  ).start();
  const value = () => actor.getSnapshot().value;
  await expect.poll(value).toEqual({ company: 'answering' });
  actor.send({ type: 'company.submit', company });
  await expect.poll(value).toEqual({ payment: 'answering' });
});
