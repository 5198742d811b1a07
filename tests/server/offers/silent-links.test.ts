import { execFileSync } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { startMover } from '#server/pipeline/mover.ts';
import { processesIn } from '#server/platform/processes.ts';
import { appOf, productModules } from '#tests/support/app.ts';
import { sharedStores, silent } from '#tests/support/stores.ts';
import { addAffiliate, browser, eventsOf, noon, openShop } from '../collect/public/fixture.ts';
import { folderWithDatabase, openTemporary, startDatabase } from '../stores/temporary-stores.ts';
import { addCap, addOffer, addTerms } from './offers.ts';

const stores = sharedStores();

/** The product over a database of its own, whose processes can be stopped. */
async function start() {
  const dataDir = await openTemporary(await folderWithDatabase());
  const database = await startDatabase(dataDir);
  const { pool, isSilent } = database;
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
  const fixture = {
    ...{ app, pool, mover, setNow: () => undefined },
    stores: { ...stores(), database, pool },
  };
  const stop = () => {
    const all = processesIn(realpathSync(join(dataDir.path, 'postgres')));
    for (const one of all) process.kill(one, 'SIGSTOP');
    onTestFinished(() => {
      execFileSync('sh', ['-c', `kill -CONT ${all.join(' ')} 2>/dev/null || true`]);
    });
  };
  return { fixture, stop, isSilent };
}

it('a link works while the database is silent: its caps hold, and no click is lost', async () => {
  const { fixture, stop, isSilent } = await start();
  const { pool, app } = fixture;
  const shop = await openShop(fixture);
  const affid = `aff-${shop.projectId}`;
  await addAffiliate(fixture, shop.projectId, affid);
  const offer = await addOffer(pool, {
    projectId: shop.projectId,
    fallback_url: 'https://else.test/',
  });
  const terms = await addTerms(pool, offer);
  const cap = await addCap(pool, offer, { metric: 'clicks', most: 5 });
  await addOffer(pool, { projectId: shop.projectId, offerId: '102' });
  const follow = async (query: string) => {
    const url = `/t/c/${affid}?offer=${query}`;
    const { statusCode, headers } = await app.inject({ url, headers: { 'user-agent': browser } });
    return headers.location === undefined ? statusCode : new URL(String(headers.location)).hostname;
  };
  const to = 'offer-101.test';
  expect([await follow('101'), await follow('101')]).toEqual([to, to]);

  stop();
  await expect.poll(isSilent, { timeout: 20_000 }).toBe(true);
  const began = performance.now();
  const answers: (string | number)[] = [];
  for (let turn = 0; turn < 5; turn += 1) answers.push(await follow('101'));
  expect(answers).toEqual([to, to, to, 'else.test', 'else.test']);
  // Of a link that was never followed before nothing is known.
  expect(await follow('102')).toBe(503);
  expect(performance.now() - began).toBeLessThan(2_000);

  await expect.poll(isSilent, { timeout: 60_000 }).toBe(false);
  const stored = () => eventsOf(fixture, shop.projectId).catch(() => []);
  await expect.poll(async () => (await stored()).length, { timeout: 60_000 }).toBe(7);
  const pins = (await stored()).map((one) => `${one.offer_route} ${one.terms_id} ${one.cap_id}`);
  const [sent, elsewhere] = [`offer ${terms} 0`, `fallback_url 0 ${cap}`];
  expect(pins.sort()).toEqual([elsewhere, elsewhere, sent, sent, sent, sent, sent]);
  const used = async () => {
    const { rows } = await pool.query('select used::int from offer_counts where cap_id = $1', [
      cap,
    ]);
    return rows;
  };
  await expect.poll(used, { timeout: 20_000 }).toEqual([{ used: 5 }]);
  expect(await follow('101')).toBe('else.test');
  expect(await follow('102')).toBe('offer-102.test');
}, 180_000);
