import type { Fact } from './facts.ts';
import type { Side, Status } from './reported.ts';
import type { Rules } from './rules.ts';

/**
 * One side's reports of one conversion: its first event, all repeats, and those that name an amount, the last one last.
 */
export type SaleSide = { head: Fact; events: Fact[]; status: Status; amounts: Fact[] };

/** A conversion with the reports of both sides or of one. */
export type Sale = { server: SaleSide | null; browser: SaleSide | null };

/** The side whose time and value count. */
export const leadOf = ({ server, browser }: Sale): SaleSide => {
  const side = server ?? browser;
  if (!side) throw new Error('Neither side reported this conversion.');
  return side;
};

export const headOf = (sale: Sale): Fact => leadOf(sale).head;

/** Events of one name, joined within each side and then across the sides. */
export function salesOf(events: readonly Fact[], rules: Rules): Sale[] {
  const servers = halvesOf(events, 'server', rules);
  const browsers = halvesOf(events, 'browser', rules);
  const sales: Sale[] = [];
  const left = { servers: new Set(servers), browsers: new Set(browsers) };
  const join = (mayJoin: (a: SaleSide, b: SaleSide) => boolean) => {
    const couples = [...left.servers].flatMap((server) =>
      [...left.browsers]
        .filter((browser) => mayJoin(server, browser))
        .map((browser) => ({ server, browser, apart: distance(server.head, browser.head) })),
    );
    for (const { server, browser } of couples.sort((a, b) => a.apart - b.apart)) {
      if (!left.servers.has(server) || !left.browsers.has(browser)) continue;
      left.servers.delete(server);
      left.browsers.delete(browser);
      sales.push({ server, browser });
    }
  };
  join(
    ({ head: a }, { head: b }) =>
      a.key !== '' && a.key === b.key && distance(a, b) <= rules.repeatWithin,
  );
  join(
    (one, other) =>
      isOnePerson(one.head, other.head) &&
      distance(one.head, other.head) <= rules.fallbackWithin &&
      pricesOf(one).some((price) => pricesOf(other).includes(price)),
  );
  for (const server of left.servers) sales.push({ server, browser: null });
  for (const browser of left.browsers) sales.push({ server: null, browser });
  return sales;
}

const isOnePerson = (a: Fact, b: Fact) =>
  (a.click !== '' && a.click === b.click) || (a.user !== '' && a.user === b.user);

/** What the first report and each report with money named. */
const pricesOf = ({ head, events }: SaleSide): string[] =>
  events
    .filter((event) => event === head || event.value !== 0n)
    .map(({ value, currency }) => `${value} ${currency}`);

const distance = (a: Fact, b: Fact) => Math.abs(a.time - b.time);

function halvesOf(events: readonly Fact[], side: Side, rules: Rules): SaleSide[] {
  const sides: SaleSide[] = [];
  const known = new Map<string, SaleSide[]>();
  const inOrder = events.filter((event) => event.side === side).sort((a, b) => a.time - b.time);
  for (const event of inOrder) {
    const key = sameness(event);
    const earlier = known.get(key) ?? [];
    const order = isOrder(event) && earlier.find(({ events }) => events.some(isOrder));
    const latest = earlier.at(-1);
    const side = order || (latest && isRepeat(latest, event, rules) ? latest : null);
    if (side) {
      side.events.push(event);
      side.status = event.status;
      if (hasAmount(event)) side.amounts.push(event);
    } else {
      const amounts = hasAmount(event) ? [event] : [];
      const started = { head: event, events: [event], status: event.status, amounts };
      sides.push(started);
      known.set(key, [...earlier, started]);
    }
  }
  return sides;
}

/** The order id of an order belongs to it for ever. */
const isOrder = ({ name, key, order }: Fact): boolean =>
  name !== 'refund' && order !== '' && key === order;

/** Every event here tells its time, so that equal parts of a refund at two times are two. */
const isRepeat = (side: SaleSide, event: Fact, rules: Rules): boolean =>
  isNews(side, event) ||
  (event.time - side.head.time <= rules.repeatWithin &&
    !(
      event.name === 'refund' &&
      event.key === event.order &&
      side.events.every(({ time }) => time !== event.time)
    ));

/** Who only undoes an order need not repeat what it was worth, and a page may be opened again with an empty cart. */
const hasAmount = ({ value, status, side }: Fact): boolean =>
  value !== 0n || (status !== 'rejected' && status !== 'reversed' && side !== 'browser');

/** The keys that another event of this side needs to share to be a repeat. */
function sameness({ uid, name, key, order, value, currency }: Fact): string {
  if (key === '') return `alone ${uid}`;
  return name === 'refund' && key === order ? `${key} ${value} ${currency}` : key;
}

/** A late event that only reports the final status of the conversion. */
const isNews = (side: SaleSide, { status }: Fact): boolean =>
  status === 'rejected' ||
  status === 'reversed' ||
  (side.status === 'pending' && status !== 'pending');
