import { expect, it } from 'vitest';
import { createActor, toPromise } from 'xstate';
import { createCorrection, decide } from '#services/conversions/decisions.ts';
import { json } from '../../support/fetch.ts';
import { losingFirstAnswer } from '../../support/lost-answer.ts';
import { decided } from '../../support/plans/conversions/conversion-decision.ts';
import { adjustment } from '../../support/plans/conversions/correction.ts';

function deciding(note: string) {
  const { api, keys } = losingFirstAnswer(() => json(decided));
  const verdict = { to: 'rejected', reason: 'fraud', note } as const;
  const request = (isTrial: boolean) =>
    toPromise(
      createActor(decide(api, { isTrial }), { input: { ids: ['cv_1041'], verdict } }).start(),
    );
  return { request, keys };
}

it('writes one correction when it is retried after a lost answer', async () => {
  const { api, keys } = losingFirstAnswer(() => json(adjustment, 201));
  const save = () =>
    toPromise(
      createActor(createCorrection(api), {
        input: {
          project: 7,
          conversion: 'cv_1041',
          draft: {
            amount_revenue: '-20',
            amount_payout: '-2',
            reason_code: 'refund',
            note: 'One pillow',
            effective_date: '2026-11-20',
          },
        },
      }).start(),
    );
  await expect(save()).rejects.toMatchObject({ kind: 'offline' });
  expect(await save()).toEqual(adjustment);
  expect(keys()[0]).toMatch(/^[\x21-\x7e]{16,255}$/);
  expect(keys()[1]).toBe(keys()[0]);
});

it('makes one decision when it is retried after a lost answer', async () => {
  const { request, keys } = deciding('');
  await expect(request(false)).rejects.toMatchObject({ kind: 'offline' });
  expect(await request(false)).toEqual(decided);
  expect(keys()[0]).toMatch(/^[\x21-\x7e]{16,255}$/);
  expect(keys()[1]).toBe(keys()[0]);
});

it('makes a new decision after a new preview, though an answer was lost before', async () => {
  const { request, keys } = deciding('Twice');
  await expect(request(false)).rejects.toMatchObject({ kind: 'offline' });
  await request(true);
  await request(false);
  const [first, trial, second] = keys();
  expect(trial).toBeNull();
  expect(second).toMatch(/^[\x21-\x7e]{16,255}$/);
  expect(second).not.toBe(first);
});
