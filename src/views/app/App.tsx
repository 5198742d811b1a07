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

/** The code of the signed-in app is loaded during the sign-in. */
export async function fetchMember(): Promise<typeof import('./Member.tsx')> {
  screens ??= await import('./Member.tsx');
  return screens;
}
const LaterMember = lazy(async () => ({ default: (await fetchMember()).Member }));

/**
 * Rendered without a fallback when the code is already loaded: after a fallback, React delays what follows by 300 ms.
 */
function Member({ actor }: { actor: SessionActor }) {
  const [Fetched] = useState(() => screens?.Member ?? LaterMember);
  const locale = useSelector(actor, ({ context }) => context.member?.locale);
  // Figures and dates everywhere are written anew in another locale.
  return <Fetched key={locale} actor={actor} />;
}

/**
 * The whole app for the session's state.
 *
 * A change of scene is rendered as a transition, after its requests have started: an urgent render would delay them.
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
