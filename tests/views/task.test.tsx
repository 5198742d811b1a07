import { screen } from '@testing-library/react';
import { expect } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { type AuditPage, auditLogMachine } from '#machines/audit-log.ts';
import {
  saveAuditMachine,
  type VerifyChainSnapshot,
  verifyChainMachine,
} from '#machines/settings-entries.ts';
import { Audit } from '#views/settings/Audit.tsx';
import { taskGestures } from '../support/gestures/task.ts';
import { taskPlan } from '../support/plans/task.ts';
import { recast } from '../support/stage.tsx';
import { walkViewed } from '../support/viewed.tsx';

/** That it runs, its verdict, or why there is none. */
function sees(state: VerifyChainSnapshot) {
  const { result } = state.context;
  const isDone = state.matches('done');
  expect(screen.queryByRole('button', { name: 'Stop verifying' }) !== null).toBe(
    state.hasTag('busy'),
  );
  expect(screen.queryByText(/^The chain holds: 412 entries/) !== null).toBe(
    isDone && result?.holds === true,
  );
  expect(screen.queryByText('Entry 61 is not what was written.') !== null).toBe(
    isDone && result?.holds === false,
  );
  expect(screen.queryByText(/^The log was not verified/) !== null).toBe(state.hasTag('failed'));
}

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

walkViewed(verifyChainMachine, taskPlan, {
  cast: recast,
  view: (actor) => <Audit actor={log} verifying={actor} saving={saving} zone="UTC" />,
  gestures: taskGestures,
  sees,
});
