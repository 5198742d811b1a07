import { z } from 'zod';
import type { Endpoint } from '../endpoint.ts';
import {
  funnelFiguresQuerySchema,
  funnelFiguresSchema,
  funnelListQuerySchema,
  funnelPeopleQuerySchema,
  funnelPersonSchema,
  funnelQuerySchema,
  funnelReportQuerySchema,
  funnelReportSchema,
  funnelRowSchema,
  funnelTrendQuerySchema,
  funnelTrendSchema,
  opportunitiesSchema,
  timeToConvertQuerySchema,
  timeToConvertSchema,
} from './report.ts';
import { funnelParams } from './schemas.ts';

const tag = 'funnels';
const one = '/api/v1/funnels/:slug/';

/** The list of funnels and what they count. Reports follow the published definition. */
export const funnelReportEndpoints = {
  listFunnels: {
    method: 'GET',
    path: '/api/v1/funnels/',
    summary: 'List the funnels of a project; X-Next-Cursor leads to the next page',
    tag,
    status: 200,
    query: funnelListQuerySchema,
    answer: z.array(funnelRowSchema),
  },
  funnelFigures: {
    method: 'GET',
    path: `${one}figures/`,
    summary: 'The figures of a row of the list: rate, change, trend, worst step and health',
    tag,
    status: 200,
    params: funnelParams,
    query: funnelFiguresQuerySchema,
    answer: funnelFiguresSchema,
  },
  funnelReport: {
    method: 'GET',
    path: `${one}report/`,
    summary: 'How far people came, what it cost and what it earned, step by step',
    tag,
    status: 200,
    params: funnelParams,
    query: funnelReportQuerySchema,
    answer: funnelReportSchema,
  },
  funnelTrend: {
    method: 'GET',
    path: `${one}trend/`,
    summary: 'The same people by the day or week on which their attempt began',
    tag,
    status: 200,
    params: funnelParams,
    query: funnelTrendQuerySchema,
    answer: funnelTrendSchema,
  },
  funnelTimeToConvert: {
    method: 'GET',
    path: `${one}time-to-convert/`,
    summary: 'How long people took between two steps',
    tag,
    status: 200,
    params: funnelParams,
    query: timeToConvertQuerySchema,
    answer: timeToConvertSchema,
  },
  funnelPeople: {
    method: 'GET',
    path: `${one}actors/`,
    summary:
      'The people behind a bar, latest entry first; `X-Next-Cursor` leads to the next page, `format=csv` and `format=xlsx` answer a file',
    tag,
    status: 200,
    params: funnelParams,
    query: funnelPeopleQuerySchema,
    answer: z.array(funnelPersonSchema),
  },
  funnelOpportunities: {
    method: 'GET',
    path: `${one}opportunities/`,
    summary: 'Which step gains most if it reaches its benchmark, the largest gain first',
    tag,
    status: 200,
    params: funnelParams,
    query: funnelQuerySchema,
    answer: opportunitiesSchema,
  },
} as const satisfies Record<string, Endpoint>;
