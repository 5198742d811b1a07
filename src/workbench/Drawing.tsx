import { use, useState } from 'react';
import type { AnyStateMachine } from 'xstate';
import { type Box, sketchOf } from './drawing-boxes.ts';
import {
  type Drawing as Drawn,
  headHeight,
  layOut,
  lineHeight,
  type Placed,
  shortened,
} from './layout.ts';
import type { Live } from './running-machines.ts';
import { statesIn, textOf } from './values.ts';

const drawings = new Map<string, Promise<Drawn>>();

function drawingOf(name: string, machine: AnyStateMachine): Promise<Drawn> {
  const known = drawings.get(name);
  if (known) return known;
  const drawn = document.fonts
    .load('12px "Inter Variable"')
    .then(() => layOut(sketchOf(machine), widthOf()));
  drawings.set(name, drawn);
  return drawn;
}

/** Measures the width of a line of text. */
function widthOf(): (text: string) => number {
  const pen = document.createElement('canvas').getContext('2d');
  if (pen) pen.font = '12px "Inter Variable", sans-serif';
  return (text) => Math.ceil((pen?.measureText(text).width ?? text.length * 7) * 1.06);
}

/** Taller drawings are not scaled down to fit, because they would be unreadable. */
const tallest = 800;
const steps = [0.25, 0.33, 0.5, 0.67, 0.8, 1, 1.25, 1.5, 2];

/** The chart of a machine, with the active states of one running instance. */
export function Drawing({
  name,
  machine,
  live,
}: {
  name: string;
  machine: AnyStateMachine;
  live: Live | undefined;
}) {
  const drawn = use(drawingOf(name, machine));
  const [zoom, setZoom] = useState<number | 'fit'>(drawn.height > tallest ? 0.8 : 'fit');
  const active = new Set(live ? ['', ...statesIn(live.value)] : []);
  const turn = (by: 1 | -1) =>
    setZoom((now) => {
      const place = steps.indexOf(now === 'fit' ? 1 : now);
      return steps[Math.min(steps.length - 1, Math.max(0, place + by))] ?? 1;
    });

  return (
    <>
      <div className="workbench-bar">
        <h2>{name}</h2>
        <output>{live ? textOf(live.value) : 'not running'}</output>
        <fieldset className="segments" aria-label="Zoom">
          <button type="button" className="segment" aria-label="Smaller" onClick={() => turn(-1)}>
            −
          </button>
          <button
            type="button"
            className="segment"
            aria-pressed={zoom === 'fit'}
            onClick={() => setZoom('fit')}
          >
            Fit
          </button>
          <button
            type="button"
            className="segment"
            aria-pressed={zoom === 1}
            onClick={() => setZoom(1)}
          >
            100 %
          </button>
          <button type="button" className="segment" aria-label="Larger" onClick={() => turn(1)}>
            +
          </button>
        </fieldset>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be within reach of the keyboard */}
      <section className="workbench-canvas" aria-label={`Drawing of ${name}`} tabIndex={0}>
        <svg
          viewBox={`0 0 ${drawn.width} ${drawn.height}`}
          {...(zoom === 'fit'
            ? { 'data-fit': '', style: { maxWidth: drawn.width, maxHeight: drawn.height } }
            : { width: drawn.width * zoom, height: drawn.height * zoom })}
        >
          <title>{`${name}: ${live ? `in ${textOf(live.value)}` : 'not running'}`}</title>
          <defs>
            <marker
              id="tip"
              viewBox="0 0 8 8"
              refX="7"
              refY="4"
              markerWidth="7"
              markerHeight="7"
              orient="auto"
            >
              <path d="M0 0.5 L8 4 L0 7.5 Z" />
            </marker>
          </defs>
          {drawn.boxes.map(({ box, place, isRoot }) => (
            <StateBox
              key={box.id}
              name={name}
              box={box}
              place={place}
              isActive={active.has(box.path.join('.'))}
              isRoot={isRoot}
            />
          ))}
          {drawn.dots.map(({ x, y }) => (
            <circle key={`${x} ${y}`} className="chart-dot" cx={x} cy={y} r="4" />
          ))}
          {drawn.arrows.map(({ points }) => (
            <path key={pathOf(points)} className="chart-arrow" d={pathOf(points)} />
          ))}
          {drawn.arrows.map(({ arrow, label }) =>
            arrow && label ? (
              <text key={arrow.id} className="chart-label">
                {arrow.lines.map((line, index) => (
                  <Line
                    key={line}
                    line={line}
                    x={label.x + 4}
                    y={label.y + 12 + index * lineHeight}
                  />
                ))}
              </text>
            ) : null,
          )}
        </svg>
      </section>
    </>
  );
}

const pathOf = (points: { x: number; y: number }[]): string =>
  points.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x} ${y}`).join(' ');

function StateBox({
  name,
  box,
  place: { x, y, width, height },
  isActive,
  isRoot,
}: {
  name: string;
  box: Box;
  place: Placed;
  isActive: boolean;
  isRoot: boolean;
}) {
  const state = box.path.join('.');
  return (
    <g
      ref={isActive && box.inner.length === 0 ? showNow : undefined}
      className="chart-box"
      data-box={state}
      data-active={isActive || undefined}
      data-root={isRoot || undefined}
      data-final={box.isFinal || undefined}
    >
      <rect x={x} y={y} width={width} height={height} rx="8" />
      {box.note ? <title>{box.note}</title> : null}
      <Title name={name} box={box} isRoot={isRoot} x={x + 12} y={y + 19} />
      {box.tags.length > 0 ? (
        <text className="chart-tags" x={x + width - 12} y={y + 19} textAnchor="end">
          {box.tags.map((tag) => `#${tag}`).join(' ')}
        </text>
      ) : null}
      <text className="chart-lines">
        {box.lines.map((line, index) => (
          <Line key={line} line={line} x={x + 12} y={y + headHeight + 12 + index * lineHeight} />
        ))}
      </text>
    </g>
  );
}

/** Scrolls to a state once when it becomes active. */
const showNow = (box: SVGGElement | null) =>
  box?.scrollIntoView({ block: 'center', inline: 'center' });

/** The title of a state, which links to a replay that ends in it. */
function Title({
  name,
  box,
  isRoot,
  x,
  y,
}: {
  name: string;
  box: Box;
  isRoot: boolean;
  x: number;
  y: number;
}) {
  const text = (
    <text className="chart-title" x={x} y={y}>
      {box.title}
    </text>
  );
  if (isRoot) return text;
  const state = box.path.join('.');
  const search = new URLSearchParams({ machine: name, state });
  return (
    <a
      href={`/__workflows/replay?${search}`}
      target="_blank"
      rel="noreferrer"
      aria-label={`Open a copy in ${state}`}
    >
      {text}
    </a>
  );
}

function Line({ line, x, y }: { line: string; x: number; y: number }) {
  const short = shortened(line);
  return (
    <tspan x={x} y={y}>
      {short}
      {short === line ? null : <title>{line}</title>}
    </tspan>
  );
}
