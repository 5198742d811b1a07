import { CSPProvider } from '@base-ui/react/csp-provider';
import { useSelector } from '@xstate/react';
import { type ComponentType, lazy, Suspense, useDeferredValue, useState } from 'react';
import { mapState } from 'xstate';
import type { SessionActor, SessionSnapshot } from '#machines/app/session.ts';
import { lazyPart } from '../kit/lazy.tsx';
import { nonce } from '../kit/nonce.ts';
import { Offline } from '../kit/Offline.tsx';
import { PageEntry } from '../kit/page-entry.ts';
import { Splash } from '../kit/Splash.tsx';
import { Theme } from '../kit/Theme.tsx';
import { Guest } from './Guest.tsx';
import { Unreachable } from './Unreachable.tsx';

const Notices = lazyPart(
  async () => (await import('../kit/Notices.tsx')).Notices,
  () => null,
);

let screens: typeof import('./Member.tsx') | null = null;

/** What only members see is fetched with the sign-in. */
export async function fetchMember(): Promise<typeof import('./Member.tsx')> {
  screens ??= await import('./Member.tsx');
  return screens;
}
const LaterMember = lazy(async () => ({ default: (await fetchMember()).Member }));

/** Drawn at once where it is there already: after a fallback, React holds back what follows it for 300 ms. */
function Member({ actor }: { actor: SessionActor }) {
  const [Fetched] = useState(() => screens?.Member ?? LaterMember);
  return <Fetched actor={actor} />;
}

/**
 * The whole app: what the session allows to be seen.
 *
 * Another scene is drawn in slices and after what it has to ask the server: drawn at once, it would hold its own
 * requests back.
 */
export function App({ actor }: { actor: SessionActor }) {
  const Scene = useDeferredValue(useSelector(actor, sceneOf));
  const [wasGuest, setWasGuest] = useState(false);
  if (Scene === Guest && !wasGuest) setWasGuest(true);
  const connection = useSelector(actor, ({ children }) => children.connection);
  return (
    <CSPProvider nonce={nonce}>
      <Theme actor={actor} />
      <Suspense fallback={<Splash actor={actor} />}>
        <PageEntry value={wasGuest && Scene !== Guest}>
          {Scene ? <Scene actor={actor} /> : null}
        </PageEntry>
      </Suspense>
      <Offline actor={connection} />
      <Suspense>
        <Notices />
      </Suspense>
    </CSPProvider>
  );
}

const sceneOf = (snapshot: SessionSnapshot) =>
  mapState<SessionSnapshot, ComponentType<{ actor: SessionActor }>>(snapshot, {
    states: {
      restoring: { map: () => Splash },
      checking: { map: () => Splash },
      unreachable: { map: () => Unreachable },
      signedOut: { map: () => Guest },
      signedIn: { map: () => Member },
      signingOut: { map: () => Splash },
    },
  }).at(-1)?.result;
