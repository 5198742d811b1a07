import type { z } from 'zod';
import { newFunnelSchema } from '#contract/funnels/schemas.ts';
import { addDays, dayAt } from '#contract/period.ts';
import { inTransaction } from '#server/database/orm.ts';
import { insertFunnel } from '#server/funnels/funnel-rows.ts';
import { draftOf } from '#server/funnels/new-draft.ts';
import { publish } from '#server/funnels/publish.ts';
import type { Stores } from '#server/stores.ts';
import type { Call, Setting } from './calls.ts';
import { type Dashboard, openDashboard, type Timed } from './dashboard.ts';
import type { Place } from './prepare.ts';
import { seededDays } from './seed.ts';
import { percentile } from './statistics.ts';
import { count, type Line, mark, ms } from './table.ts';

type Print = (title: string, head: Line, lines: readonly Line[]) => void;
type Plan = Omit<z.input<typeof newFunnelSchema>, 'project' | 'name'>;

const day = 24 * 60;
const listed = 20;
/** How many rows of the list the screen reads at a time after the first. */
const inFlight = 3;
const pages = 10;

const event = (name: string) => ({ any: [{ event: name }] });
const step = (name: string, more = {}) => ({
  slug: name.replaceAll('_', '-'),
  name,
  kind: 'custom' as const,
  matcher: event(name),
  ...more,
});
const [seen, viewed, added, bought] = ['page_view', 'view_content', 'add_to_cart', 'purchase'].map(
  (name) => step(name),
);
const four = [seen, viewed, added, bought].filter((one) => one !== undefined);

/** Four required steps each; the others have what makes attempts harder to follow. */
const plans: Record<string, Plan> = {
  plain: { window_minutes: 7 * day, steps: four },
  exclusion: {
    window_minutes: 7 * day,
    steps: four,
    exclusions: [
      { matcher: event('initiate_checkout'), from_step: 'view-content', to_step: 'purchase' },
    ],
  },
  optional: {
    window_minutes: 7 * day,
    steps: four.toSpliced(1, 0, step('click', { optional: true })),
  },
  'step-windows': {
    window_minutes: 7 * day,
    steps: four.map((one, place) => (place === 0 ? one : { ...one, window_minutes: 60 })),
  },
};
const reportTarget = (slug: string) => (slug === 'plain' ? 1_200 : 3_000);

/** The allowed time of a report, compared with its bare statements. */
const allowed = (bare: number): number => 1.3 * bare + 30;

async function addFunnels({ pool }: Stores['database'], { projectId }: Place, now: Date) {
  const others = Array.from({ length: listed - Object.keys(plans).length }, (_, number) => {
    const plan: Plan = { window_minutes: (number + 1) * day, steps: four };
    return [`listed-${number}`, plan] as const;
  });
  const slugs: string[] = [];
  for (const [slug, plan] of [...Object.entries(plans), ...others]) {
    const body = newFunnelSchema.parse({ project: projectId, name: slug, ...plan });
    await inTransaction(pool, async (client) => {
      const funnel = await insertFunnel(client, projectId, draftOf(body, slug), now);
      await publish(client, funnel, { by: null, now });
    });
    slugs.push(slug);
  }
  return slugs;
}

const zones = ['America/New_York', 'UTC', 'Europe/Berlin', 'Australia/Sydney', 'Asia/Kolkata'];

/** Ninety days, a few less at both ends, so that no answer is one that was kept. */
const reading =
  (slug: string, part: string, more: Record<string, string> = {}): Call['request'] =>
  (chance, { place, now }) => {
    const today = dayAt(now, 'UTC');
    return {
      path: `/api/v1/funnels/${slug}/${part}/`,
      query: {
        project_id: String(place.projectId),
        affiliate_id: 'all',
        start: addDays(today, -seededDays + chance.whole(0, 5)),
        end: addDays(today, -chance.whole(0, 5)),
        timezone: zones[chance.whole(0, zones.length - 1)] ?? 'UTC',
        ...more,
      },
    };
  };

/** The reports, people and list of funnels over ninety days. */
export async function benchFunnels(
  stores: Stores,
  {
    place,
    now,
    rows,
    requests,
    print,
  }: Omit<Setting, 'span'> & {
    rows: number;
    requests: number;
    print: Print;
  },
): Promise<void> {
  const slugs = await addFunnels(stores.database, place, now);
  const setting: Setting = { place, now, span: '90 days' };
  const title = `${count(rows)} events, 90 days`;
  const fresh = await openDashboard(stores);
  try {
    const reports: Line[] = [];
    for (const slug of Object.keys(plans)) {
      const name = `report, ${slug}`;
      const call = { name, target: reportTarget(slug), request: reading(slug, 'report') };
      reports.push(reportLine(await fresh.time(call, setting, requests)));
    }
    print(
      `${title}: a funnel of four steps, ${requests} different requests each`,
      ['', 'p50 ms', 'p95 ms', 'target', '', 'bare p50', 'bare p95', '≤ 1.3× + 30'],
      reports,
    );
  } finally {
    await fresh.close();
  }
  const keeping = await openDashboard(stores, { keepsAnswers: true });
  try {
    print(
      `${title}: people, 50 a page`,
      ['', 'p50 ms', 'p95 ms', 'target', ''],
      await peopleLines(keeping, setting, requests),
    );
    print(
      `${title}: the list of ${listed} funnels, the first row alone, then ${inFlight} at a time`,
      ['', 'first row ms', 'target', '', 'all rows ms', 'target', ''],
      await listLines(keeping, setting, slugs),
    );
  } finally {
    await keeping.close();
  }
}

function reportLine({ call, times, bare, status }: Timed): Line {
  if (status !== 200) return [call.name, `answers ${status}`];
  const [p50, p95] = [percentile(times, 0.5), percentile(times, 0.95)];
  const [bare50, bare95] = [percentile(bare, 0.5), percentile(bare, 0.95)];
  return [
    call.name,
    ms(p50),
    ms(p95),
    ...targetCells(p95, call.target),
    ms(bare50),
    ms(bare95),
    mark(p50 <= allowed(bare50) && p95 <= allowed(bare95)),
  ];
}

const targetCells = (time: number, target: number | null): Line =>
  target === null ? ['', ''] : [`≤ ${target}`, mark(time <= target)];

async function peopleLines(
  dashboard: Dashboard,
  setting: Setting,
  requests: number,
): Promise<Line[]> {
  const lines: Line[] = [];
  for (const slug of ['plain', 'exclusion']) {
    const call = { name: `people, ${slug}`, target: 1_500, request: reading(slug, 'actors') };
    const first: number[] = [];
    const further: number[] = [];
    for (const address of dashboard.addresses(call, setting, requests)) {
      let page = await dashboard.visit(address, setting.place);
      first.push(page.took);
      for (let at = 1; at < pages && page.next; at += 1) {
        page = await dashboard.visit(`${address}&cursor=${page.next}`, setting.place);
        further.push(page.took);
      }
    }
    for (const [name, times, target] of [
      [`${call.name}, first page`, first, 1_500],
      [`${call.name}, further pages`, further, 400],
    ] as const) {
      const p95 = percentile(times, 0.95);
      lines.push([name, ms(percentile(times, 0.5)), ms(p95), ...targetCells(p95, target)]);
    }
  }
  return lines;
}

/** The list with its figures, as the screen reads it, and once more while its answers are kept. */
async function listLines(
  dashboard: Dashboard,
  setting: Setting,
  slugs: readonly string[],
): Promise<Line[]> {
  const { place, now } = setting;
  const query = new URLSearchParams({
    project_id: String(place.projectId),
    affiliate_id: 'all',
    start: addDays(dayAt(now, 'UTC'), -seededDays),
    end: dayAt(now, 'UTC'),
    timezone: 'UTC',
  });
  const lines: Line[] = [];
  for (const name of ['opened', 'opened again']) {
    const began = performance.now();
    await dashboard.visit(`/api/v1/funnels/?project_id=${place.projectId}`, place);
    const done: number[] = [];
    const left = [...slugs];
    const readRow = async (slug: string | undefined) => {
      await dashboard.visit(`/api/v1/funnels/${slug}/figures/?${query}`, place);
      done.push(performance.now() - began);
    };
    const readRows = async () => {
      for (let slug = left.shift(); slug !== undefined; slug = left.shift()) await readRow(slug);
    };
    await readRow(left.shift());
    await Promise.all(Array.from({ length: inFlight }, readRows));
    const [firstRow = 0, all = 0] = [done[0], done.at(-1)];
    lines.push([
      name,
      ms(firstRow),
      ...targetCells(firstRow, 1_500),
      ms(all),
      ...targetCells(all, 15_000),
    ]);
  }
  return lines;
}
