import { describe, expect, it } from 'vitest';
import { masterPixelFormSchema } from '#model/master-pixels.ts';

const read = (domains: string) =>
  masterPixelFormSchema.safeParse({ name: 'Shop', event_name: 'purchase', domains });

describe('the sites of a pixel, as a person types them', () => {
  it('stand on lines or behind commas, each once', () => {
    const { data } = read('shop.example, *.shop.example\nSHOP.example;  ');
    expect(data?.domains).toEqual(['shop.example', '*.shop.example']);
  });

  it('are each named where they are none', () => {
    const { error } = read('https://a.example, ok.example, b.example:80');
    expect(error?.issues.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^“https:\/\/a\.example” is no domain: /),
      expect.stringMatching(/^“b\.example:80” is no domain: /),
    ]);
  });
});
