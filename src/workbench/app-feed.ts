import { fromTransition } from 'xstate';
import type { ChannelMessage, Report } from './channel.ts';
import type { Live } from './running-machines.ts';

/** The number of events that are kept. */
const mostKept = 200;

export type App = { page: string; actors: Live[] };

/** A line of the log: an event that an actor received, or its stop. */
export type Entry = ChannelMessage & { key: number; app: string };

export type Feed = {
  /** The running apps by id. */
  apps: Record<string, App>;
  log: Entry[];
  /** New entries while the log is paused. */
  held: Entry[];
  isPaused: boolean;
  heard: number;
  /** Why the last sent event was not delivered. */
  refusal: string | null;
};

type Event =
  | { type: 'heard'; report: Report; at: number }
  | { type: 'sent' }
  | { type: 'clear' }
  | { type: 'pause' }
  | { type: 'resume' };

const silence: Feed = { apps: {}, log: [], held: [], isPaused: false, heard: 0, refusal: null };

/** The workbench's state of the running apps. */
export const feedLogic = fromTransition((feed: Feed, event: Event): Feed => {
  switch (event.type) {
    case 'heard':
      return hear(feed, event.report, event.at);
    case 'sent':
      return { ...feed, refusal: null };
    case 'clear':
      return { ...feed, log: [], held: [] };
    case 'pause':
      return { ...feed, isPaused: true };
    case 'resume':
      return {
        ...feed,
        isPaused: false,
        log: [...feed.log, ...feed.held].slice(-mostKept),
        held: [],
      };
  }
}, silence);

function hear(feed: Feed, report: Report, at: number): Feed {
  const { app } = report;
  switch (report.kind) {
    case 'running': {
      const { page, actors } = report;
      const stopped = stoppedOf(feed.apps[app]?.actors ?? [], actors);
      const known = { ...feed, apps: { ...feed.apps, [app]: { page, actors } } };
      return stopped.reduce((left, live) => keep(left, app, endOf(live, at)), known);
    }
    case 'told':
      return keep(feed, app, report.told);
    case 'refused':
      return { ...feed, refusal: `${report.type} did not reach ${report.path}. ${report.reason}` };
    case 'gone': {
      const { [app]: _, ...apps } = feed.apps;
      return { ...feed, apps };
    }
  }
}

const stoppedOf = (before: Live[], now: Live[]): Live[] =>
  before.filter((one) => !now.some(({ sessionId }) => sessionId === one.sessionId));

const endOf = ({ path, machine }: Live, at: number): ChannelMessage => ({
  at,
  path,
  machine,
  event: { type: 'stopped' },
  source: null,
});

function keep(feed: Feed, app: string, told: ChannelMessage): Feed {
  const entry = { ...told, app, key: feed.heard };
  const list = feed.isPaused ? 'held' : 'log';
  return { ...feed, heard: feed.heard + 1, [list]: [...feed[list], entry].slice(-mostKept) };
}
