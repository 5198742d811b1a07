import type { ActorRefFrom } from 'xstate';
import type { feedLogic } from './feed.ts';
import type { Live } from './survey.ts';

export type FeedActor = ActorRefFrom<typeof feedLogic>;
/** A machine that runs in a page of the app. */
export type Running = Live & { app: string; page: string };
