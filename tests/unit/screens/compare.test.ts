import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { compare } from '../../screenshots/compare.ts';
import { reportOf } from '../../screenshots/report.ts';
import { compareShot } from '../../screenshots/shot-result.ts';
import { fileOf, type Shot } from '../../screenshots/shots.ts';

type Block = { left: number; top: number; size: number; grey: number };

/** A pale picture with squares in it. */
function picture(blocks: readonly Block[] = [], width = 60, height = 40): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#eeeeee' } })
    .composite(
      blocks.map(({ left, top, size, grey }) => ({
        left,
        top,
        input: {
          create: {
            width: size,
            height: size,
            channels: 3 as const,
            background: { r: grey, g: grey, b: grey },
          },
        },
      })),
    )
    .png()
    .toBuffer();
}

describe('two pictures', () => {
  it('are the same when they are equal', async () => {
    const same = await picture([{ left: 5, top: 5, size: 10, grey: 0 }]);
    expect(await compare(same, same)).toMatchObject({ count: 0, isChanged: false });
  });

  it('differ by a block whose colour changed, which the difference shows in red', async () => {
    const now = await picture([{ left: 5, top: 5, size: 8, grey: 150 }]);
    const { count, isChanged, difference } = await compare(await picture(), now);
    expect([count, isChanged]).toEqual([64, true]);
    const { data } = await sharp(difference)
      .extract({ left: 4, top: 5, width: 2, height: 1 })
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect([...data.subarray(0, 3)]).toEqual([251, 251, 251]);
    expect([...data.subarray(4, 7)]).toEqual([214, 31, 61]);
  });

  it('are the same with an invisible difference of colour', async () => {
    const now = await picture([{ left: 5, top: 5, size: 20, grey: 228 }]);
    expect(await compare(await picture(), now)).toMatchObject({ count: 0, isChanged: false });
  });

  it('are the same with as many other pixels as a rounded corner has, and not with one more', async () => {
    const forty = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((at) => ({
      left: at * 4,
      top: 2,
      size: 2,
      grey: 0,
    }));
    expect(await compare(await picture(), await picture(forty))).toMatchObject({
      count: 40,
      isChanged: false,
    });
    const more = [...forty, { left: 50, top: 30, size: 1, grey: 0 }];
    expect(await compare(await picture(), await picture(more))).toMatchObject({
      count: 41,
      isChanged: true,
    });
  });

  it('differ where one is larger', async () => {
    const longer = await picture([], 60, 42);
    expect(await compare(await picture(), longer)).toMatchObject({ count: 120, isChanged: true });
  });
});

describe('a screenshot', () => {
  const shot: Shot = { screen: 'billing', state: '{settled:active}', theme: 'dark', width: 360 };
  let folder = '';
  const put = async (part: string, content: Buffer) => {
    const file = join(folder, part, fileOf(shot));
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
  };
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'clickledger-screens-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('is new as long as none was accepted, and the same afterwards', async () => {
    await put('now', await picture());
    expect(await compareShot(folder, shot)).toMatchObject({ kind: 'new', before: null });
    await put('accepted', await picture());
    expect(await compareShot(folder, shot)).toMatchObject({ kind: 'same', difference: null });
  });

  it('is changed with its difference beside it, and comes first in the report', async () => {
    await put('accepted', await picture());
    await put('now', await picture([{ left: 5, top: 5, size: 8, grey: 0 }]));
    const changed = await compareShot(folder, shot);
    expect(changed).toMatchObject({ kind: 'changed', count: 64 });
    expect((await readFile(join(folder, changed.difference ?? ''))).length).toBeGreaterThan(0);

    const same = { ...changed, shot: { ...shot, screen: 'logo' }, kind: 'same' as const };
    const report = reportOf([same, changed]);
    expect(report.indexOf('data-screen="billing"')).toBeLessThan(
      report.indexOf('data-screen="logo"'),
    );
    expect(report).toContain('src="accepted/billing/settled-active.dark.360.png"');
    expect(report).toContain('src="difference/billing/settled-active.dark.360.png"');
    expect(report).toContain('data-theme="dark" data-width="360" data-kind="changed"');
  });
});
