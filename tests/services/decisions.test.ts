import { expect, it } from 'vitest';
import { createActor, toPromise } from 'xstate';
import { createApi } from '#services/api.ts';
import { correct } from '#services/decisions.ts';
import { json, scriptedFetch } from '../support/fetch.ts';
import { adjustment } from '../support/plans/correction.ts';

it('corrects once what is asked again after its answer was lost', async () => {
  const { fetch, asked } = scriptedFetch((_, index) =>
    index === 0 ? new TypeError('lost') : json(adjustment, 201),
  );
  const api = createApi({
    baseUrl: 'https://ledger.test',
    fetch,
    token: () => 'clu_first',
    refused: () => {},
    broken: expect.unreachable,
  });
  const save = () =>
    toPromise(
      createActor(correct(api), {
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
  const keys = asked.map(({ headers }) => headers.get('Idempotency-Key'));
  expect(keys[0]).toMatch(/^[\x21-\x7e]{16,255}$/);
  expect(keys[1]).toBe(keys[0]);
});
