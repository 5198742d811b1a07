import { beforeAll, describe, expect, it } from 'vitest';
import { newSecret } from '#server/accounts/secret.ts';
import { bundleRig, lockfileRig } from './rigs/packages.ts';
import { buildProduct } from './support/product.ts';

beforeAll(buildProduct);

describe('the packages that npm installs', () => {
  it('is accepted by this Node and runs no unknown script', () => {
    expect(lockfileRig().broken).toEqual([]);
  });

  it('is refused when a package needs a newer Node', () => {
    const { broken } = lockfileRig(({ packages }) => {
      const zod = packages['node_modules/zod'];
      if (zod) zod.engines = { node: '>=99' };
    });
    expect(broken).toContainEqual(expect.stringMatching(/refuses: .*EBADENGINE/));
  });

  it('is refused for a new script, and for a package without a fixed address', () => {
    const { broken } = lockfileRig(({ packages }) => {
      const zod = packages['node_modules/zod'];
      if (zod) zod.hasInstallScript = true;
      delete packages['node_modules/pino']?.resolved;
    });
    expect(broken).toEqual([
      'zod brings an install script',
      'pino has to be asked for: the lockfile does not say where it lies',
    ]);
  });
});

describe('the bundle', () => {
  it('contains no secret and needs no development package', () => {
    expect(bundleRig().broken).toEqual([]);
  });

  it.each([
    ['a key of ours', `const key = '${newSecret('cs')}';`, /holds a key or token of ours/],
    [
      'a database’s password',
      'const url = "postgresql://app:hunter22@db.internal/app";',
      /an address with a password/,
    ],
    ['a build tool', "import { build } from 'vite';", /needs vite, which is no dependency/],
  ])('is refused with %s', (_, planted, finding) => {
    expect(bundleRig(planted).broken).toEqual([expect.stringMatching(finding)]);
  });
});
