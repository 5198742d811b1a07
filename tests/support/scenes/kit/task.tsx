import { createActor, fromPromise } from 'xstate';
import { type AuditPage, auditLogMachine } from '#machines/settings/audit-log.ts';
import { saveAuditMachine, verifyChainMachine } from '#machines/settings/settings-lists.ts';
import { AuditLog } from '#views/settings/AuditLog.tsx';
import { taskPlan } from '../../plans/kit/task.ts';
import { sceneOf } from '../../scene.ts';
import { recast } from '../../stage.tsx';

const log = createActor(
  auditLogMachine.provide({
    actors: {
      readAudit: fromPromise<AuditPage, { project: number; search: string; cursor: string | null }>(
        async () => ({ rows: [], next: null }),
      ),
    },
  }),
  { input: { project: 7 } },
).start();

const saving = createActor(saveAuditMachine).start();

export const taskScene = sceneOf(verifyChainMachine, taskPlan, {
  cast: recast,
  view: (actor) => <AuditLog actor={log} verifying={actor} saving={saving} zone="UTC" />,
});
