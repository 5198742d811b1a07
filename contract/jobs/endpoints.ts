import type { Endpoint } from '../endpoint.ts';
import {
  jobParams,
  jobsQuerySchema,
  runJobSchema,
  scheduledJobSchema,
  scheduledJobsSchema,
} from './schemas.ts';

export const jobEndpoints = {
  scheduledJobs: {
    method: 'GET',
    path: '/api/v1/jobs/',
    summary: 'List the scheduled work of the server with its last and next run for a project',
    tag: 'jobs',
    status: 200,
    query: jobsQuerySchema,
    answer: scheduledJobsSchema,
  },
  runJob: {
    method: 'POST',
    path: '/api/v1/jobs/:name/run/',
    summary: 'Run scheduled work for a project now; 409 while it runs',
    tag: 'jobs',
    status: 202,
    params: jobParams,
    body: runJobSchema,
    answer: scheduledJobSchema,
  },
} as const satisfies Record<string, Endpoint>;
