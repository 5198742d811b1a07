import { randomInt, randomUUID } from 'node:crypto';
import type { Role } from '#contract/accounts/roles.ts';
import { missingBatch, missingId, password, type TestData } from './test-data.ts';

/**
 * The target of a call: the personas' own company, its affiliate that a member with the role `affiliate` may not see,
 * another company, or an unknown one; `none` for calls without a target.
 */
export type Target = 'none' | 'own' | 'sibling' | 'foreign' | 'missing';

export type RouteRequest = { path: string; body?: object };

export type RequestVariant = {
  targets: readonly Target[];
  request: (data: TestData, target: Target) => RouteRequest;
  /** Names a second thing of the own company beside the target. */
  besideOwn?: true;
  /** The target is only named in a filter: members of their own company are answered with any target. */
  namesOnly?: true;
  /** Members who may read a whole project are answered with the matching rows for any affiliate. */
  filtersWholeProjects?: true;
  /** Calls with a token for the analytics endpoint, for personas that can get one. */
  byAnalyticsToken?: true;
};

export type Policy = {
  /**
   * Who may call at all: every persona, every signed-in one, members of the target, its one owner (in the own company
   * the owner, in the other the stranger), superusers, or holders of a collect key.
   */
  caller: 'anyone' | 'signed in' | 'member' | 'person' | 'superuser' | 'key';
  status: number;
  /** The status without any credential; 401 unless the analytics protocol says otherwise. */
  withoutHeader?: 403;
  /** The allowed roles; without it every role. */
  roles?: readonly Role[];
  /** The status for personas outside: 404 for an id in the path, 403 for one in a query or a body. */
  outside?: 404 | 403;
  /** Request variants by name; each with its possible targets. */
  requests: Record<string, RequestVariant>;
  /** Ends the session of the call. */
  endsSession?: true;
  /** Ends the membership of the caller in the project. */
  endsMembership?: true;
  /** The one key of the answer that contains a secret, in full. */
  reveals?: 'token' | 'collect_key' | 'hash';
  /** The columns that a call may change, `table.column`; an added or removed row is `table +` or `table -`. */
  changes?: readonly string[];
  /** Pages of any site may call and read the answer, with a public key and without a session. */
  isForPages?: true;
  /** The body takes any key, because it is a query. */
  looseBody?: true;
};

const everything = ['own', 'foreign', 'missing'] as const;
const withSibling = ['own', 'sibling', 'foreign', 'missing'] as const;

const withoutTarget = (path: string, body?: object): Policy['requests'] => ({
  call: { targets: ['none'], request: () => ({ path, ...(body ? { body } : {}) }) },
});

function companyOf(data: TestData, target: Target) {
  if (target === 'foreign') return data.foreign;
  return target === 'missing'
    ? {
        projectId: missingId,
        slug: 'unowned',
        affiliateId: missingId,
        affId: 'unowned',
        hiddenKey: 'unowned',
        masterPixelId: missingId,
        spareMasterPixelId: missingId,
        doomedMasterPixelId: missingId,
        canary: 'unowned',
        viewId: missingId,
        doomedViewId: missingId,
        noteId: missingId,
        doomedNoteId: missingId,
        failedItemId: missingId,
        pixelId: missingId,
        doomedPixelId: missingId,
        conversionId: 'c_unowned',
        batchId: missingBatch,
        adjustmentId: missingId,
        payoutId: missingId,
        personId: missingId,
        sessionId: missingId,
        subscriptionId: missingId,
        inviteId: missingId,
        doomedInviteId: missingId,
        apiTokenId: missingId,
        doomedApiTokenId: missingId,
        memberId: missingId,
        doomedMemberId: missingId,
        doomedFunnelNoteId: 'unowned',
        offerRow: missingId,
        postbackTest: missingId,
        requestedOffer: missingId,
        doomedOffer: missingId,
        withdrawnTerms: missingId,
        keptCap: missingId,
        doomedCap: missingId,
        runningTest: 'unowned',
        pausedTest: 'unowned',
        stoppedTest: 'unowned',
        draftTest: 'unowned',
        shippedTest: 'unowned',
        doomedTest: 'unowned',
      }
    : { ...data.own, ...(target === 'sibling' ? data.sibling : {}) };
}
type Named = ReturnType<typeof companyOf>;

const about = (
  targets: readonly Target[],
  send: (named: Named, data: TestData) => RouteRequest,
): RequestVariant => ({
  targets,
  request: (data, target) => send(companyOf(data, target), data),
});

const besideOwn = (way: RequestVariant): RequestVariant => ({ ...way, besideOwn: true });

const project = (write: (named: Named) => RouteRequest) => ({ project: about(everything, write) });
const affiliate = (write: (named: Named) => RouteRequest) => ({
  affiliate: about(withSibling, write),
});

const day = 'start_date=2026-11-20&end_date=2026-11-20';

const previewedDefinition = {
  count_by: 'visitor',
  window_minutes: 1_440,
  steps: ['page_view', 'purchase'].map((event) => ({
    slug: event.replace('_', '-'),
    name: event,
    kind: 'custom',
    matcher: { any: [{ event }] },
  })),
};

/** A report of the own affiliate that names things of the target by their ids. */
const namesIn = (name: string, query: (key: string) => string): Policy['requests'] =>
  Object.fromEntries(
    ['affid', 'campaign_id', 'adset_id', 'ad_id'].map((grouping) => [
      `names by ${grouping}`,
      {
        targets: ['own', 'sibling', 'foreign'],
        namesOnly: true,
        request: (data, target) => ({
          path: `/api/v1/${name}/?affiliate_id=${data.own.affiliateId}&${day}${query(`${grouping}:${companyOf(data, target).hiddenKey}`)}`,
        }),
      } satisfies RequestVariant,
    ]),
  );

const withNames = (policy: Policy, names: Policy['requests']): Policy => ({
  ...policy,
  requests: { ...policy.requests, ...names },
});

const filterBy = (opened: string): string => {
  const [grouping = '', key = ''] = opened.split(':');
  return grouping === 'affid' ? `&cell=${opened}` : `&${grouping}=${key},-${key}`;
};

/** Every dashboard call takes affiliates by id, alone and with others, or all of a project. */
const report = (name: string, query = ''): Policy => ({
  caller: 'member',
  status: 200,
  outside: 403,
  requests: {
    'one affiliate': about(withSibling, ({ affiliateId }) => ({
      path: `/api/v1/${name}/?affiliate_id=${affiliateId}&${day}${query}`,
    })),
    'one among own': besideOwn(
      about(withSibling, ({ affiliateId }, { own }) => ({
        path: `/api/v1/${name}/?affiliate_id[]=${own.affiliateId}&affiliate_id[]=${affiliateId}&${day}${query}`,
      })),
    ),
    'all of a project': about(everything, ({ projectId }) => ({
      path: `/api/v1/${name}/?affiliate_id=all&project_id=${projectId}&${day}${query}`,
    })),
  },
});

/** A report of a published funnel of the project. */
const funnelReport = (name: string): Policy => {
  const path = (projectId: number, affiliate: number | string) =>
    `/api/v1/funnels/kept/${name}/?project_id=${projectId}&affiliate_id=${affiliate}&start=2026-11-20&end=2026-11-20`;
  return {
    caller: 'member',
    status: 200,
    outside: 403,
    requests: {
      'one affiliate': about(withSibling, ({ projectId, affiliateId }) => ({
        path: path(projectId, affiliateId),
      })),
      'all of a project': about(everything, ({ projectId }) => ({ path: path(projectId, 'all') })),
    },
  };
};

/** A call about affiliates of one project. */
const ofProject = (path: string, query = ''): Policy => ({
  caller: 'member',
  status: 200,
  outside: 403,
  requests: {
    'one affiliate': about(withSibling, ({ projectId, affiliateId }) => ({
      path: `/api/v1/${path}/?project_id=${projectId}&affiliate_id=${affiliateId}${query}`,
    })),
    'all of a project': about(everything, ({ projectId }) => ({
      path: `/api/v1/${path}/?project_id=${projectId}${query}`,
    })),
  },
});

const byAffiliate = {
  measures: ['pixel_summary.clicks', 'pixel_summary.server_revenue'],
  dimensions: ['pixel_summary.affid', 'pixel_summary.utm_campaign'],
  timezone: 'UTC',
};
const filter = (member: string, values: (string | number)[]) => ({
  member: `pixel_summary.${member}`,
  operator: 'equals',
  values: values.map(String),
});
const inQuery = (query: object): RouteRequest => ({
  path: `/cubejs-api/v1/load?query=${encodeURIComponent(JSON.stringify(query))}`,
});
const inBody = (query: object): RouteRequest => ({ path: '/cubejs-api/v1/load', body: { query } });

/** Affiliates of any company, named in a filter that leaves the rows of the caller alone. */
const wholeProject = (send: (named: Named, data: TestData) => RouteRequest): RequestVariant => ({
  ...about(['own', 'sibling', 'foreign'], send),
  filtersWholeProjects: true,
});

/** The analytics endpoint takes `Token …` as every call does, or a signed token of its own. */
const cube = (write: (query: object) => RouteRequest): Policy => {
  const ways: Policy['requests'] = {
    project: about(everything, ({ projectId }) =>
      write({ ...byAffiliate, filters: [filter('project_id', [projectId])] }),
    ),
    affiliate: about(withSibling, ({ projectId, affId }) =>
      write({
        ...byAffiliate,
        filters: [filter('project_id', [projectId]), filter('affid', [affId])],
      }),
    ),
    'affiliate alone': {
      ...wholeProject(({ hiddenKey }) =>
        write({ ...byAffiliate, filters: [filter('affid', [hiddenKey])] }),
      ),
      targets: ['sibling', 'foreign'],
    },
    'project among own': besideOwn(
      about(everything, ({ projectId }, { own }) =>
        write({ ...byAffiliate, filters: [filter('project_id', [own.projectId, projectId])] }),
      ),
    ),
    'project in an or': besideOwn(
      about(everything, ({ projectId }, { own }) =>
        write({
          ...byAffiliate,
          filters: [
            { or: [filter('project_id', [own.projectId]), filter('project_id', [projectId])] },
          ],
        }),
      ),
    ),
    'affid in the own project': besideOwn(
      wholeProject(({ affId, hiddenKey }, { own }) =>
        write({
          ...byAffiliate,
          filters: [
            filter('project_id', [own.projectId]),
            filter('affid', [own.affId, affId === own.affId ? affId : hiddenKey]),
          ],
        }),
      ),
    ),
    everything: { targets: ['none'], request: () => write(byAffiliate) },
  };
  const signed = Object.entries(ways).map(
    ([name, way]) => [`${name}, signed token`, { ...way, byAnalyticsToken: true }] as const,
  );
  return {
    caller: 'member',
    status: 200,
    outside: 403,
    withoutHeader: 403,
    looseBody: true,
    requests: { ...ways, ...Object.fromEntries(signed) },
  };
};

const pixelWriters = ['owner', 'manager', 'buyer', 'affiliate'] as const;

const masterPixelReaders = ['owner', 'manager', 'buyer', 'viewer', 'billing'] as const;
const masterPixelWriters = ['owner', 'manager', 'buyer'] as const;

const unique = () => randomUUID().slice(0, 8);

/** The changes of an audit entry. */
const told = ['audit_entries +', 'audit_heads +', 'audit_heads -'] as const;

const funnelWriters = ['owner', 'manager', 'buyer'] as const;

/** A call of a funnel of the project. */
const funnel = (below: string, body?: () => object): Policy => ({
  caller: 'member',
  status: 200,
  outside: 404,
  requests: project(({ projectId }) => ({
    path: `/api/v1/funnels/${below}?project_id=${projectId}`,
    ...(body ? { body: body() } : {}),
  })),
});
const writesFunnel = (
  below: string,
  body?: () => object,
  changes: readonly string[] = [],
): Policy => ({
  ...funnel(below, body),
  roles: funnelWriters,
  changes: changes.length > 0 ? [...told, ...changes] : [],
});

/** A call of the active offer of the project. */
const offer = (below: string, body?: () => object): Policy => ({
  caller: 'member',
  status: 200,
  outside: 404,
  requests: project(({ offerRow }) => ({
    path: `/api/v1/offers/${offerRow}/${below}`,
    ...(body ? { body: body() } : {}),
  })),
});
const offerWriters = ['owner', 'manager', 'buyer'] as const;
const termWriters = ['owner', 'manager'] as const;

/** A call of a split test of the project, by the name of its seed. */
const splitTest = (
  which: (named: Named) => string,
  below: string,
  body?: () => object,
): Policy => ({
  caller: 'member',
  status: 200,
  outside: 404,
  roles: splitTestReaders,
  requests: project((named) => ({
    path: `/api/v1/split-tests/${which(named)}/${below}`,
    ...(body ? { body: body() } : {}),
  })),
});
const splitTestReaders = ['owner', 'manager', 'buyer', 'viewer', 'billing'] as const;
const splitTestWriters = ['owner', 'manager', 'buyer'] as const;
const writesTest = (
  which: (named: Named) => string,
  below: string,
  body: (() => object) | undefined = () => ({}),
  changes: readonly string[] = [],
): Policy => ({
  ...splitTest(which, below, body),
  roles: splitTestWriters,
  changes: changes.length > 0 ? [...told, ...changes] : [],
});
const running = ({ runningTest }: Named) => runningTest;
const shipped = ({ shippedTest }: Named) => shippedTest;

let minutes = 0;
/** Terms that no others resemble, because they begin another minute. */
const furtherTerms = () => {
  minutes += 1;
  const start = new Date(Date.UTC(2027, 0, 1) + minutes * 60_000);
  return { payout_type: 'cpa', payout_amount: '33', starts_at: start.toISOString() };
};

/** The policy of every call. A live route without a row here fails the build, and so does a row without a route. */
export const policies: Record<string, Policy> = {
  'POST /api/v1/auth/token/': {
    caller: 'anyone',
    status: 400,
    requests: {
      'wrong password': {
        targets: ['none'],
        request: () => ({
          path: '/api/v1/auth/token/',
          body: { email: `unknown-${unique()}@example.test`, password: 'wrong' },
        }),
      },
    },
  },
  'POST /api/v1/auth/check/': {
    caller: 'signed in',
    status: 200,
    requests: withoutTarget('/api/v1/auth/check/'),
    reveals: 'token',
  },
  'POST /api/v1/auth/logout/': {
    caller: 'signed in',
    status: 200,
    requests: withoutTarget('/api/v1/auth/logout/'),
    endsSession: true,
    changes: ['sessions -'],
  },

  'GET /api/v1/projects/': {
    caller: 'signed in',
    status: 200,
    requests: withoutTarget('/api/v1/projects/'),
  },
  'POST /api/v1/projects/': {
    caller: 'signed in',
    status: 201,
    requests: withoutTarget('/api/v1/projects/', { name: 'Made by the matrix' }),
    reveals: 'collect_key',
    changes: [...told, 'projects +', 'master_pixels +', 'memberships +'],
  },
  'GET /api/v1/projects/:id/': {
    caller: 'member',
    status: 200,
    outside: 404,
    requests: project(({ projectId }) => ({ path: `/api/v1/projects/${projectId}/` })),
  },
  'PATCH /api/v1/projects/:id/': {
    caller: 'member',
    status: 200,
    outside: 404,
    roles: ['owner'],
    requests: project(({ projectId, canary }) => ({
      path: `/api/v1/projects/${projectId}/`,
      body: {
        name: canary,
        url: `https://${canary}.test/${unique()}`,
        // The same event: with another one, the sold orders would be no conversions.
        target: 'Purchase',
        number_of_events: 77,
        timezone: 'Asia/Tokyo',
      },
    })),
    changes: [
      ...told,
      'projects.url',
      'projects.target',
      'projects.number_of_events',
      'projects.timezone',
      'master_pixels.name',
      'master_pixels.event_name',
    ],
  },
  'POST /api/v1/projects/:id/delete/': {
    caller: 'member',
    status: 200,
    outside: 404,
    roles: ['owner'],
    requests: project(({ projectId, canary }) => ({
      path: `/api/v1/projects/${projectId}/delete/`,
      body: { name: canary },
    })),
    changes: [
      ...told,
      'projects.deletes_at',
      'projects.ends_paying',
      'subscriptions.cancel_at_period_end',
    ],
  },
  'POST /api/v1/projects/:id/restore/': {
    caller: 'member',
    status: 200,
    outside: 404,
    roles: ['owner'],
    requests: project(({ projectId }) => ({ path: `/api/v1/projects/${projectId}/restore/` })),
    changes: [
      ...told,
      'projects.deletes_at',
      'projects.ends_paying',
      'subscriptions.cancel_at_period_end',
    ],
  },
  'POST /api/v1/projects/:id/rotate-collect-key/': {
    caller: 'member',
    status: 200,
    outside: 404,
    roles: ['owner'],
    requests: project(({ projectId }) => ({
      path: `/api/v1/projects/${projectId}/rotate-collect-key/`,
    })),
    reveals: 'collect_key',
    changes: [...told, 'projects.collect_key_hash', 'projects.collect_key_start'],
  },

  'GET /api/v1/affiliates/': {
    caller: 'member',
    status: 200,
    outside: 403,
    requests: {
      project: about(everything, ({ projectId }) => ({
        path: `/api/v1/affiliates/?project=${projectId}`,
      })),
      'every project': { targets: ['none'], request: () => ({ path: '/api/v1/affiliates/' }) },
    },
  },
  'POST /api/v1/affiliates/': {
    caller: 'member',
    status: 201,
    outside: 403,
    roles: ['owner', 'manager'],
    requests: project(({ projectId }) => ({
      path: '/api/v1/affiliates/',
      body: { aff_id: unique(), project: projectId, name: 'Made by the matrix' },
    })),
    changes: [...told, 'affiliate_terms +', 'affiliates +'],
  },
  'GET /api/v1/affiliates/:id/': {
    caller: 'member',
    status: 200,
    outside: 404,
    requests: affiliate(({ affiliateId }) => ({ path: `/api/v1/affiliates/${affiliateId}/` })),
  },
  'PUT /api/v1/affiliates/:id/': {
    caller: 'member',
    status: 200,
    outside: 404,
    roles: ['owner', 'manager'],
    requests: affiliate(({ affiliateId, canary }) => ({
      path: `/api/v1/affiliates/${affiliateId}/`,
      body: {
        payout: { type: 'cpa', value: 3 },
        postback_url: `https://${canary}.test/${unique()}`,
      },
    })),
    changes: [...told, 'affiliate_terms +', 'affiliates.postback_url'],
  },
  'GET /api/v1/events/': {
    caller: 'member',
    status: 200,
    outside: 403,
    requests: project(({ slug }) => ({ path: `/api/v1/events/?project__slug=${slug}` })),
  },
  'GET /api/v1/offer-ids/': {
    caller: 'member',
    status: 200,
    outside: 403,
    requests: project(({ projectId }) => ({ path: `/api/v1/offer-ids/?project_id=${projectId}` })),
  },
  'GET /api/v1/offers/': {
    caller: 'member',
    status: 200,
    outside: 403,
    requests: {
      project: about(everything, ({ projectId }) => ({
        path: `/api/v1/offers/?project_id=${projectId}&metrics=1&${day}`,
      })),
      'an affiliate': about(withSibling, ({ projectId, affiliateId }) => ({
        path: `/api/v1/offers/?project_id=${projectId}&affiliate_id=${affiliateId}`,
      })),
    },
  },
  'POST /api/v1/offers/': {
    caller: 'member',
    status: 201,
    outside: 403,
    roles: offerWriters,
    requests: project(({ projectId }) => ({
      path: '/api/v1/offers/',
      body: { project: projectId, name: unique() },
    })),
    changes: ['offers +', ...told],
  },
  'POST /api/v1/offers/bulk/': {
    caller: 'member',
    status: 200,
    outside: 403,
    roles: offerWriters,
    requests: project(({ projectId, offerRow }) => ({
      path: '/api/v1/offers/bulk/',
      body: { project: projectId, offers: [offerRow], change: { kind: 'status', to: 'active' } },
    })),
  },
  'POST /api/v1/offers/import/': {
    caller: 'member',
    status: 200,
    outside: 403,
    roles: offerWriters,
    requests: project(({ projectId }) => ({
      path: '/api/v1/offers/import/',
      body: { project: projectId, csv: 'name\nImported', dry_run: true },
    })),
  },
  'GET /api/v1/offers/:id/': offer(''),
  'PATCH /api/v1/offers/:id/': {
    ...offer('', () => ({ name: unique() })),
    roles: offerWriters,
    changes: [...told, 'offers.name', 'offers.version', 'offers.updated_at'],
  },
  'DELETE /api/v1/offers/:id/': {
    ...offer(''),
    roles: offerWriters,
    requests: project(({ doomedOffer }) => ({ path: `/api/v1/offers/${doomedOffer}/` })),
  },
  'POST /api/v1/offers/:id/restore-destination/': {
    ...offer('restore-destination/', () => ({})),
    status: 409,
    roles: offerWriters,
  },
  'GET /api/v1/offers/:id/status/': { ...offer('status/'), roles: offerWriters },
  'POST /api/v1/offers/:id/status/': {
    ...offer('status/', () => ({ to: 'active' })),
    roles: offerWriters,
  },
  'GET /api/v1/offers/:id/terms/': offer('terms/'),
  'POST /api/v1/offers/:id/terms/preview/': {
    ...offer('terms/preview/', furtherTerms),
    roles: termWriters,
  },
  'POST /api/v1/offers/:id/terms/': {
    ...offer('terms/', furtherTerms),
    status: 201,
    roles: termWriters,
    changes: [...told, 'offer_terms +'],
  },
  'POST /api/v1/offers/:id/terms/:terms_id/withdraw/': {
    caller: 'member',
    status: 200,
    outside: 404,
    roles: termWriters,
    requests: project(({ offerRow, withdrawnTerms }) => ({
      path: `/api/v1/offers/${offerRow}/terms/${withdrawnTerms}/withdraw/`,
      body: {},
    })),
  },
  'GET /api/v1/offers/:id/cap-status/': offer('cap-status/'),
  'GET /api/v1/offers/:id/caps/': offer('caps/'),
  'POST /api/v1/offers/:id/caps/': {
    // The offer has such a cap already.
    ...offer('caps/', () => ({ metric: 'conversions', interval: 'day', limit: '5' })),
    status: 400,
    roles: termWriters,
  },
  'PATCH /api/v1/offers/:id/caps/:cap_id/': {
    caller: 'member',
    status: 200,
    outside: 404,
    roles: termWriters,
    requests: project(({ offerRow, keptCap }) => ({
      path: `/api/v1/offers/${offerRow}/caps/${keptCap}/`,
      body: { soft_pct: 80 },
    })),
    changes: [...told, 'offer_caps.soft_pct', 'offer_caps.version'],
  },
  'DELETE /api/v1/offers/:id/caps/:cap_id/': {
    caller: 'member',
    status: 200,
    outside: 404,
    roles: termWriters,
    requests: project(({ offerRow, doomedCap }) => ({
      path: `/api/v1/offers/${offerRow}/caps/${doomedCap}/`,
    })),
  },
  'POST /api/v1/offers/:id/caps/:cap_id/restore/': {
    caller: 'member',
    status: 200,
    outside: 404,
    roles: termWriters,
    requests: project(({ offerRow, keptCap }) => ({
      path: `/api/v1/offers/${offerRow}/caps/${keptCap}/restore/`,
      body: {},
    })),
  },
  'GET /api/v1/offers/:id/access/': offer('access/'),
  'POST /api/v1/offers/:id/access/': {
    caller: 'member',
    status: 201,
    outside: 404,
    roles: ['owner', 'manager', 'affiliate'],
    requests: project(({ requestedOffer, affiliateId }) => ({
      path: `/api/v1/offers/${requestedOffer}/access/`,
      body: { affiliate: affiliateId },
    })),
  },
  'PATCH /api/v1/offers/:id/access/:affiliate_id/': {
    caller: 'member',
    status: 200,
    outside: 404,
    roles: termWriters,
    requests: project(({ requestedOffer, affiliateId }) => ({
      path: `/api/v1/offers/${requestedOffer}/access/${affiliateId}/`,
      body: { status: 'approved' },
    })),
  },
  'POST /api/v1/offers/:id/access/bulk/': {
    caller: 'member',
    status: 200,
    outside: 404,
    roles: termWriters,
    requests: project(({ requestedOffer, affiliateId }) => ({
      path: `/api/v1/offers/${requestedOffer}/access/bulk/`,
      body: { affiliates: [affiliateId], status: 'approved' },
    })),
  },
  'POST /api/v1/offers/:id/access/undo/': {
    caller: 'member',
    status: 200,
    outside: 404,
    roles: termWriters,
    requests: project(({ requestedOffer, affiliateId }) => ({
      path: `/api/v1/offers/${requestedOffer}/access/undo/`,
      body: { decisions: [{ affiliate: affiliateId, version: 1 }] },
    })),
  },
  'GET /api/v1/offers/:id/links/': offer('links/'),
  'POST /api/v1/offers/:id/links/': {
    caller: 'member',
    status: 201,
    outside: 404,
    roles: pixelWriters,
    requests: project(({ offerRow, affiliateId }) => ({
      path: `/api/v1/offers/${offerRow}/links/`,
      body: { affiliate: affiliateId, params: { affsub: unique() } },
    })),
    changes: ['offer_links +'],
  },
  'POST /api/v1/offers/:id/test-postback/': {
    caller: 'member',
    status: 201,
    outside: 404,
    roles: pixelWriters,
    requests: project(({ offerRow, affiliateId }) => ({
      path: `/api/v1/offers/${offerRow}/test-postback/`,
      body: { affiliate: affiliateId },
    })),
    changes: ['collected +', 'deliveries +', 'inbox +', 'postback_tests +'],
  },
  'GET /api/v1/postback-tests/:id/': {
    caller: 'member',
    status: 200,
    outside: 404,
    requests: project(({ postbackTest }) => ({ path: `/api/v1/postback-tests/${postbackTest}/` })),
  },
  'GET /api/v1/offers/:id/report/': offer(`report/?breakdown=affiliate&${day}`),
  'GET /api/v1/offers/:id/log/': offer('log/'),
  'GET /api/v1/split-tests/': {
    caller: 'member',
    status: 200,
    outside: 403,
    roles: splitTestReaders,
    requests: project(({ projectId }) => ({
      path: `/api/v1/split-tests/?project_id=${projectId}`,
    })),
  },
  'POST /api/v1/split-tests/': {
    caller: 'member',
    status: 201,
    outside: 403,
    roles: splitTestWriters,
    requests: project(({ projectId }) => ({
      path: '/api/v1/split-tests/',
      body: {
        ...{ project: projectId, name: `Made ${unique()}`, kind: 'page', unit: 'click' },
        goal: { type: 'epc' },
        variants: ['A', 'B'].map((key) => ({
          // An address by number needs no name server.
          ...{ key, name: key, is_control: key === 'A', url: `https://93.184.216.34/${key}` },
          weight_bp: 5_000,
        })),
      },
    })),
    changes: [...told, 'split_tests +'],
  },
  'GET /api/v1/split-tests/:id/': splitTest(running, ''),
  'PATCH /api/v1/split-tests/:id/': writesTest(
    ({ draftTest }) => draftTest,
    '',
    () => ({ name: `Changed ${unique()}` }),
    ['split_tests.name', 'split_tests.version', 'split_tests.updated_at'],
  ),
  'DELETE /api/v1/split-tests/:id/': {
    ...writesTest(({ doomedTest }) => doomedTest, ''),
    requests: project(({ doomedTest }) => ({ path: `/api/v1/split-tests/${doomedTest}/` })),
  },
  'POST /api/v1/split-tests/:id/restore/': writesTest(running, 'restore/'),
  'POST /api/v1/split-tests/:id/start/': writesTest(running, 'start/'),
  'POST /api/v1/split-tests/:id/pause/': writesTest(({ pausedTest }) => pausedTest, 'pause/'),
  'POST /api/v1/split-tests/:id/resume/': writesTest(running, 'resume/'),
  'POST /api/v1/split-tests/:id/stop/': writesTest(({ stoppedTest }) => stoppedTest, 'stop/'),
  'POST /api/v1/split-tests/:id/duplicate/': {
    ...writesTest(running, 'duplicate/', undefined, ['split_tests +']),
    status: 201,
  },
  'POST /api/v1/split-tests/:id/weights/': writesTest(
    running,
    'weights/',
    () => {
      const weight = randomInt(1_000, 9_000);
      return { weights: { A: weight, B: 10_000 - weight }, reason: 'By the matrix' };
    },
    [
      'split_test_phases +',
      'split_test_phases -',
      'split_tests.variants',
      'split_tests.version',
      'split_tests.updated_at',
    ],
  ),
  'POST /api/v1/split-tests/:id/decide/': {
    // The test is decided already.
    ...writesTest(shipped, 'decide/', () => ({
      ...{ decision: 'inconclusive', snapshot_id: 'none', note: '' },
    })),
    status: 409,
  },
  'POST /api/v1/split-tests/:id/undo-decision/': writesTest(running, 'undo-decision/'),
  'POST /api/v1/split-tests/:id/ship/': writesTest(shipped, 'ship/', () => ({ variant: 'B' })),
  'POST /api/v1/split-tests/:id/undo-ship/': writesTest(running, 'undo-ship/'),
  'POST /api/v1/split-tests/:id/checks/': splitTest(running, 'checks/', () => ({})),
  'GET /api/v1/split-tests/:id/results/': splitTest(running, 'results/'),
  'GET /api/v1/split-tests/:id/timeseries/': splitTest(running, 'timeseries/'),
  'GET /api/v1/split-tests/:id/export/': splitTest(running, 'export/?format=csv'),
  'GET /api/v1/split-tests/:id/assignments/': splitTest(running, 'assignments/?unit_id=one'),
  'POST /api/v1/split-test-power/': {
    caller: 'member',
    status: 200,
    outside: 403,
    roles: splitTestReaders,
    requests: project(({ projectId }) => ({
      path: '/api/v1/split-test-power/',
      body: {
        ...{ project: projectId, goal: { type: 'conversion_rate' }, unit: 'visitor' },
        ...{ variants: 2, mde_rel: 0.1, alpha: 0.05, traffic_pct: 100 },
        ...{ min_runtime_days: 7, max_runtime_days: 42, baseline: 0.05, daily_units: 1_200 },
      },
    })),
  },
  'GET /api/v1/views/': {
    caller: 'member',
    status: 200,
    outside: 403,
    requests: {
      project: about(everything, ({ projectId }) => ({
        path: `/api/v1/views/?project=${projectId}`,
      })),
      'every project': { targets: ['none'], request: () => ({ path: '/api/v1/views/' }) },
    },
  },
  'POST /api/v1/views/': {
    caller: 'member',
    status: 201,
    outside: 403,
    requests: project(({ projectId }) => ({
      path: '/api/v1/views/',
      body: { project: projectId, name: unique(), opening: { range: 'yesterday' } },
    })),
    changes: ['saved_views +'],
  },
  'PATCH /api/v1/views/:id/': {
    caller: 'person',
    status: 200,
    outside: 404,
    requests: {
      view: about(withSibling, ({ viewId, canary }) => ({
        path: `/api/v1/views/${viewId}/`,
        body: { name: `${canary} ${unique()}`, opening: { range: 'yesterday' }, position: 7 },
      })),
    },
    changes: [
      'saved_views.name',
      'saved_views.opening',
      'saved_views.position',
      'saved_views.updated_at',
    ],
  },
  'DELETE /api/v1/views/:id/': {
    caller: 'person',
    status: 200,
    outside: 404,
    requests: {
      view: about(withSibling, ({ doomedViewId }) => ({
        path: `/api/v1/views/${doomedViewId}/`,
      })),
    },
    changes: ['saved_views -'],
  },
  'GET /api/v1/event-catalog/': {
    caller: 'member',
    status: 200,
    outside: 403,
    requests: project(({ projectId }) => ({
      path: `/api/v1/event-catalog/?project_id=${projectId}`,
    })),
  },
  'GET /api/v1/funnel-suggestions/': {
    caller: 'member',
    status: 200,
    outside: 403,
    roles: ['owner', 'manager', 'buyer'],
    requests: project(({ projectId }) => ({
      path: `/api/v1/funnel-suggestions/?project_id=${projectId}`,
    })),
  },
  'POST /api/v1/funnel-preview/': {
    caller: 'member',
    status: 200,
    outside: 403,
    roles: ['owner', 'manager', 'buyer'],
    requests: project(({ projectId }) => ({
      path: '/api/v1/funnel-preview/',
      body: { project: projectId, definition: previewedDefinition },
    })),
  },
  'GET /api/v1/annotations/': {
    caller: 'member',
    status: 200,
    outside: 403,
    requests: project(({ projectId }) => ({
      path: `/api/v1/annotations/?project_id=${projectId}&start=2000-01-01&end=2099-12-31`,
    })),
  },
  'POST /api/v1/annotations/': {
    caller: 'member',
    status: 201,
    outside: 403,
    roles: ['owner', 'manager', 'buyer'],
    requests: project(({ projectId, canary }) => ({
      path: '/api/v1/annotations/',
      body: { project: projectId, at: '2026-11-20T10:00:00Z', text: canary },
    })),
    changes: ['annotations +'],
  },
  'PATCH /api/v1/annotations/:id/': {
    caller: 'member',
    status: 200,
    outside: 404,
    roles: ['owner', 'manager'],
    requests: {
      'note of another': about(everything, ({ noteId, canary }) => ({
        path: `/api/v1/annotations/${noteId}/`,
        body: {
          text: `${canary} ${unique()}`,
          at: new Date(Date.parse('2026-11-20T10:00:00Z') + randomInt(9_999)).toISOString(),
          removed: false,
        },
      })),
    },
    changes: ['annotations.at', 'annotations.text', 'annotations.updated_at'],
  },
  'DELETE /api/v1/annotations/:id/': {
    caller: 'member',
    status: 200,
    outside: 404,
    roles: ['owner', 'manager'],
    requests: {
      'note of another': about(everything, ({ doomedNoteId }) => ({
        path: `/api/v1/annotations/${doomedNoteId}/`,
      })),
    },
  },
  'GET /api/v1/pixels/': {
    caller: 'member',
    status: 200,
    outside: 403,
    requests: {
      ...affiliate(({ affiliateId }) => ({ path: `/api/v1/pixels/?affiliate=${affiliateId}` })),
      ...project(({ projectId }) => ({ path: `/api/v1/pixels/?project=${projectId}` })),
    },
  },
  'POST /api/v1/pixels/': {
    caller: 'member',
    status: 201,
    outside: 403,
    roles: pixelWriters,
    requests: affiliate(({ affiliateId, masterPixelId, canary }) => ({
      path: '/api/v1/pixels/',
      body: {
        affiliate: affiliateId,
        event: masterPixelId,
        name: canary,
        type: 'postback',
        url_template: 'https://192.0.32.7/?id={event_id}',
      },
    })),
    changes: [...told, 'event_pixels +'],
  },
  'GET /api/v1/pixels/:id/': {
    caller: 'member',
    status: 200,
    outside: 404,
    requests: affiliate(({ pixelId }) => ({ path: `/api/v1/pixels/${pixelId}/` })),
  },
  'PUT /api/v1/pixels/:id/': {
    caller: 'member',
    status: 200,
    outside: 404,
    roles: pixelWriters,
    requests: affiliate(({ pixelId, canary }) => ({
      path: `/api/v1/pixels/${pixelId}/`,
      body: {
        name: `${canary} ${unique()}`,
        url_template: `https://192.0.32.7/${unique()}?id={event_id}`,
        method: 'POST',
        status: 'paused',
        side: 'both',
        config: { headers: { 'x-key': unique() } },
        fire_on: ['approved'],
        dedup_mode: 'edit',
      },
    })),
    changes: [
      ...told,
      ...[
        'dedup_mode',
        'fire_on',
        'method',
        'name',
        'secrets',
        'side',
        'status',
        'updated_at',
        'config',
        'url_template',
      ].map((column) => `event_pixels.${column}`),
    ],
  },
  'DELETE /api/v1/pixels/:id/': {
    caller: 'member',
    status: 200,
    outside: 404,
    roles: pixelWriters,
    requests: affiliate(({ doomedPixelId }) => ({ path: `/api/v1/pixels/${doomedPixelId}/` })),
  },
  'POST /api/v1/pixels/:id/restore/': {
    caller: 'member',
    status: 200,
    outside: 404,
    roles: pixelWriters,
    requests: affiliate(({ pixelId }) => ({ path: `/api/v1/pixels/${pixelId}/restore/` })),
  },
  'POST /api/v1/pixels/:id/test/': {
    caller: 'member',
    status: 200,
    outside: 404,
    roles: pixelWriters,
    requests: affiliate(({ pixelId }) => ({ path: `/api/v1/pixels/${pixelId}/test/`, body: {} })),
    changes: ['pixel_deliveries +'],
  },
  'GET /api/v1/pixels/:id/health/': {
    caller: 'member',
    status: 200,
    outside: 404,
    requests: affiliate(({ pixelId }) => ({ path: `/api/v1/pixels/${pixelId}/health/` })),
  },
  'POST /api/v1/pixels/:id/replay/': {
    caller: 'member',
    status: 200,
    outside: 404,
    roles: pixelWriters,
    requests: affiliate(({ pixelId }) => ({
      path: `/api/v1/pixels/${pixelId}/replay/`,
      body: { outcome: 'http_error', since: '2026-11-20T00:00:00Z' },
    })),
  },
  'GET /api/v1/pixels/:id/executions/': {
    caller: 'member',
    status: 200,
    outside: 404,
    requests: affiliate(({ pixelId }) => ({ path: `/api/v1/pixels/${pixelId}/executions/` })),
  },
  'GET /api/v1/pixel-executed/': {
    caller: 'member',
    status: 200,
    outside: 403,
    requests: {
      affiliate: about(withSibling, ({ affId }) => ({
        path: `/api/v1/pixel-executed/?affid=${affId}`,
      })),
      'affiliate of a project': about(withSibling, ({ affId, projectId }) => ({
        path: `/api/v1/pixel-executed/?affid=${affId}&project_id=${projectId}&ss=1`,
      })),
    },
  },
  'GET /api/v1/funnels/': {
    caller: 'member',
    status: 200,
    outside: 403,
    requests: project(({ projectId }) => ({ path: `/api/v1/funnels/?project_id=${projectId}` })),
  },
  'POST /api/v1/funnels/': {
    caller: 'member',
    status: 201,
    outside: 403,
    roles: funnelWriters,
    requests: project(({ projectId }) => ({
      path: '/api/v1/funnels/',
      body: { project: projectId, name: `Made ${unique()}`, template: 'lead_gen' },
    })),
    changes: [...told, 'funnels +', 'funnel_steps +'],
  },
  'GET /api/v1/funnel-slug/': {
    caller: 'member',
    status: 200,
    outside: 403,
    requests: project(({ projectId }) => ({
      path: `/api/v1/funnel-slug/?project_id=${projectId}&slug=kept`,
    })),
  },
  'GET /api/v1/funnels/:slug/': funnel('kept/'),
  'PATCH /api/v1/funnels/:slug/': writesFunnel(
    'edited/',
    () => ({ name: `Changed ${unique()}`, window_minutes: randomInt(1, 100_000) }),
    ['funnels.name', 'funnels.window_minutes', 'funnels.version'],
  ),
  'DELETE /api/v1/funnels/:slug/': writesFunnel('doomed/'),
  'POST /api/v1/funnels/:slug/restore/': writesFunnel('kept/restore/'),
  'POST /api/v1/funnels/:slug/publish/': writesFunnel('kept/publish/'),
  'POST /api/v1/funnels/:slug/pause/': writesFunnel('edited/pause/'),
  'POST /api/v1/funnels/:slug/resume/': writesFunnel('kept/resume/'),
  'POST /api/v1/funnels/:slug/duplicate/': {
    ...writesFunnel('kept/duplicate/', () => ({ name: `Copy ${unique()}` }), [
      'funnels +',
      'funnel_steps +',
    ]),
    status: 201,
  },
  'POST /api/v1/funnels/:slug/set-default/': writesFunnel('kept/set-default/', () => ({
    is_default: true,
  })),
  'GET /api/v1/funnels/:slug/steps/': funnel('kept/steps/'),
  'POST /api/v1/funnels/:slug/steps/': {
    ...writesFunnel(
      'edited/steps/',
      () => ({
        ...{ slug: unique(), name: 'Made by the matrix', kind: 'custom' },
        matcher: { any: [{ event: 'page_view' }] },
      }),
      ['funnel_steps +', 'funnels.version'],
    ),
    status: 201,
  },
  'GET /api/v1/funnels/:slug/steps/:child_slug/': funnel('kept/steps/landing/'),
  'PATCH /api/v1/funnels/:slug/steps/:child_slug/': writesFunnel(
    'edited/steps/landing/',
    () => ({ name: unique() }),
    ['funnel_steps.settings', 'funnel_steps.version', 'funnels.version'],
  ),
  'DELETE /api/v1/funnels/:slug/steps/:child_slug/': writesFunnel('edited/steps/doomed/'),
  'POST /api/v1/funnels/:slug/steps/:child_slug/restore/': writesFunnel(
    'kept/steps/landing/restore/',
  ),
  'POST /api/v1/funnels/:slug/steps/reorder/': writesFunnel(
    'kept/steps/reorder/',
    () => ({ order: ['landing', 'doomed', 'order'] }),
    ['funnels.version'],
  ),
  'GET /api/v1/funnels/:slug/versions/': funnel('kept/versions/'),
  'GET /api/v1/funnels/:slug/annotations/': funnel('edited/annotations/'),
  'POST /api/v1/funnels/:slug/annotations/': {
    ...writesFunnel(
      'edited/annotations/',
      () => ({ at: '2026-11-20T11:00:00Z', text: 'Written by the matrix' }),
      ['funnel_annotations +'],
    ),
    status: 201,
  },
  'DELETE /api/v1/funnels/:slug/annotations/:id/': {
    ...writesFunnel(''),
    requests: project(({ projectId, doomedFunnelNoteId }) => ({
      path: `/api/v1/funnels/edited/annotations/${doomedFunnelNoteId}/?project_id=${projectId}`,
    })),
  },

  'GET /api/v1/master-pixels/': {
    caller: 'member',
    status: 200,
    outside: 403,
    roles: masterPixelReaders,
    requests: {
      project: about(everything, ({ projectId }) => ({
        path: `/api/v1/master-pixels/?project=${projectId}`,
      })),
      slug: about(everything, ({ slug }) => ({
        path: `/api/v1/master-pixels/?project__slug=${slug}`,
      })),
    },
  },
  'POST /api/v1/master-pixels/': {
    caller: 'member',
    status: 201,
    outside: 403,
    roles: masterPixelWriters,
    requests: project(({ projectId, canary }) => ({
      path: '/api/v1/master-pixels/',
      body: { project: projectId, name: canary, event_name: canary },
    })),
    changes: [...told, 'master_pixels +'],
  },
  'GET /api/v1/master-pixels/:id/': {
    caller: 'member',
    status: 200,
    outside: 404,
    roles: masterPixelReaders,
    requests: project(({ masterPixelId }) => ({ path: `/api/v1/master-pixels/${masterPixelId}/` })),
  },
  'PATCH /api/v1/master-pixels/:id/': {
    caller: 'member',
    status: 200,
    outside: 404,
    roles: masterPixelWriters,
    requests: project(({ spareMasterPixelId, canary }) => ({
      path: `/api/v1/master-pixels/${spareMasterPixelId}/`,
      body: {
        name: `${canary} ${unique()}`,
        event_name: `${canary}-${unique()}`,
        domains: [`${unique()}.${canary}.test`],
        consent_mode: 'required',
        status: 'paused',
      },
    })),
    changes: [
      ...told,
      ...['name', 'event_name', 'domains', 'consent_mode', 'status'].map(
        (column) => `master_pixels.${column}`,
      ),
    ],
  },
  'DELETE /api/v1/master-pixels/:id/': {
    caller: 'member',
    status: 200,
    outside: 404,
    roles: masterPixelWriters,
    requests: project(({ doomedMasterPixelId }) => ({
      path: `/api/v1/master-pixels/${doomedMasterPixelId}/`,
    })),
  },
  'POST /api/v1/master-pixels/:id/restore/': {
    caller: 'member',
    status: 200,
    outside: 404,
    roles: masterPixelWriters,
    requests: project(({ spareMasterPixelId }) => ({
      path: `/api/v1/master-pixels/${spareMasterPixelId}/restore/`,
    })),
  },
  'GET /api/v1/master-pixels/:id/snippet/': {
    caller: 'member',
    status: 200,
    outside: 404,
    roles: masterPixelReaders,
    requests: project(({ masterPixelId }) => ({
      path: `/api/v1/master-pixels/${masterPixelId}/snippet/?kind=s2s`,
    })),
  },
  'POST /api/v1/master-pixels/:id/verify/': {
    caller: 'member',
    status: 200,
    outside: 404,
    roles: masterPixelWriters,
    requests: project(({ masterPixelId }) => ({
      path: `/api/v1/master-pixels/${masterPixelId}/verify/`,
      body: { url: 'http://192.0.2.1/' },
    })),
  },
  'POST /api/v1/registration/': {
    caller: 'anyone',
    status: 201,
    requests: {
      'a new address': {
        targets: ['none'],
        request: () => ({
          path: '/api/v1/registration/',
          body: {
            email: `new-${unique()}@nowhere.test`,
            password: 'correct horse battery',
            first_name: 'New',
            last_name: 'Person',
          },
        }),
      },
    },
    reveals: 'token',
  },
  'GET /api/v1/user/': {
    caller: 'member',
    status: 200,
    outside: 403,
    roles: masterPixelReaders,
    requests: {
      project: about(everything, ({ projectId }) => ({
        path: `/api/v1/user/?project=${projectId}`,
      })),
      'every project': { targets: ['none'], request: () => ({ path: '/api/v1/user/' }) },
    },
  },
  'POST /api/v1/user/': {
    caller: 'member',
    status: 201,
    outside: 403,
    roles: ['owner'],
    requests: {
      project: about(everything, ({ projectId }) => ({
        path: '/api/v1/user/',
        body: { email: `asked-${unique()}@nowhere.test`, role: 'viewer', projects: [projectId] },
      })),
      'project among own': besideOwn(
        about(everything, ({ projectId }, { own }) => ({
          path: '/api/v1/user/',
          body: {
            email: `asked-${unique()}@nowhere.test`,
            role: 'viewer',
            projects: [own.projectId, projectId],
          },
        })),
      ),
    },
    changes: [...told, 'invites +', 'invite_projects +', 'invite_mails +'],
  },
  'POST /api/v1/invites-to-projects/': {
    caller: 'member',
    status: 201,
    outside: 403,
    roles: ['owner'],
    requests: project(({ projectId }) => ({
      path: '/api/v1/invites-to-projects/',
      body: { email: `asked-${unique()}@nowhere.test`, role: 'viewer', projects: [projectId] },
    })),
    changes: [...told, 'invites +', 'invite_projects +', 'invite_mails +'],
  },
  'GET /api/v1/invites/': {
    caller: 'member',
    status: 200,
    outside: 403,
    roles: ['owner'],
    requests: project(({ projectId }) => ({ path: `/api/v1/invites/?project=${projectId}` })),
  },
  'POST /api/v1/invites/:id/resend/': {
    caller: 'member',
    status: 200,
    outside: 404,
    roles: ['owner'],
    requests: {
      invite: about(everything, ({ inviteId }) => ({
        path: `/api/v1/invites/${inviteId}/resend/`,
      })),
    },
    changes: [
      ...told,
      'invite_mails +',
      ...['uid_hash', 'sent_at', 'expires_at'].map((column) => `invites.${column}`),
    ],
  },
  'DELETE /api/v1/invites/:id/': {
    caller: 'member',
    status: 200,
    outside: 404,
    roles: ['owner'],
    requests: {
      invite: about(everything, ({ doomedInviteId }) => ({
        path: `/api/v1/invites/${doomedInviteId}/`,
      })),
    },
  },
  'GET /api/v1/accept-invite/:uid/': {
    caller: 'anyone',
    status: 404,
    requests: withoutTarget('/api/v1/accept-invite/ci_unknown/'),
  },
  'PATCH /api/v1/accept-invite/:uid/': {
    caller: 'anyone',
    status: 404,
    requests: withoutTarget('/api/v1/accept-invite/ci_unknown/', { password }),
  },
  'PATCH /api/v1/projects/:project/members/:user/': {
    caller: 'member',
    status: 200,
    outside: 404,
    roles: ['owner'],
    requests: {
      member: about(everything, ({ projectId, memberId, affiliateId }) => ({
        path: `/api/v1/projects/${projectId}/members/${memberId}/`,
        body: { role: 'affiliate', affiliates: [affiliateId] },
      })),
    },
    changes: [...told, 'memberships +', 'memberships -', 'member_affiliates +'],
  },
  'DELETE /api/v1/projects/:project/members/:user/': {
    caller: 'member',
    status: 200,
    outside: 404,
    roles: ['owner'],
    requests: {
      member: about(everything, ({ projectId, doomedMemberId }) => ({
        path: `/api/v1/projects/${projectId}/members/${doomedMemberId}/`,
      })),
    },
  },
  'POST /api/v1/projects/:id/leave/': {
    caller: 'member',
    status: 200,
    outside: 404,
    requests: project(({ projectId }) => ({ path: `/api/v1/projects/${projectId}/leave/` })),
    endsMembership: true,
    changes: [
      ...told,
      'memberships -',
      'member_affiliates -',
      'invites.revoked_at',
      'api_tokens.revoked_at',
    ],
  },
  'POST /api/v1/projects/:id/hand-over/': {
    caller: 'member',
    status: 400,
    outside: 404,
    roles: ['owner'],
    requests: project(({ projectId }) => ({
      path: `/api/v1/projects/${projectId}/hand-over/`,
      body: { user: missingId, password },
    })),
  },
  'GET /api/v1/audit-log/': {
    caller: 'member',
    status: 200,
    outside: 403,
    roles: ['owner'],
    requests: {
      project: about(everything, ({ projectId }) => ({
        path: `/api/v1/audit-log/?project=${projectId}`,
      })),
      'own account': { targets: ['none'], request: () => ({ path: '/api/v1/audit-log/' }) },
    },
    reveals: 'hash',
  },
  'GET /api/v1/audit-log/export/': {
    caller: 'member',
    status: 200,
    outside: 403,
    roles: ['owner'],
    requests: project(({ projectId }) => ({
      path: `/api/v1/audit-log/export/?project=${projectId}`,
    })),
  },
  'POST /api/v1/audit-log/verify/': {
    caller: 'member',
    status: 200,
    outside: 403,
    roles: ['owner'],
    requests: project(({ projectId }) => ({
      path: '/api/v1/audit-log/verify/',
      body: { project: projectId },
    })),
  },
  'GET /api/v1/failed-items/': {
    caller: 'member',
    status: 200,
    outside: 403,
    roles: ['owner'],
    requests: project(({ projectId }) => ({ path: `/api/v1/failed-items/?project=${projectId}` })),
  },
  'GET /api/v1/failed-items/counts/': {
    caller: 'member',
    status: 200,
    outside: 403,
    roles: ['owner'],
    requests: project(({ projectId }) => ({
      path: `/api/v1/failed-items/counts/?project=${projectId}`,
    })),
  },
  'POST /api/v1/failed-items/retry/': {
    caller: 'member',
    status: 200,
    outside: 403,
    roles: ['owner'],
    requests: project(({ projectId }) => ({
      path: '/api/v1/failed-items/retry/',
      body: { project: projectId, queue: 'decisions' },
    })),
    changes: [...told, 'failed_items.set_aside_at', 'failed_items.tries'],
  },
  'POST /api/v1/failed-items/:id/retry/': {
    caller: 'member',
    status: 200,
    outside: 404,
    roles: ['owner'],
    requests: project(({ failedItemId }) => ({
      path: `/api/v1/failed-items/${failedItemId}/retry/`,
    })),
    changes: [...told, 'failed_items.set_aside_at', 'failed_items.tries'],
  },
  'GET /api/v1/jobs/': {
    caller: 'member',
    status: 200,
    outside: 403,
    roles: ['owner'],
    requests: project(({ projectId }) => ({ path: `/api/v1/jobs/?project_id=${projectId}` })),
  },
  'POST /api/v1/jobs/:name/run/': {
    caller: 'member',
    status: 404,
    outside: 403,
    roles: ['owner'],
    requests: project(({ projectId }) => ({
      path: '/api/v1/jobs/unknown/run/',
      body: { project_id: projectId },
    })),
  },
  'GET /api/v1/api-tokens/': {
    caller: 'member',
    status: 200,
    outside: 403,
    roles: ['owner'],
    requests: project(({ projectId }) => ({ path: `/api/v1/api-tokens/?project=${projectId}` })),
  },
  'POST /api/v1/api-tokens/': {
    caller: 'member',
    status: 201,
    outside: 403,
    roles: ['owner'],
    requests: project(({ projectId, canary }) => ({
      path: '/api/v1/api-tokens/',
      body: {
        project: projectId,
        name: canary,
        scopes: ['reports.read'],
        expires_in_days: 30,
        password,
      },
    })),
    reveals: 'token',
    changes: [...told, 'api_tokens +'],
  },
  'DELETE /api/v1/api-tokens/:id/': {
    caller: 'member',
    status: 200,
    outside: 404,
    roles: ['owner'],
    requests: {
      token: about(everything, ({ doomedApiTokenId }) => ({
        path: `/api/v1/api-tokens/${doomedApiTokenId}/`,
      })),
    },
  },
  'POST /api/v1/verify-email/': {
    caller: 'anyone',
    status: 400,
    requests: withoutTarget('/api/v1/verify-email/', { token: 'cv_unknown' }),
  },
  'GET /api/v1/user-exists/:value/': {
    caller: 'anyone',
    status: 200,
    requests: withoutTarget('/api/v1/user-exists/unknown@example.test/'),
  },
  'POST /api/v1/forgot-password/': {
    caller: 'anyone',
    status: 200,
    requests: withoutTarget('/api/v1/forgot-password/', { email: 'unknown@example.test' }),
  },
  'POST /api/v1/reset-password/': {
    caller: 'anyone',
    status: 400,
    requests: withoutTarget('/api/v1/reset-password/', {
      token: 'cr_unknown',
      password: 'correct horse battery',
    }),
  },
  'PATCH /api/v1/user/:id/': {
    caller: 'person',
    status: 200,
    outside: 404,
    requests: {
      person: about(withSibling, ({ personId, canary }) => ({
        path: `/api/v1/user/${personId}/`,
        body: {
          first_name: `${canary} ${unique()}`,
          last_name: canary,
          phone: `+1312555${randomInt(1_000, 9_999)}`,
          timezone: 'Europe/Rome',
          email_notifications: false,
        },
      })),
    },
    changes: [
      ...told,
      ...['first_name', 'last_name', 'phone', 'timezone', 'email_notifications'].map(
        (column) => `users.${column}`,
      ),
    ],
  },
  'PUT /api/v1/update-password/:id/': {
    caller: 'person',
    status: 400,
    outside: 404,
    requests: {
      person: about(withSibling, ({ personId }) => ({
        path: `/api/v1/update-password/${personId}/`,
        body: { old_password: 'not the password', new_password: 'correct horse battery' },
      })),
    },
  },
  'GET /api/v1/sessions/': {
    caller: 'signed in',
    status: 200,
    requests: withoutTarget('/api/v1/sessions/'),
  },
  'DELETE /api/v1/sessions/:id/': {
    caller: 'person',
    status: 200,
    outside: 404,
    requests: {
      session: about(withSibling, ({ sessionId }) => ({ path: `/api/v1/sessions/${sessionId}/` })),
    },
  },
  'DELETE /api/v1/sessions/': {
    caller: 'signed in',
    status: 200,
    requests: withoutTarget('/api/v1/sessions/'),
  },
  'GET /api/v1/images/:name/': {
    caller: 'anyone',
    status: 404,
    requests: withoutTarget('/api/v1/images/unowned/'),
  },
  'DELETE /api/v1/upgrade-notices/:id/': {
    caller: 'signed in',
    status: 404,
    requests: withoutTarget('/api/v1/upgrade-notices/unowned/'),
  },
  'GET /api/settings/config/': {
    caller: 'anyone',
    status: 200,
    requests: withoutTarget('/api/settings/config/'),
  },
  'GET /api/v1/documents/:name/': {
    caller: 'anyone',
    status: 200,
    requests: withoutTarget('/api/v1/documents/policy/'),
  },

  'GET /api/v1/rc-data/': report('rc-data'),
  'GET /api/v1/rc-chart-data/': report('rc-chart-data'),
  'GET /api/v1/cc-data/': report('cc-data'),
  'GET /api/v1/clicks/': report('clicks'),
  'GET /api/v1/rc-table-data/': withNames(
    report('rc-table-data', '&group_by=affid&min_revenue=0'),
    namesIn('rc-table-data', (opened) => `&group_by=country&min_revenue=0&parent=${opened}`),
  ),
  'GET /api/v1/bq-data/': report('bq-data'),
  'GET /api/v1/country-breakdown/': report('country-breakdown'),
  'GET /api/v1/states-breakdown/': report('states-breakdown'),
  'GET /api/v1/weekday-hours/': report('weekday-hours'),
  'GET /api/v1/revenue-date-range/': report('revenue-date-range'),
  'GET /api/v1/revenue-last-year/': report('revenue-last-year'),
  'GET /api/v1/funnel-analysis-data/': report('funnel-analysis-data'),
  'GET /api/v1/funnels/:slug/figures/': funnelReport('figures'),
  'GET /api/v1/funnels/:slug/report/': funnelReport('report'),
  'GET /api/v1/funnels/:slug/trend/': funnelReport('trend'),
  'GET /api/v1/funnels/:slug/time-to-convert/': funnelReport('time-to-convert'),
  'GET /api/v1/funnels/:slug/actors/': funnelReport('actors'),
  'GET /api/v1/funnels/:slug/opportunities/': funnelReport('opportunities'),
  'GET /api/v1/rc-payment-data/': report('rc-payment-data'),
  'GET /api/v1/figures/rows/': withNames(
    report('figures/rows', '&figure=clicks'),
    namesIn('figures/rows', (opened) => `&figure=clicks${filterBy(opened)}`),
  ),
  'GET /api/v1/conversions/': report('conversions'),
  'GET /api/v1/conversions/summary/': report('conversions/summary', '&min_revenue=0'),
  'GET /api/v1/conversions/ledger/': report('conversions/ledger'),
  'GET /api/v1/conversions/export/': report('conversions/export'),
  'GET /api/v1/search/': {
    caller: 'member',
    status: 200,
    outside: 403,
    requests: {
      project: about(everything, ({ projectId }) => ({
        path: `/api/v1/search/?affiliate_id=all&project_id=${projectId}&search=or`,
      })),
      'an affiliate': about(withSibling, ({ affiliateId }) => ({
        path: `/api/v1/search/?affiliate_id=${affiliateId}&search=or`,
      })),
    },
  },
  'GET /api/v1/conversions/:id/': {
    caller: 'member',
    status: 200,
    outside: 404,
    requests: {
      conversion: about(withSibling, ({ conversionId }) => ({
        path: `/api/v1/conversions/${conversionId}/`,
      })),
    },
  },
  'POST /api/v1/conversions/status/': {
    caller: 'member',
    status: 200,
    outside: 403,
    roles: ['owner', 'manager'],
    requests: {
      conversion: about(withSibling, ({ conversionId }) => ({
        path: '/api/v1/conversions/status/',
        body: { ids: [conversionId], to: 'approved' },
      })),
      'of an affiliate': about(withSibling, ({ affiliateId }) => ({
        path: '/api/v1/conversions/status/',
        body: { filter: { affiliate_id: String(affiliateId) }, to: 'approved', dry_run: true },
      })),
    },
  },
  'POST /api/v1/conversions/reconcile/': {
    caller: 'member',
    status: 200,
    outside: 403,
    roles: ['owner', 'manager'],
    requests: project(({ projectId }) => ({
      path: '/api/v1/conversions/reconcile/',
      body: { project_id: projectId, csv: 'order_id,status\n1,paid' },
    })),
  },
  'POST /api/v1/conversions/reconcile/export/': {
    caller: 'member',
    status: 200,
    outside: 403,
    roles: ['owner', 'manager'],
    requests: project(({ projectId }) => ({
      path: '/api/v1/conversions/reconcile/export/',
      body: { project_id: projectId, csv: 'order_id,status\n1,paid' },
    })),
  },
  'GET /api/v1/postback-log/': {
    caller: 'member',
    status: 200,
    outside: 403,
    roles: ['owner', 'manager'],
    requests: project(({ projectId }) => ({
      path: `/api/v1/postback-log/?project_id=${projectId}&timezone=UTC`,
    })),
  },
  'POST /api/v1/conversions/status/:batch/undo/': {
    caller: 'member',
    status: 200,
    outside: 404,
    roles: ['owner', 'manager'],
    requests: project(({ batchId }) => ({
      path: `/api/v1/conversions/status/${batchId}/undo/`,
      body: {},
    })),
  },
  'POST /api/v1/conversions/adjustments/': {
    caller: 'member',
    status: 201,
    outside: 403,
    roles: ['owner', 'manager'],
    requests: project(({ projectId, affId }) => ({
      path: '/api/v1/conversions/adjustments/',
      body: {
        project_id: projectId,
        affid: affId,
        amount_revenue: '-1.50',
        reason_code: 'refund',
        effective_date: '2026-11-20',
      },
    })),
    changes: ['conversion_adjustments +', ...told],
  },
  'POST /api/v1/conversions/adjustments/:id/reverse/': {
    caller: 'member',
    status: 201,
    outside: 404,
    roles: ['owner', 'manager'],
    requests: project(({ adjustmentId }) => ({
      path: `/api/v1/conversions/adjustments/${adjustmentId}/reverse/`,
      body: {},
    })),
  },
  'GET /api/v1/tracking-links/': {
    caller: 'member',
    status: 200,
    outside: 403,
    requests: project(({ projectId }) => ({
      path: `/api/v1/tracking-links/?project_id=${projectId}`,
    })),
  },
  'POST /api/v1/tracking-links/test/': {
    caller: 'member',
    status: 200,
    outside: 403,
    roles: pixelWriters,
    requests: affiliate(({ affiliateId }) => ({
      path: '/api/v1/tracking-links/test/',
      body: { affiliate: affiliateId },
    })),
    changes: ['collected +', 'deliveries +', 'inbox +'],
  },
  'GET /api/v1/payouts/': ofProject('payouts'),
  'GET /api/v1/payouts/export/': ofProject('payouts/export'),
  'GET /api/v1/payout-balances/': ofProject('payout-balances', '&through=2026-11-20&timezone=UTC'),
  'GET /api/v1/payout-statements/': ofProject('payout-statements', `&${day}&timezone=UTC`),
  'GET /api/v1/payout-statements/export/': ofProject('payout-statements/export', `&${day}`),
  'GET /api/v1/payout-statements/:id/lines/': {
    caller: 'member',
    status: 200,
    outside: 404,
    requests: affiliate(({ affiliateId }) => ({
      path: `/api/v1/payout-statements/${affiliateId}/lines/?${day}`,
    })),
  },
  'POST /api/v1/payouts/': {
    caller: 'member',
    status: 201,
    outside: 403,
    roles: ['owner', 'manager'],
    requests: project(({ projectId, affiliateId }) => ({
      path: '/api/v1/payouts/',
      body: {
        project: projectId,
        affiliate: affiliateId,
        amount: '1.50',
        currency: 'USD',
        period_start: '2026-11-01',
        period_end: '2026-11-19',
        paid_on: '2026-11-19',
      },
    })),
    changes: ['payouts +', ...told],
  },
  'POST /api/v1/payouts/:id/undo/': {
    caller: 'member',
    status: 200,
    outside: 404,
    roles: ['owner', 'manager'],
    requests: project(({ payoutId }) => ({ path: `/api/v1/payouts/${payoutId}/undo/`, body: {} })),
  },
  'POST /api/v1/conversions/values/': {
    caller: 'member',
    status: 200,
    outside: 403,
    roles: ['owner', 'manager'],
    requests: project(({ projectId }) => ({
      path: '/api/v1/conversions/values/',
      body: {
        project_id: projectId,
        reason_code: 'refund',
        values: [{ conversion_id: 'unknown', value: '1.50' }],
      },
    })),
  },
  'POST /api/v1/conversions/values/undo/': {
    caller: 'member',
    status: 200,
    outside: 403,
    roles: ['owner', 'manager'],
    requests: project(({ projectId, adjustmentId }) => ({
      path: '/api/v1/conversions/values/undo/',
      body: { project_id: projectId, ids: [adjustmentId] },
    })),
  },
  'GET /api/v1/export/': report('export', '&report=rc-table-data&group_by=affid&min_revenue=0'),
  'GET /api/v1/all-rc-payment-data/': {
    caller: 'signed in',
    status: 200,
    requests: withoutTarget(`/api/v1/all-rc-payment-data/?${day}`),
  },
  'GET /api/v1/param-variants/': {
    caller: 'member',
    status: 200,
    outside: 403,
    requests: {
      project: about(everything, ({ projectId }) => ({
        path: `/api/v1/param-variants/?project_id=${projectId}&name=params.utm_campaign`,
      })),
      affiliate: about(withSibling, ({ projectId, affiliateId }) => ({
        path: `/api/v1/param-variants/?project_id=${projectId}&affiliate_id=${affiliateId}&name=params.utm_campaign`,
      })),
    },
  },
  'GET /api/v1/metrics/definitions/': {
    caller: 'signed in',
    status: 200,
    requests: withoutTarget('/api/v1/metrics/definitions/'),
  },

  'POST /api/v1/analytics-token/': {
    caller: 'signed in',
    status: 200,
    requests: withoutTarget('/api/v1/analytics-token/'),
    reveals: 'token',
  },
  'GET /cubejs-api/v1/load': cube(inQuery),
  'POST /cubejs-api/v1/load': cube(inBody),
  'GET /cubejs-api/v1/meta': {
    caller: 'signed in',
    status: 200,
    withoutHeader: 403,
    requests: withoutTarget('/cubejs-api/v1/meta'),
  },
  'POST /api/v1/collect/server/': {
    caller: 'key',
    status: 202,
    requests: withoutTarget('/api/v1/collect/server/', { events: [{ event_name: 'click' }] }),
  },

  'OPTIONS /t/*': {
    caller: 'anyone',
    status: 204,
    isForPages: true,
    requests: withoutTarget('/t/e'),
  },
  'GET /t/p.gif': {
    caller: 'anyone',
    status: 403,
    isForPages: true,
    requests: withoutTarget('/t/p.gif?k=mp_unknown'),
  },
  'GET /t/f/:id': {
    caller: 'anyone',
    status: 404,
    isForPages: true,
    requests: withoutTarget('/t/f/2147483?k=mp_unknown&event_id=e'),
  },
  'GET /t/c/:affid': {
    caller: 'anyone',
    status: 404,
    isForPages: true,
    requests: withoutTarget('/t/c/unknown?offer=unknown'),
  },
  'GET /t/x/:slug/': {
    caller: 'anyone',
    status: 404,
    isForPages: true,
    requests: withoutTarget('/t/x/unknown/?k=mp_unknown'),
  },
  'GET /t/pb': {
    caller: 'anyone',
    status: 403,
    isForPages: true,
    requests: withoutTarget('/t/pb?key=mp_unknown&click_id=ck_1&value=1'),
  },
  'POST /t/pb': {
    caller: 'anyone',
    status: 403,
    isForPages: true,
    requests: withoutTarget('/t/pb', { key: 'mp_unknown', click_id: 'ck_1', value: 1 }),
  },
  'GET /api/v1/master-pixels/:id/rejections/': {
    caller: 'member',
    status: 200,
    outside: 404,
    roles: ['owner', 'manager', 'buyer', 'viewer', 'billing'],
    requests: {
      pixel: about(everything, ({ masterPixelId }) => ({
        path: `/api/v1/master-pixels/${masterPixelId}/rejections/`,
      })),
    },
  },
  'POST /api/v1/pixel-test/': {
    caller: 'member',
    status: 200,
    outside: 403,
    roles: pixelWriters,
    requests: affiliate(({ affiliateId, masterPixelId }) => ({
      path: '/api/v1/pixel-test/',
      body: { affiliate: affiliateId, event: masterPixelId },
    })),
    changes: ['collected +', 'deliveries +', 'inbox +'],
  },
  'GET /api/v1/pixel-stream/': {
    caller: 'member',
    status: 200,
    outside: 403,
    requests: {
      affiliate: about(withSibling, ({ affiliateId }) => ({
        path: `/api/v1/pixel-stream/?affiliate_id=${affiliateId}&follow=0`,
      })),
      project: about(everything, ({ projectId }) => ({
        path: `/api/v1/pixel-stream/?affiliate_id=all&project_id=${projectId}&follow=0`,
      })),
      'master pixel': about(everything, ({ masterPixelId }) => ({
        path: `/api/v1/pixel-stream/?master_pixel=${masterPixelId}&follow=0`,
      })),
    },
  },
  'GET /api/v1/plans/': {
    caller: 'signed in',
    status: 200,
    requests: withoutTarget('/api/v1/plans/'),
  },
  'POST /api/v1/plans/': {
    caller: 'superuser',
    status: 201,
    requests: withoutTarget('/api/v1/plans/', { name: 'Made by the matrix', price: 1 }),
    changes: ['plans +'],
  },
  'PATCH /api/v1/plans/:id/': {
    caller: 'superuser',
    status: 200,
    requests: {
      plan: about(['none'], (_, data) => ({
        path: `/api/v1/plans/${data.nextPlan()}/`,
        body: { name: unique() },
      })),
    },
    changes: ['plans.name'],
  },
  'POST /api/v1/setup-intents/': {
    caller: 'member',
    status: 409,
    outside: 403,
    roles: ['owner', 'billing'],
    requests: project(({ projectId }) => ({
      path: '/api/v1/setup-intents/',
      body: { project: projectId },
    })),
  },
  'PATCH /api/v1/confirm-payment-info/:id/': {
    caller: 'member',
    status: 409,
    outside: 404,
    roles: ['owner'],
    requests: project(({ projectId }) => ({
      path: `/api/v1/confirm-payment-info/${projectId}/`,
      body: {},
    })),
  },
  'GET /api/v1/subscriptions/': {
    caller: 'signed in',
    status: 200,
    requests: withoutTarget('/api/v1/subscriptions/'),
  },
  'POST /api/v1/subscriptions/': {
    caller: 'member',
    status: 409,
    outside: 403,
    roles: ['owner', 'billing'],
    requests: {
      project: about(everything, ({ projectId }, data) => ({
        path: '/api/v1/subscriptions/',
        body: { project: projectId, plan: data.nextPlan() },
      })),
    },
  },
  'GET /api/v1/subscriptions/:id/': {
    caller: 'member',
    status: 200,
    outside: 404,
    roles: masterPixelReaders,
    requests: {
      subscription: about(everything, ({ subscriptionId }) => ({
        path: `/api/v1/subscriptions/${subscriptionId}/`,
      })),
    },
  },
  'PATCH /api/v1/subscriptions/:id/': {
    caller: 'member',
    status: 200,
    outside: 404,
    roles: ['owner', 'billing'],
    requests: {
      subscription: about(everything, ({ subscriptionId }, data) => ({
        path: `/api/v1/subscriptions/${subscriptionId}/`,
        body: { plan: data.nextPlan() },
      })),
    },
    changes: [
      ...told,
      'subscriptions.plan',
      'subscriptions.price',
      'subscriptions.credit',
      'subscriptions.invoice',
      'subscriptions.changed_at',
      'invoices +',
      'invoices.amount',
      'invoices.status',
    ],
  },
  'POST /api/v1/subscriptions/:id/preview/': {
    caller: 'member',
    status: 200,
    outside: 404,
    roles: ['owner', 'billing'],
    requests: {
      subscription: about(everything, ({ subscriptionId }, data) => ({
        path: `/api/v1/subscriptions/${subscriptionId}/preview/`,
        body: { plan: data.nextPlan() },
      })),
    },
  },
  'GET /api/v1/subscriptions-billing/:id/': {
    caller: 'member',
    status: 200,
    outside: 404,
    roles: masterPixelReaders,
    requests: {
      subscription: about(everything, ({ subscriptionId }) => ({
        path: `/api/v1/subscriptions-billing/${subscriptionId}/`,
      })),
    },
  },
  'GET /api/v1/subscription-invoices/': {
    caller: 'member',
    status: 200,
    outside: 403,
    roles: ['owner', 'billing'],
    requests: {
      subscription: about(everything, ({ subscriptionId }) => ({
        path: `/api/v1/subscription-invoices/?subscription=${subscriptionId}`,
      })),
    },
  },
  'POST /api/v1/stripe-webhook/': {
    caller: 'anyone',
    status: 404,
    requests: withoutTarget('/api/v1/stripe-webhook/', { id: 'evt_1', type: 'invoice.paid' }),
  },
  'PATCH /api/v1/subscription-invoices/:id/': {
    caller: 'superuser',
    status: 404,
    requests: withoutTarget(`/api/v1/subscription-invoices/${missingId}/`, { status: 'paid' }),
  },
  'POST /t/e': {
    caller: 'anyone',
    status: 403,
    isForPages: true,
    requests: withoutTarget('/t/e', { key: 'mp_unknown', events: [{ event_name: 'page_view' }] }),
  },
};

/** Public routes without anyone's data: the health check, files of browsers, the API page. */
export const openToAll: readonly RegExp[] = [
  /^GET \/(healthz|readyz|conf\.js)$/,
  /^GET \/assets\/\*$/,
  /^GET \/t\/px(\.js|-assign\.js|-:hash.*)$/,
  /^GET \/api\/docs(\/.*)?$/,
];
