import { screen, within } from '@testing-library/react';
import { expect } from 'vitest';
import { createActor, fromCallback } from 'xstate';
import type { Query } from '#contract/query.ts';
import { type ConversionsSnapshot, conversionsMachine } from '#machines/conversions.ts';
import { Conversions } from '#views/conversions/Conversions.tsx';
import { conversionsGestures } from '../support/gestures/conversions.ts';
import { conversionsPlan } from '../support/plans/conversions.ts';
import { recorder } from '../support/recorder.ts';
import { member } from '../support/samples.ts';
import { recast, selectionStage } from '../support/stage.tsx';
import { walkViewed } from '../support/viewed.tsx';

const { parent } = recorder<{ type: 'selection.changed'; query: Query | null }>();
const selection = createActor(selectionStage, { input: { member, facts: {}, parent } }).start();

/** Each state by its rows, what stands in for them, and the ways on. */
function sees(state: ConversionsSnapshot) {
  const { filter, rows, next } = state.context;
  const panel = screen.getByRole('region', { name: 'Conversions' });
  expect(panel.getAttribute('aria-busy')).toBe(String(state.hasTag('busy')));
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe(filter.search);
  const table = screen.queryByRole('table', { name: 'Conversions, newest first' });
  expect(table !== null).toBe(state.hasTag('showing'));
  if (table) {
    expect(within(table).getAllByRole('link')).toHaveLength(rows.length);
    expect(screen.queryByRole('button', { name: 'Load more' }) !== null).toBe(
      next !== null && !state.matches({ ready: 'short' }),
    );
  }
  expect(screen.queryByRole('button', { name: /^Retry/ }) !== null).toBe(state.hasTag('failed'));
  expect(screen.queryByRole('button', { name: 'Retry the next page' }) !== null).toBe(
    state.matches({ ready: 'short' }),
  );
  expect(screen.queryByRole('button', { name: 'Retry the refresh' }) !== null).toBe(
    state.matches({ ready: 'stale' }),
  );
  expect(screen.queryByText(/No conversion matches|Nothing happened/) !== null).toBe(
    state.matches('empty'),
  );
}

walkViewed(conversionsMachine, conversionsPlan, {
  cast: (machine, { readLog }) =>
    recast(machine, { ...(readLog ? { readLog } : {}), address: fromCallback(() => {}) }),
  view: (actor) => <Conversions actor={actor} selection={selection} />,
  gestures: conversionsGestures,
  sees,
});
