import { useSelector } from '@xstate/react';
import type { ComponentType } from 'react';
import { mapState } from 'xstate';
import type { SessionActor, SessionSnapshot } from '#machines/session.ts';
import { Guest } from './Guest.tsx';
import { Member } from './Member.tsx';
import { Notices } from './parts/Notices.tsx';
import { Splash } from './parts/Splash.tsx';
import { Styles } from './parts/Styles.tsx';
import { Theme } from './parts/Theme.tsx';
import { Unreachable } from './Unreachable.tsx';

/** The whole app: what the session allows to be seen. */
export function App({ actor }: { actor: SessionActor }) {
  const Scene = useSelector(actor, sceneOf);
  return (
    <Styles>
      <Theme actor={actor} />
      {Scene ? <Scene actor={actor} /> : null}
      <Notices />
    </Styles>
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
