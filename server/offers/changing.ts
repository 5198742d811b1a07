import type pg from 'pg';
import type { Capability } from '#contract/accounts/roles.ts';
import type { AuditAction } from '#contract/audit/schemas.ts';
import { requireCapability } from '../access/require-capability.ts';
import { type AuditedCall, withAudit } from '../audit/audit-log.ts';
import { lockProject } from '../projects/repository.ts';
import { type SeenOffer, seenOffer } from './reading.ts';

/** A call of one offer. */
export type OfferCall = AuditedCall & { params: { id: number } };

export type OpenedOffer = SeenOffer & {
  client: pg.PoolClient;
  /** Records the change as the last statement of its transaction. */
  record: (action: AuditAction, details?: Record<string, unknown>) => Promise<void>;
};

export type ChangeOffer = <Result>(
  call: OfferCall,
  capability: Capability | null,
  work: (opened: OpenedOffer) => Promise<Result>,
) => Promise<Result>;

/**
 * Runs changes of an offer. Those of a project run one after the other, because offers name each other. The entries of
 * an offer name its row in their details.
 */
export function createChangeOffer({ pool, now }: { pool: pg.Pool; now: () => Date }): ChangeOffer {
  const audited = withAudit(pool, now);
  return async (call, capability, work) => {
    const { access, params } = call;
    const { membership, row } = await seenOffer(pool, access, params.id);
    if (capability) requireCapability(membership, capability);
    return audited(call, async (client, recordAudit) => {
      await lockProject(client, row.projectId);
      const seen = await seenOffer(client, access, params.id);
      const { name: target, projectId: project, id } = seen.row;
      const record: OpenedOffer['record'] = (action, details = {}) =>
        recordAudit({ action, project, target, details: { offer: id, ...details } });
      return work({ ...seen, client, record });
    });
  };
}
