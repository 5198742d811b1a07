import { screen } from '@testing-library/react';
import { expect } from 'vitest';
import { createActor } from 'xstate';
import type { Query } from '#contract/query.ts';
import { statesMachine } from '#machines/states.ts';
import { StatesPanel } from '#views/dashboard/StatesPanel.tsx';
import { statesGestures } from '../support/gestures/states.ts';
import { statesPlan } from '../support/plans/states.ts';
import { recorder } from '../support/recorder.ts';
import { member } from '../support/samples.ts';
import { recast, selectionStage, statesRowsStage } from '../support/stage.tsx';
import { walkViewed } from '../support/viewed.tsx';

const { parent } = recorder<{ type: 'selection.changed'; query: Query | null }>();
const selection = createActor(selectionStage, { input: { member, facts: {}, parent } }).start();

walkViewed(statesMachine, statesPlan, {
  cast: (machine) => recast(machine, { rows: statesRowsStage }),
  view: (actor) => <StatesPanel actor={actor} selection={selection} />,
  gestures: statesGestures,
  sees: (state) => {
    expect(screen.getByRole('table', { name: 'Figures by state' })).toBeDefined();
    expect(screen.queryByRole('button', { name: /^All countries/ }) !== null).toBe(
      state.matches('inCountry'),
    );
  },
});
