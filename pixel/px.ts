import { type Call, createClient } from './client.ts';
import { needsConsent } from './region.ts';
import { safely } from './safely.ts';

type Clients = Record<string, (call: Call) => void>;
type Mp = {
  (...call: Call): void;
  /** Calls made before the script loaded; those of the snippet are `arguments`. */
  q?: Call[];
  /** The pixels of this page by key; loading the script again for the same key does nothing. */
  clients?: Clients;
};

declare global {
  interface Window {
    mp?: Mp;
  }
  interface Navigator {
    /** https://w3c.github.io/gpc: this person does not want to be followed. */
    globalPrivacyControl?: boolean;
  }
  interface Document {
    prerendering?: boolean;
  }
}

const mostCalls = 200;

safely(() => {
  const script = (document.currentScript ??
    document.querySelector('script[data-key][src*="/t/px"]')) as HTMLScriptElement;
  const address = new URL(script.src);
  const key = script.dataset.key || address.searchParams.get('key');
  if (!key) return;

  const mp = window.mp?.clients ? window.mp : takeOver(window.mp);
  const clients = mp.clients ?? {};
  if (clients[key]) return;
  const consent = script.dataset.consent || address.searchParams.get('consent') || 'assumed';
  const client = createClient(
    key,
    new URL('e', address).href,
    consent === 'per_region' ? safely(needsConsent) !== false : consent !== 'assumed',
  );
  clients[key] = () => {};

  const begin = () =>
    safely(() => {
      // A consent decision before the script loaded also applies to the first event.
      const calls = [...(mp.q ?? [])];
      clients[key] = client.call;
      const isConsent = ([command]: Call) => command === 'consent';
      for (const call of calls.filter(isConsent)) safely(() => client.call(call));
      client.start();
      for (const call of calls) if (!isConsent(call)) safely(() => client.call(call));
    });
  // A prerendered page may never be shown.
  if (document.prerendering) document.addEventListener('prerenderingchange', begin, { once: true });
  else begin();
});

/** Replaces the stub `mp`, which only recorded its calls. */
function takeOver(stub: Mp | undefined): Mp {
  const clients: Clients = {};
  const mp: Mp = (...call) => {
    if (mp.q && mp.q.length < mostCalls) mp.q.push(call);
    for (const client of Object.values(clients)) safely(() => client(call));
  };
  mp.q = [...(stub?.q ?? [])];
  mp.clients = clients;
  safely(() => {
    window.mp = mp;
  });
  return mp;
}
