import { type AnyEventObject, fromCallback } from 'xstate';

type Report = { type: 'clock.tick'; now: number };

/** Offsets of time zones are whole quarters of an hour, so days begin only on quarters. */
const quarter = 900_000;

/** Timers stop while a device sleeps; checking this often still finds midnight soon after it wakes. */
const checkEvery = 2_000;

/** Reports the time: once at the start, then whenever a day may have begun in some time zone. */
export const watchClock = (now: () => number) =>
  fromCallback<AnyEventObject, undefined, Report>(({ sendBack }) => {
    let lastQuarter = Number.NaN;
    const tick = () => {
      const time = now();
      if (Math.floor(time / quarter) === lastQuarter) return;
      lastQuarter = Math.floor(time / quarter);
      sendBack({ type: 'clock.tick', now: time });
    };
    tick();
    const timer = setInterval(tick, checkEvery);
    return () => clearInterval(timer);
  });
