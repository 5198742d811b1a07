import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type NewInvite, sentInviteSchema } from '#contract/invites/schemas.ts';
import { digestOf } from '#server/accounts/secret.ts';
import { openSession } from '#server/accounts/sessions.ts';
import { addMember, createProject } from '#server/projects/repository.ts';
import { startTeam, type Team, url } from '../members/team.ts';
import type { SignedInUser } from '../projects/users.ts';

let team: Team;

beforeAll(async () => {
  team = await startTeam();
});
afterAll(() => team?.stop());

const day = 86_400_000;

let requestCount = 0;
/** A new address without an invite. */
const newcomer = () => {
  requestCount += 1;
  return `new-${requestCount}@people.test`;
};

const invite = (by: SignedInUser, body: Partial<NewInvite>) =>
  team.call(by, 'POST', '/api/v1/user/', { role: 'viewer', ...body });

describe('inviting', () => {
  it('mails a link that is stored nowhere and shown to no other person', async () => {
    const { id, name, owner } = await team.project();
    const email = newcomer();
    const answer = await invite(owner, { email: email.toUpperCase(), projects: [id] });
    expect(answer.statusCode, answer.body).toBe(201);
    expect(sentInviteSchema.parse(answer.json())).toEqual({
      id: expect.any(Number),
      email,
      role: 'viewer',
      projects: [id],
      affiliates: [],
      status: 'pending',
      invited_by: 'owner',
      uid: null,
      link: null,
      created_at: '2026-11-20T12:00:00.000Z',
      sent_at: '2026-11-20T12:00:00.000Z',
      expires_at: '2026-11-27T12:00:00.000Z',
    });
    const uid = team.mailbox.secretFor(email);
    const mail = team.mailbox.mails.find(({ to }) => to === email);
    expect(mail?.text).toContain(`${url}/invite/${uid}`);
    expect(mail?.subject).toBe(`owner invites you to ${name}`);
    const listed = await team.call(owner, 'GET', `/api/v1/invites/?project=${id}`);
    expect(listed.json()).toHaveLength(1);
    expect(`${answer.body}${listed.body}`).not.toContain(uid);
    const { rows } = await team.pool.query('select * from invites where email = $1', [email]);
    expect(rows[0].uid_hash).toEqual(digestOf(uid));
    expect(JSON.stringify(rows)).not.toContain(uid);
  });

  it('reaches a domain of any script, which is one address in each spelling', async () => {
    const { id, owner } = await team.project();
    const [name] = newcomer().split('@');
    const sent = await invite(owner, { email: `${name}@Bücher.example`, projects: [id] });
    expect(sent.statusCode, sent.body).toBe(201);
    const plain = `${name}@xn--bcher-kva.example`;
    expect(sent.json().email).toBe(plain);
    expect(team.mailbox.secretFor(plain)).toBeTruthy();
    const again = await invite(owner, { email: plain, projects: [id] });
    expect(again.json()).toEqual({ email: ['Invited already. Send that invite again instead.'] });
  });

  it('gives the link to the inviting member where mails stay on this machine', async () => {
    const local = await startTeam({ delivers: false });
    const { id, owner } = await local.project();
    const body = { email: newcomer(), role: 'buyer', projects: [id] };
    const { uid, link } = (await local.call(owner, 'POST', '/api/v1/user/', body)).json();
    expect(link).toBe(`${url}/invite/${uid}`);
    const read = await local.app.inject({ url: `/api/v1/accept-invite/${uid}/` });
    expect(read.json()).toMatchObject({ email: body.email, role: 'buyer', has_account: false });
    await local.stop();
  });

  it('sends one mail for one key, however often it is repeated', async () => {
    const { id, owner } = await team.project();
    const email = newcomer();
    const send = () =>
      team.app.inject({
        method: 'POST',
        url: '/api/v1/invites-to-projects/',
        headers: { authorization: `Token ${owner.token}`, 'idempotency-key': `invite-of-${email}` },
        payload: { email, role: 'viewer', projects: [id] },
      });
    const first = await send();
    expect(first.statusCode, first.body).toBe(201);
    expect((await send()).json()).toEqual(first.json());
    expect(team.mailbox.mails.filter(({ to }) => to === email)).toHaveLength(1);
  });

  it('refuses people who are members or invited already, and affiliates of others', async () => {
    const { id, name, owner } = await team.project();
    const elsewhere = await team.project();
    const email = newcomer();
    const viewer = await team.member(id, 'viewer');
    const own = await team.affiliate(id, 'own');
    const foreign = await team.affiliate(elsewhere.id, 'foreign');
    expect((await invite(owner, { email: viewer.email, projects: [id] })).json()).toEqual({
      email: [`Works in ${name} already.`],
    });
    expect((await invite(owner, { email, projects: [id] })).statusCode).toBe(201);
    expect((await invite(owner, { email, projects: [id] })).json()).toEqual({
      email: ['Invited already. Send that invite again instead.'],
    });
    const affiliate = { email: newcomer(), role: 'affiliate' as const, projects: [id] };
    expect((await invite(owner, affiliate)).json()).toEqual({
      affiliates: ['Choose at least one affiliate.'],
    });
    for (const affiliates of [[foreign], [own, foreign], [2_000_000_000]]) {
      expect((await invite(owner, { ...affiliate, affiliates })).statusCode).toBe(403);
    }
    expect((await invite(owner, { ...affiliate, affiliates: [own] })).statusCode).toBe(201);
  });

  it.each([
    ['a line break in the address', { email: 'ana@acme.test\r\nBcc: eve@evil.test' }],
    ['two addresses', { email: 'ana@acme.test,eve@evil.test' }],
    ['a role that does not exist', { email: 'ana@acme.test', role: 'superuser' }],
    ['a role by another name', { email: 'ana@acme.test', is_superuser: true }],
    ['no project', { email: 'ana@acme.test', projects: [] }],
  ])('refuses %s and mails nothing', async (_, body) => {
    const { id, owner } = await team.project();
    const before = team.mailbox.mails.length;
    const answer = await invite(owner, { projects: [id], ...(body as object) });
    expect(answer.statusCode).toBe(400);
    expect(team.mailbox.mails).toHaveLength(before);
  });

  it('sends 20 a day from a project, also to as many at the same moment, resent ones included', async () => {
    const { id, owner } = await team.project();
    const answers = await Promise.all(
      Array.from({ length: 25 }, () => invite(owner, { email: newcomer(), projects: [id] })),
    );
    const statuses = answers.map(({ statusCode }) => statusCode);
    expect(statuses.filter((status) => status === 201)).toHaveLength(20);
    const refused = answers.find(({ statusCode }) => statusCode === 429);
    expect(refused?.headers['retry-after']).toBe('86400');
    const first = answers.find(({ statusCode }) => statusCode === 201)?.json().id;
    const again = () => team.call(owner, 'POST', `/api/v1/invites/${first}/resend/`);
    expect((await again()).statusCode).toBe(429);
    team.clock.advance(day);
    const back = await reopened(owner);
    expect((await team.call(back, 'POST', `/api/v1/invites/${first}/resend/`)).statusCode).toBe(
      200,
    );
  });
});

describe('one person', () => {
  it('sends 60 invites an hour, in however many projects', async () => {
    const { owner } = await team.project();
    const statuses: number[] = [];
    for (let number = 0; number < 61; number += 1) {
      const { project } = await createProject(team.pool, { name: 'Many', createdBy: owner.id });
      const answer = await invite(owner, { email: newcomer(), projects: [project.id] });
      statuses.push(answer.statusCode);
    }
    expect(statuses).toEqual([...Array(60).fill(201), 429]);
  });
});

/** The same person with a new session, after the clock moved. */
async function reopened(person: SignedInUser): Promise<SignedInUser> {
  const opening = { now: team.clock.now(), userAgent: 'test' };
  return { ...person, token: await openSession(team.pool, person.id, opening) };
}

describe('a written invite', () => {
  it('is sent again with another link, with the full time, and the old one ends', async () => {
    const { id, owner } = await team.project();
    const email = newcomer();
    const { id: sent } = (await invite(owner, { email, projects: [id] })).json();
    const old = team.mailbox.secretFor(email);
    team.clock.advance(8 * day);
    const back = await reopened(owner);
    const read = (uid: string) => team.app.inject({ url: `/api/v1/accept-invite/${uid}/` });
    expect((await read(old)).statusCode).toBe(410);
    const again = await team.call(back, 'POST', `/api/v1/invites/${sent}/resend/`);
    expect(again.json()).toMatchObject({
      status: 'pending',
      expires_at: new Date(team.clock.now().getTime() + 7 * day).toISOString(),
    });
    expect((await read(old)).statusCode).toBe(404);
    expect((await read(team.mailbox.secretFor(email))).statusCode).toBe(200);
  });

  it('is revoked, more than once if need be', async () => {
    const { id, owner } = await team.project();
    const email = newcomer();
    const { id: sent } = (await invite(owner, { email, projects: [id] })).json();
    const uid = team.mailbox.secretFor(email);
    for (const _ of [1, 2]) {
      const answer = await team.call(owner, 'DELETE', `/api/v1/invites/${sent}/`);
      expect(answer.statusCode).toBe(200);
      expect(answer.body).toBe('The invite was revoked.');
    }
    const read = await team.app.inject({ url: `/api/v1/accept-invite/${uid}/` });
    expect(read.statusCode).toBe(410);
    expect((await team.call(owner, 'POST', `/api/v1/invites/${sent}/resend/`)).statusCode).toBe(
      409,
    );
    const [listed] = (await team.call(owner, 'GET', `/api/v1/invites/?project=${id}`)).json();
    expect(listed).toMatchObject({ id: sent, status: 'revoked' });
    expect((await invite(owner, { email, projects: [id] })).statusCode).toBe(201);
  });

  it('is visible to owners of all its projects', async () => {
    const first = await team.project();
    const second = await team.project();
    await addMember(team.pool, second.id, first.owner.id, 'owner');
    const { id: sent } = (
      await invite(first.owner, { email: newcomer(), projects: [first.id, second.id] })
    ).json();
    const revoke = (by: SignedInUser) => team.call(by, 'DELETE', `/api/v1/invites/${sent}/`);
    expect((await revoke(second.owner)).statusCode).toBe(403);
    const [seen] = (
      await team.call(second.owner, 'GET', `/api/v1/invites/?project=${second.id}`)
    ).json();
    expect(seen.projects).toEqual([second.id]);
    expect((await revoke(await team.person('stranger'))).statusCode).toBe(404);
    expect((await revoke(first.owner)).statusCode).toBe(200);
  });
});

describe('inviting to projects', () => {
  it('makes an invited person a member when they accept, and shows nothing of them before', async () => {
    const { id, owner } = await team.project();
    const known = await team.person('known');
    await team.pool.query(
      `update users set phone = '+13125550199', last_seen_at = $2, first_name = 'Only', last_name = 'Theirs' where id = $1`,
      [known.id, team.clock.now()],
    );
    const add = (email: string) =>
      team.call(owner, 'POST', '/api/v1/invites-to-projects/', {
        email,
        role: 'manager',
        projects: [id],
      });
    const forKnown = await add(known.email);
    const forNobody = await add(newcomer());
    expect([forKnown.statusCode, forNobody.statusCode]).toEqual([201, 201]);
    expect(Object.keys(forKnown.json())).toEqual(Object.keys(forNobody.json()));
    expect(forKnown.json()).toMatchObject({ status: 'pending', email: known.email, uid: null });
    expect((await team.call(known, 'GET', `/api/v1/projects/${id}/`)).statusCode).toBe(404);
    const members = async () => team.call(owner, 'GET', `/api/v1/user/?project=${id}`);
    const seen = async () => {
      const invites = await team.call(owner, 'GET', `/api/v1/invites/?project=${id}`);
      return `${(await members()).body} ${invites.body}`;
    };
    const before = await seen();
    for (const personal of ['+13125550199', 'Only', 'Theirs']) {
      expect(before).not.toContain(personal);
    }
    expect((await members()).json()).toMatchObject([{ id: owner.id }]);

    const uid = team.mailbox.secretFor(known.email);
    const accepted = await team.call(known, 'PATCH', `/api/v1/accept-invite/${uid}/`, {});
    expect(accepted.statusCode, accepted.body).toBe(200);
    expect((await team.call(known, 'GET', `/api/v1/projects/${id}/`)).statusCode).toBe(200);
    expect(await seen()).toContain('+13125550199');
    const manager = await team.call(known, 'GET', `/api/v1/user/?project=${id}`);
    expect(manager.json().map(({ phone }: { phone: string | null }) => phone)).toEqual([
      null,
      null,
    ]);
    expect((await add(known.email)).statusCode).toBe(400);
  });
});
