import { waitForLoad } from '../support/load.ts';
import { killAll } from '../support/processes.ts';
import {
  createInstallation,
  type Fault,
  type Installation,
  type RunningProduct,
} from '../support/product.ts';
import { waitUntilMoved } from '../support/read-stores.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { deliver, get, newTenant, post, report, type Tenant } from '../support/tenant.ts';
import { judge, type Verdict } from '../support/verdict.ts';
import {
  type Figures,
  figuresOf,
  isPageEvent,
  type ShopEvent,
  shopEvents,
  withoutSide,
} from './shop-events.ts';

type Counts = { deliveries: number; perRequest: number; crashes: number; seed: number };

const workers = 6;

/**
 * Deliveries with 30 % duplicates, shuffled, with crashes of the whole stack between them: pages report through the
 * public collector, servers through theirs. Unanswered deliveries are repeated. After every crash and at the end, each
 * figure is compared with the model.
 */
export async function duplicateDeliveriesRig(
  counts: Counts,
  faults: readonly Fault[] = [],
): Promise<Verdict> {
  const random = seededRandom(counts.seed);
  const different = shopEvents(Math.floor(counts.deliveries * 0.7), Date.now(), random);
  const again = Array.from(
    { length: counts.deliveries - different.length },
    () => different[random.between(0, different.length - 1)] ?? {},
  );
  const deliveries = random.shuffled([...different, ...again]);
  const waiting = Array.from(
    { length: Math.ceil(deliveries.length / counts.perRequest) },
    (_, at) => deliveries.slice(at * counts.perRequest, (at + 1) * counts.perRequest),
  );
  const requests = waiting.length;
  const done: ShopEvent[][] = [];
  const unanswered: ShopEvent[][] = [];
  const broken: string[] = [];

  const installation = await createInstallation();
  try {
    let running = await installation.start(...faults);
    const tenant = await newTenant(installation, running);

    const send = async (queue: ShopEvent[][], until: number) => {
      const work = async () => {
        while (done.length < until) {
          const batch = queue.shift();
          if (!batch) return;
          if (await both(running.url, tenant, batch)) done.push(batch);
          else {
            unanswered.push(batch);
            return;
          }
        }
      };
      await Promise.all(Array.from({ length: workers }, work));
    };
    const check = async (when: string) => {
      await waitUntilMoved(installation);
      const wanted = figuresOf(done.flat());
      const shown = await shownFigures(running, tenant);
      broken.push(...differences(wanted, shown).map((difference) => `${when}: ${difference}`));
    };

    for (let crash = 1; crash <= counts.crashes; crash++) {
      const quota = Math.floor((requests / (counts.crashes + 1)) * crash);
      // One kill certainly falls between the warehouse's answer and the end of the batch.
      const isHeld = crash === Math.min(2, counts.crashes);
      if (isHeld) running = await restart(installation, [...faults, 'hold-delete']);
      const sending = send(waiting, requests);
      await waitForLoad(() => done.length >= quota);
      if (isHeld) await running.outputHas('held');
      await killAll(random.shuffled(installation.processes()));
      await sending;
      running = await installation.start(...faults);
      while (unanswered.length > 0) await send(unanswered.splice(0), Number.POSITIVE_INFINITY);
      await check(`after crash ${crash}`);
    }
    await send(waiting, requests);
    await check('at the end');
    if (done.length < requests) broken.push('not every request was answered');

    return judge(
      {
        seed: counts.seed,
        deliveries: deliveries.length,
        different: different.length,
        crashes: counts.crashes,
        checks: counts.crashes + 1,
        ...figuresOf(done.flat()),
      },
      ...broken,
    );
  } finally {
    await installation.remove();
  }
}

/** If one of the two was not answered, both are repeated. */
async function both(url: string, tenant: Tenant, batch: readonly ShopEvent[]): Promise<boolean> {
  const pages = batch.filter(isPageEvent).map(withoutSide);
  const servers = batch.filter((event) => !isPageEvent(event));
  const [isReported, isDelivered] = await Promise.all([
    report(url, tenant.pixelKey, pages),
    servers.length === 0 || deliver(url, tenant.collectKey, servers),
  ]);
  return isReported && isDelivered;
}

async function restart(
  installation: Installation,
  faults: readonly Fault[],
): Promise<RunningProduct> {
  await killAll(installation.processes());
  return installation.start(...faults);
}

/** The figures as a person gets them: distinct ones from both collectors, the rest from the model. */
async function shownFigures(
  { url }: RunningProduct,
  { projectId, token }: Tenant,
): Promise<Record<string, Partial<Figures>>> {
  const day = (back: number) => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10);
  const [start, end] = [day(4), day(0)];
  const report = async (choice: string) => {
    const query = `affiliate_id=all&project_id=${projectId}&start_date=${start}&end_date=${end}&timezone=UTC&${choice}`;
    const { data } = JSON.parse((await get(url, `/api/v1/rc-data/?${query}`, token)).text);
    return data;
  };
  const [unique, rawServer, rawBrowser, cube] = await Promise.all([
    report('unique_conversions=1'),
    report('unique_conversions=0&browser_conversions=0'),
    report('unique_conversions=0&browser_conversions=1'),
    post(
      url,
      '/cubejs-api/v1/load',
      {
        query: {
          measures: members.map((name) => `pixel_summary.${name}`),
          timeDimensions: [{ dimension: 'pixel_summary.hour', dateRange: [start, end] }],
          filters: [
            { member: 'pixel_summary.project_id', operator: 'equals', values: [`${projectId}`] },
          ],
          timezone: 'UTC',
        },
      },
      token,
    ),
  ]);
  const [row] = JSON.parse(cube.text).data;
  const two = (amount: number) => amount.toFixed(2);
  return {
    REST: {
      server_purchases: String(unique.server_purchases),
      server_revenue: two(unique.server_revenue),
      browser_purchases: String(unique.browser_purchases),
      browser_revenue: two(unique.browser_revenue),
      raw_server_purchases: String(rawServer.conversions),
      raw_server_revenue: two(rawServer.revenue),
      raw_browser_purchases: String(rawBrowser.conversions),
      raw_browser_revenue: two(rawBrowser.revenue),
    },
    Cube: Object.fromEntries(
      members.map((name) => {
        const value = row[`pixel_summary.${name}`];
        return [name, /revenue|amount/.test(name) ? two(Number(value)) : String(value)];
      }),
    ),
  };
}

const members = [
  'server_purchases',
  'server_revenue',
  'browser_purchases',
  'browser_revenue',
  'raw_server_purchases',
  'raw_server_revenue',
  'raw_browser_purchases',
  'raw_browser_revenue',
  'refunds',
  'refund_amount',
  'clicks',
] as const satisfies (keyof Figures)[];

function differences(wanted: Figures, shown: Record<string, Partial<Figures>>): string[] {
  return Object.entries(shown).flatMap(([door, figures]) =>
    members.flatMap((name) => {
      const figure = figures[name];
      return figure === undefined || figure === wanted[name]
        ? []
        : [`${name} is ${figure} in ${door} instead of ${wanted[name]}`];
    }),
  );
}
