import { describe, expect, it } from 'vitest';
import { masterPixelFormSchema } from '#model/master-pixels.ts';

const read = (domains: string) =>
  masterPixelFormSchema.safeParse({ name: 'Shop', event_name: 'purchase', domains });

describe('the domains of a pixel as typed', () => {
  it('are separated by lines or commas, each once', () => {
    const { data } = read('shop.example, *.shop.example\nSHOP.example;  ');
    expect(data?.domains).toEqual(['shop.example', '*.shop.example']);
  });

  it('are named one by one when invalid', () => {
    const { error } = read('https://a.example, ok.example, b.example:80');
    expect(error?.issues.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^“https:\/\/a\.example” is not a domain: /),
      expect.stringMatching(/^“b\.example:80” is not a domain: /),
    ]);
  });
});
