import { describe, expect, it } from 'vitest';
import { parseEnv } from '#server/platform/env.ts';

describe('the environment', () => {
  it('has a default for everything', () => {
    expect(parseEnv({})).toMatchObject({
      PORT: 3000,
      HOST: '127.0.0.1',
      DATA_DIR: './data',
      DEMO: true,
    });
  });

  it('names every variable that cannot be used', () => {
    expect(() => parseEnv({ PORT: 'x', DATABASE_URL: 'nowhere' })).toThrow(/PORT.*DATABASE_URL/s);
  });

  it.each([
    ['https://ledger.test/', 'https://ledger.test'],
    ['https://ledger.test/a/b//', 'https://ledger.test/a/b'],
    ['https://ledger.test/"><script>', 'https://ledger.test/%22%3E%3Cscript%3E'],
    ['', undefined],
  ])('reads the public address %j as %j', (PUBLIC_URL, taken) => {
    expect(parseEnv({ PUBLIC_URL }).PUBLIC_URL).toBe(taken);
  });

  it('accepts only addresses that browsers can load from as the public one', () => {
    expect(() => parseEnv({ PUBLIC_URL: 'javascript:alert(1)' })).toThrow(/PUBLIC_URL/);
  });

  it.each(['yesterday', '2026-11-20', '2026-11-20T15:00:00'])('rejects the time %j', (DEMO_NOW) => {
    expect(() => parseEnv({ DEMO_NOW })).toThrow(/DEMO_NOW: Use a moment such as 2026/);
  });

  it('rejects a seed that is not a number', () => {
    expect(() => parseEnv({ DEMO_SEED: 'rose' })).toThrow(/DEMO_SEED/);
  });

  it('accepts a reader only with a named warehouse', () => {
    const CLICKHOUSE_READER_URL = 'http://reader:secret@warehouse:8123';
    expect(() => parseEnv({ CLICKHOUSE_READER_URL })).toThrow(/CLICKHOUSE_URL/);
  });

  it.each(['0.0.0.0', '192.168.1.4', '::'])('refuses to serve plain HTTP on %s', (HOST) => {
    expect(() => parseEnv({ HOST })).toThrow(/TRUST_PROXY.*INSECURE_HTTP=1/);
    expect(parseEnv({ HOST, INSECURE_HTTP: '1' }).HOST).toBe(HOST);
  });
});
