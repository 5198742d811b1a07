import { memberOf, requireCapability } from '../access/require-capability.ts';
import type { Connection } from '../database/orm.ts';
import { notFound } from '../platform/refusal.ts';
import type { TestCall } from './changing.ts';
import { findTest, type StoredTest } from './test-rows.ts';

/** The test of a call for the members who may see tests. A foreign one answers as a missing one does. */
export async function seenTest(
  connection: Connection,
  { access, params }: Pick<TestCall, 'access' | 'params'>,
): Promise<StoredTest> {
  const test = await findTest(connection, params.id);
  if (!test) throw notFound();
  requireCapability(memberOf(access, test.row.projectId), 'split-test.see');
  return test;
}
