import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTeam, type Team } from '../members/team.ts';
import type { SignedInUser } from './users.ts';

let team: Team;
let png: Buffer;

beforeAll(async () => {
  team = await startTeam();
  png = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#1f5fd0' } })
    .png()
    .toBuffer();
});
afterAll(() => team?.stop());

/** A form as a browser sends it, with the content type that the browser chooses. */
async function upload({ token }: SignedInUser, project: number, file: Buffer, name = 'image') {
  const form = new FormData();
  form.set(name, new Blob([new Uint8Array(file)]), '../../logo.svg');
  const request = new Request('https://ledger.test', { method: 'PATCH', body: form });
  return team.app.inject({
    method: 'PATCH',
    url: `/api/v1/projects/${project}/`,
    headers: {
      authorization: `Token ${token}`,
      'content-type': request.headers.get('content-type') ?? '',
    },
    payload: Buffer.from(await request.arrayBuffer()),
  });
}

const pictures = async () =>
  (await team.pool.query<{ name: string; bytes: Buffer }>('select name, bytes from images')).rows;

describe('the logo of a project', () => {
  it('is encoded anew, replaced, and removed', async () => {
    const { id, name, owner } = await team.project();
    const answer = await upload(owner, id, png);
    expect(answer.statusCode, answer.body).toBe(200);
    const first = answer.json();
    expect(first).toMatchObject({ id, name, image: expect.stringMatching(/^\/api\/v1\/images\//) });
    const [stored] = await pictures();
    expect(await sharp(stored?.bytes).metadata()).toMatchObject({
      format: 'webp',
      width: 40,
      height: 20,
    });
    const second = (await upload(owner, id, png)).json();
    expect(second.image).not.toBe(first.image);
    expect(await pictures()).toHaveLength(1);
    const none = await team.call(owner, 'PATCH', `/api/v1/projects/${id}/`, { image: null });
    expect(none.json().image).toBeNull();
    expect(await pictures()).toEqual([]);
    const log = await team.call(owner, 'GET', `/api/v1/audit-log/?project=${id}`);
    expect(log.json().map(({ action }: { action: string }) => action)).toEqual(
      Array(3).fill('project.logo'),
    );
  });

  it.each([
    ['a drawing that runs scripts', Buffer.from('<svg><script>1</script></svg>'), 415],
    ['a page', Buffer.from('<html></html>'), 415],
    ['nothing', Buffer.alloc(0), 415],
    ['a picture that is cut off', Buffer.from('89504e470d0a1a0a0000', 'hex'), 400],
    ['too much', Buffer.alloc(3 * 1024 * 1024), 413],
  ])('is never %s', async (_, file, status) => {
    const { id, owner } = await team.project();
    expect((await upload(owner, id, file)).statusCode).toBe(status);
    expect((await team.call(owner, 'GET', `/api/v1/projects/${id}/`)).json().image).toBeNull();
  });

  it('is for owners, and no other field accepts a file', async () => {
    const { id, owner } = await team.project();
    const manager = await team.member(id, 'manager');
    expect((await upload(manager, id, png)).statusCode).toBe(403);
    expect((await upload(await team.person('stranger'), id, png)).statusCode).toBe(404);
    expect((await upload(owner, id, png, 'name')).statusCode).toBe(400);
  });
});
