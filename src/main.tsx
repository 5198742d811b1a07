import './strict-policy.ts';
import './head-start.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { toast } from 'react-toastify/unstyled';
import { navigate } from 'wouter/use-browser-location';
import { createNotices } from '#services/notices.ts';
import { App, fetchMember } from '#views/App.tsx';
import { Guarded } from '#views/Outdated.tsx';
import { Crash } from '#views/parts/Crash.tsx';
import { Offer } from '#views/parts/Offer.tsx';
import { fetchEarly } from './head-start.ts';
import { createSession } from './session-wiring.ts';

const session = createSession({
  window,
  config: window.__CONF__,
  fetch: fetchEarly,
  now: Date.now,
  channel: 'BroadcastChannel' in window ? new BroadcastChannel('clickledger') : null,
  navigate,
  warn: createNotices(toast).warn,
  offer: (message, label, take) =>
    void toast.info(<Offer message={message} label={label} onTake={take} />, { toastId: message }),
  report: console.error,
  fetchScreens: fetchMember,
});
session.start();

const root = document.getElementById('root');
if (!root) throw new Error('The page has no place for the app.');
createRoot(root).render(
  <StrictMode>
    <Guarded actor={session}>
      <Crash>
        <App actor={session} />
      </Crash>
    </Guarded>
  </StrictMode>,
);
