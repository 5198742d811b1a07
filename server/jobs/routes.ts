import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { jobEndpoints } from '#contract/jobs/endpoints.ts';
import { memberForInput, requireCapability } from '../access/require-capability.ts';
import { withAudit } from '../audit/audit-log.ts';
import { notFound } from '../platform/refusal.ts';
import { serve } from '../plugins/serve.ts';
import { askForRun } from './ask-run.ts';
import type { Job } from './define-job.ts';
import { describeJob, listJobs } from './job-list.ts';
import type { Queue } from './queue.ts';

type Dependencies = {
  pool: pg.Pool;
  now: () => Date;
  jobs: readonly Job[];
  queue: Pick<Queue, 'add'>;
  /** Called when a run was queued. */
  wake: () => void;
};

/** Scheduled work, for the owners of a project. */
export function jobRoutes(
  app: FastifyInstance,
  { pool, now, jobs, queue, wake }: Dependencies,
): void {
  const audited = withAudit(pool, now);

  serve(app, jobEndpoints.scheduledJobs, ({ access, query: { project_id: project } }) => {
    requireCapability(memberForInput(access, project), 'audit.see');
    return listJobs(pool, jobs, { project, now: now() });
  });

  serve(app, jobEndpoints.runJob, async (call) => {
    const { project_id: project } = call.body;
    requireCapability(memberForInput(call.access, project), 'project.change');
    const job = jobs.find(({ name }) => name === call.params.name);
    if (!job) throw notFound();
    await audited(call, async (client, recordAudit) => {
      await askForRun(client, queue, { job: job.name, project });
      await recordAudit({ action: 'job.run', project, target: job.title });
    });
    wake();
    return describeJob(pool, job, { project, now: now() });
  });
}
