import { useSelector } from '@xstate/react';
import type { WeekdayHour } from '#contract/analytics/weekday-hours.ts';
import { heatMeasures, type WeekdayHoursActor } from '#machines/dashboard/weekday-hours.ts';
import type { LoaderActor } from '#machines/kit/loader.ts';
import type { Question } from '#model/query.ts';
import { ChartPanel } from '../../kit/charts/ChartPanel.tsx';
import { definitions } from '../../kit/definitions.ts';
import { rounded } from '../../kit/format.ts';
import type { PanelProps } from '../../kit/LoaderPanel.tsx';
import { MenuSelect } from '../../kit/MenuSelect.tsx';
import { MapLegend } from '../../kit/maps/MapLegend.tsx';
import { shadesOf } from '../../kit/maps/shades.ts';
import { type PlainColumn, PlainTable } from '../../kit/tables/PlainTable.tsx';
import './heat.css';
import { HeatGrid } from './HeatGrid.tsx';
import { measureWords } from './measures.ts';
import { cellOf, placeName } from './week.ts';

/** Below this width hours run down instead of across, so that a finger can meet them. */
const narrow = 620;
const heights = { across: 300, upright: 700 };
const legendHeight = 40;

/** The hours of the week as fields of their shade, or as a table. */
export function WeekdayHoursPanel(panel: PanelProps<WeekdayHoursActor>) {
  const rows = useSelector(panel.actor, ({ children }) => children.rows);
  return rows ? <Hours {...panel} rows={rows} /> : null;
}

function Hours({
  actor,
  rows,
  selection,
  menu,
}: PanelProps<WeekdayHoursActor> & { rows: LoaderActor<WeekdayHour[], Question> }) {
  const measure = useSelector(actor, ({ context }) => context.measure);
  const words = measureWords[measure];
  return (
    <ChartPanel
      actor={rows}
      selection={selection}
      menu={menu}
      title="Hours of the week"
      definition={definitions.weekdayHours}
      tools={
        <MenuSelect
          label="Compare by"
          value={measure}
          options={heatMeasures.map((value) => ({ value, label: measureWords[value].title }))}
          onChoose={(chosen) => actor.send({ type: 'measure.choose', measure: chosen })}
        />
      }
      width={1000}
      height={heights.across}
      foot={legendHeight}
    >
      {(found, { currency, timezone }, { asTable, width }) => {
        const shades = shadesOf(found.map((row) => row[measure] ?? 0));
        return asTable ? (
          <PlainTable
            name="Figures by weekday and hour"
            rowTitle="Hour of the week"
            rows={found}
            keyOf={(row) => placeName(placeOf(row))}
            write={(row) => placeName(placeOf(row))}
            columns={columnsOf(currency)}
            cellOf={(row) => ({ name: placeName(placeOf(row)), cell: cellOf(placeOf(row)) })}
            height={heights.across + legendHeight}
          />
        ) : (
          <div className="heat-frame">
            <HeatGrid
              rows={found}
              measure={measure}
              shades={shades}
              currency={currency}
              zone={timezone}
              isUpright={width < narrow}
            />
            <MapLegend
              title={
                words.write === measureWords.revenue.write
                  ? `${words.title}, ${currency}`
                  : words.title
              }
              shades={shades}
              write={
                measure === 'conversion_rate' ? (value) => words.write(value, currency) : rounded
              }
            />
          </div>
        );
      }}
    </ChartPanel>
  );
}

const placeOf = ({ weekday, hour_of_day: hour }: WeekdayHour) => ({ weekday, hour });

const columnsOf = (currency: string): readonly PlainColumn<WeekdayHour>[] =>
  heatMeasures.map((name) => ({
    title: measureWords[name].title,
    figure: name,
    write: (row) => measureWords[name].write(row[name], currency),
    value: (row) => row[name],
  }));
