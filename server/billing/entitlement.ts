import type pg from 'pg';
import type { Access } from '../access/access.ts';
import { signUpStateOf } from '../accounts/sign-up-state.ts';
import { paymentRequired } from '../platform/refusal.ts';
import { openStatuses } from './subscriptions.ts';

/** Limits an access to the projects that are paid. */
export type ApplyEntitlement = (access: Access, route: string | undefined) => Promise<Access>;

/** Routes of the own account, of companies and of billing, which are open without a subscription. */
const free = [
  /^\/api\/v1\/(auth|sessions|update-password|user-exists|accept-invite|verify-email|images|upgrade-notices)\//,
  /^\/api\/v1\/user\/:id\//,
  /^\/api\/v1\/projects\/(:id\/((delete|restore|leave|hand-over)\/)?)?$/,
  /^\/api\/v1\/(plans|subscriptions|subscriptions-billing|subscription-invoices)\//,
  /^\/api\/v1\/(setup-intents|confirm-payment-info)\//,
];

export const isFree = (route: string): boolean => free.some((one) => one.test(route));

/**
 * Checked for every request: a project whose subscription ended is closed on the next one. A member without any paid
 * project gets 402 on every other route; with some, only those are visible.
 */
export function entitlementIn(pool: pg.Pool): ApplyEntitlement {
  return async (access, route) => {
    if (route !== undefined && isFree(route)) return access;
    const ids = access.memberships.map(({ projectId }) => projectId);
    const [{ rows }, state] = await Promise.all([
      pool.query<{ id: number }>(
        `select id from projects project where id = any($1) and (is_demo or exists
           (select from subscriptions where project_id = project.id and status = any($2)))`,
        [ids, openStatuses],
      ),
      signUpStateOf(pool, access.userId),
    ]);
    const open = access.memberships.filter(({ projectId }) =>
      rows.some(({ id }) => id === projectId),
    );
    if (open.length === 0 && (ids.length > 0 || state !== 'active')) throw paymentRequired();
    const unpaid = ids.filter((id) => !open.some(({ projectId }) => projectId === id));
    return { ...access, memberships: open, unpaid };
  };
}
