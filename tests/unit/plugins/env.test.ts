import { describe, expect, it } from 'vitest';
import { parseEnv } from '#server/env.ts';

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

  it.each(['0.0.0.0', '192.168.1.4', '::'])('refuses to serve plain HTTP on %s', (HOST) => {
    expect(() => parseEnv({ HOST })).toThrow(/TRUST_PROXY.*INSECURE_HTTP=1/);
    expect(parseEnv({ HOST, INSECURE_HTTP: '1' }).HOST).toBe(HOST);
  });
});
