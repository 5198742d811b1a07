import { screen, within } from '@testing-library/react';
import { expect } from 'vitest';
import { createActor } from 'xstate';
import {
  type AuditLogSnapshot,
  auditLogMachine,
  saveAuditMachine,
  verifyChainMachine,
} from '#machines/settings/audit-log.ts';
import { AuditLog } from '#views/settings/AuditLog.tsx';
import { seeList } from '../../support/list-journey.tsx';
import { entry } from '../../support/settings.ts';

const verifying = createActor(verifyChainMachine).start();
const saving = createActor(saveAuditMachine).start();

/** The entries so far stay while more of them or others are read. */
function sees(state: AuditLogSnapshot) {
  const { rows, filter } = state.context;
  const entries = screen.queryByRole('table', { name: 'Audit log' });
  const shown = entries ? within(entries).getAllByRole('row').length - 1 : 0;
  expect(shown).toBe(state.matches('failed') ? 0 : rows.length);
  const nothing =
    filter.search === ''
      ? 'Nothing has been done yet.'
      : `Nothing is found for “${filter.search}”.`;
  expect(screen.queryByText(nothing) !== null).toBe(state.matches('empty'));
  expect(screen.getByRole('region', { name: 'Audit log' }).getAttribute('aria-busy')).toBe(
    String(state.hasTag('busy')),
  );
  expect(screen.queryByRole('button', { name: /^Retry/ }) !== null).toBe(state.hasTag('failed'));
}

seeList(auditLogMachine, {
  input: { query: { project: 7 }, filter: { search: '' } },
  pages: {
    first: { rows: [entry], next: '60' },
    last: { rows: [{ ...entry, id: entry.id - 1 }], next: null },
    none: { rows: [], next: null },
  },
  view: (actor) => <AuditLog actor={actor} verifying={verifying} saving={saving} zone="UTC" />,
  sees,
});
