import { type AnyEventObject, fromCallback } from 'xstate';

type Report = { type: 'clock.tick'; now: number };

/** Time zones differ by whole quarters of an hour, so a day begins nowhere between two of them. */
const quarter = 900_000;

/** A device that slept wakes with timers that did not run on; looking this often finds midnight all the same. */
const look = 2_000;

/** Tells the time: once at the start, then whenever a day may have begun somewhere. */
export const tellTime = (now: () => number) =>
  fromCallback<AnyEventObject, undefined, Report>(({ sendBack }) => {
    let told = Number.NaN;
    const tick = () => {
      const time = now();
      if (Math.floor(time / quarter) === told) return;
      told = Math.floor(time / quarter);
      sendBack({ type: 'clock.tick', now: time });
    };
    tick();
    const timer = setInterval(tick, look);
    return () => clearInterval(timer);
  });
