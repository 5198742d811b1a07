import { type AnyEventObject, fromCallback } from 'xstate';

type Report = { type: 'clock.tick'; now: number };

/** Time zones differ by whole quarters of an hour, so a day begins nowhere between two of them. */
const quarter = 900_000;

/** Tells the time: once at the start, then whenever a day may have begun somewhere. */
export const tellTime = (now: () => number) =>
  fromCallback<AnyEventObject, undefined, Report>(({ sendBack }) => {
    let timer: ReturnType<typeof setTimeout>;
    const tick = () => {
      sendBack({ type: 'clock.tick', now: now() });
      timer = setTimeout(tick, quarter - (now() % quarter));
    };
    tick();
    return () => clearTimeout(timer);
  });
