import type { StepHealth } from '#contract/funnels/report.ts';
import { chanceOfAtMost, type Expectation } from './count-tail.ts';

/** The events of a step by hour, the latest hour first. */
export type Flow = {
  recent: readonly number[];
  /** The same hours of earlier weeks. */
  weeks: readonly (readonly number[])[];
};

export type FlowVerdict = {
  state: StepHealth['state'];
  /** No event came for so long that one window alone makes it very unlikely. */
  isQuiet: boolean;
  /** What came and what was expected in the last window; null where there is too little to compare with. */
  seen: number | null;
  expected: number | null;
};

/** The longest window, in hours; twice as many hours are compared. */
export const longestWindow = 48;
/** Fewer events are normal within an hour or two, when campaigns start and stop; a complete silence is not. */
const shortestForFewer = 3;
const fewestWeeks = 2;
/** The chance below which too few events in each of two windows are reported. */
const unlikely = 1e-3;
/** The chance below which one silent window is reported if the next evaluation confirms it. */
const veryUnlikely = 1e-5;

const unknown: FlowVerdict = { state: 'unknown', isQuiet: false, seen: null, expected: null };

/**
 * Whether far fewer events come than at the same hours of earlier weeks, in the last hours as well as in the hours
 * before. The windows are as long as it takes until a silence would be unlikely. With the flow of an earlier step, as
 * many events fewer are expected as fewer people came there: they are no fault of the step.
 */
export function verdictOf(flow: Flow, earlier: Flow | null = null): FlowVerdict {
  if (flow.weeks.length < fewestWeeks) return unknown;
  const windowOf = (hours: number) => windowsOf(flow, hours, earlier);
  const lengths = [...Array(longestWindow).keys()].map((index) => index + 1);
  const tellsSilence = lengths.map(windowOf).find(canTell);
  if (!tellsSilence) return unknown;
  const [last, before] = tellsSilence;
  const isQuiet = lengths.map(windowOf).some(([window]) => isVeryQuiet(window));
  if (last.seen === 0 && before.seen === 0) return { state: 'silent', isQuiet, ...told(last) };
  const tellsFewer = lengths
    .slice(shortestForFewer - 1)
    .map(windowOf)
    .find(canTell);
  if (!tellsFewer) return unknown;
  const isLow = tellsFewer.every((window) => chanceOfAtMost(window.seen, window) < unlikely);
  return { state: isLow ? 'low' : 'ok', isQuiet, ...told(isQuiet ? last : tellsFewer[0]) };
}

type CountedWindow = Expectation & { seen: number };
type Windows = readonly [CountedWindow, CountedWindow];

const told = ({ seen, mean }: CountedWindow) => ({ seen, expected: mean });

const isVeryQuiet = (window: CountedWindow): boolean =>
  window.seen === 0 && chanceOfAtMost(0, window) < veryUnlikely;

const canTell = (windows: Windows): boolean =>
  windows.every((window) => chanceOfAtMost(0, window) < unlikely);

/** The last window of so many hours and the one before it. */
function windowsOf(flow: Flow, hours: number, earlier: Flow | null): Windows {
  const blocks = [...Array(Math.floor(flow.recent.length / hours)).keys()].map((block) =>
    flow.weeks.map((week) => countIn(week, hours, block)),
  );
  const excess = excessOf(blocks);
  const windowAt = (block: number): CountedWindow => {
    const counts = blocks[block] ?? [];
    const usual = mean(counts);
    const variance = Math.max(usual + excess * usual ** 2, spreadOf(counts));
    const traffic = earlier ? trafficIn(earlier, hours, block) : 1;
    return {
      seen: countIn(flow.recent, hours, block),
      mean: usual * traffic,
      // Few weeks give the mean itself only roughly.
      variance: variance * (1 + 1 / flow.weeks.length) * traffic,
    };
  };
  return [windowAt(0), windowAt(1)];
}

/** The share of the usual events that came; more than usual counts as usual. */
function trafficIn({ recent, weeks }: Flow, hours: number, block: number): number {
  const usual = mean(weeks.map((week) => countIn(week, hours, block)));
  return usual > 0 ? Math.min(1, countIn(recent, hours, block) / usual) : 1;
}

const countIn = (counts: readonly number[], hours: number, block: number): number =>
  sum(counts.slice(block * hours, (block + 1) * hours));

/**
 * By how much counts of equal hours vary more than independent events, as a share of the squared mean, estimated from
 * all blocks, because a single block has only one count a week.
 */
function excessOf(blocks: readonly (readonly number[])[]): number {
  const surplus = sum(blocks.map((counts) => spreadOf(counts) - mean(counts)));
  const squares = sum(blocks.map((counts) => mean(counts) ** 2));
  return squares > 0 ? Math.max(0, surplus / squares) : 0;
}

/** The sample variance. */
function spreadOf(counts: readonly number[]): number {
  const usual = mean(counts);
  return sum(counts.map((count) => (count - usual) ** 2)) / (counts.length - 1);
}

const sum = (numbers: readonly number[]): number =>
  numbers.reduce((total, number) => total + number, 0);
const mean = (numbers: readonly number[]): number => sum(numbers) / numbers.length;
