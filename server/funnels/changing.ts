import type pg from 'pg';
import type { AuditAction } from '#contract/audit/schemas.ts';
import type { Funnel } from '#contract/funnels/schemas.ts';
import { memberOf, requireCapability } from '../access/require-capability.ts';
import { type AuditedCall, withAudit } from '../audit/audit-log.ts';
import { notFound } from '../platform/refusal.ts';
import { conflict, requireVersion } from '../plugins/if-match.ts';
import { lockProject } from '../projects/repository.ts';
import { findFunnel } from './funnel-rows.ts';

/** A call of one funnel. A foreign project answers as a missing funnel does. */
export type FunnelCall = AuditedCall & { params: { slug: string }; query: { project_id: number } };

type Opened = {
  client: pg.PoolClient;
  funnel: Funnel;
  /** Records the change as the last statement of its transaction. */
  record: (action: AuditAction, details?: Record<string, unknown>) => Promise<void>;
};
export type ChangeFunnel = <Result>(
  call: FunnelCall,
  work: (opened: Opened) => Promise<Result>,
) => Promise<Result>;

/**
 * Runs changes of a funnel of people who may change it. Those of a project run one after the other, because its funnels
 * share their names, slugs and the panel of the dashboard.
 */
export function createChangeFunnel(pool: pg.Pool, now: () => Date): ChangeFunnel {
  const audited = withAudit(pool, now);
  return (call, work) => {
    const { params, query } = call;
    const { project_id: project } = query;
    requireWriter(call);
    return audited(call, async (client, recordAudit) => {
      await lockProject(client, project);
      const funnel = await findFunnel(client, { project, slug: params.slug, now: now() });
      if (!funnel) throw notFound();
      const { name: target } = funnel;
      const record: Opened['record'] = (action, details = {}) =>
        recordAudit({ action, project, target, details });
      return work({ client, funnel, record });
    });
  };
}

export function requireWriter({ access, query }: FunnelCall): void {
  requireCapability(memberOf(access, query.project_id), 'funnel.write');
}

export function requirePresent(funnel: Funnel): void {
  if (funnel.status !== 'archived') return;
  throw conflict('This funnel is archived. Restore it first.', funnel);
}

/** Refuses a change of an archived funnel, or of another version than the one that the call names. */
export function requireCurrent({ request }: FunnelCall, funnel: Funnel): void {
  requirePresent(funnel);
  requireVersion(request, funnel);
}
