import type { Live } from './running-machines.ts';

/** The channel between the app's tabs and workbench pages of one origin. */
export const channelName = 'clickledger.workbench';

/** An event that an actor received. Its payload is masked before it leaves the app. */
export type ChannelMessage = {
  at: number;
  path: string;
  machine: string;
  event: { type: string };
  /** The sending actor, if any. */
  source: string | null;
};

/** The messages of a running app. */
export type Report =
  | { kind: 'running'; app: string; page: string; actors: Live[] }
  | { kind: 'told'; app: string; told: ChannelMessage }
  | { kind: 'refused'; app: string; path: string; type: string; reason: string }
  | { kind: 'gone'; app: string };

/** The messages of a workbench. */
export type Request =
  | { kind: 'who' }
  | { kind: 'send'; app: string; path: string; event: { type: string } };

export type Channel = Pick<
  BroadcastChannel,
  'postMessage' | 'addEventListener' | 'removeEventListener'
>;
