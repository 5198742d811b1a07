import { groupByKeys } from '../platform/group-by.ts';
import { byTime, type RawEvent, type Touch } from './raw-events.ts';
import { clickKey, visitKeys } from './visit-keys.ts';
import { DEDUP_WINDOW, TOUCH_WINDOW } from './windows.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/**
 * How far an event may be from a click that it connects with a conversion: the conversion is at most 90 days after the
 * click, and the event may be the conversion's other side.
 */
export const EARLIEST_EARNED = -DEDUP_WINDOW;
export const LATEST_EARNED = TOUCH_WINDOW + DEDUP_WINDOW;
const CREDIT_WINDOW = 30 * DAY;
/** A visitor with more clicks is no person; only the first, the latest and the one of the click id are stored. */
const MOST_TOUCHES = 200;

/** A click with its relation to a conversion that it may have earned. */
export type EarlierTouch = Touch & {
  /** Milliseconds from the click to the conversion. */
  before: number;
  /** Which click id of the conversion names it: 1 for the server's or only one, 2 for the browser's, else 0. */
  own: number;
};

export type Credit = {
  /** Oldest first. */
  touches: EarlierTouch[];
  click: Touch | null;
  reason: string;
};

export type FindTouches = (events: readonly RawEvent[], time: number) => Touch[];

/**
 * Looks up the clicks of people, up to 90 days back. A twin is no click of its own, but its people belong to the click
 * it repeats from the moment both are known.
 */
export function createTouchFinder(all: readonly Touch[]): FindTouches {
  const clicks = groupByKeys(all.filter(isClick), visitKeys);
  const twins = groupByKeys(all.filter(isTwin), visitKeys);
  return (events, time) => {
    const isEarlier = (touch: Touch) => touch.time <= time && time - touch.time <= TOUCH_WINDOW;
    const ids = [...new Set(events.flatMap(visitKeys))];
    const found = new Map<string, Touch>();
    const keep = (touch: Touch, ingested: number) => {
      const known = found.get(touch.uid)?.ingested ?? ingested;
      found.set(touch.uid, { ...touch, ingested: Math.min(known, ingested) });
    };
    for (const touch of ids.flatMap((id) => clicks.get(id) ?? [])) keep(touch, touch.ingested);
    for (const twin of ids.flatMap((id) => twins.get(id) ?? []).filter(isEarlier)) {
      for (const touch of clicks.get(clickKey(twin)) ?? [])
        keep(touch, Math.max(touch.ingested, twin.ingested));
    }
    return [...found.values()].filter(isEarlier).sort(byTime);
  };
}

const isTwin = ({ is_twin }: Touch): boolean => is_twin === 1;
const isClick = (touch: Touch): boolean => !isTwin(touch);

/** Credits the conversion to the click of its click id, else to the latest touch, both at most 30 days old. */
export function creditOf(touches: Touch[], clickIds: readonly string[], time: number): Credit {
  const recent = touches.filter((touch) => time - touch.time <= CREDIT_WINDOW);
  const stored = keep(
    touches.map((touch) => ({
      ...touch,
      before: time - touch.time,
      own: touch.click_id ? clickIds.indexOf(touch.click_id) + 1 : 0,
    })),
  );
  for (const id of clickIds) {
    const own = recent.find(({ click_id }) => click_id === id);
    if (own) return { touches: stored, click: own, reason: `click id ${id}` };
  }
  const last = recent.at(-1);
  return last
    ? {
        touches: stored,
        click: last,
        reason: `visitor's last click ${ago(time - last.time)} before`,
      }
    : { touches: stored, click: null, reason: 'no touch in 30 days' };
}

function keep(touches: EarlierTouch[]): EarlierTouch[] {
  const left = touches.length - MOST_TOUCHES;
  return touches.filter(({ own }, index) => index === 0 || index > left || own > 0);
}

function ago(ms: number): string {
  if (ms < MINUTE) return `${Math.floor(ms / 1000)} s`;
  if (ms < 2 * HOUR) return `${Math.floor(ms / MINUTE)} min`;
  if (ms < 2 * DAY) return `${Math.floor(ms / HOUR)} h`;
  return `${Math.floor(ms / DAY)} days`;
}
