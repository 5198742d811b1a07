import type { FastifyInstance } from 'fastify';
import { endpoints } from '#contract/endpoints.ts';
import { memberForInput, memberOf, requireCapability } from '../access/require-capability.ts';
import { withAudit } from '../audit/audit-log.ts';
import { givenFields } from '../platform/given-fields.ts';
import { serve } from '../plugins/serve.ts';
import { lockProject } from '../projects/repository.ts';
import { answerOf, createChangeTest, requireCurrent } from './changing.ts';
import type { SplitTestDependencies } from './dependencies.ts';
import { copyOf, enteredColumns, enteredOf, newRow } from './new-test.ts';
import { seenTest } from './reading.ts';
import {
  freeTestName,
  requireAddresses,
  requireChangeable,
  requireFreeName,
  requireKnown,
  requireWhole,
  slugOfNew,
} from './test-checks.ts';
import { insertTest, storeTest } from './test-rows.ts';

/** The split tests of projects: their settings. */
export function splitTestRoutes(app: FastifyInstance, dependencies: SplitTestDependencies): void {
  const { pool, now, idempotent, publicUrl, egress } = dependencies;
  const audited = withAudit(pool, now);
  const change = createChangeTest(dependencies);
  const limits = () => ({ ...egress, needsTls: publicUrl().startsWith('https:') });

  serve(app, endpoints.createSplitTest, async (call) => {
    const { access, body } = call;
    const { project } = body;
    requireCapability(memberForInput(access, project), 'split-test.write');
    await requireAddresses(body.variants, limits());
    return idempotent(call, (keep) =>
      audited(call, async (client, recordAudit) => {
        await lockProject(client, project);
        await requireFreeName(client, project, body);
        await requireKnown(client, project, body);
        const slug = await slugOfNew(client, project, body);
        const test = await insertTest(client, newRow(body, slug, now()));
        const answer = await answerOf(client, { access, test, publicUrl: publicUrl() });
        await keep(client, answer);
        await recordAudit({ action: 'split-test.created', project, target: answer.name });
        return answer;
      }),
    );
  });

  serve(app, endpoints.readSplitTest, async (call) => {
    const test = await seenTest(pool, call);
    return answerOf(pool, { access: call.access, test, publicUrl: publicUrl() });
  });

  serve(app, endpoints.changeSplitTest, async (call) => {
    const { access, body } = call;
    const { row: seen } = await seenTest(pool, call);
    requireCapability(memberOf(access, seen.projectId), 'split-test.write');
    await requireAddresses(body.variants ?? [], limits());
    return change(call, async ({ client, test, answer, record }) => {
      const { row } = test;
      requireCurrent(call, await answer(test));
      const changed = Object.keys(body);
      if (row.startedAt !== null) requireChangeable(changed);
      const entered = { ...enteredOf(row), ...givenFields(body) };
      requireWhole(entered);
      await requireFreeName(client, row.projectId, { name: entered.name, own: row.id });
      if (row.startedAt === null) await requireKnown(client, row.projectId, entered);
      const stored = await storeTest(client, row, enteredColumns(entered), now());
      await record('split-test.changed', { changed, name: body.name });
      return answer(stored);
    });
  });

  serve(app, endpoints.duplicateSplitTest, (call) =>
    idempotent(call, (keep) =>
      change(call, async ({ client, test, answer, record }) => {
        const { row } = test;
        const name = await freeTestName(client, row.projectId, row.name);
        const slug = await slugOfNew(client, row.projectId, { name });
        const copy = await answer(await insertTest(client, copyOf(row, name, slug, now())));
        await keep(client, copy);
        await record('split-test.created', { copy: copy.name });
        return copy;
      }),
    ),
  );
}
