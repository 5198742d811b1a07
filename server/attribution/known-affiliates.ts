import { byTime, type RawEvent, type Touch } from './raw-events.ts';
import { TOUCH_WINDOW } from './windows.ts';

/**
 * The affiliate of an event: that of the click with its click id, else the event's own. Reports under one key share
 * what is known of their click, because the click may be too old for a later one.
 */
export function affiliatesOf(
  events: readonly RawEvent[],
  touches: readonly Touch[],
): (event: RawEvent) => string {
  const clicks = new Map<string, Touch[]>();
  for (const touch of [...touches].sort(byTime)) {
    if (touch.click_id === '' || touch.is_twin === 1) continue;
    clicks.set(touch.click_id, [...(clicks.get(touch.click_id) ?? []), touch]);
  }
  const known = new Map<string, string>();
  for (const event of [...events].sort(byTime)) {
    const click = clicks
      .get(event.click_id)
      ?.find(({ time }) => time <= event.time && event.time - time <= TOUCH_WINDOW);
    if (click && !known.has(clickName(event))) known.set(clickName(event), click.affid);
  }
  return (event) => known.get(clickName(event)) || event.affid;
}

const clickName = ({ key, click_id }: RawEvent): string => JSON.stringify([key, click_id]);
