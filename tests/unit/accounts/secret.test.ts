import { describe, expect, it } from 'vitest';
import { digestOf, isSecret, newSecret } from '#server/accounts/secret.ts';

describe('a secret', () => {
  it('is recognised by its prefix and checksum', () => {
    const secret = newSecret('cl');
    expect(secret).toMatch(/^cl_[\w-]{43}[0-9a-f]{8}$/);
    expect(isSecret('cl', secret)).toBe(true);
    expect(isSecret('cs', secret)).toBe(false);
  });

  it('is refused with any one character changed', () => {
    const secret = newSecret('cl');
    const wrong = [...secret].map((letter, index) => {
      const other = letter === '0' ? '1' : '0';
      return `${secret.slice(0, index)}${other}${secret.slice(index + 1)}`;
    });
    expect(wrong.filter((text) => isSecret('cl', text))).toEqual([]);
  });

  it('never comes twice and is stored as its digest', () => {
    const secrets = new Set(Array.from({ length: 1_000 }, () => newSecret('cl')));
    expect(secrets.size).toBe(1_000);
    const [secret = ''] = secrets;
    expect(digestOf(secret)).toHaveLength(32);
    expect(digestOf(secret).toString('latin1')).not.toContain(secret);
  });
});
