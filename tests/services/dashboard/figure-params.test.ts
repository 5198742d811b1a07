import { expect, it } from 'vitest';
import { figureParamsOf } from '#services/dashboard/figure-rows.ts';
import { question } from '../../support/samples.ts';

it('a figure of another project is requested there, whatever is selected here', () => {
  const request = figureParamsOf({
    ...question,
    affiliates: [{ id: 3, affid: '1003' }],
    figure: { name: 'payout', cell: [{ grouping: 'affid', key: '1001' }], project: 9 },
  });
  expect(request).toMatchObject({
    project_id: 9,
    affiliate_id: 'all',
    figure: 'payout',
    cell: ['affid:1001'],
  });
});

it('a sum over some affiliates is requested for these, whatever is selected', () => {
  const request = figureParamsOf({
    ...question,
    affiliates: [],
    figure: { name: 'payout', cell: [], affiliates: [3, 14] },
  });
  expect(request).toMatchObject({ affiliate_id: '3,14', figure: 'payout', cell: [] });
});
