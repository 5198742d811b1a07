import type { Access } from '../access/access.ts';
import { forbidden } from '../platform/refusal.ts';

export function requireSuperuser({ isSuperuser }: Access): void {
  if (!isSuperuser) throw forbidden('Only a superuser can do this.');
}
