import type { Key } from './aggregates.ts';
import type { Query } from './query.ts';
import type { Arm, Reach } from './union-arms.ts';

const DAY = 86_400_000;
/** How long windows are on average from which on another part of the statement takes less than it saves. */
const long = 28 * DAY;
const most = 3;

type Asked = { keys: readonly Key[]; reach: Omit<Reach, 'mentioned'> };

/**
 * What the rows of an arm are asked: at once or window by window.
 *
 * The engine groups by one name by its place in a dictionary, but by a name and a window by its text, which takes a
 * third of the time of a table of clicks.
 */
export const slicesOf = <Some extends Asked>(asked: Some, arm: Arm, query: Query): Some[] =>
  arm.records.has('click') && areWindowsApart(query) ? windowByWindow(asked) : [asked];

function areWindowsApart({ windows = [], dimensions = [], granularity }: Query): boolean {
  const length = windows.reduce((sum, { from, to }) => sum + to.getTime() - from.getTime(), 0);
  return (
    dimensions.length === 1 &&
    !granularity &&
    windows.length > 1 &&
    windows.length <= most &&
    length >= windows.length * long
  );
}

const windowByWindow = <Some extends Asked>(asked: Some): Some[] =>
  asked.reach.windows.map((bounds, place) => ({
    ...asked,
    keys: asked.keys.map((key) =>
      key.kind === 'window' ? { ...key, expression: String(place) } : key,
    ),
    reach: { ...asked.reach, windows: [bounds] },
  }));
