import type { Live } from './survey.ts';

/** Apps and workbench pages of one origin hear each other here. */
export const channelName = 'clickledger.workbench';

/** What one actor was told. Its payload is masked before it leaves the app. */
export type ChannelMessage = {
  at: number;
  path: string;
  machine: string;
  event: { type: string };
  /** Who said so, where another actor did. */
  source: string | null;
};

/** What a running app says. */
export type Report =
  | { kind: 'running'; app: string; page: string; actors: Live[] }
  | { kind: 'told'; app: string; told: ChannelMessage }
  | { kind: 'refused'; app: string; path: string; type: string; reason: string }
  | { kind: 'gone'; app: string };

/** What a workbench asks of it. */
export type Request =
  | { kind: 'who' }
  | { kind: 'send'; app: string; path: string; event: { type: string } };

export type Channel = Pick<
  BroadcastChannel,
  'postMessage' | 'addEventListener' | 'removeEventListener'
>;
