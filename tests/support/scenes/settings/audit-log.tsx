import { createActor } from 'xstate';
import { auditLogMachine } from '#machines/settings/audit-log.ts';
import { saveAuditMachine, verifyChainMachine } from '#machines/settings/settings-lists.ts';
import { AuditLog } from '#views/settings/AuditLog.tsx';
import { auditLogPlan } from '../../plans/settings/audit-log.ts';
import { sceneOf } from '../../scene.ts';
import { recast } from '../../stage.tsx';

const verifying = createActor(verifyChainMachine).start();

const saving = createActor(saveAuditMachine).start();

export const auditLogScene = sceneOf(auditLogMachine, auditLogPlan, {
  cast: recast,
  view: (actor) => <AuditLog actor={actor} verifying={verifying} saving={saving} zone="UTC" />,
});
