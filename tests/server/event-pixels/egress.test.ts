import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Outgoing, send } from '#server/egress/http-request.ts';
import { isPublic } from '#server/egress/public-addresses.ts';
import { hostProblem, type Lookup } from '#server/egress/resolve-host.ts';
import { neverReplies, type Partner, replyWith, startPartner } from './partner.ts';

describe('an address', () => {
  it.each([
    '8.8.8.8',
    '93.184.216.34',
    '172.32.0.1',
    '100.128.0.1',
    '2606:4700::1111',
    '2a00:1450::8a',
  ])('%s is public', (address) => {
    expect(isPublic(address)).toBe(true);
  });
  it.each([
    '0.0.0.0',
    '10.0.0.1',
    '100.64.0.1',
    '127.0.0.1',
    '127.8.8.8',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.192',
    '192.168.1.1',
    '198.18.0.1',
    '203.0.113.9',
    '224.0.0.1',
    '239.1.1.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '::ffff:7f00:1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    'fe80::1',
    'fc00::1',
    'fd00:ec2::254',
    'ff02::1',
    '2001:db8::1',
    '2001::1',
    'fe80::1%eth0',
    'localhost',
    '',
  ])('%s is not', (address) => {
    expect(isPublic(address)).toBe(false);
  });
});

const noAddresses: Lookup = async () => [];
const limits = { lookup: noAddresses, allowHosts: [], timeoutMs: 300 };

describe('a host', () => {
  it.each([
    ['http://127.1/', 'inside'],
    ['http://2130706433/', 'inside'],
    ['http://0x7f.1/', 'inside'],
    ['http://[::1]/', 'inside'],
    ['http://[::ffff:10.0.0.1]/', 'inside'],
    ['https://8.8.8.8/{event_id}', null],
    ['https://not-yet-known.test/', null],
  ])('as %s is judged when it is saved', async (template, judged) => {
    const fault = await hostProblem(template, limits);
    expect(fault).toBe(judged && 'This host has an internal address, which is not called.');
  });
});

describe('a request', () => {
  let partner: Partner;
  let other: Partner;
  beforeAll(async () => {
    [partner, other] = [await startPartner(), await startPartner()];
  });
  afterAll(() => Promise.all([partner?.stop(), other?.stop()]));

  const get = (url: string): Outgoing => ({ method: 'GET', url, headers: {}, body: null });
  const port = (one: Partner) => one.host.split(':')[1];

  it('goes to the address that was checked, whatever the name resolves to later', async () => {
    const requests: string[] = [];
    const lookup: Lookup = async (host) => {
      requests.push(host);
      return [{ address: requests.length === 1 ? '127.0.0.1' : '10.0.0.7', family: 4 }];
    };
    const host = `rebinds.test:${port(partner)}`;
    const answer = await send(get(`http://${host}/pinned`), {
      ...limits,
      lookup,
      allowHosts: [host],
    });
    expect(answer).toMatchObject({ outcome: 'answered', status: 200 });
    expect(requests).toEqual(['rebinds.test']);
    expect(partner.heardAt('/pinned')[0]?.headers.host).toBe(host);
  });

  it('refuses a target inside that only a redirect names', async () => {
    partner.answersAt('/away', replyWith(307, '', { location: `${other.origin}/inside` }));
    const answer = await send(get(`${partner.origin}/away`), {
      ...limits,
      allowHosts: [partner.host],
    });
    expect(answer.outcome).toBe('blocked_host');
    expect(other.heardAt('/inside')).toEqual([]);
  });

  it('takes its secrets to no other host', async () => {
    const both = { ...limits, allowHosts: [partner.host, other.host] };
    const secret = { method: 'POST' as const, headers: { 'x-key': 'secret' }, body: '{"a":1}' };
    partner.answersAt('/moved', replyWith(308, '', { location: `${other.origin}/elsewhere` }));
    partner.answersAt('/stays', replyWith(303, '', { location: '/here' }));
    partner.answersAt('/leaves', replyWith(302, '', { location: `${other.origin}/left` }));
    const bare = { ...secret, body: null, url: `${partner.origin}/moved` };
    expect(await send(bare, both)).toMatchObject({ outcome: 'answered', status: 200 });
    for (const path of ['/stays', '/leaves']) {
      await send({ ...secret, url: `${partner.origin}${path}` }, both);
    }
    const [elsewhere] = other.heardAt('/elsewhere');
    expect([elsewhere?.method, elsewhere?.headers['x-key'], elsewhere?.body]).toEqual([
      'POST',
      undefined,
      '',
    ]);
    const [left] = other.heardAt('/left');
    expect([left?.method, left?.headers['x-key'], left?.body]).toEqual(['GET', undefined, '']);
    const [here] = partner.heardAt('/here');
    expect([here?.method, here?.headers['x-key'], here?.body]).toEqual(['GET', 'secret', '']);
  });

  it.each([307, 308])(
    'with a body is refused when it is sent on to another host (%i)',
    async (status) => {
      const both = { ...limits, allowHosts: [partner.host, other.host] };
      const [near, elsewhere] = [`/near-${status}`, `/away-${status}`];
      partner.answersAt(near, replyWith(status, '', { location: `${other.origin}${elsewhere}` }));
      partner.answersAt('/kept', replyWith(status, '', { location: '/within' }));
      const post = { method: 'POST' as const, headers: {}, body: '{"access_token":"secret"}' };
      expect(await send({ ...post, url: `${partner.origin}${near}` }, both)).toEqual({
        outcome: 'blocked_host',
        why: `It redirects to ${other.host}, but the request is meant for ${partner.host} alone.`,
      });
      expect(other.heardAt(elsewhere)).toEqual([]);
      const within = await send({ ...post, url: `${partner.origin}/kept` }, both);
      expect(within).toMatchObject({ outcome: 'answered', status: 200 });
      expect(partner.heardAt('/within').at(-1)?.body).toBe(post.body);
    },
  );

  it('times out, also while a response trickles', async () => {
    const allowed = { ...limits, allowHosts: [partner.host] };
    partner.answersAt('/silent', neverReplies);
    partner.answersAt('/drips', (response) => void response.writeHead(200).write('a'));
    for (const path of ['/silent', '/drips']) {
      const answer = await send(get(`${partner.origin}${path}`), allowed);
      expect(answer.outcome).toBe('timeout');
    }
    const never: Lookup = () => new Promise(() => undefined);
    const lost = await send(get('http://slow-name.test/'), { ...limits, lookup: never });
    expect(lost.outcome).toBe('timeout');
  });

  it('reads the beginning of a long response and hangs up', async () => {
    let isCut = false;
    partner.answersAt('/endless', (response) => {
      response.on('close', () => {
        isCut = true;
      });
      const more = () => {
        if (response.destroyed) return;
        response.write('x'.repeat(8_192), () => setImmediate(more));
      };
      response.writeHead(200);
      more();
    });
    const answer = await send(get(`${partner.origin}/endless`), {
      ...limits,
      timeoutMs: 5_000,
      allowHosts: [partner.host],
    });
    expect(answer).toMatchObject({
      outcome: 'answered',
      text: expect.stringMatching(/^x{16384,}$/),
    });
    await expect.poll(() => isCut).toBe(true);
  });
});
