import { mapState } from 'xstate';
import type { LoaderSnapshot } from '#machines/kit/loader.ts';

export type PanelState = 'loading' | 'fresh' | 'refreshing' | 'stale' | 'empty' | 'failed';

/** Which of the designed states of a panel a loader is in. */
export const panelStateOf = <Data, Asked>(snapshot: LoaderSnapshot<Data, Asked>): PanelState =>
  mapState<LoaderSnapshot<Data, Asked>, PanelState>(snapshot, {
    states: {
      loading: { map: () => 'loading' },
      ready: {
        map: () => 'fresh',
        states: {
          fresh: { map: () => 'fresh' },
          refreshing: { map: () => 'refreshing' },
          stale: { map: () => 'stale' },
        },
      },
      empty: { map: () => 'empty' },
      failed: { map: () => 'failed' },
    },
  })[0]?.result ?? 'loading';
