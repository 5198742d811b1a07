import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Page } from '@playwright/test';
import { createInstallation, type RunningProduct } from '../../torture/support/product.ts';
import { newTenant, owner, post, type Tenant } from '../../torture/support/tenant.ts';
import { test as base } from './page.ts';
import { storeSession } from './stub-server.ts';

type Partner = {
  host: string;
  received: URL[];
  answers: number[];
  stop: () => Promise<void>;
};

/** A product without the demo, and the only partner on this machine that its pixels may call. */
export type Product = Pick<RunningProduct, 'url'> & { dataDir: string; partner: Partner };

export type Credentials = { email: string; password: string };

/** A project of that product, with its owner. */
export type Ledger = Product & Tenant & { owner: Credentials };

/** Files that need such a product run after those of the demo, because an idle product takes a worker's time, too. */
export const ownProductTest = base.extend<object, { product: Product }>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern.
    async ({}, use) => {
      const partner = await openPartner();
      const home = await createInstallation(undefined, { PIXEL_ALLOW_HOSTS: partner.host });
      try {
        const { url } = await home.start();
        await use({ url, dataDir: home.dataDir, partner });
      } finally {
        await home.remove();
        await partner.stop();
      }
    },
    { scope: 'worker', timeout: 180_000 },
  ],
});

/** A partner that records its calls, and answers with the given statuses. */
async function openPartner(): Promise<Partner> {
  const received: URL[] = [];
  const answers: number[] = [];
  const server = createServer((request, response) => {
    received.push(new URL(request.url ?? '/', 'http://partner.test'));
    response.writeHead(answers.shift() ?? 200).end('As you say');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    host: `127.0.0.1:${port}`,
    received,
    answers,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/**
 * The project of one file, with these affiliates: every figure in it is that file's. It is created on first use, and
 * again in a worker that replaces one with a failed test.
 */
export function createLedger(
  name: string,
  affids: readonly string[] = [],
): (product: Product) => Promise<Ledger> {
  let created: Promise<Ledger> | null = null;
  const make = async (product: Product): Promise<Ledger> => {
    const who = { ...owner, email: `${name.toLowerCase()}@clickledger.test` };
    const tenant = await newTenant(product, product, name, who);
    for (const affid of affids) {
      const affiliate = { aff_id: affid, project: tenant.projectId, name: 'North Media' };
      await post(product.url, '/api/v1/affiliates/', affiliate, tenant.token);
    }
    return { ...product, ...tenant, owner: who };
  };
  return (product) => {
    created ??= make(product);
    return created;
  };
}

/** Opens a page of a product of its own, with the owner's stored session. */
export async function openAsOwner(
  page: Page,
  { url, owner }: Ledger,
  path: string,
  password = owner.password,
): Promise<void> {
  const { status, text } = await post(url, '/api/v1/auth/token/', { ...owner, password });
  expect(status).toBe(200);
  await storeSession(page, JSON.parse(text));
  await page.goto(url + path);
  await expect(page.getByRole('navigation', { name: 'Screens' })).toBeVisible();
}
