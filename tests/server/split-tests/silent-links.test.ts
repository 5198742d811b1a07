import { execFileSync } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { startMover } from '#server/pipeline/mover.ts';
import { processesIn } from '#server/platform/processes.ts';
import { appOf, productModules } from '#tests/support/app.ts';
import { sharedStores, silent } from '#tests/support/stores.ts';
import { addAffiliate, browser, eventsOf, noon, openShop } from '../collect/public/fixture.ts';
import { addOffer } from '../offers/offers.ts';
import { folderWithDatabase, openTemporary, startDatabase } from '../stores/temporary-stores.ts';
import { addTest } from './tests.ts';

const stores = sharedStores();

/** The product over a database of its own, whose processes can be stopped. */
async function start() {
  const dataDir = await openTemporary(await folderWithDatabase());
  const { pool, isSilent } = await startDatabase(dataDir);
  const { warehouse } = stores();
  const now = () => noon;
  const mover = startMover({ pool, warehouse, log: silent, now });
  const modules = productModules({
    ...{ pool, now, isDatabaseSilent: isSilent, reader: warehouse.reader },
    ...{ wake: mover.wake, watermark: mover.watermark },
    waitingClicks: join(dataDir.path, 'waiting-clicks'),
  });
  const app = await appOf(modules, { isDatabaseSilent: isSilent });
  onTestFinished(async () => {
    await app.close();
    await mover.stop();
  });
  let processes: readonly number[] = [];
  const stop = () => {
    processes = processesIn(realpathSync(join(dataDir.path, 'postgres')));
    for (const one of processes) process.kill(one, 'SIGSTOP');
    onTestFinished(resume);
  };
  const resume = () => {
    execFileSync('sh', ['-c', `kill -CONT ${processes.join(' ')} 2>/dev/null || true`]);
  };
  const fixture = {
    ...{ app, pool, mover, setNow: () => undefined },
    stores: { ...stores(), pool },
  };
  return { fixture, stop, resume, isSilent };
}

it('leads everybody to the control within 50 ms while the database hangs, and as before afterwards', async () => {
  const { fixture, stop, resume, isSilent } = await start();
  const { app, pool } = fixture;
  const { projectId } = await openShop(fixture);
  const affid = `aff-${projectId}`;
  await addAffiliate(fixture, projectId, affid);
  const offers = [
    await addOffer(pool, { projectId, offerId: '101' }),
    await addOffer(pool, { projectId, offerId: '102' }),
  ];
  const weights = [100, 9_900];
  const { slug } = await addTest(pool, { projectId, weights, seed: 'seed-1' });
  const offered = await addTest(pool, {
    ...{ projectId, kind: 'offer', places: offers, weights, seed: 'seed-1' },
  });
  const follow = async (name: string, query = '', headers = {}) => {
    const began = performance.now();
    const url = `/t/x/${name}/?visitor_id=visitor-1&affid=${affid}${query}`;
    const answer = await app.inject({ url, headers: { 'user-agent': browser, ...headers } });
    const took = performance.now() - began;
    const { location } = answer.headers;
    const to = location === undefined ? answer.statusCode : new URL(String(location));
    return { to, took, answer };
  };
  const placeOf = ({ to }: Awaited<ReturnType<typeof follow>>) =>
    typeof to === 'number' ? to : to.host + to.pathname;
  const places = async (name: string) => placeOf(await follow(name));
  expect([await places(slug), await places(offered.slug)]).toEqual([
    ...['shop.test/b', 'offer-102.test/'],
  ]);
  // Links of offers are known once they were followed; who objects is led to the control.
  expect(placeOf(await follow(offered.slug, '', { 'sec-gpc': '1' }))).toBe('offer-101.test/');
  const exposures = async () =>
    (await eventsOf(fixture, projectId).catch(() => [])).filter((one) => one.test_id !== '');
  expect(await exposures()).toHaveLength(2);

  // Once what is known of the test is older than a second it must be read again.
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  stop();
  const times: number[] = [];
  while (!isSilent()) {
    const followed = await follow(slug);
    expect(placeOf(followed)).toBe('shop.test/a');
    times.push(followed.took);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  expect(times.length).toBeGreaterThan(2);
  const silentOnes = [await follow(slug), await follow(slug), await follow(slug)];
  expect(silentOnes.map(placeOf)).toEqual(['shop.test/a', 'shop.test/a', 'shop.test/a']);
  times.push(...silentOnes.map(({ took }) => took));
  // The limit is 50 ms; the rest is for a machine that does something else at this moment.
  expect(times.sort((a, b) => a - b)[Math.floor(times.length / 2)]).toBeLessThan(70);
  expect(times.at(-1)).toBeLessThan(250);
  expect((await follow(slug, '&format=json')).answer.json()).toEqual({ variant: 'A', phase: null });
  expect(await places(offered.slug)).toBe('offer-101.test/');
  // Of a test that was never asked for nothing is known.
  expect(await places('never-seen')).toBe(503);

  resume();
  await expect.poll(isSilent, { timeout: 60_000 }).toBe(false);
  await expect.poll(() => places(slug), { timeout: 60_000 }).toBe('shop.test/b');
  const clicks = async () =>
    (await eventsOf(fixture, projectId).catch(() => [])).filter((one) => one.offer_id === '101');
  // The click of the offer waited; the control of a test that is not known for sure is no exposure.
  await expect.poll(async () => (await clicks()).length, { timeout: 60_000 }).toBe(2);
  expect((await exposures()).map((one) => one.test_variant)).not.toContain('A');
}, 180_000);
