import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AccountsApp, startAccountsApp } from '../accounts/accounts-app.ts';
import { type Database, startDatabase } from '../accounts/test-app.ts';
import { corpus, type Sample } from './corpus.ts';

let database: Database;
let people: AccountsApp;
let me: { id: number; token: string };

beforeAll(async () => {
  database = await startDatabase();
  people = await startAccountsApp(database.pool);
  me = await people.signUp();
});
afterAll(async () => {
  await people?.app.close();
  await database?.stop();
});

const boundary = 'a-boundary-of-this-test';
const part = (head: string, bytes: Buffer | string) =>
  Buffer.concat([
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n`, 'utf8'),
    Buffer.from(bytes as string),
    Buffer.from('\r\n'),
  ]);
const fileOf = ({ bytes, filename = 'me.png', type = 'image/png' }: Partial<Sample>) =>
  part(`name="image"; filename="${filename}"\r\nContent-Type: ${type}`, bytes ?? Buffer.alloc(0));
const fieldOf = (name: string, value: string) => part(`name="${name}"`, value);

const send = (parts: Buffer[], { token = me.token, path = `user/${me.id}/` } = {}) =>
  people.app.inject({
    method: 'PATCH',
    url: `/api/v1/${path}`,
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      ...(token ? { authorization: `Token ${token}` } : {}),
    },
    payload: Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]),
  });
const pngs = async () => (await corpus())[0]?.bytes ?? Buffer.alloc(0);
const stored = async () => {
  const { rows } = await database.pool.query<{ name: string }>('select name from images');
  return rows.length;
};
const imageOf = async () => {
  const { rows } = await database.pool.query('select image from users where id = $1', [me.id]);
  return rows[0].image as string | null;
};

const samples = await corpus();

describe('an uploaded picture', () => {
  it('has forty forms in this file', () => {
    expect(samples.length).toBeGreaterThanOrEqual(40);
    expect(new Set(samples.map(({ name }) => name)).size).toBe(samples.length);
  });

  it.each(samples.map((sample) => [sample.name, sample] as const))(
    'is identified by its bytes: %s',
    async (_, sample) => {
      const before = await imageOf();
      const answer = await send([fileOf(sample)]);
      expect(answer.statusCode).toBe(sample.status);
      if (sample.status !== 200) {
        expect(await imageOf()).toBe(before);
        return;
      }
      const path: string = answer.json().image;
      expect(path).toMatch(/^\/api\/v1\/images\/[\w-]{22}\/$/);
      expect(path).not.toBe(before);
      const served = await people.app.inject({ method: 'GET', url: path });
      expect(served.statusCode).toBe(200);
      expect(served.headers).toMatchObject({
        'content-type': 'image/webp',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
        'content-disposition': 'inline; filename="picture.webp"',
      });
      const bytes = served.rawPayload;
      expect(bytes.toString('latin1')).not.toMatch(/script|onload|<\?php|Ana Ruiz|Exif/i);
      const { format, width, height, exif, xmp, icc } = await sharp(bytes).metadata();
      expect({ format, exif, xmp, icc }).toEqual({ format: 'webp' });
      expect(Math.max(width, height)).toBeLessThanOrEqual(512);
    },
  );

  it('is rotated upright, and its orientation tag is removed', async () => {
    const create = { width: 80, height: 40, channels: 3, background: 'red' } as const;
    const turned = await sharp({ create })
      .withExif({})
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const { image } = (await send([fileOf({ bytes: turned })])).json();
    const served = await people.app.inject({ method: 'GET', url: image });
    expect(await sharp(served.rawPayload).metadata()).toMatchObject({ width: 40, height: 80 });
  });

  it('replaces the one before, which is deleted', async () => {
    const before = await imageOf();
    const count = await stored();
    await send([fileOf({ bytes: await pngs() })]);
    expect(await stored()).toBe(count);
    const old = await people.app.inject({ method: 'GET', url: before ?? '' });
    expect(old.statusCode).toBe(404);
  });

  it('is removed with null, and with an empty form field', async () => {
    for (const take of [
      () => people.request('PATCH', `user/${me.id}/`, { token: me.token, body: { image: null } }),
      () => send([fieldOf('image', '')]),
    ]) {
      await send([fileOf({ bytes: await pngs() })]);
      expect((await take()).json().image).toBeNull();
      expect(await stored()).toBe(0);
    }
  });
});

describe('a multipart form', () => {
  it('equals JSON beside its picture', async () => {
    const answer = await send([
      fieldOf('first_name', 'Ånn'),
      fieldOf('email_notifications', 'false'),
      fieldOf('timezone', 'Europe/Rome'),
      fieldOf('phone', ''),
      fileOf({ bytes: await pngs() }),
    ]);
    expect(answer.json()).toMatchObject({
      first_name: 'Ånn',
      email_notifications: false,
      timezone: 'Europe/Rome',
      phone: null,
      image: expect.stringContaining('/api/v1/images/'),
    });
  });

  it.each([
    ['a field that is not known', [fieldOf('is_superuser', 'true')], 400, 'is_superuser'],
    ['a field twice', [fieldOf('first_name', 'A'), fieldOf('first_name', 'B')], 400, 'first_name'],
    ['a field of 5,000 letters', [fieldOf('first_name', 'a'.repeat(5_000))], 400, 'first_name'],
    ['a prototype', [fieldOf('__proto__', '{}')], 400, null],
    ['a constructor', [fieldOf('constructor', '{}')], 400, null],
    ['31 fields', Array.from({ length: 31 }, (_, n) => fieldOf(`field${n}`, 'x')), 413, 'detail'],
    ['a flag that is none', [fieldOf('email_notifications', 'maybe')], 400, 'email_notifications'],
  ])('is refused with %s', async (_, parts, status, field) => {
    const answer = await send(parts);
    expect(answer.statusCode).toBe(status);
    if (field) expect(Object.keys(answer.json())).toEqual([field]);
  });

  it('is refused with two pictures, or one under another name', async () => {
    const bytes = await pngs();
    const two = await send([fileOf({ bytes }), fileOf({ bytes })]);
    expect(two.statusCode).toBe(413);
    const other = part('name="logo"; filename="a.png"\r\nContent-Type: image/png', bytes);
    expect((await send([other])).json()).toEqual({ logo: ['Unknown field.'] });
  });

  it('is not read without a session', async () => {
    const answer = await send([fileOf({ bytes: Buffer.alloc(3_000_000) })], { token: '' });
    expect(answer.statusCode).toBe(401);
  });

  it('is refused by a call without a picture', async () => {
    const answer = await people.app.inject({
      method: 'POST',
      url: '/api/v1/registration/',
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
      payload: Buffer.concat([
        fieldOf('email', 'a@people.test'),
        Buffer.from(`--${boundary}--\r\n`),
      ]),
    });
    expect(answer.statusCode).toBe(415);
  });

  it('that breaks off changes nothing', async () => {
    const before = await imageOf();
    const answer = await people.app.inject({
      method: 'PATCH',
      url: `/api/v1/user/${me.id}/`,
      headers: {
        'content-type': `multipart/form-data; boundary=${boundary}`,
        authorization: `Token ${me.token}`,
      },
      payload: fileOf({ bytes: await pngs() }).subarray(0, 150),
    });
    expect(answer.statusCode).toBe(400);
    expect(await imageOf()).toBe(before);
  });
});
