import { screen } from '@testing-library/react';
import { expect } from 'vitest';
import { createActor } from 'xstate';
import type { Query } from '#contract/query.ts';
import { type FiltersActor, type FiltersSnapshot, filtersMachine } from '#machines/filters.ts';
import { groupNames } from '#views/parts/groups.ts';
import { FilterGroups } from '#views/shell/FilterGroups.tsx';
import { filtersGestures } from '../support/gestures/filters.ts';
import { filtersPlan } from '../support/plans/filters.ts';
import { recorder } from '../support/recorder.ts';
import { member } from '../support/samples.ts';
import { selectionStage } from '../support/stage.tsx';
import { walkViewed } from '../support/viewed.tsx';

const selection = createActor(selectionStage, {
  input: {
    member,
    facts: {},
    parent: recorder<{ type: 'selection.changed'; query: Query | null }>().parent,
  },
}).start();

/** Which group is open, and what stands in it. */
function sees(state: FiltersSnapshot) {
  const open = screen.queryAllByRole('button', { expanded: true });
  const { group } = state.context;
  expect(open.map(({ textContent }) => textContent)).toEqual(group ? [groupNames[group]] : []);
  const shows = (role: string) => screen.queryAllByRole(role).length > 0;
  expect(shows('status')).toBe(state.hasTag('busy'));
  expect(shows('alert')).toBe(state.hasTag('failed'));
  expect(screen.queryByText(/^No event of the last 90 days/) !== null).toBe(
    state.matches({ open: 'empty' }),
  );
  const isReady = state.matches({ open: 'ready' });
  expect(screen.queryAllByRole('button', { name: /^Only/ }).length > 0).toBe(isReady);
  expect(screen.queryByText('Clicks, last 90 days') !== null).toBe(isReady);
}

walkViewed(filtersMachine, filtersPlan, {
  cast: (machine, scripts) => machine.provide({ actors: scripts as never }),
  view: (actor) => <FilterGroups selection={selection} filters={actor as FiltersActor} />,
  gestures: filtersGestures,
  sees,
});
