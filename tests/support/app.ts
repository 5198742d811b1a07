import { createHasher } from '#server/accounts/hasher.ts';
import { signUpGate } from '#server/accounts/sign-up-gate.ts';
import { createLabelCache } from '#server/analytics/runner/label-cache.ts';
import { buildApp, type Dependencies } from '#server/app.ts';
import { lookupBySystem } from '#server/egress/resolve-host.ts';
import { createVault } from '#server/event-pixels/vault.ts';
import { unknownAddressInfo } from '#server/geo/address-info.ts';
import { createModules, type ModuleDependencies, type RegisterModule } from '#server/modules.ts';
import { createMailbox } from './mailbox.ts';
import { silent } from './stores.ts';

const version = '0.0.0';

/** The HTTP side of these modules, without the browser app. */
export const appOf = (modules: readonly RegisterModule[], changes: Partial<Dependencies> = {}) =>
  buildApp({
    log: silent,
    version,
    trustProxy: false,
    pages: {
      directory: null,
      config: {
        api_base_url: '',
        cube_api_url: '/cubejs-api/v1',
        collect_url: '/t',
        stripe_public_key: null,
        billing: 'manual',
        sentry_dsn: null,
      },
      isSignUpOpen: async () => true,
    },
    ready: async () => true,
    modules,
    ...changes,
  });

/** All modules of the product. Without a given mover, collected events stay in the inbox. */
export const productModules = (
  fields: Pick<ModuleDependencies, 'pool' | 'reader' | 'now'> & Partial<ModuleDependencies>,
) =>
  createModules({
    hasher: createHasher(),
    log: silent,
    mailer: createMailbox(),
    signUp: { gate: signUpGate(fields.pool, 'open'), verifiesEmail: false, perHour: 5 },
    billing: { mode: 'manual' },
    wake: () => undefined,
    onDecision: () => undefined,
    watermark: async () => fields.now(),
    labels: createLabelCache(),
    analyticsSecret: 'only for these tests',
    version,
    publicUrl: () => 'https://ledger.test',
    useCube: true,
    addressInfo: unknownAddressInfo,
    collectRates: { network: 1_000, pixel: 10_000 },
    pixels: { vault: createVault('only for these tests'), lookup: lookupBySystem, allowHosts: [] },
    ...fields,
  });
