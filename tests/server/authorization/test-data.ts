import type pg from 'pg';
import { type Role, roles } from '#contract/accounts/roles.ts';
import { createHasher } from '#server/accounts/hasher.ts';
import { newSecret } from '#server/accounts/secret.ts';
import { openSession, validFor } from '#server/accounts/sessions.ts';
import { createUser, flagUser } from '#server/accounts/users.ts';
import { createAffiliate } from '#server/affiliates/repository.ts';
import { createNote } from '#server/annotations/repository.ts';
import { createApiToken } from '#server/api-tokens/repository.ts';
import { systemAuthor } from '#server/audit/audit-log.ts';
import { manualGateway } from '#server/billing/manual-gateway.ts';
import { findPlan } from '#server/billing/plans.ts';
import { addAdjustment, addReversal } from '#server/conversions/adjustment-rows.ts';
import { readBasis, storeDecision, undoDecision } from '#server/conversions/decision-batches.ts';
import { inTransaction } from '#server/database/orm.ts';
import { createPixel } from '#server/event-pixels/repository.ts';
import { noteFailedTry } from '#server/failed-items/repository.ts';
import { createInvite } from '#server/invites/repository.ts';
import { createMasterPixel } from '#server/master-pixels/repository.ts';
import { addPayout, undoPayout } from '#server/payouts/payout-rows.ts';
import {
  addMember,
  createProject,
  readMasterPixels,
  removeMember,
} from '#server/projects/repository.ts';
import { createView } from '#server/saved-views/repository.ts';
import { seedFunnels } from './funnels.ts';
import { type SeededOffers, seedOffers, seedOffersOfSibling } from './offers.ts';
import { type SeededTests, seedSplitTests } from './split-tests.ts';

/** A company of the matrix: all its texts contain its canary. */
export type Company = SeededOffers &
  SeededTests & {
    canary: string;
    projectId: number;
    slug: string;
    affiliateId: number;
    affId: string;
    /** The code of another affiliate and of campaign parts; only their names hold the canary. */
    hiddenKey: string;
    collectKey: string;
    masterPixelId: number;
    /** Further ones, of which one may be removed. */
    spareMasterPixelId: number;
    doomedMasterPixelId: number;
    /** A view of the owner persona (in the foreign company the stranger's), and one that may be removed. */
    viewId: number;
    doomedViewId: number;
    /** The owner persona, in the foreign company the stranger, and a session of theirs. */
    personId: number;
    sessionId: number;
    /** Notes that none of the personas wrote. */
    noteId: number;
    doomedNoteId: number;
    /** Something that was set aside. */
    failedItemId: number;
    /** Event pixels of the affiliate. */
    pixelId: number;
    doomedPixelId: number;
    /** The purchase that its affiliate earned, once it is reported. */
    conversionId: string;
    /** A decision that was undone, and a correction that was taken back. */
    batchId: string;
    adjustmentId: number;
    /** A payout that was undone. */
    payoutId: number;
    subscriptionId: number;
    /** Invites and API tokens of the founder, and one each that may be revoked. */
    inviteId: number;
    doomedInviteId: number;
    apiTokenId: number;
    doomedApiTokenId: number;
    /** Viewers who make no calls, one of whom may be removed. */
    memberId: number;
    doomedMemberId: number;
    /** A note of its edited funnel. */
    doomedFunnelNoteId: string;
  };

export type PersonaName =
  | Role
  | 'anonymous'
  | 'expired'
  | 'removed'
  | 'stranger'
  | 'superuser'
  | 'debug';

/** A persona, and its role in each of the two companies. */
export type Persona = {
  name: PersonaName;
  userId: number;
  token: string | null;
  isSignedIn: boolean;
  isDebug: boolean;
  own: Role | null;
  foreign: Role | null;
};

export type TestData = {
  own: Company;
  /** A second affiliate in the own project, which the member with the role `affiliate` may not see. */
  sibling: {
    affiliateId: number;
    affId: string;
    hiddenKey: string;
    canary: string;
    /** Views in the own project that belong to other people than the personas. */
    viewId: number;
    doomedViewId: number;
    /** A user who makes no calls. */
    personId: number;
    sessionId: number;
    conversionId: string;
    pixelId: number;
    doomedPixelId: number;
  };
  foreign: Company;
  personas: readonly Persona[];
  /** A plan without subscribers, a new one each time. */
  nextPlan: () => number;
  /** Restores a membership that the call removed. */
  rejoin: (persona: Persona) => Promise<void>;
  /** Sets those failed items aside again that calls have put back into their queues. */
  setAsideAgain: () => Promise<void>;
};

export const canaries = {
  own: 'canary-of-own-company',
  sibling: 'canary-of-sibling-affiliate',
  foreign: 'canary-of-other-company',
};
/** The codes of the companies' hidden affiliates. */
const codesOfHidden: Record<string, string> = {
  [canaries.own]: 'hidden-1',
  [canaries.sibling]: 'hidden-2',
  [canaries.foreign]: 'hidden-3',
};
/** A field of every persona of the matrix. */
export const password = 'correct horse battery';
export const missingId = 999_999_999;
export const missingBatch = '00000000-0000-4000-8000-000000000000';

export async function seedTestData(pool: pg.Pool, now: Date): Promise<TestData> {
  const plans = await plansToTry(pool);
  const hasher = createHasher();
  const passwordHash = await hasher.hash(password);
  const instantHasher = { ...hasher, hash: async () => passwordHash };
  const person = async (name: string, canary: string) => {
    const user = await createUser(pool, instantHasher, {
      email: `${name}@${canary}.test`,
      password: '',
      firstName: `${name} ${canary}`,
    });
    return user.id;
  };
  const session = (userId: number, at = now) =>
    openSession(pool, userId, { now: at, userAgent: 'matrix' });

  /** A postback of an affiliate, and one that may be removed. */
  async function pixelsOf(affiliate: number, event: number, canary: string) {
    const pixel = (kind: string) =>
      createPixel(
        pool,
        {
          affiliate,
          event,
          name: `${canary} ${kind}`,
          type: 'postback',
          config: {},
          side: 'server',
          status: 'active',
          method: 'GET',
          dedup_mode: 'new',
          approved_code: null,
          url_template: `https://${canary}.test/{event_id}`,
          fire_on: ['approved'],
        },
        () => null,
        now,
      );
    return { pixelId: await pixel('kept'), doomedPixelId: await pixel('doomed') };
  }

  /** A decision about a conversion that was deleted. */
  async function undone(project: number, by: number, canary: string): Promise<string> {
    const about = { conversion: canary, uid: canary, key: canary, from: 'pending' };
    const id = await storeDecision(pool, {
      to: 'rejected',
      reason: 'fraud',
      note: canary,
      by,
      at: now,
      found: [{ project, ...about }],
      basis: await readBasis(pool),
      onKept: async () => {},
    });
    if (id === null) throw new Error('The decision changed nothing.');
    const at = now;
    await undoDecision(pool, { id, by, at, projects: [project], onUndone: async () => {} });
    return id;
  }

  async function takenBack(
    project: number,
    by: number,
    { affId, canary }: { affId: string; canary: string },
  ): Promise<number> {
    const id = await inTransaction(pool, (client) =>
      addAdjustment(client, {
        project,
        conversion: null,
        uid: null,
        affid: affId,
        offer: '',
        revenue: '1',
        payout: '0',
        stated: null,
        currency: 'USD',
        reason: 'other',
        note: canary,
        date: '2026-11-20',
        effectiveAt: now,
        by,
        at: now,
      }),
    );
    await inTransaction(pool, (client) => addReversal(client, { id, by, at: now }));
    return id;
  }

  async function subscribed(projectId: number): Promise<number> {
    const plan = await findPlan(pool, plans[0] ?? 0);
    if (!plan) throw new Error('There are no plans.');
    const { row } = await manualGateway({ pool, now: () => now }).subscribe(projectId, plan);
    return row.id;
  }

  /** Two invites, two API tokens, and two viewers. */
  async function peopleOf(projectId: number, ownerId: number, canary: string) {
    const by = { userId: ownerId, author: systemAuthor, now, recheckAccess: async () => {} };
    const viewer = async (name: string) => {
      const id = await person(name, canary);
      await addMember(pool, projectId, id, 'viewer');
      return id;
    };
    const invite = (name: string) =>
      createInvite(
        pool,
        {
          email: `${name}@${canary}.test`,
          role: 'viewer',
          projects: [projectId],
          affiliates: [],
        },
        newSecret('ci'),
        by,
      );
    const apiToken = (name: string) =>
      createApiToken(
        pool,
        newSecret('ca'),
        { project: projectId, name: `${canary} ${name}`, scopes: ['reports.read'], days: 7 },
        by,
      );
    return {
      memberId: await viewer('member'),
      doomedMemberId: await viewer('doomed-member'),
      inviteId: await invite('invited'),
      doomedInviteId: await invite('doomed'),
      apiTokenId: await apiToken('kept'),
      doomedApiTokenId: await apiToken('doomed'),
    };
  }

  /** An affiliate whose name holds the canary and whose code does not; `reportEvents` adds campaigns. */
  async function hidden(projectId: number, canary: string): Promise<string> {
    const code = codesOfHidden[canary] ?? '';
    await createAffiliate(pool, { projectId, affId: code, name: canary });
    return code;
  }

  async function company(canary: string) {
    const ownerId = await person('founder', canary);
    const { project, collectKey } = await createProject(pool, {
      name: canary,
      url: `https://${canary}.test`,
      createdBy: ownerId,
    });
    const projectId = project.id;
    const affId = `${canary}-partner`;
    const affiliateId = await createAffiliate(pool, {
      projectId,
      affId,
      name: canary,
      postbackUrl: `https://${canary}.test/postback`,
    });
    const secret = canary === canaries.own ? canaries.sibling : canary;
    const offers = await seedOffers(pool, { projectId, affiliateId, canary, secret, now });
    const hiddenKey = await hidden(projectId, canary);
    const note = (kind: string) =>
      createNote(pool, { projectId, authorId: ownerId, at: now, text: `${canary} ${kind}` }, now);
    const notes = { noteId: await note('kept'), doomedNoteId: await note('doomed') };
    const [pixel] = await readMasterPixels(pool, projectId);
    const masterPixelId = pixel?.id ?? missingId;
    const master = (kind: string) =>
      createMasterPixel(
        pool,
        {
          projectId,
          name: `${canary} ${kind}`,
          eventName: canary,
          domains: [`${canary}.test`],
          consentMode: 'assumed',
        },
        now,
      );
    const spareMasterPixelId = await master('spare');
    const doomedMasterPixelId = await master('doomed');
    return {
      canary,
      projectId,
      slug: project.slug,
      affiliateId,
      affId,
      ...offers,
      hiddenKey,
      collectKey,
      masterPixelId,
      spareMasterPixelId,
      doomedMasterPixelId,
      conversionId: '',
      batchId: await undone(projectId, ownerId, canary),
      adjustmentId: await takenBack(projectId, ownerId, { affId, canary }),
      payoutId: await paidBack(affiliateId, ownerId, canary),
      subscriptionId: await subscribed(projectId),
      ...(await peopleOf(projectId, ownerId, canary)),
      ...notes,
      failedItemId: await setAside(projectId, canary),
      ...(await seedFunnels(pool, { projectId, canary, now })),
      ...(await seedSplitTests(pool, { projectId, canary, now })),
      ...(await pixelsOf(affiliateId, masterPixelId, canary)),
    };
  }

  /** Its queue has nothing of this name, so that retrying it changes nothing else. */
  async function setAside(project: number, item: string): Promise<number> {
    const failed = { queue: 'decisions', project, item, reason: 'It fails.' } as const;
    await noteFailedTry(pool, failed, { now });
    const { rows } = await pool.query<{ id: number }>(
      'select id::int from failed_items where project_id = $1',
      [project],
    );
    return rows[0]?.id ?? missingId;
  }

  async function paidBack(affiliate: number, by: number, reference: string): Promise<number> {
    return inTransaction(pool, async (client) => {
      const id = await addPayout(client, {
        affiliate,
        amount: '1',
        currency: 'USD',
        periodStart: '2026-11-01',
        periodEnd: '2026-11-20',
        paidAt: now,
        reference,
        by,
        at: now,
      });
      await undoPayout(client, { id, by, at: now });
      return id;
    });
  }

  const acme = await company(canaries.own);
  const rival = await company(canaries.foreign);
  const siblingAffId = `${canaries.sibling}-partner`;
  const siblingId = await createAffiliate(pool, {
    projectId: acme.projectId,
    affId: siblingAffId,
    name: canaries.sibling,
  });

  const { projectId: ofOffers } = acme;
  const secret = canaries.sibling;
  await seedOffersOfSibling(pool, { projectId: ofOffers, affiliateId: siblingId, secret, now });

  const outsider = { isSignedIn: true, isDebug: false, own: null, foreign: null };
  const members = await Promise.all(
    roles.map(async (role): Promise<Persona> => {
      const id = await person(role, canaries.own);
      await addMember(
        pool,
        acme.projectId,
        id,
        role,
        role === 'affiliate' ? [acme.affiliateId] : [],
      );
      const token = await session(id);
      return { ...outsider, name: role, userId: id, token, own: role };
    }),
  );

  const removed = await person('removed', 'nowhere');
  await addMember(pool, acme.projectId, removed, 'owner');
  const removedToken = await session(removed);
  await removeMember(pool, acme.projectId, removed);

  const expired = await person('expired', 'nowhere');
  await addMember(pool, acme.projectId, expired, 'owner');
  const expiredToken = await session(expired, new Date(now.getTime() - validFor));

  const stranger = await person('stranger', canaries.foreign);
  await addMember(pool, rival.projectId, stranger, 'owner');

  const superuser = await person('superuser', 'nowhere');
  await flagUser(pool, superuser, { isSuperuser: true });
  const debug = await person('debug', canaries.own);
  await flagUser(pool, debug, { isDebug: true });
  await addMember(pool, acme.projectId, debug, 'viewer');

  const viewsOf = async (
    userId: number,
    { projectId, canary }: Pick<Company, 'projectId' | 'canary'>,
  ) => {
    const view = async (kind: string) =>
      (await createView(pool, userId, { projectId, name: `${canary} ${kind}`, opening: {} }, now))
        .id;
    return { viewId: await view('kept'), doomedViewId: await view('doomed') };
  };
  const personOf = async (userId: number) => {
    await session(userId);
    const { rows } = await pool.query<{ id: number }>(
      'select max(id) as id from sessions where user_id = $1',
      [userId],
    );
    return { personId: userId, sessionId: rows[0]?.id ?? missingId };
  };
  const owner = members.find(({ name }) => name === 'owner')?.userId ?? 0;

  const untried = plans.slice(1);
  return {
    nextPlan: () => untried.pop() ?? missingId,
    async rejoin({ userId, own, foreign }) {
      const affiliates = own === 'affiliate' ? [acme.affiliateId] : [];
      if (own) await addMember(pool, acme.projectId, userId, own, affiliates);
      if (foreign) await addMember(pool, rival.projectId, userId, foreign);
    },
    async setAsideAgain() {
      await pool.query('update failed_items set tries = 1, set_aside_at = $1', [now]);
    },
    own: { ...acme, ...(await viewsOf(owner, acme)), ...(await personOf(owner)) },
    sibling: {
      hiddenKey: await hidden(acme.projectId, canaries.sibling),
      canary: canaries.sibling,
      affId: siblingAffId,
      affiliateId: siblingId,
      conversionId: '',
      ...(await viewsOf(removed, { ...acme, canary: canaries.sibling })),
      ...(await personOf(await person('bystander', 'nowhere'))),
      ...(await pixelsOf(siblingId, acme.masterPixelId, canaries.sibling)),
    },
    foreign: { ...rival, ...(await viewsOf(stranger, rival)), ...(await personOf(stranger)) },
    personas: [
      ...members,
      { ...outsider, name: 'anonymous', userId: 0, token: null, isSignedIn: false },
      { ...outsider, name: 'expired', userId: expired, token: expiredToken, isSignedIn: false },
      { ...outsider, name: 'removed', userId: removed, token: removedToken },
      {
        ...outsider,
        name: 'stranger',
        userId: stranger,
        token: await session(stranger),
        foreign: 'owner',
      },
      { ...outsider, name: 'superuser', userId: superuser, token: await session(superuser) },
      {
        ...outsider,
        name: 'debug',
        userId: debug,
        token: await session(debug),
        own: 'viewer',
        isDebug: true,
      },
    ],
  };
}

/** More plans than the matrix has calls that choose one. */
async function plansToTry(pool: pg.Pool): Promise<number[]> {
  const { rows } = await pool.query<{ id: number }>(
    `insert into plans (name, price, currency, interval)
     select 'Plan ' || n, n, 'USD', 'month' from generate_series(1, 400) n returning id`,
  );
  return rows.map(({ id }) => id);
}
