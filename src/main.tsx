import './zod-without-eval.ts';
import './head-start.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { navigate } from 'wouter/use-browser-location';
import { clockOf } from '#services/kit/fixed-clock.ts';
import { createNotices } from '#services/kit/notices.ts';
import { App, fetchMember } from '#views/app/App.tsx';
import { Guarded } from '#views/app/Outdated.tsx';
import { Crash } from '#views/kit/Crash.tsx';
import { followLocale } from '#views/kit/locale.ts';
import { UndoToast } from '#views/kit/UndoToast.tsx';
import { fetchEarly } from './head-start.ts';
import { createSession } from './wiring/session.ts';

/** The code of toasts loads while the first page renders, because the sign-in does not need it. */
const fetchToast = async () => (await import('react-toastify/unstyled')).toast;

const session = createSession({
  window,
  config: window.__CONF__,
  fetch: fetchEarly,
  now: clockOf(window),
  channel: 'BroadcastChannel' in window ? new BroadcastChannel('clickledger') : null,
  navigate,
  warn: (message) => void fetchToast().then((toast) => createNotices(toast).warn(message)),
  undoToast: (message, label, take, id = message) =>
    void fetchToast().then((toast) =>
      toast.info(<UndoToast message={message} label={label} onTake={take} />, { toastId: id }),
    ),
  report: console.error,
  fetchScreens: fetchMember,
});
/** Subscribes before the views do, so that they render a change of the member in the new locale. */
session.subscribe(({ context }) => followLocale(context.member?.locale, navigator.language));

/** External tools that wait for states attach before the session starts. Other builds do not contain this code. */
if (import.meta.env.VITE_QA === '1') {
  void import('./workbench/expose-app.ts')
    .then(({ attach }) => attach(session))
    .then(() => session.start());
} else {
  session.start();
}

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
