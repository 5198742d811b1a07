import { z } from 'zod';
import type { Endpoint } from '../endpoint.ts';
import { figureRowsQuerySchema, figureRowsSchema } from './figure-rows.ts';
import { hourlyRowSchema, report } from './report.ts';
import { reportQuerySchema } from './report-query.ts';
import { weekdayHourSchema } from './weekday-hours.ts';

export const rowEndpoints = {
  bqData: {
    method: 'GET',
    path: '/api/v1/bq-data/',
    summary: 'The hourly pixel summary',
    tag: 'dashboard',
    status: 200,
    query: reportQuerySchema,
    answer: report(z.array(hourlyRowSchema)),
  },
  weekdayHours: {
    method: 'GET',
    path: '/api/v1/weekday-hours/',
    summary: 'Figures by weekday and hour of the day',
    tag: 'dashboard',
    status: 200,
    query: reportQuerySchema,
    answer: report(z.array(weekdayHourSchema)),
  },
  figureRows: {
    method: 'GET',
    path: '/api/v1/figures/rows/',
    summary: 'The rows that add up to a figure, its parts and what it leaves out',
    tag: 'dashboard',
    status: 200,
    query: figureRowsQuerySchema,
    answer: report(figureRowsSchema),
  },
} as const satisfies Record<string, Endpoint>;
