/**
 * The removed and added lines of a drawing, one sentence each: which machine, and which arrow or state. Lines are
 * counted, since two branches may look alike.
 */
export function drawingChanges(machine: string, committed: string, drawn: string): string[] {
  return [
    ...without(committed, drawn).map((line) => `${machine}: gone is ${line}`),
    ...without(drawn, committed).map((line) => `${machine}: new is ${line}`),
    ...(sorted(committed) === sorted(drawn) && committed !== drawn
      ? [`${machine}: the order of states or transitions is another`]
      : []),
  ];
}

const linesOf = (drawing: string) => drawing.split('\n').map((line) => line.trim());

const sorted = (drawing: string) => linesOf(drawing).sort().join('\n');

function without(one: string, other: string): string[] {
  const left = new Map<string, number>();
  for (const line of linesOf(other)) left.set(line, (left.get(line) ?? 0) + 1);
  return linesOf(one).filter((line) => {
    const count = left.get(line) ?? 0;
    left.set(line, count - 1);
    return count <= 0;
  });
}
