import { anonymous, type PixelEvent } from './event.ts';
import { safely } from './safely.ts';

export type Consent = 'granted' | 'assumed' | 'denied' | undefined;

const pause = 100;
const mostWaiting = 200;
const mostAtOnce = 50;
/** A beacon carries at most 64 KiB, and a character takes up to 3 bytes. */
const longestBody = 16_000;
const oldest = 7 * 24 * 60 * 60 * 1_000;
const patience = 10_000;
const longestWait = 60 * 60 * 1_000;
/** Younger events still belong to the page that created them. */
const handsOff = 5_000;

/**
 * Stores events until the collector acknowledges them. Each has a key of its own, so that several tabs do not overwrite
 * each other; an event that is sent twice is counted once because of its id.
 */
export function createOutbox(
  key: string,
  endpoint: string,
  consent: () => Consent,
  mayStore: () => boolean,
) {
  const prefix = `_mp_q.${key}.`;
  const waitName = `_mp_wait.${key}`;
  let queue: PixelEvent[] = [];
  let underway: PixelEvent[] = [];
  let beaconed = new Set<string>();
  let failures = 0;
  let notBefore = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** The collector's deduplication key of browser events: one order may be a purchase and a subscription. */
  const nameOf = ({ event_name, event_id }: PixelEvent) => `${prefix}${event_name}|${event_id}`;
  const store = (event: PixelEvent) =>
    mayStore() && safely(() => localStorage.setItem(nameOf(event), JSON.stringify(event)));
  const remove = (name: string) => safely(() => localStorage.removeItem(name));
  const unstore = (event: PixelEvent) => remove(nameOf(event));

  const storedNames = () =>
    safely(() => Object.keys(localStorage).filter((name) => name.startsWith(prefix))) ?? [];

  function add(event: PixelEvent): void {
    queue.push(event);
    store(event);
    trim();
    later(pause);
  }

  function trim(): void {
    queue.splice(0, queue.length - mostWaiting).forEach(unstore);
  }

  /** Takes over the undelivered events of earlier pages. */
  function adopt(): void {
    const now = Date.now();
    let isEarly = false;
    const found = storedNames().flatMap((name) => {
      const event = safely<PixelEvent>(() => JSON.parse(localStorage.getItem(name) ?? ''));
      const age = now - Number(event?.event_time);
      if (age >= 0 && age < handsOff) {
        isEarly = true;
        return [];
      }
      remove(name);
      if (event && age < oldest) {
        // Earlier versions of the script stored events by id only.
        store(event);
        return [event];
      }
      return [];
    });
    const known = queue.map(nameOf);
    queue = [...found.filter((event) => !known.includes(nameOf(event))), ...queue];
    trim();
    const stored = Number(safely(() => localStorage.getItem(waitName))) || 0;
    notBefore = stored < now + longestWait ? stored : 0;
    later(pause);
    if (isEarly) setTimeout(() => safely(adopt), handsOff);
  }

  function later(wait: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => safely(flush), Math.max(wait, notBefore - Date.now()));
  }

  /** Removes everything that identifies a visitor when consent is missing. */
  function strip(): void {
    if (mayStore()) return;
    queue = queue.map((event) => (underway.includes(event) ? event : anonymous(event)));
  }

  function next(events: readonly PixelEvent[]): PixelEvent[] {
    let length = 0;
    return events.slice(0, mostAtOnce).filter((event, index) => {
      length += JSON.stringify(event).length;
      return index === 0 || length < longestBody;
    });
  }

  function bodyOf(events: readonly PixelEvent[]): string {
    const decision = consent() ?? 'denied';
    return JSON.stringify({
      key,
      sent_at: Date.now(),
      consent: decision === 'assumed' ? undefined : decision,
      events,
    });
  }

  function flush(): void {
    if (!consent() || underway.length || !queue.length || Date.now() < notBefore) return;
    strip();
    underway = next(queue);
    send(underway).then(done, () => done());
  }

  function send(events: readonly PixelEvent[]): Promise<Response> {
    const leave = new AbortController();
    setTimeout(() => leave.abort(), patience);
    return new Promise((resolve) =>
      resolve(
        fetch(endpoint, {
          method: 'POST',
          body: bodyOf(events),
          keepalive: true,
          credentials: 'omit',
          signal: leave.signal,
        }),
      ),
    );
  }

  function done(answer?: Response): void {
    const sent = underway;
    const status = answer?.status ?? 0;
    underway = [];
    if (status >= 200 && status < 500 && !/404|408|425|429/.test(`${status}`)) {
      queue = queue.filter((event) => !sent.includes(event));
      sent.forEach(unstore);
      failures = 0;
      if (status === 200)
        answer
          ?.json()
          .then(openFrames)
          .catch(() => 0);
      later(0);
    } else {
      wait(answer?.headers.get('retry-after'));
    }
  }

  /** Runs the code of event pixels in frames without an origin, so that it cannot read this page. */
  function openFrames({ frames }: { frames: string[] }): void {
    for (const path of frames) {
      safely(() => {
        const frame = document.createElement('iframe');
        frame.setAttribute('sandbox', 'allow-scripts');
        frame.hidden = true;
        frame.src = new URL(path, endpoint).href;
        document.body.append(frame);
      });
    }
  }

  function wait(retryAfter?: string | null): void {
    const backOff = Math.min(300_000, 1_000 * 2 ** failures) * (0.5 + Math.random() / 2);
    const requested = Number(retryAfter) * 1_000 || Date.parse(`${retryAfter}`) - Date.now() || 0;
    failures += 1;
    if (requested > 0) {
      notBefore = Date.now() + Math.min(requested, longestWait);
      if (mayStore()) safely(() => localStorage.setItem(waitName, `${notBefore}`));
    }
    later(backOff);
  }

  /**
   * The page may end here: events whose response cannot be awaited are sent as a beacon, and stay stored until they are
   * acknowledged.
   */
  function leave(): void {
    if (Date.now() < notBefore) return;
    strip();
    for (;;) {
      const batch = next(
        queue.filter((one) => !underway.includes(one) && !beaconed.has(nameOf(one))),
      );
      if (!batch.length) return;
      for (const one of batch) beaconed.add(nameOf(one));
      if (!safely(() => navigator.sendBeacon(endpoint, bodyOf(batch)))) send(batch).catch(() => 0);
    }
  }

  return {
    add,
    adopt,
    leave,
    /** After a return to the page or the network, stored events are sent again. */
    resume: () => {
      beaconed = new Set();
      later(0);
    },
    /** After the visitor's decision, stored events are kept, or made anonymous and removed from storage. */
    decided: () => {
      if (mayStore()) queue.forEach(store);
      else [...storedNames(), waitName].forEach(remove);
      strip();
      later(pause);
    },
  };
}
