import '../zod-without-eval.ts';
import { StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { createActor } from 'xstate';
import { feedLogic } from './app-feed.ts';
import { channelName, type Report, type Request } from './channel.ts';
import { Replay } from './Replay.tsx';
import { Workbench } from './Workbench.tsx';
import '../styles/member.css';

/** Any view may be rendered here, so all styles are loaded. */
import.meta.glob('../views/**/*.css', { eager: true });

const feed = createActor(feedLogic).start();
const channel = new BroadcastChannel(channelName);
channel.addEventListener('message', ({ data }: MessageEvent<Report | Request>) => {
  if ('app' in data && data.kind !== 'send') {
    feed.send({ type: 'heard', report: data, at: Date.now() });
  }
});
const ask = (request: Request) => channel.postMessage(request);
ask({ kind: 'who' });

const root = document.getElementById('root');
if (!root) throw new Error('The page has no place for the workbench.');
createRoot(root).render(
  <StrictMode>
    <Suspense fallback={<p className="workbench-quiet">On its way …</p>}>
      {window.location.pathname.endsWith('/replay') ? (
        <Replay />
      ) : (
        <Workbench feed={feed} ask={ask} />
      )}
    </Suspense>
  </StrictMode>,
);
