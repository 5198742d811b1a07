import type pg from 'pg';
import type { AuditAction } from '#contract/audit/schemas.ts';
import type { SplitTest } from '#contract/split-tests/schemas.ts';
import { isAllowed, memberOf, requireCapability } from '../access/require-capability.ts';
import { type AuditedCall, withAudit } from '../audit/audit-log.ts';
import { notFound } from '../platform/refusal.ts';
import { conflict, requireVersion } from '../plugins/if-match.ts';
import { lockProject } from '../projects/repository.ts';
import type { SplitTestDependencies } from './dependencies.ts';
import { namesIn, testOf } from './test-answer.ts';
import { findTest, type StoredTest } from './test-rows.ts';

/** A call of one test. A foreign one answers as a missing one does. */
export type TestCall = AuditedCall & { params: { id: string } };

type Opened = {
  client: pg.PoolClient;
  test: StoredTest;
  /** The answer of a test to the caller. */
  answer: (test: StoredTest) => Promise<SplitTest>;
  /** Records the change as the last statement of its transaction. */
  record: (action: AuditAction, details?: Record<string, unknown>) => Promise<void>;
};
export type ChangeTest = <Result>(
  call: TestCall,
  work: (opened: Opened) => Promise<Result>,
) => Promise<Result>;

type Dependencies = Pick<SplitTestDependencies, 'pool' | 'now' | 'publicUrl'>;

/** The answer of a test to its reader. */
export async function answerOf(
  client: pg.Pool | pg.PoolClient,
  { access, test, publicUrl }: { access: TestCall['access']; test: StoredTest; publicUrl: string },
): Promise<SplitTest> {
  const names = await namesIn(client, [test]);
  const seesMembers = isAllowed(memberOf(access, test.row.projectId), 'members.see');
  return testOf(test, { names, publicUrl, seesMembers });
}

/** Runs changes of a test, one after the other in a project, because its tests share names, slugs and targets. */
export function createChangeTest({ pool, now, publicUrl }: Dependencies): ChangeTest {
  const audited = withAudit(pool, now);
  return async (call, work) => {
    const known = await findTest(pool, call.params.id);
    if (!known) throw notFound();
    const { projectId: project } = known.row;
    requireCapability(memberOf(call.access, project), 'split-test.write');
    return audited(call, async (client, recordAudit) => {
      await lockProject(client, project);
      const test = await findTest(client, known.row.id);
      if (!test) throw notFound();
      return work({
        client,
        test,
        answer: (changed) =>
          answerOf(client, { access: call.access, test: changed, publicUrl: publicUrl() }),
        record: (action, details = {}) =>
          recordAudit({ action, project, target: test.row.name, details }),
      });
    });
  };
}

/** Refuses a change of an archived test, or of another version than the one that the call names. */
export function requireCurrent({ request }: TestCall, current: SplitTest): void {
  if (current.status === 'archived') {
    throw conflict('This test is archived. Restore it first.', current);
  }
  requireVersion(request, current);
}
