import { beforeEach, describe, expect, it } from 'vitest';
import {
  type Company,
  masterPixelFixture,
  newPixel,
  noon,
  openCompany,
  pixelsOf,
  sendEvents,
} from './fixture.ts';

const fixture = masterPixelFixture();
const retryOptions = { timeout: 20_000 };
let company: Company;

const sold = (id: string) => ({ event_id: id, event_name: 'purchase', value: 100 });
const won = (id: string) => ({ event_id: id, event_name: 'Lead', value: 7 });

beforeEach(async () => {
  fixture().setNow(noon);
  company = await openCompany(fixture());
  await sendEvents(fixture(), company, [sold('p1'), sold('p2'), won('l1')]);
});

async function patch(path: string, body: object) {
  const answer = await fixture().call(company.owner, 'PATCH', `/api/v1/${path}`, body);
  expect(answer.statusCode, answer.body).toBe(200);
}

async function figures() {
  const url = `/api/v1/rc-data/?affiliate_id=all&project_id=${company.projectId}&timezone=UTC`;
  const { revenue, conversions } = (await fixture().call(company.owner, 'GET', url)).json().data;
  return { revenue, conversions };
}

async function logged() {
  const url = `/api/v1/conversions/?affiliate_id=all&project_id=${company.projectId}&timezone=UTC`;
  const rows: { event_id: string }[] = (await fixture().call(company.owner, 'GET', url)).json();
  return rows.map(({ event_id }) => event_id).sort();
}

const pending = async () =>
  (
    await fixture().stores.pool.query('select from pending_refresh where project_id = $1', [
      company.projectId,
    ])
  ).rowCount;

const primaryPath = async () => `master-pixels/${(await pixelsOf(fixture(), company))[0].id}/`;

describe('another conversion event', () => {
  it.each([
    [
      'as the target of the project',
      () => patch(`projects/${company.projectId}/`, { target: 'lead' }),
    ],
    [
      'as the event of the primary pixel',
      async () => patch(await primaryPath(), { event_name: 'lead' }),
    ],
    [
      'as that of a pixel that becomes the primary one',
      async () => {
        const { id } = await newPixel(fixture(), company, { event_name: 'lead' });
        await patch(`master-pixels/${id}/`, { is_primary: true });
      },
    ],
  ])('counts for past and future events: %s', async (_, change) => {
    expect(await figures()).toEqual({ revenue: 200, conversions: 2 });
    await change();
    await sendEvents(fixture(), company, [won('l2'), sold('p3')]);
    await expect.poll(figures, retryOptions).toEqual({ revenue: 14, conversions: 2 });
    expect(await logged()).toEqual(['l1', 'l2']);

    await patch(`projects/${company.projectId}/`, { target: 'purchase' });
    await expect.poll(figures, retryOptions).toEqual({ revenue: 300, conversions: 3 });
  });

  it('is only requested by another event', async () => {
    await expect.poll(pending, retryOptions).toBe(0);
    const { id } = await newPixel(fixture(), company, { event_name: 'purchase' });
    await patch(`projects/${company.projectId}/`, { name: 'Renamed', target: 'purchase' });
    await patch(await primaryPath(), { event_name: 'PURCHASE', domains: ['shop.example'] });
    await patch(`master-pixels/${id}/`, { is_primary: true });
    expect(await pending()).toBe(0);
  });
});
