import { screen, within } from '@testing-library/react';
import { expect } from 'vitest';
import type { AuditLogSnapshot } from '#machines/settings/audit-log.ts';
import { auditLogGestures } from '../../support/gestures/settings/audit-log.ts';
import { auditLogScene } from '../../support/scenes/settings/audit-log.tsx';
import { walkViewed } from '../../support/viewed.tsx';

/** The entries so far stay while more of them or others are read. */
function sees(state: AuditLogSnapshot) {
  const { rows, search } = state.context;
  const isFailed = state.matches('failed');
  const entries = screen.queryByRole('table', { name: 'Audit log' });
  const shown = entries ? within(entries).getAllByRole('row').length - 1 : 0;
  expect(shown).toBe(isFailed ? 0 : rows.length);
  const nothing =
    search === '' ? 'Nothing has been done yet.' : `Nothing is found for “${search}”.`;
  expect(screen.queryByText(nothing) !== null).toBe(state.hasTag('showing') && rows.length === 0);
  expect(screen.getByRole('region', { name: 'Audit log' }).getAttribute('aria-busy')).toBe(
    String(state.hasTag('busy')),
  );
  expect(screen.queryByRole('button', { name: /^Retry/ }) !== null).toBe(state.hasTag('failed'));
}

walkViewed(auditLogScene, {
  gestures: auditLogGestures,
  sees,
});
