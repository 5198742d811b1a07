import type { Fact } from './facts.ts';
import type { Side, Status } from './reported.ts';
import type { Rules } from './rules.ts';

/** One side's reports of one conversion: its first event and all repeats. */
export type Half = { head: Fact; events: Fact[]; status: Status };

/** A conversion with the reports of both sides or of one. */
export type Sale = { server: Half | null; browser: Half | null };

/** The side that decides time and value. */
export const leadOf = ({ server, browser }: Sale): Half => {
  const half = server ?? browser;
  if (!half) throw new Error('Neither side reported this conversion.');
  return half;
};

export const headOf = (sale: Sale): Fact => leadOf(sale).head;

/** Events of one name, joined within each side and then across the sides. */
export function salesOf(events: readonly Fact[], rules: Rules): Sale[] {
  const servers = halvesOf(events, 'server', rules);
  const browsers = halvesOf(events, 'browser', rules);
  const sales: Sale[] = [];
  const left = { servers: new Set(servers), browsers: new Set(browsers) };
  const join = (mayJoin: (a: Fact, b: Fact) => boolean) => {
    const couples = [...left.servers].flatMap((server) =>
      [...left.browsers]
        .filter((browser) => mayJoin(server.head, browser.head))
        .map((browser) => ({ server, browser, apart: apart(server.head, browser.head) })),
    );
    for (const { server, browser } of couples.sort((a, b) => a.apart - b.apart)) {
      if (!left.servers.has(server) || !left.browsers.has(browser)) continue;
      left.servers.delete(server);
      left.browsers.delete(browser);
      sales.push({ server, browser });
    }
  };
  join((a, b) => a.key !== '' && a.key === b.key && apart(a, b) <= rules.repeatWithin);
  join(
    (a, b) =>
      ((a.click !== '' && a.click === b.click) || (a.user !== '' && a.user === b.user)) &&
      a.value === b.value &&
      a.currency === b.currency &&
      apart(a, b) <= rules.fallbackWithin,
  );
  for (const server of left.servers) sales.push({ server, browser: null });
  for (const browser of left.browsers) sales.push({ server: null, browser });
  return sales;
}

const apart = (a: Fact, b: Fact) => Math.abs(a.time - b.time);

function halvesOf(events: readonly Fact[], side: Side, rules: Rules): Half[] {
  const halves: Half[] = [];
  const latest = new Map<string, Half>();
  const inOrder = events.filter((event) => event.side === side).sort((a, b) => a.time - b.time);
  for (const event of inOrder) {
    const key = sameness(event);
    const half = latest.get(key);
    if (half && (event.time - half.head.time <= rules.repeatWithin || isNews(half, event))) {
      half.events.push(event);
      half.status = event.status;
    } else {
      const started = { head: event, events: [event], status: event.status };
      halves.push(started);
      latest.set(key, started);
    }
  }
  return halves;
}

/** The keys that another event of this side needs to share to be a repeat. */
function sameness({ uid, name, key, order, value, currency }: Fact): string {
  if (key === '') return `alone ${uid}`;
  return name === 'refund' && key === order ? `${key} ${value} ${currency}` : key;
}

/** A late event that only reports the final status of the conversion. */
const isNews = (half: Half, { status }: Fact): boolean =>
  status === 'rejected' ||
  status === 'reversed' ||
  (half.status === 'pending' && status !== 'pending');
