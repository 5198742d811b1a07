import { invalid, tooManyAttempts } from '../platform/refusal.ts';
import type { Hasher } from './hasher.ts';
import type { LoginLimits } from './login-limits.ts';
import type { User } from './users.ts';

type Credentials = { password: string; address: string; field: string };

/** Checks the password of a signed-in person again; wrong passwords count like those of a sign-in. */
export async function confirmPassword(
  { hasher, limits }: { hasher: Hasher; limits: LoginLimits },
  user: User,
  { password, address, field }: Credentials,
): Promise<void> {
  const outcome = await limits.guard({ email: user.email, address }, async () =>
    (await hasher.verify(user.passwordHash, password)) ? user : null,
  );
  if ('wait' in outcome) throw tooManyAttempts(outcome.wait);
  if (!outcome.found) throw invalid(field, 'This is not your password.');
}
