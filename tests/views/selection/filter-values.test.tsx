import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { filterOptionsMachine } from '#machines/selection/filter-options.ts';
import type { FilterValue, Query } from '#model/query.ts';
import { FilterChips } from '#views/selection/FilterChips.tsx';
import { FilterValues } from '#views/selection/FilterValues.tsx';
import { recordingParent } from '../../support/recording-parent.ts';
import { member, query } from '../../support/samples.ts';
import { stubbedSelection } from '../../support/stub-machines.ts';

it('includes and excludes a value that begins with a minus', async () => {
  const user = userEvent.setup();
  const { parent } = recordingParent<{ type: 'selection.changed'; query: Query | null }>();
  const selection = createActor(stubbedSelection, { input: { member, facts: {}, parent } }).start();
  const values: FilterValue[] = [{ value: '-50', label: '-50 % off', count: 3 }];
  const filters = createActor(
    filterOptionsMachine.provide({ actors: { readValues: fromPromise(async () => values) } }),
    { input: { query } },
  ).start();
  filters.send({ type: 'group.open', group: 'campaign_id' });
  const parts = { selection, filters };
  render(
    <>
      <FilterChips {...parts} />
      <FilterValues group="campaign_id" {...parts} />
    </>,
  );
  const chosen = () => selection.getSnapshot().context.filters.campaign_id;
  const only = await screen.findByRole('button', { name: 'Only -50 % off' });
  await user.click(only);
  expect(chosen()).toEqual(['\\-50']);
  expect(only.getAttribute('aria-pressed')).toBe('true');
  expect(screen.getByText('Campaign is -50 % off')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Leave out -50 % off' }));
  expect(chosen()).toEqual(['--50']);
  await user.click(screen.getByRole('button', { name: 'Leave out -50 % off' }));
  expect(chosen()).toBeUndefined();
});
