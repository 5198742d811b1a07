import { afterAll, beforeAll, expect } from 'vitest';
import { type Funnel, funnelSchema, slugAnswerSchema } from '#contract/funnels/schemas.ts';
import { createProject } from '#server/projects/repository.ts';
import { appOf, productModules } from '#tests/support/app.ts';
import { type Stores, sharedStores } from '#tests/support/stores.ts';
import { stoppedClock } from '../accounts/test-app.ts';
import { apiCaller, createMember, type SignedInUser, start } from '../projects/users.ts';

const path = '/api/v1/funnels/';
type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
type Sent = {
  body?: object;
  as?: SignedInUser;
  headers?: Record<string, string>;
  project?: number;
};

/** The step of an event, and of pages whose path holds a word. */
export const stepOf = (slug: string, event = slug, more: object = {}) => ({
  slug,
  name: `Step ${slug}`,
  kind: 'custom',
  matcher: { any: [{ event }] },
  ...more,
});
export const filtered = (filter: object) => ({ any: [{ event: 'page_view', filters: [filter] }] });

/** The product over these stores, with a clock that stands still, and a new project for each test. */
export async function startFunnels({ pool, warehouse }: Stores) {
  const clock = stoppedClock(start.toISOString());
  const { reader } = warehouse;
  const app = await appOf(productModules({ pool, reader, now: clock.now }));
  const call = apiCaller(app);

  async function company() {
    const { project } = await createProject(pool, { name: 'Acme', createdBy: null });
    const owner = await createMember(pool, project.id, 'owner');

    /** Calls a path below the funnels of the project. */
    const send = (method: Method, below = '', sent: Sent = {}) =>
      app.inject({
        method,
        url: `${path}${below}${below.includes('?') ? '&' : '?'}project_id=${sent.project ?? project.id}`,
        headers: {
          authorization: `Token ${(sent.as ?? owner).token}`,
          'content-type': 'application/json',
          ...sent.headers,
        },
        ...(method === 'GET' ? {} : { payload: sent.body ?? {} }),
      });
    const create = (body: object = {}, headers: Record<string, string> = {}) =>
      app.inject({
        method: 'POST',
        url: path,
        headers: { authorization: `Token ${owner.token}`, ...headers },
        payload: { project: project.id, name: 'Main offer', ...body },
      });
    const preview = (body: object) =>
      app.inject({
        method: 'POST',
        url: '/api/v1/funnel-preview/',
        headers: { authorization: `Token ${owner.token}` },
        payload: { project: project.id, ...body },
      });

    /** A call that must succeed, and the funnel that it answers. */
    async function done(method: Method, below: string, sent: Sent = {}): Promise<Funnel> {
      const answer = await send(method, below, sent);
      expect([200, 201], answer.body).toContain(answer.statusCode);
      return funnelSchema.parse(answer.json());
    }

    async function created(body: object = {}): Promise<Funnel> {
      const answer = await create(body);
      expect(answer.statusCode, answer.body).toBe(201);
      return funnelSchema.parse(answer.json());
    }

    async function published(body: object = {}): Promise<Funnel> {
      const steps = [stepOf('landing', 'page_view'), stepOf('checkout', 'initiate_checkout')];
      const funnel = await created({ steps: [...steps, stepOf('order', 'purchase')], ...body });
      return done('POST', `${funnel.slug}/publish/`);
    }

    /** The audit log of the project, the latest entry first. */
    async function audited(): Promise<{ action: string; target: string; details: object }[]> {
      const { rows } = await pool.query(
        `select action, target, details from audit_entries where chain = $1 and action like 'funnel.%'
         order by number desc`,
        [`project:${project.id}`],
      );
      return rows;
    }

    const member = (role: Parameters<typeof createMember>[2]) =>
      createMember(pool, project.id, role);
    return {
      ...{
        id: project.id,
        owner,
        member,
        send,
        create,
        preview,
        done,
        created,
        published,
        audited,
      },
    };
  }

  async function askSlug(person: SignedInUser, project: number, slug: string) {
    const query = new URLSearchParams({ project_id: `${project}`, slug });
    const answer = await call(person, 'GET', `/api/v1/funnel-slug/?${query}`);
    expect(answer.statusCode, answer.body).toBe(200);
    return slugAnswerSchema.parse(answer.json());
  }

  return { ...{ company, askSlug, clock, pool, reader }, stop: () => app.close() };
}

/** The product for the tests of a file, with one company for those that need none of their own. */
export function sharedFunnels(): { funnels: () => Funnels; company: () => FunnelCompany } {
  const stores = sharedStores();
  let running: { funnels: Funnels; company: FunnelCompany } | null = null;
  const started = () => {
    if (!running) throw new Error('The product is started before the first test, not earlier.');
    return running;
  };
  beforeAll(async () => {
    const funnels = await startFunnels(stores());
    running = { funnels, company: await funnels.company() };
  });
  afterAll(() => running?.funnels.stop());
  return { funnels: () => started().funnels, company: () => started().company };
}

export type Funnels = Awaited<ReturnType<typeof startFunnels>>;
export type FunnelCompany = Awaited<ReturnType<Funnels['company']>>;
