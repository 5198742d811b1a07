import { type KeyboardEvent, useRef, useState } from 'react';
import type { WeekdayHour } from '#contract/analytics/weekday-hours.ts';
import type { HeatMeasure } from '#machines/dashboard/weekday-hours.ts';
import { cellAttributes } from '../../kit/figure-attributes.ts';
import { depthOf, type Shade } from '../../kit/maps/shades.ts';
import { figuresIn, measureWords } from './measures.ts';
import { cellOf, dayName, hours, neighbour, type Place, placeName, weekdays } from './week.ts';

/** Each hour of the week as a field of its shade. It is one tab stop: arrow keys move through the hours. */
export function HeatGrid({
  rows,
  measure,
  shades,
  currency,
  zone,
  isUpright,
}: {
  rows: readonly WeekdayHour[];
  measure: HeatMeasure;
  shades: readonly Shade[];
  currency: string;
  zone: string;
  /** Whether hours run down instead of across. */
  isUpright: boolean;
}) {
  const [pointed, setPointed] = useState<Place | null>(null);
  const [stop, setStop] = useState<Place>({ weekday: 1, hour: 0 });
  const grid = useRef<HTMLTableElement>(null);
  const found = new Map(rows.map((row) => [nameOf(row.weekday, row.hour_of_day), row]));
  const { title, write } = measureWords[measure];

  const walk = (event: KeyboardEvent) => {
    const next = neighbour(stop, event.key, isUpright);
    if (!next) return;
    event.preventDefault();
    grid.current
      ?.querySelector<HTMLElement>(`[data-hour="${nameOf(next.weekday, next.hour)}"]`)
      ?.focus();
  };

  const field = (place: Place) => {
    const name = nameOf(place.weekday, place.hour);
    const row = found.get(name);
    const value = row?.[measure] ?? null;
    const isStop = name === nameOf(stop.weekday, stop.hour);
    return (
      <td key={name} {...cellAttributes(cellOf(place))}>
        <button
          type="button"
          className="heat-field"
          data-hour={name}
          data-depth={value === null ? undefined : depthOf(value, shades)}
          {...(row && { 'data-figure': measure, 'aria-haspopup': 'dialog' })}
          aria-disabled={row ? undefined : true}
          aria-label={`${placeName(place)}, ${title} ${row ? `${write(value, currency)}, show its rows` : 'none'}`}
          tabIndex={isStop ? 0 : -1}
          onPointerEnter={() => setPointed(place)}
          onFocus={() => {
            setPointed(place);
            setStop(place);
          }}
          onBlur={() => setPointed(null)}
        />
      </td>
    );
  };

  const row = pointed ? found.get(nameOf(pointed.weekday, pointed.hour)) : undefined;
  return (
    <>
      <table
        ref={grid}
        className="heat"
        data-upright={isUpright || undefined}
        onKeyDown={walk}
        onPointerLeave={() => setPointed(null)}
      >
        <caption className="only-read">{title} by weekday and hour</caption>
        {isUpright ? (
          <>
            <thead>
              <tr>
                <td />
                {weekdays.map((weekday) => (
                  <DayHead key={weekday} weekday={weekday} scope="col" />
                ))}
              </tr>
            </thead>
            <tbody>
              {hours.map((hour) => (
                <tr key={hour}>
                  <HourHead hour={hour} scope="row" />
                  {weekdays.map((weekday) => field({ weekday, hour }))}
                </tr>
              ))}
            </tbody>
          </>
        ) : (
          <>
            <thead>
              <tr>
                <td />
                {hours.map((hour) => (
                  <HourHead key={hour} hour={hour} scope="col" />
                ))}
              </tr>
            </thead>
            <tbody>
              {weekdays.map((weekday) => (
                <tr key={weekday}>
                  <DayHead weekday={weekday} scope="row" />
                  {hours.map((hour) => field({ weekday, hour }))}
                </tr>
              ))}
            </tbody>
          </>
        )}
      </table>
      <p className="heat-line" aria-hidden="true">
        {pointed ? (
          <>
            <strong>{placeName(pointed)}</strong>{' '}
            {row ? figuresIn(row, currency) : 'Nothing happened in this hour.'}
          </>
        ) : (
          `Hours are those of the clock in ${zone.replaceAll('_', ' ')}.`
        )}
      </p>
    </>
  );
}

const nameOf = (weekday: number, hour: number): string => `${weekday}-${hour}`;

function DayHead({ weekday, scope }: { weekday: number; scope: 'col' | 'row' }) {
  const name = dayName(weekday);
  return (
    <th scope={scope}>
      {name.slice(0, 3)}
      <span className="only-read">{name.slice(3)}</span>
    </th>
  );
}

function HourHead({ hour, scope }: { hour: number; scope: 'col' | 'row' }) {
  return (
    <th scope={scope}>
      {`${hour}`.padStart(2, '0')}
      <span className="only-read">:00</span>
    </th>
  );
}
