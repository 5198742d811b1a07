import { describe, expect, it } from 'vitest';
import { linkParamsSchema, linkQuerySchema, postbackSchema } from '#contract/collect/public.ts';
import { isUnfilled } from '#contract/collect/unfilled.ts';
import { networks } from '#model/networks.ts';
import { linkWith, postbackOf } from '#model/tracking-links.ts';
import { trafficSources } from '#model/traffic-sources.ts';
import { clickFields } from '#server/collect/public/query-fields.ts';
import { links } from '../../support/tracking-links.ts';

const [link, keyed] = links as [(typeof links)[number], (typeof links)[number]];
const sourceOf = (id: string) => {
  const source = trafficSources.find((one) => one.id === id);
  if (!source) throw new Error(`There is no source ${id}.`);
  return source;
};
const bare = { source: sourceOf('none'), offer: null, affsub: '' };

describe('a tracking link', () => {
  it('is the bare link without anything chosen', () => {
    expect(linkWith(link, bare)).toBe('https://ledger.test/t/c/1001');
  });

  it('has the macros of a source as the source writes them, also after the key of a company', () => {
    expect(linkWith(link, { ...bare, source: sourceOf('meta') })).toBe(
      'https://ledger.test/t/c/1001?utm_source={{site_source_name}}&utm_medium=paid&campaign_id={{campaign.id}}&adset_id={{adset.id}}&ad_id={{ad.id}}',
    );
    expect(linkWith(keyed, { ...bare, offer: '101' })).toBe(
      'https://ledger.test/t/c/1002?k=mp_1&offer=101',
    );
  });

  it('encodes what a person enters, which wins over the macro of the source', () => {
    const built = linkWith(link, { source: sourceOf('taboola'), offer: null, affsub: ' a&b=c ' });
    expect(built).toContain('affsub=a%26b%3Dc');
    expect(built).not.toContain('{site}');
    expect(built.match(/affsub=/g)).toHaveLength(1);
  });

  it.each(trafficSources.map((source) => [source.name, source] as const))(
    'for %s has only parameters that a click keeps, and macros that count as placeholders',
    (_, source) => {
      const url = new URL(linkWith(link, { ...bare, source }));
      const query = Object.fromEntries(url.searchParams);
      expect(linkQuerySchema.safeParse(query).success).toBe(true);
      expect(linkParamsSchema.safeParse({ affid: '1001' }).success).toBe(true);
      expect(Object.keys(clickFields(query)).sort()).toEqual(Object.keys(query).sort());
      const macros = source.parameters.filter(([, macro]) => /\W|__/.test(macro));
      expect(macros.filter(([, macro]) => !isUnfilled(macro))).toEqual([]);
    },
  );
});

describe('a postback address', () => {
  it.each(
    networks.flatMap((network) => (network.parameters ? [[network.name, network] as const] : [])),
  )(
    'for %s names the click, the transaction and the payout in parameters that postbacks take',
    (_, network) => {
      const names = network.parameters?.map(([name]) => name) ?? [];
      expect(names).toEqual(expect.arrayContaining(['click_id', 'txid', 'payout']));
      expect(names.filter((name) => !(name in postbackSchema.shape))).toEqual([]);
      expect(postbackOf(link, network, ' cs_1&2 ')).toContain('/t/pb?key=cs_1%262&click_id=');
      expect(postbackOf(link, network, '')).toContain('key=YOUR_COLLECT_KEY');
    },
  );

  it('does not exist for a network that sends none', () => {
    const silent = networks.filter(({ parameters }) => parameters === null);
    expect(silent.map((network) => postbackOf(link, network, 'cs_1'))).toEqual([null]);
  });
});
