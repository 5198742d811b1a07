import './strict-policy.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { toast } from 'react-toastify/unstyled';
import { navigate } from 'wouter/use-browser-location';
import { readConfig } from '#services/config.ts';
import { createNotices } from '#services/notices.ts';
import { App } from '#views/App.tsx';
import { Crash } from '#views/parts/Crash.tsx';
import { createSession } from './wiring.ts';

declare global {
  interface Window {
    /** Written by `/conf.js`. */
    __CONF__?: unknown;
  }
}

const session = createSession({
  window,
  config: readConfig(window),
  fetch: window.fetch.bind(window),
  now: Date.now,
  channel: 'BroadcastChannel' in window ? new BroadcastChannel('clickledger') : null,
  navigate,
  warn: createNotices(toast).warn,
  report: console.error,
});
session.start();

const root = document.getElementById('root');
if (!root) throw new Error('The page has no place for the app.');
createRoot(root).render(
  <StrictMode>
    <Crash>
      <App actor={session} />
    </Crash>
  </StrictMode>,
);
