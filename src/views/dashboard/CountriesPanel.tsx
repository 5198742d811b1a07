import { useSelector } from '@xstate/react';
import { Suspense } from 'react';
import type { CountryRow } from '#contract/analytics/report.ts';
import type { RegionsActor } from '#machines/dashboard/regions.ts';
import type { LoaderActor } from '#machines/kit/loader.ts';
import type { Question } from '#model/query.ts';
import { definitions } from '../kit/definitions.ts';
import { LoaderPanel, type PanelProps } from '../kit/LoaderPanel.tsx';
import { MapLegend } from '../kit/maps/MapLegend.tsx';
import { WorldMap } from '../kit/maps/maps.tsx';
import { shadesOf } from '../kit/maps/shades.ts';
import { PlainTable } from '../kit/tables/PlainTable.tsx';
import { PlacesSkeleton } from './PlacesSkeleton.tsx';
import { byRevenue, mapFiguresOf, placeColumns } from './place-columns.tsx';

/** The revenue by country. Opening a country shows its states in the panel beside it. */
export function CountriesPanel({
  actor,
  states,
  selection,
  menu,
}: PanelProps<LoaderActor<CountryRow[], Question>> & {
  states: RegionsActor;
}) {
  const opened = useSelector(states, ({ context }) => context.country);
  const open = (country: string) =>
    states.send(country === opened ? { type: 'country.close' } : { type: 'country.open', country });

  return (
    <LoaderPanel
      actor={actor}
      selection={selection}
      menu={menu}
      title="Countries"
      definition={definitions.countries}
      room="var(--places)"
      skeleton={<PlacesSkeleton />}
    >
      {(rows, { currency }) => {
        const shades = shadesOf(rows.map(({ revenue }) => revenue));
        return (
          <div className="places">
            <div className="places-map">
              <Suspense fallback={<span className="skeleton map-skeleton" aria-hidden="true" />}>
                <WorldMap
                  places={rows.toSorted(byRevenue).map((row) => ({
                    key: row.country,
                    name: row.country_name,
                    revenue: row.revenue,
                    figures: mapFiguresOf(row, currency),
                  }))}
                  shades={shades}
                  opened={opened}
                  onOpen={open}
                />
              </Suspense>
            </div>
            <MapLegend title={`Revenue, ${currency}`} shades={shades} />
            <PlainTable
              name="Figures by country"
              rowTitle="Country"
              rows={rows.toSorted(byRevenue)}
              keyOf={({ country }) => country}
              write={({ country, country_name }) =>
                country === unknown ? (
                  country_name
                ) : (
                  <button
                    type="button"
                    className="desk-open"
                    aria-pressed={country === opened}
                    onClick={() => open(country)}
                  >
                    <span>{country_name}</span>
                  </button>
                )
              }
              columns={placeColumns(currency)}
              cellOf={({ country, country_name: name }) => ({
                name,
                cell: [{ grouping: 'country', key: country }],
              })}
              isMarked={({ country }) => country === opened}
            />
          </div>
        );
      }}
    </LoaderPanel>
  );
}

/** The code of unknown countries. */
const unknown = 'ZZ';
