import type { ActorRefFrom } from 'xstate';
import type { feedLogic } from './app-feed.ts';
import type { Live } from './running-machines.ts';

export type FeedActor = ActorRefFrom<typeof feedLogic>;
/** A machine that runs in a tab of the app. */
export type Running = Live & { app: string; page: string };
