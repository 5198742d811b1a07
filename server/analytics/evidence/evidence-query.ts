import type { Row } from '../compiler/result-row.ts';
import { askOf } from '../runner/query-runner.ts';
import type { Reading } from '../runner/readings.ts';
import { asking, type Inquiry, type Part } from '../runner/report-inquiry.ts';
import { arrived, arrivingModel } from './arrived-share.ts';
import { type Curves, delayCurves } from './delay-curve.ts';
import { readDelays } from './delays.ts';

export type Grouped = Pick<Part, 'dimensions' | 'granularity'>;

/** What a report asks beside its figures to say what they prove. */
export type Gathering = {
  /** Recent clicks of each group and how many of them count as settled; null while too little is known of delays. */
  recent(grouped: Grouped): Promise<Row[] | null>;
  /** What clicks of the period brought up to now, whenever it came. */
  earned(grouped: Grouped, measures: readonly string[]): Promise<Row[]>;
};

const DAY = 86_400;
/** Clicks are credited for so long when conversions are resolved. */
const longest = 30;
const most = 100_000;

export function gatheringOf(reading: Reading, inquiry: Inquiry): Gathering {
  const { attribution, window, now } = inquiry;
  const horizon = Math.min(attribution.lookbackDays, longest) * DAY;
  const young = {
    from: new Date(Math.max(window.from.getTime(), now.getTime() - horizon * 1000)),
    to: window.to,
  };
  let learning: Promise<Curves | null> | null = null;
  const learn = async () =>
    delayCurves(await readDelays(reading.select, reading.model, inquiry, horizon));
  return {
    async recent(grouped) {
      if (young.from >= young.to) return [];
      learning ??= learn();
      const curves = await learning;
      if (!curves) return null;
      const model = arrivingModel(reading.model, curves, now, horizon);
      return asking(
        askOf(reading.select, model),
        inquiry,
      )({
        ...grouped,
        measures: ['clicks', arrived],
        window: young,
        filters: [{ member: 'record', operator: 'equals', values: ['click'] }],
        limit: most,
      });
    },
    earned(grouped, measures) {
      const { ask } = reading.credited({ ...attribution, clock: 'click' });
      return asking(
        ask,
        inquiry,
      )({
        ...grouped,
        measures,
        filters: [
          { member: 'record', operator: 'equals', values: ['conversion'] },
          { member: 'attributed', operator: 'equals', values: ['1'] },
        ],
        limit: most,
      });
    },
  };
}
