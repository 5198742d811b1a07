import { beforeEach, describe, expect, it } from 'vitest';
import { hasAgreed } from '#server/collect/public/consent.ts';
import { masterPixelFixture, newPixel, noon, openCompany, report } from './fixture.ts';

const fixture = masterPixelFixture();
beforeEach(() => fixture().setNow(noon));

describe('consent', () => {
  const facts = { statement: undefined, objects: false, country: 'US' } as const;

  it.each([
    ['assumed', 'DE', true],
    ['required', 'US', false],
    ['per_region', 'US', true],
    ['per_region', 'JP', true],
    ['per_region', 'DE', false],
    ['per_region', 'NO', false],
    ['per_region', 'RE', false],
    ['per_region', 'GB', false],
    ['per_region', 'CH', false],
    ['per_region', 'ZZ', false],
    ['per_region', '', false],
    ['a mode of later', 'US', false],
  ])('is decided with %s in %s', (mode, country, agreed) => {
    expect(hasAgreed({ ...facts, mode, country })).toBe(agreed);
    expect(hasAgreed({ ...facts, mode, country, statement: 'granted' })).toBe(true);
    expect(hasAgreed({ ...facts, mode, country, statement: 'denied' })).toBe(false);
    expect(hasAgreed({ ...facts, mode, country, statement: 'granted', objects: true })).toBe(false);
  });
});

describe('a pixel that asks by region', () => {
  it.each([
    ['US', 'v-1'],
    ['FR', ''],
    ['XX', ''],
    [null, ''],
  ])('stores for a visitor from %s the id “%s”', async (country, stored) => {
    const company = await openCompany(fixture());
    const { key } = await newPixel(fixture(), company, { consent_mode: 'per_region' });
    const answer = await report(
      fixture(),
      key,
      { events: [{ event_name: 'page_view', visitor_id: 'v-1' }] },
      { 'x-forwarded-for': '198.51.100.7', ...(country ? { 'cf-ipcountry': country } : {}) },
    );
    expect(answer.statusCode).toBe(204);
    const { mover, stores } = fixture();
    await mover.flush();
    const read = await stores.warehouse.reader.query({
      query: 'SELECT visitor_id FROM events WHERE project_id = {id:UInt32}',
      query_params: { id: company.projectId },
      format: 'JSONEachRow',
    });
    expect(await read.json()).toEqual([{ visitor_id: stored }]);
  });
});
