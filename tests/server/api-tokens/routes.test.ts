import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tokenScopes } from '#contract/api-tokens/schemas.ts';
import { newSecret } from '#server/accounts/secret.ts';
import { createApiToken } from '#server/api-tokens/repository.ts';
import { systemAuthor } from '#server/audit/audit-log.ts';
import { policies } from '../authorization/policy.ts';
import { startTestProduct, type TestProduct } from '../authorization/test-product.ts';

let setting: TestProduct;
let token: string;

beforeAll(async () => {
  setting = await startTestProduct();
  const { pool, data: seeds, now } = setting;
  const owner = seeds.personas.find(({ name }) => name === 'owner');
  token = newSecret('ca');
  await createApiToken(
    pool,
    token,
    { project: seeds.own.projectId, name: 'everything', scopes: tokenScopes, days: 7 },
    { userId: owner?.userId ?? 0, author: systemAuthor, now: now() },
  );
});
afterAll(() => setting?.stop());

/** The calls of a token with every scope; all other calls with a session need a person. */
const forMachines = [
  'DELETE /api/v1/master-pixels/:id/',
  'DELETE /api/v1/pixels/:id/',
  'GET /api/v1/affiliates/',
  'GET /api/v1/affiliates/:id/',
  'GET /api/v1/all-rc-payment-data/',
  'GET /api/v1/bq-data/',
  'GET /api/v1/cc-data/',
  'GET /api/v1/clicks/',
  'GET /api/v1/conversions/',
  'GET /api/v1/conversions/:id/',
  'GET /api/v1/conversions/export/',
  'GET /api/v1/conversions/ledger/',
  'GET /api/v1/conversions/summary/',
  'GET /api/v1/country-breakdown/',
  'GET /api/v1/event-catalog/',
  'GET /api/v1/events/',
  'GET /api/v1/export/',
  'GET /api/v1/figures/rows/',
  'GET /api/v1/funnel-analysis-data/',
  'GET /api/v1/funnel-slug/',
  'GET /api/v1/funnel-suggestions/',
  'GET /api/v1/funnels/',
  'GET /api/v1/funnels/:slug/',
  'GET /api/v1/funnels/:slug/actors/',
  'GET /api/v1/funnels/:slug/annotations/',
  'GET /api/v1/funnels/:slug/figures/',
  'GET /api/v1/funnels/:slug/opportunities/',
  'GET /api/v1/funnels/:slug/report/',
  'GET /api/v1/funnels/:slug/steps/',
  'GET /api/v1/funnels/:slug/steps/:child_slug/',
  'GET /api/v1/funnels/:slug/time-to-convert/',
  'GET /api/v1/funnels/:slug/trend/',
  'GET /api/v1/funnels/:slug/versions/',
  'GET /api/v1/master-pixels/',
  'GET /api/v1/master-pixels/:id/',
  'GET /api/v1/master-pixels/:id/snippet/',
  'GET /api/v1/metrics/definitions/',
  'GET /api/v1/offer-ids/',
  'GET /api/v1/offers/',
  'GET /api/v1/offers/:id/',
  'GET /api/v1/offers/:id/access/',
  'GET /api/v1/offers/:id/cap-status/',
  'GET /api/v1/offers/:id/caps/',
  'GET /api/v1/offers/:id/links/',
  'GET /api/v1/offers/:id/log/',
  'GET /api/v1/offers/:id/report/',
  'GET /api/v1/offers/:id/status/',
  'GET /api/v1/offers/:id/terms/',
  'GET /api/v1/param-variants/',
  'GET /api/v1/payout-balances/',
  'GET /api/v1/payout-statements/',
  'GET /api/v1/payout-statements/:id/lines/',
  'GET /api/v1/payout-statements/export/',
  'GET /api/v1/payouts/',
  'GET /api/v1/payouts/export/',
  'GET /api/v1/pixel-executed/',
  'GET /api/v1/pixels/',
  'GET /api/v1/pixels/:id/',
  'GET /api/v1/pixels/:id/executions/',
  'GET /api/v1/pixels/:id/health/',
  'GET /api/v1/postback-log/',
  'GET /api/v1/postback-tests/:id/',
  'GET /api/v1/projects/',
  'GET /api/v1/projects/:id/',
  'GET /api/v1/rc-chart-data/',
  'GET /api/v1/rc-data/',
  'GET /api/v1/rc-payment-data/',
  'GET /api/v1/rc-table-data/',
  'GET /api/v1/revenue-date-range/',
  'GET /api/v1/revenue-last-year/',
  'GET /api/v1/search/',
  'GET /api/v1/split-tests/',
  'GET /api/v1/split-tests/:id/',
  'GET /api/v1/split-tests/:id/assignments/',
  'GET /api/v1/split-tests/:id/export/',
  'GET /api/v1/split-tests/:id/results/',
  'GET /api/v1/split-tests/:id/timeseries/',
  'GET /api/v1/states-breakdown/',
  'GET /api/v1/tracking-links/',
  'GET /api/v1/weekday-hours/',
  'GET /cubejs-api/v1/load',
  'GET /cubejs-api/v1/meta',
  'PATCH /api/v1/master-pixels/:id/',
  'POST /api/v1/conversions/adjustments/',
  'POST /api/v1/conversions/adjustments/:id/reverse/',
  'POST /api/v1/conversions/reconcile/',
  'POST /api/v1/conversions/reconcile/export/',
  'POST /api/v1/conversions/status/',
  'POST /api/v1/conversions/status/:batch/undo/',
  'POST /api/v1/conversions/values/',
  'POST /api/v1/conversions/values/undo/',
  'POST /api/v1/master-pixels/',
  'POST /api/v1/master-pixels/:id/restore/',
  'POST /api/v1/master-pixels/:id/verify/',
  'POST /api/v1/pixels/',
  'POST /api/v1/pixels/:id/replay/',
  'POST /api/v1/pixels/:id/restore/',
  'POST /api/v1/pixels/:id/test/',
  'POST /cubejs-api/v1/load',
  'PUT /api/v1/pixels/:id/',
];

describe('an API token with every scope', () => {
  it('may make only the calls of this list', async () => {
    const { app, data: seeds } = setting;
    const open: string[] = [];
    for (const [route, { caller, requests: asks }] of Object.entries(policies)) {
      const [way] = Object.values(asks);
      if (!way || caller === 'anyone' || caller === 'key') continue;
      const { path, body } = way.request(seeds, way.targets[0] ?? 'none');
      const answer = await app.inject({
        method: route.split(' ')[0] as 'GET',
        url: path,
        headers: { authorization: `Token ${token}`, 'content-type': 'application/json' },
        ...(body ? { payload: body } : {}),
      });
      const isRefused = answer.body.includes('This requires a signed-in person');
      expect(answer.statusCode === 403, `${route} answers ${answer.statusCode}`).toBe(isRefused);
      if (!isRefused) open.push(route);
    }
    expect(open.sort()).toEqual(forMachines);
  });
});
