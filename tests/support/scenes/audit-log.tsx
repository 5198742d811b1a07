import { createActor } from 'xstate';
import { auditLogMachine } from '#machines/audit-log.ts';
import { saveAuditMachine, verifyChainMachine } from '#machines/settings-entries.ts';
import { Audit } from '#views/settings/Audit.tsx';
import { auditLogPlan } from '../plans/audit-log.ts';
import { sceneOf } from '../scene.ts';
import { recast } from '../stage.tsx';

const verifying = createActor(verifyChainMachine).start();

const saving = createActor(saveAuditMachine).start();

export const auditLogScene = sceneOf(auditLogMachine, auditLogPlan, {
  cast: recast,
  view: (actor) => <Audit actor={actor} verifying={verifying} saving={saving} zone="UTC" />,
});
