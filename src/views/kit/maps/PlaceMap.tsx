import { type KeyboardEvent, useRef, useState } from 'react';
import { arrowTarget } from '../arrow-keys.ts';
import { cellAt } from '../figure-at.ts';
import type { Atlas, Place, Shape } from './atlas.ts';
import { MapTip } from './MapTip.tsx';
import { depthOf, type Shade } from './shades.ts';

/**
 * Places by the depth of one colour. It is one stop of the keyboard: arrow keys walk the places from the one that
 * earned most to the one that earned least, which the eye does by itself.
 */
export function PlaceMap({
  name,
  atlas,
  places,
  shades,
  opened,
  onOpen,
}: {
  name: string;
  atlas: Atlas;
  /** Those that earned most first. */
  places: readonly Place[];
  shades: readonly Shade[];
  opened: string | null;
  /** What choosing a place does; nothing where nothing lies below it. */
  onOpen: ((key: string) => void) | null;
}) {
  const [pointed, setPointed] = useState<string | null>(null);
  const drawing = useRef<SVGSVGElement>(null);
  const shapes = new Map(atlas.shapes.map((shape) => [shape.key, shape]));
  const drawn = places.filter(({ key }) => shapes.has(key));
  const known = new Set(drawn.map(({ key }) => key));
  const stop = drawn.find(({ key }) => key === (pointed ?? opened)) ?? drawn[0];
  const current = drawn.find(({ key }) => key === pointed);
  const at = pointed === null ? undefined : shapes.get(pointed);

  const walk = (event: KeyboardEvent) => {
    const index = drawn.findIndex(({ key }) => key === stop?.key);
    const target = drawn[arrowTarget(event.key, index, drawn.length - 1) ?? -1];
    if (!target) return;
    event.preventDefault();
    drawing.current?.querySelector<SVGPathElement>(`[data-place="${target.key}"]`)?.focus();
  };

  return (
    <div className="map">
      {/* biome-ignore lint/a11y/useSemanticElements: shapes of a drawing have no fieldset */}
      <svg
        ref={drawing}
        role="group"
        aria-label={name}
        viewBox={`0 0 ${atlas.width} ${atlas.height}`}
        onKeyDown={walk}
        onPointerLeave={() => setPointed(null)}
      >
        {atlas.shapes.map((shape) =>
          known.has(shape.key) ? null : (
            <path key={shape.path} className="map-land" d={shape.path} />
          ),
        )}
        {drawn.toReversed().map((place) => (
          <PlaceShape
            key={place.key}
            shape={shapes.get(place.key)}
            place={place}
            depth={depthOf(place.revenue, shades)}
            isStop={place.key === stop?.key}
            isOpened={place.key === opened}
            onPoint={setPointed}
            onOpen={onOpen}
          />
        ))}
      </svg>
      {current && at ? (
        <MapTip place={current} left={at.x / atlas.width} top={at.y / atlas.height} />
      ) : null}
    </div>
  );
}

function PlaceShape({
  shape,
  place,
  depth,
  isStop,
  isOpened,
  onPoint,
  onOpen,
}: {
  shape: Shape | undefined;
  place: Place;
  depth: number | undefined;
  isStop: boolean;
  isOpened: boolean;
  onPoint: (key: string | null) => void;
  onOpen: ((key: string) => void) | null;
}) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it has a role in either case
    <path
      className="map-place"
      data-place={place.key}
      data-depth={depth}
      data-opened={isOpened || undefined}
      d={shape?.path}
      role={onOpen || place.cell ? 'button' : 'img'}
      aria-label={spoken(place)}
      {...(onOpen && { 'aria-pressed': isOpened, onClick: () => onOpen(place.key) })}
      {...(place.cell && {
        ...cellAt(place.cell),
        'data-figure': 'revenue',
        'aria-haspopup': 'dialog',
      })}
      tabIndex={isStop ? 0 : -1}
      onPointerEnter={() => onPoint(place.key)}
      onFocus={() => onPoint(place.key)}
      onBlur={() => onPoint(null)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return;
        event.preventDefault();
        event.currentTarget.dispatchEvent(new MouseEvent('click', { bubbles: true }));
      }}
    />
  );
}

const spoken = ({ name, figures }: Place): string =>
  [name, ...figures.map((figure) => `${figure.name} ${figure.value}`)].join(', ');
