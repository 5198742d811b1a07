import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

const script = '<script>document.title="ran"</script>';
const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload="document.title='ran'">${script}</svg>`;
const html = `<!doctype html><title>x</title>${script}`;

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 30, g: 90, b: 200 } } });

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** A PNG whose header declares a size, whatever follows. */
function pngOf(width: number, height: number, rows: Buffer): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** An upload: its bytes, its declared type, and the expected result. */
export type Sample = {
  name: string;
  bytes: Buffer;
  filename?: string;
  type?: string;
  status: number;
};

/** Pictures, files that pretend to be pictures, and pictures with other content in them. */
export async function corpus(): Promise<Sample[]> {
  const png = await picture(64, 48).png().toBuffer();
  const jpeg = await picture(64, 48).jpeg().toBuffer();
  const webp = await picture(64, 48).webp().toBuffer();
  const located = await picture(64, 48)
    .withExif({ IFD0: { Artist: 'Ana Ruiz' }, IFD3: { GPSLatitudeRef: 'N' } })
    .jpeg()
    .toBuffer();
  const kinds = Object.entries({ png, jpeg, webp });
  const after = (text: string) =>
    kinds.map(([kind, bytes]) => ({
      name: `a ${kind} that ends as something else: ${text.slice(0, 12)}`,
      bytes: Buffer.concat([bytes, Buffer.from(text)]),
      status: 200,
    }));
  const comment = Buffer.concat([
    jpeg.subarray(0, 2),
    Buffer.from([0xff, 0xfe, 0, 2 + script.length]),
    Buffer.from(script),
    jpeg.subarray(2),
  ]);
  const text = Buffer.concat([
    png.subarray(0, 33),
    chunk('tEXt', Buffer.from(`Comment\0${script}`)),
    png.subarray(33),
  ]);
  const gif = Buffer.from(`GIF89a/*${'\0'.repeat(20)}*/=1;document.title="ran"`, 'latin1');
  return [
    ...kinds.map(([kind, bytes]) => ({ name: `a ${kind}`, bytes, status: 200 })),
    ...kinds.map(([kind, bytes]) => ({
      name: `a ${kind} that says it is HTML`,
      bytes,
      status: 200,
      filename: 'page.html',
      type: 'text/html',
    })),
    ...kinds.map(([kind, bytes]) => ({
      name: `a ${kind} with a way out of its folder`,
      bytes,
      status: 200,
      filename: '../../../../etc/cron.d/x.png',
    })),
    ...after(html),
    ...after(svg),
    ...after(`<?php echo 1 ?>`),
    { name: 'a JPEG with the place it was taken at', bytes: located, status: 200 },
    { name: 'a JPEG with a script as its comment', bytes: comment, status: 200 },
    { name: 'a PNG with a script as its text', bytes: text, status: 200 },
    {
      name: 'a PNG of the longest side there may be',
      bytes: await picture(4_096, 8).png().toBuffer(),
      status: 200,
    },
    { name: 'an SVG with a script', bytes: Buffer.from(svg), type: 'image/svg+xml', status: 415 },
    {
      name: 'an SVG that says it is a PNG',
      bytes: Buffer.from(svg),
      filename: 'a.png',
      status: 415,
    },
    {
      name: 'an SVG behind a declaration',
      bytes: Buffer.from(
        `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${svg}`,
      ),
      status: 415,
    },
    {
      name: 'HTML that says it is a PNG',
      bytes: Buffer.from(html),
      filename: 'a.png',
      status: 415,
    },
    { name: 'a GIF that is a script', bytes: gif, type: 'image/gif', status: 415 },
    { name: 'a GIF that says it is a JPEG', bytes: gif, type: 'image/jpeg', status: 415 },
    { name: 'a PDF', bytes: Buffer.from('%PDF-1.7\n1 0 obj'), filename: 'a.webp', status: 415 },
    { name: 'a bitmap', bytes: Buffer.from('424d4600000000000000', 'hex'), status: 415 },
    { name: 'an icon', bytes: Buffer.from('00000100010010100000', 'hex'), status: 415 },
    { name: 'a TIFF', bytes: await picture(8, 8).tiff().toBuffer(), status: 415 },
    { name: 'an AVIF', bytes: await picture(8, 8).avif().toBuffer(), status: 415 },
    {
      name: 'a sound in the box of a WebP',
      bytes: Buffer.from('RIFF\x24\0\0\0WAVEfmt '),
      status: 415,
    },
    { name: 'an archive', bytes: Buffer.from('504b0304140000000800', 'hex'), status: 415 },
    { name: 'nothing', bytes: Buffer.alloc(0), status: 415 },
    { name: 'one byte', bytes: Buffer.from([0x89]), status: 415 },
    { name: 'the first bytes of a PNG', bytes: png.subarray(0, 8), status: 400 },
    { name: 'the first bytes of a JPEG', bytes: jpeg.subarray(0, 3), status: 400 },
    { name: 'the first bytes of a WebP', bytes: webp.subarray(0, 12), status: 400 },
    {
      name: 'HTML behind the first bytes of a PNG',
      bytes: Buffer.concat([png.subarray(0, 8), Buffer.from(html)]),
      status: 400,
    },
    {
      name: 'HTML behind the first bytes of a JPEG',
      bytes: Buffer.concat([jpeg.subarray(0, 3), Buffer.from(html)]),
      status: 400,
    },
    { name: 'half a PNG', bytes: half(await noisy('png')), status: 400 },
    { name: 'half a WebP', bytes: half(await noisy('webp')), status: 400 },
    {
      name: 'a PNG that says it is 50,000 points wide',
      bytes: pngOf(50_000, 50_000, Buffer.alloc(1_000)),
      status: 400,
    },
    {
      name: 'a PNG of the largest number of points',
      bytes: pngOf(0x7fffffff, 0x7fffffff, Buffer.alloc(10)),
      status: 400,
    },
    { name: 'a PNG without points', bytes: pngOf(0, 0, Buffer.alloc(0)), status: 400 },
    {
      name: 'a PNG one point too long',
      bytes: await picture(4_097, 8).png().toBuffer(),
      status: 400,
    },
    {
      name: 'more than two MiB',
      bytes: Buffer.concat([png, Buffer.alloc(2 * 1024 * 1024)]),
      status: 413,
    },
    { name: 'ten MB', bytes: Buffer.alloc(10_000_000, 1), status: 413 },
  ];
}

const half = (bytes: Buffer): Buffer => bytes.subarray(0, bytes.length / 2);

async function noisy(kind: 'png' | 'webp'): Promise<Buffer> {
  const noise = Buffer.from(Array.from({ length: 64 * 64 * 3 }, (_, n) => (n * 7_919) % 251));
  return sharp(noise, { raw: { width: 64, height: 64, channels: 3 } })
    .toFormat(kind)
    .toBuffer();
}
