import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import type { ViewState } from '#contract/saved-views/view-state.ts';
import { filterOptionsMachine } from '#machines/selection/filter-options.ts';
import type { FilterValue, Query } from '#model/query.ts';
import { PrintSummary } from '#views/app/shell/PrintSummary.tsx';
import { recordingParent } from '../../support/recording-parent.ts';
import { member, query } from '../../support/samples.ts';
import { stubbedSelection } from '../../support/stub-machines.ts';

/** The printed lines about the state of an address. */
function open(opening: ViewState) {
  const { parent } = recordingParent<{ type: 'selection.changed'; query: Query | null }>();
  const selection = createActor(stubbedSelection, {
    input: { member, facts: {}, opening, parent },
  }).start();
  const filters = createActor(
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
    { input: { query: { ...query, filters: opening.filters ?? {} } } },
  ).start();
  render(<PrintSummary selection={selection} filters={filters} />);
  return () => screen.queryAllByRole('listitem').map(({ textContent }) => textContent);
}

it('names every filter with its values, excluded values, and the way of counting', async () => {
  const lines = open({
    countries: ['US', 'DE', 'FR', 'IT', 'ES'],
    offerIds: ['o1', 'o2', 'o3'],
    filters: {
      campaign_id: ['238401', '-238402'],
      device: ['-mobile', '-tablet', '-tv', '-watch'],
      utm_source: ['facebook'],
    },
    browserConversions: true,
    uniqueConversions: false,
  });
  await screen.findByText(/BF prospecting/);
  expect(lines()).toEqual([
    'Offer: o1, o2, o3',
    'Country: United States, Germany and 3 more',
    'Campaign: BF prospecting; not 238402',
    'utm_source: facebook',
    'Device: not mobile, tablet and 2 more',
    'Reported by: Browser',
    'Each conversion once: off',
  ]);
});

it('is empty without filters and with the default counting', () => {
  expect(open({})()).toEqual([]);
  expect(screen.queryByRole('list')).toBeNull();
});
