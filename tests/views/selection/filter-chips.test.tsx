import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { filterOptionsMachine } from '#machines/selection/filter-options.ts';
import type { FilterValue, Query } from '#model/query.ts';
import { ActiveFilters } from '#views/selection/ActiveFilters.tsx';
import { FilterChips } from '#views/selection/FilterChips.tsx';
import { recordingParent } from '../../support/recording-parent.ts';
import { member, query } from '../../support/samples.ts';
import { stubbedSelection } from '../../support/stub-machines.ts';

it('shows the name of a filtered value, and its id on hover', async () => {
  const filters = { campaign_id: ['238401', '-238402'] };
  const { parent } = recordingParent<{ type: 'selection.changed'; query: Query | null }>();
  const selection = createActor(stubbedSelection, {
    input: { member, facts: { filters }, parent },
  }).start();
  const names = createActor(
    filterOptionsMachine.provide({
      actors: {
        readValues: fromPromise(
          async (): Promise<FilterValue[]> => [
            { value: '238401', label: 'BF prospecting', count: 7001 },
          ],
        ),
      },
      delays: { figuresFirst: 0 },
    }),
    { input: { query: { ...query, filters } } },
  ).start();
  render(<FilterChips selection={selection} filters={names} />);
  const chip = await screen.findByText('Campaign is BF prospecting');
  expect(chip.title).toBe('Campaign is BF prospecting (238401)');
  expect(screen.getByText('Campaign is not 238402').title).toBe('Campaign is not 238402');
});

it('stands on the page: each filter can be removed, and all cleared and restored', async () => {
  const facts = { filters: { campaign_id: ['238401'] }, chosenCountries: ['US', '-FR'] };
  const { parent } = recordingParent<{ type: 'selection.changed'; query: Query | null }>();
  const selection = createActor(stubbedSelection, { input: { member, facts, parent } }).start();
  const names = createActor(
    filterOptionsMachine.provide({
      actors: { readValues: fromPromise(async (): Promise<FilterValue[]> => []) },
    }),
    { input: { query } },
  ).start();
  const user = userEvent.setup();
  render(<ActiveFilters selection={selection} filters={names} />);
  const shown = () => screen.queryAllByRole('listitem').map(({ textContent }) => textContent);
  expect(screen.getByRole('region', { name: 'Active filters' })).toBeDefined();
  expect(shown()).toEqual(
    expect.arrayContaining(['Country is United States', 'Country is not France']),
  );
  await user.tab();
  expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^Remove /);
  await user.click(screen.getByRole('button', { name: 'Remove Country is not France' }));
  expect(selection.getSnapshot().context.countries).toEqual(['US']);
  await user.click(screen.getByRole('button', { name: 'Clear all' }));
  expect(screen.queryByRole('region', { name: 'Active filters' })).toBeNull();
  act(() => selection.send({ type: 'filters.restore' }));
  expect(shown()).toHaveLength(2);
});
