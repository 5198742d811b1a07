import { screen } from '@testing-library/react';
import { expect } from 'vitest';
import { createActor, fromCallback } from 'xstate';
import type { Query } from '#contract/query.ts';
import { type ConversionsSnapshot, conversionsMachine } from '#machines/conversions.ts';
import { Conversions } from '#views/conversions/Conversions.tsx';
import { conversionsGestures } from '../support/gestures/conversions.ts';
import { conversionsPlan } from '../support/plans/conversions.ts';
import { recorder } from '../support/recorder.ts';
import { member } from '../support/samples.ts';
import { conversionsChildren, recast, selectionStage } from '../support/stage.tsx';
import { walkViewed } from '../support/viewed.tsx';

const { parent } = recorder<{ type: 'selection.changed'; query: Query | null }>();
const selection = createActor(selectionStage, { input: { member, facts: {}, parent } }).start();

/** The view of the address under the name of the screen, and the filter that the summary begins with. */
function sees(state: ConversionsSnapshot) {
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Conversions');
  const panel = screen.getByRole('region', {
    name: state.matches('log')
      ? 'Log'
      : state.matches('summary')
        ? 'Summary'
        : state.matches('ledger')
          ? 'Server and browser'
          : 'Conversions',
  });
  expect(panel.getAttribute('aria-busy')).toBe(String(state.matches('starting')));
  expect(
    screen.queryByRole('button', { name: 'Show rows without server revenue too' }) !== null,
  ).toBe(state.matches('summary') && state.context.isEarning);
}

walkViewed(conversionsMachine, conversionsPlan, {
  cast: (machine) => recast(machine, { ...conversionsChildren, address: fromCallback(() => {}) }),
  view: (actor) => <Conversions actor={actor} selection={selection} exporter={undefined} />,
  gestures: conversionsGestures,
  sees,
});
