import { hash } from '@node-rs/argon2';
import { describe, expect, it } from 'vitest';
import { createHasher } from '#server/accounts/hasher.ts';
import { Refusal } from '#server/platform/refusal.ts';

const composed = 'caf\u00e9 am M\u00fcnster';
const decomposed = composed.normalize('NFD');

describe('the hasher', () => {
  it('makes argon2id hashes with 19 MiB, two passes and one lane', async () => {
    const hasher = createHasher();
    const stored = await hasher.hash('correct horse');
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await hasher.verify(stored, 'correct horse')).toBe(true);
    expect(await hasher.verify(stored, 'correct horsf')).toBe(false);
  });

  it('answers no without an account, whatever the password', async () => {
    expect(await createHasher().verify(null, '')).toBe(false);
  });

  it('refuses what exceeds its queue and serves the rest', async () => {
    const hasher = createHasher({ atOnce: 1, waiting: 2 });
    const outcomes = await Promise.allSettled(
      Array.from({ length: 6 }, () => hasher.hash('correct horse')),
    );
    const refused = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    expect(refused).toHaveLength(3);
    expect(refused.every((reason) => reason instanceof Refusal && reason.status === 503)).toBe(
      true,
    );
    expect(await hasher.hash('again')).toContain('$argon2id$');
  });

  it('accepts a password in any Unicode form of its letters', async () => {
    const hasher = createHasher();
    for (const [typed, later] of [
      [composed, decomposed],
      [decomposed, composed],
    ] as const) {
      const stored = await hasher.hash(typed);
      expect(await hasher.verify(stored, later)).toBe(true);
      expect(await hasher.verify(stored, `${later}!`)).toBe(false);
    }
  });

  it('accepts a password whose hash is of the unnormalized form', async () => {
    const hasher = createHasher();
    const stored = await hash(decomposed, { memoryCost: 8_192, timeCost: 1 });
    expect(await hasher.verify(stored, decomposed)).toBe(true);
    expect(await hasher.verify(null, decomposed)).toBe(false);
  });
});
