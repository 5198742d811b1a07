import type { CollectedEvent } from '#contract/master-pixels/stream.ts';

/** Which events the stream covers: all of a project, those of one side, or those with one pixel's key. */
export type StreamScope = {
  project: number;
  pixel: number | null;
  side: 'server' | 'browser' | null;
};
export type StreamRequest = StreamScope & { cursor: string | null };

/** What a stream reports. */
export type StreamReport =
  | { type: 'stream.opened' }
  | { type: 'stream.received'; events: readonly CollectedEvent[] }
  | { type: 'stream.rejected'; reason: string; count: number }
  | { type: 'stream.skipped' }
  | { type: 'stream.advanced'; cursor: string }
  | { type: 'stream.lost' }
  | { type: 'stream.refused'; error: unknown };
