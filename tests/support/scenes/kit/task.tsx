import { createActor, fromPromise } from 'xstate';
import {
  auditLogMachine,
  saveAuditMachine,
  verifyChainMachine,
} from '#machines/settings/audit-log.ts';
import type { AuditPage, AuditRequest } from '#model/audit-log.ts';
import { AuditLog } from '#views/settings/AuditLog.tsx';
import { taskPlan } from '../../plans/kit/task.ts';
import { sceneOf } from '../../scene.ts';
import { withActors } from '../../stub-machines.ts';

const log = createActor(
  auditLogMachine.provide({
    actors: {
      readPage: fromPromise<AuditPage, AuditRequest>(async () => ({ rows: [], next: null })),
    },
  }),
  { input: { query: { project: 7 }, filter: { search: '' } } },
).start();

const saving = createActor(saveAuditMachine).start();

export const taskScene = sceneOf(verifyChainMachine, taskPlan, {
  provide: withActors,
  view: (actor) => <AuditLog actor={log} verifying={actor} saving={saving} zone="UTC" />,
});
