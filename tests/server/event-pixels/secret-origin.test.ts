import { createCipheriv, createHash, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Role } from '#contract/accounts/roles.ts';
import { createVault } from '#server/event-pixels/vault.ts';
import { sharedStores } from '#tests/support/stores.ts';
import { purchase } from '../pipeline/inbox-events.ts';
import { createMember, type SignedInUser } from '../projects/users.ts';
import { type PixelFixture, startPixelFixture } from './fixture.ts';
import { replyWith, startPartner } from './partner.ts';

const stores = sharedStores();
let fixture: PixelFixture;
beforeAll(async () => {
  fixture = await startPixelFixture(stores());
});
afterAll(() => fixture?.stop());

const secret = 'Bearer of-the-owner-k3';
const home = 'https://192.0.32.7/in/pb?id={event_id}';
const again = 'Enter the secret again, because the address has changed.';

/** A postback with a secret header of the owner, and members of other roles. */
async function sealedPostback(url_template = home) {
  const { affiliate, event, owner, projectId } = await fixture.company();
  const pixel = await fixture.create(owner, {
    affiliate,
    event,
    type: 'postback',
    url_template,
    config: { headers: { 'X-Key': secret } },
  });
  const member = (role: Role) => createMember(fixture.pool, projectId, role, [affiliate]);
  const change = (person: SignedInUser, body: object) =>
    fixture.call(person, 'PUT', `/api/v1/pixels/${pixel.id}/`, body);
  return { pixel, projectId, owner, member, change };
}

const otherOrigins = [
  'http://192.0.32.7/in/pb?id={event_id}',
  'https://192.0.32.7:8443/in/pb?id={event_id}',
  'https://192.0.32.8/in/pb?id={event_id}',
  'https://192.0.32.8/?u=https://192.0.32.7/in/pb',
  'HTTPS://192.0.32.8\\@192.0.32.7/in/pb',
];

describe('the secret of a postback', () => {
  it.each(otherOrigins)('is not taken to %s by anybody', async (url_template) => {
    const { pixel, owner, member, change } = await sealedPostback();
    for (const person of [owner, await member('buyer'), await member('affiliate')]) {
      for (const body of [
        { url_template },
        { url_template, config: pixel.config },
        { url_template, config: { headers: { 'X-Key': '••••k3' } }, method: 'POST' },
      ]) {
        const answer = await change(person, body);
        expect(answer.statusCode).toBe(400);
        expect(Object.keys(answer.json())).toEqual(
          url_template.includes('\\') ? ['url_template'] : ['config.headers.X-Key'],
        );
      }
    }
    expect(await fixture.read(owner, pixel)).toEqual(pixel);
  });

  it('is entered anew or left out for another origin', async () => {
    const { member, change } = await sealedPostback();
    const affiliate = await member('affiliate');
    const [url_template = '', second = ''] = otherOrigins.slice(1);
    const headers = { 'X-Key': 'own-secret-z9' };
    const entered = await change(affiliate, { url_template, config: { headers } });
    expect([entered.statusCode, entered.json().config]).toEqual([
      200,
      { headers: { 'X-Key': '••••z9' } },
    ]);
    const without = await change(affiliate, { url_template: second, config: { headers: {} } });
    expect([without.statusCode, without.json().config]).toEqual([200, { headers: {} }]);
  });

  it('stays for another path of its origin, except where an affiliate chooses the path', async () => {
    const { pixel, owner, member, change } = await sealedPostback();
    const elsewhere = { url_template: 'https://192.0.32.7/other?id={event_id}' };
    const refused = await change(await member('affiliate'), elsewhere);
    expect([refused.statusCode, refused.json()]).toEqual([
      400,
      { 'config.headers.X-Key': [again] },
    ]);
    const moved = await change(owner, elsewhere);
    expect([moved.statusCode, moved.json()]).toEqual([200, { ...pixel, ...elsewhere }]);
    const renamed = await change(await member('affiliate'), { name: 'Same', ...elsewhere });
    expect(renamed.statusCode).toBe(200);
  });

  it('can be kept while a pixel is paused whose address is refused since an upgrade', async () => {
    const { pixel, owner, change } = await sealedPostback();
    const url_template = 'https:///192.0.32.7/in/pb?id={event_id}';
    await fixture.pool.query('update event_pixels set url_template = $2 where id = $1', [
      pixel.id,
      url_template,
    ]);
    const paused = await change(owner, { status: 'paused' });
    expect([paused.statusCode, paused.json()]).toEqual([
      200,
      { ...pixel, url_template, status: 'paused', updated_at: expect.anything() },
    ]);
    const again = await change(owner, { url_template: `${url_template}&a=1` });
    expect([again.statusCode, Object.keys(again.json())]).toEqual([400, ['url_template']]);
  });

  it('does not arrive at an address that was changed in the database, by tests and by sales', async () => {
    const attacker = await startPartner();
    try {
      const { pixel, projectId, owner } = await sealedPostback(`${fixture.partner.origin}/sealed`);
      await fixture.restart({ allowHosts: [fixture.partner.host, attacker.host] });
      await fixture.happen(purchase(projectId, { affid: '1001', event_id: 'first' }));
      expect(fixture.partner.heardAt('/sealed')[0]?.headers['x-key']).toBe(secret);
      await fixture.pool.query('update event_pixels set url_template = $2 where id = $1', [
        pixel.id,
        `${attacker.origin}/sealed`,
      ]);
      await fixture.call(owner, 'POST', `/api/v1/pixels/${pixel.id}/test/`, {});
      await fixture.happen(purchase(projectId, { affid: '1001', event_id: 'second' }));
      expect(attacker.heardAt('/sealed')).toEqual([]);
      const [last] = await fixture.log(owner, pixel);
      expect(last?.outcome).toBe('invalid');
    } finally {
      await attacker.stop();
    }
  });
});

describe('a secret that the partner repeats in its answer', () => {
  const sent = `k3+y/Z=&"q'<w>\\~$`;
  const escaped = (write: (code: number) => string) =>
    sent.replace(/\W/g, (sign) => write(sign.charCodeAt(0)));
  const hex = (code: number, length = 2) => code.toString(16).padStart(length, '0');
  it.each([
    ['as it is', sent],
    ['as JSON', JSON.stringify({ sent })],
    ['as JSON of PHP', JSON.stringify({ sent }).replaceAll('/', '\\/')],
    ['as JSON within JSON', JSON.stringify(JSON.stringify({ sent }))],
    ['as JSON for a page', escaped((code) => `\\u${hex(code, 4)}`)],
    ['as JSON for a page in capitals', escaped((code) => `\\u${hex(code, 4).toUpperCase()}`)],
    ['as a script', escaped((code) => `\\x${hex(code)}`)],
    ['in an address', encodeURIComponent(sent)],
    ['in an address with small letters', escaped((code) => `%${hex(code)}`)],
    ['in an address within an address', encodeURIComponent(encodeURIComponent(sent))],
    ['in a page', escaped((code) => `&#${code};`)],
    ['in a page with hexadecimal numbers', escaped((code) => `&#x${hex(code).toUpperCase()};`)],
    [
      'in a page with names',
      sent.replace(/[&"'<>]/g, (sign) => `&${names.get(sign)};`).replaceAll('/', '&#x2F;'),
    ],
  ])('is hidden: %s', async (_, body) => {
    const { affiliate, event, owner } = await fixture.company();
    const pixel = await fixture.create(owner, {
      affiliate,
      event,
      type: 'postback',
      url_template: `${fixture.partner.origin}/repeats`,
      config: { headers: { 'X-Key': sent } },
    });
    fixture.partner.answersAt('/repeats', replyWith(200, `you sent ${body}`));
    const test = await fixture.call(owner, 'POST', `/api/v1/pixels/${pixel.id}/test/`, {});
    const { response_excerpt: shown } = test.json();
    expect(shown).toMatch(/you sent .*••••~\$/);
    expect(shown).not.toMatch(/k3|Z/);
  });
});

const names = new Map([
  ['&', 'amp'],
  ['"', 'quot'],
  ["'", 'apos'],
  ['<', 'lt'],
  ['>', 'gt'],
]);

describe('a sealed secret', () => {
  it('opens for its own pixel and origin only', () => {
    const vault = createVault('a');
    const target = fc.record({ pixel: fc.nat(999), origin: fc.webUrl().map(originOf) });
    fc.assert(
      fc.property(target, target, fc.string(), (own, other, value) => {
        const sealed = vault.seal(own, { value });
        expect(vault.open(own, sealed)).toEqual({ value });
        if (own.pixel === other.pixel && own.origin === other.origin) return;
        expect(() => vault.open(other, sealed)).toThrow();
      }),
    );
  });

  it('of an earlier version still opens for its pixel', () => {
    const key = createHash('sha256').update('clickledger pixel secrets\na').digest();
    const nonce = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from('pixel 7'));
    const text = Buffer.concat([cipher.update('{"access_token":"t"}', 'utf8'), cipher.final()]);
    const sealed = Buffer.concat([nonce, cipher.getAuthTag(), text]);
    const vault = createVault('a');
    expect(vault.open({ pixel: 7, origin: 'meta_capi' }, sealed)).toEqual({ access_token: 't' });
    expect(() => vault.open({ pixel: 8, origin: 'meta_capi' }, sealed)).toThrow();
  });
});

const originOf = (address: string): string => new URL(address).origin;
