import { clip, newId, type PixelEvent, pageFields } from './event.ts';
import { fieldsOf, isClick, isExternalReferrer, type Known, type Touch } from './landing.ts';
import { type Consent, createOutbox } from './outbox.ts';
import { watchRoutes } from './routes.ts';
import { safely } from './safely.ts';
import { cookie, lifetime, readValue, removeValue, storeValue } from './store.ts';

/** Its marks are shared by the pixels of a page. */
export type Call = readonly unknown[] & { done?: 1 };

/** Shows the variant with this key; `false` says that it was not shown. */
export type Show = (key?: unknown) => unknown;
export type Event = (name: string, fields: Record<string, unknown>) => PixelEvent;

const visitorName = '_mp_id';
const consentName = '_mp_consent';

/** One pixel on one page: it reports events as far as the visitor consents. */
export function createClient(key: string, endpoint: string, isConsentRequired: boolean) {
  const knownName = `_mp_${key}`;
  const mayIdentify = () => /granted|assumed/.test(`${consent()}`);
  const outbox = createOutbox(key, endpoint, consent, mayIdentify);
  let decision: Consent;
  let visitor: string | undefined;
  let touch: Touch | undefined;

  /** Read for every event, because another tab may have changed it. */
  function consent(): Consent {
    if (navigator.globalPrivacyControl) return 'denied';
    const stated = readValue(consentName) ?? decision;
    if (stated === 'granted' || stated === 'denied') return stated;
    return isConsentRequired ? undefined : 'assumed';
  }

  function event(name: string, fields: Record<string, unknown>): PixelEvent {
    const isDenied = consent() === 'denied';
    return {
      url: clip(location.href.replace(/#.*/s, '')),
      ...(isDenied ? {} : { visitor_id: visitor, fbp: cookie('_fbp'), fbc: cookie('_fbc') }),
      ...touch?.fields,
      click_id: touch?.click_id,
      ...fields,
      event_id: clip(fields.event_id ?? fields.order_id) ?? newId(),
      event_name: name,
      event_time: Date.now(),
    };
  }

  function remember(): void {
    if (!mayIdentify() || !visitor) return;
    storeValue(visitorName, visitor);
    storeValue(knownName, JSON.stringify({ seen: Date.now(), touch }));
  }

  function identify(): void {
    if (mayIdentify()) visitor = readValue(visitorName) ?? visitor;
    visitor ??= newId();
  }

  function view(fields: Record<string, unknown> = {}): void {
    identify();
    remember();
    outbox.add(event('page_view', fields));
  }

  function land(): void {
    const known = mayIdentify()
      ? safely<Known>(() => JSON.parse(readValue(knownName) ?? ''))
      : undefined;
    const fields = fieldsOf(location.search);
    const fromOutside = isExternalReferrer(document.referrer, location.hostname);
    const navigation = safely(() => performance.getEntriesByType('navigation')[0]);
    const isAgain = /^(reload|back_forward)$/.test(Object(navigation).type);
    const now = Date.now();
    remember();
    const isRepeat =
      !(mayIdentify() && readValue(visitorName)) &&
      (isAgain || (!fromOutside && document.referrer !== ''));
    touch = now - Number(known?.touch?.at) < lifetime ? known?.touch : undefined;
    if (isClick(fields, fromOutside, isRepeat, known, now)) {
      touch = { fields, click_id: fields.click_id ?? `ck_${newId()}`, at: now };
      outbox.add(event('click', { referrer: clip(document.referrer), event_id: touch.click_id }));
    }
  }

  function start(): void {
    if (consent() === 'denied') wipe();
    identify();
    outbox.adopt();
    safely(land);
    view({ referrer: clip(document.referrer) });
    watchRoutes(view);
    const leave = () => safely(outbox.leave);
    const resume = () => safely(outbox.resume);
    document.addEventListener('visibilitychange', () =>
      document.visibilityState === 'hidden' ? leave() : resume(),
    );
    addEventListener('pagehide', leave);
    addEventListener('pageshow', ({ persisted }) => {
      if (!persisted) return;
      safely(view);
      resume();
    });
    addEventListener('online', resume);
  }

  function decide(choice: unknown): void {
    if (choice !== 'granted' && choice !== 'denied') return;
    decision = choice;
    storeValue(consentName, choice);
    if (mayIdentify()) {
      identify();
      remember();
    } else wipe();
    outbox.decided();
  }

  function wipe(): void {
    visitor = undefined;
    removeValue(visitorName);
    removeValue(knownName);
    outbox.decided();
  }

  function call(whole: Call): void {
    const [command, argument, fields] = whole;
    if (command === 'consent') decide(argument);
    if (command === 'assign' && typeof fields === 'function') assign(whole);
    const name = command === 'track' && typeof argument === 'string' && argument.trim();
    if (name) outbox.add(event(name, pageFields(fields)));
  }

  /** The code for split tests is loaded when it is first used. A page with several pixels gets one answer. */
  function assign(call: Call): void {
    const show: Show = (key = call[3] || 'A') => {
      if (call.done) return false;
      call.done = 1;
      return (call[2] as Show)(key);
    };
    setTimeout(show, 1_000);
    import(`${endpoint}/../px-assign.js`)
      .then((loaded) => loaded.assign(call[1], show, key, endpoint, mayIdentify, event, outbox.add))
      .catch(() => show());
  }

  return { call, start };
}
