import { useSelector } from '@xstate/react';
import { X } from 'lucide-react';
import { Suspense } from 'react';
import type { StateRow } from '#contract/analytics/report.ts';
import type { OpenedRow } from '#contract/analytics/report-query.ts';
import type { RegionsActor } from '#machines/dashboard/regions.ts';
import type { LoaderActor } from '#machines/kit/loader.ts';
import type { StatesQuestion } from '#model/query.ts';
import { Button } from '../kit/Button.tsx';
import { definitions } from '../kit/definitions.ts';
import { cellAttributes } from '../kit/figure-attributes.ts';
import { LoaderPanel, type PanelProps } from '../kit/LoaderPanel.tsx';
import { MapLegend } from '../kit/maps/MapLegend.tsx';
import { StatesMap } from '../kit/maps/maps.tsx';
import { shadesOf } from '../kit/maps/shades.ts';
import { PlainTable } from '../kit/tables/PlainTable.tsx';
import { PlacesSkeleton } from './PlacesSkeleton.tsx';
import { byRevenue, mapFiguresOf, placeColumns } from './place-columns.tsx';

/** The revenue by state, of every country or of the opened one. */
export function RegionsPanel(panel: PanelProps<RegionsActor>) {
  const rows = useSelector(panel.actor, ({ children }) => children.rows);
  return rows ? <Regions {...panel} rows={rows} /> : null;
}

function Regions({
  actor,
  rows,
  selection,
  menu,
}: PanelProps<RegionsActor> & { rows: LoaderActor<StateRow[], StatesQuestion> }) {
  const country = useSelector(actor, ({ context }) => context.country);

  return (
    <LoaderPanel
      actor={rows}
      selection={selection}
      menu={menu}
      title="States"
      definition={definitions.states}
      tools={
        country === null ? null : (
          <>
            <Button
              size="small"
              look="quiet"
              aria-haspopup="dialog"
              data-figure="revenue"
              {...cellAttributes([{ grouping: 'country', key: country }])}
            >
              Show rows
            </Button>
            <Button
              size="small"
              look="quiet"
              onClick={() =>
                selection.send({ type: 'filter.choose', group: 'country', values: [country] })
              }
            >
              Filter everything
            </Button>
            <button
              type="button"
              className="chip chip-toggle"
              data-pressed
              onClick={() => actor.send({ type: 'country.close' })}
            >
              <span className="only-read">All countries instead of </span>
              {nameOf(country)}
              <X size={12} aria-hidden="true" />
            </button>
          </>
        )
      }
      room="var(--places)"
      skeleton={<PlacesSkeleton />}
    >
      {(states, { currency }) => (
        <States states={states.toSorted(byRevenue)} country={country} currency={currency} />
      )}
    </LoaderPanel>
  );
}

function States({
  states,
  country,
  currency,
}: {
  states: readonly StateRow[];
  country: string | null;
  currency: string;
}) {
  const drawn = states.filter((row) => row.country === mapped);
  const hasMap = drawn.length > 0 && (country ?? mapped) === mapped;
  const shades = shadesOf(drawn.map(({ revenue }) => revenue));
  return (
    <div className="places">
      {hasMap ? (
        <>
          <div className="places-map">
            <Suspense fallback={<span className="skeleton map-skeleton" aria-hidden="true" />}>
              <StatesMap
                places={drawn.map((row) => ({
                  key: row.state_name,
                  name: row.state_name,
                  revenue: row.revenue,
                  figures: mapFiguresOf(row, currency),
                  cell: cellOf(row),
                }))}
                shades={shades}
              />
            </Suspense>
          </div>
          <MapLegend title={`Revenue, ${currency}, ${nameOf(mapped)}`} shades={shades} />
        </>
      ) : null}
      <PlainTable
        name="Figures by state"
        rowTitle="State"
        rows={states}
        keyOf={({ country: code, state }) => `${code} ${state}`}
        write={({ state_name, country_name }) => (
          <>
            {state_name}
            {country === null ? <span className="desk-note">{country_name}</span> : null}
          </>
        )}
        columns={placeColumns(currency)}
        cellOf={(row) =>
          row.state === ''
            ? null
            : { name: `${row.state_name}, ${row.country_name}`, cell: cellOf(row) }
        }
      />
    </div>
  );
}

const cellOf = ({ country, state }: StateRow): OpenedRow[] => [
  { grouping: 'country', key: country },
  { grouping: 'state', key: state },
];

/** The only country with a map of its states. */
const mapped = 'US';

const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' });
const nameOf = (country: string): string => names.of(country) ?? country;
