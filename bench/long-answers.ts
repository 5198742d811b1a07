import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { APIResponse, Page, Route } from '@playwright/test';

type Counts = { breakdown: number; conversions: number };

/**
 * Makes the breakdown and the conversion log of a page as long as wanted, from the first row of what the product
 * answers. The function that it returns ends that.
 *
 * The browser loads the long answers from a server of their own: as JSON of `route.fulfill`, an answer that comes near
 * 100 MiB closes the browser, because the pipe to it takes no longer message.
 */
export async function lengthenTables(page: Page, counts: Counts): Promise<() => Promise<void>> {
  const bodies: string[] = [];
  const server = createServer(({ url }, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(bodies[Number(url?.slice(1))]);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const answer = (route: Route, value: unknown) => {
    const index = bodies.push(JSON.stringify(value)) - 1;
    return route.continue({ url: `http://127.0.0.1:${port}/${index}` });
  };

  /** Reports the maximum number of rows from the endpoint, so that the app switches to the dashboard call. */
  await page.route('**/cubejs-api/v1/load**', async (route) => {
    const value = await (await answerTo(route)).json();
    for (const { query, data } of value.results) {
      const [row] = data.dataset ?? [];
      if (row && query.dimensions.length > 0) data.dataset = Array(query.limit).fill(row);
    }
    await answer(route, value);
  });
  await page.route('**/api/v1/rc-table-data/**', async (route) => {
    const { data, meta } = await (await answerTo(route)).json();
    const rows = repeated(data.rows, counts.breakdown, (index) => ({
      key: `many-${index}`,
      label: `Campaign ${index}`,
    }));
    await answer(route, { data: { ...data, rows }, meta });
  });
  await page.route(/\/api\/v1\/conversions\/\?/, async (route) => {
    const rows = await (await answerTo(route)).json();
    await answer(
      route,
      repeated(rows, counts.conversions, (index) => ({ id: `many-${index}` })),
    );
  });
  return async () => {
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    server.close();
    server.closeAllConnections();
  };
}

/** The product's answer, repeated while a busy engine refuses it. */
async function answerTo(route: Route): Promise<APIResponse> {
  const response = await route.fetch();
  if (response.ok()) return response;
  if (response.status() !== 503) {
    throw new Error(`${route.request().url()} is answered with ${response.status()}.`);
  }
  await delay(Number(response.headers()['retry-after'] ?? 1) * 1_000);
  return answerTo(route);
}

const repeated = <Row extends object>(
  rows: readonly Row[],
  count: number,
  namedAs: (index: number) => Partial<Row>,
): Row[] => {
  const [row] = rows;
  return row ? Array.from({ length: count }, (_, index) => ({ ...row, ...namedAs(index) })) : [];
};
