import type { AnyStateMachine } from 'xstate';
import { sketchOf } from '#app/workbench/drawing-boxes.ts';
import { type Drawing, headHeight, layOut, lineHeight, shortened } from '#app/workbench/layout.ts';

/** A machine as a picture, with the layout of the workflows page. */
export async function machineSvg(machine: AnyStateMachine): Promise<string> {
  const drawing = await layOut(sketchOf(machine), widthOf);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${drawing.width} ${drawing.height}" width="${drawing.width}" height="${drawing.height}" role="img">`,
    `<title>${escaped(`${machine.id}: ${machine.root.description ?? ''}`)}</title>`,
    `<style>${style}</style>`,
    '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0.5 L8 4 L0 7.5 Z"/></marker></defs>',
    '<rect class="paper" width="100%" height="100%"/>',
    ...drawing.boxes.map(boxOf),
    ...drawing.dots.map(({ x, y }) => `<circle cx="${x}" cy="${y}" r="4"/>`),
    ...drawing.arrows.map(
      ({ points }) =>
        `<polyline class="arrow" points="${points.map(({ x, y }) => `${x},${y}`).join(' ')}"/>`,
    ),
    ...drawing.arrows.flatMap(({ arrow, label }) =>
      arrow && label
        ? arrow.lines.map((line, at) => textOf(line, label.x + 4, label.y + 12, at))
        : [],
    ),
    '</svg>',
    '',
  ].join('\n');
}

const style = `
  text { font: 12px Inter, system-ui, sans-serif; fill: #1c1c1e }
  .title { font-weight: 600 } .tags { fill: #5b5b62; text-anchor: end }
  .box { fill: #fff; stroke: #8a8a94 } .root { fill: none; stroke: #d5d5da }
  .arrow { fill: none; stroke: #5b5b62; marker-end: url(#tip) } .paper { fill: #fafafa }
  @media (prefers-color-scheme: dark) {
    text { fill: #ececf0 } .tags { fill: #a5a5ae } .paper { fill: #141416 }
    .box { fill: #1e1e21; stroke: #7c7c86 } .root { fill: none; stroke: #3a3a40 }
    .arrow { stroke: #a5a5ae } circle, marker path { fill: #ececf0 }
  }`;

function boxOf({ box, place, isRoot }: Drawing['boxes'][number]): string {
  const { x, y, width, height } = place;
  const tags = box.tags.map((tag) => `#${tag}`).join(' ');
  return [
    `<rect class="${isRoot ? 'root' : 'box'}" x="${x}" y="${y}" width="${width}" height="${height}" rx="8">${box.note ? `<title>${escaped(box.note)}</title>` : ''}</rect>`,
    `<text class="title" x="${x + 12}" y="${y + 19}">${escaped(box.title)}</text>`,
    ...(tags
      ? [`<text class="tags" x="${x + width - 12}" y="${y + 19}">${escaped(tags)}</text>`]
      : []),
    ...box.lines.map((line, at) => textOf(line, x + 12, y + headHeight + 12, at)),
  ].join('\n');
}

const textOf = (line: string, x: number, y: number, at: number) =>
  `<text x="${x}" y="${y + at * lineHeight}">${escaped(shortened(line))}</text>`;

/** No font is available to measure by; this is wider than a line of Inter. */
const widthOf = (text: string) => Math.ceil(text.length * 7);

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
