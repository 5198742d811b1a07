import sharp, { type Metadata } from 'sharp';
import { imageSide } from '#contract/images/schemas.ts';
import { invalid, Refusal } from '../platform/refusal.ts';

/** Side of the square that a picture is made to fit in. */
const side = 512;

/** One picture at a time is unpacked, by one thread: nobody else waits for it. */
sharp.concurrency(1);
sharp.cache(false);

/**
 * Decodes a picture and encodes it anew as WebP: nothing of the file survives but its points. What it is, is decided by
 * its first bytes, before any decoder sees it.
 */
export async function cleanImage(given: Buffer, field = 'image'): Promise<Buffer> {
  if (!isKnown(given)) {
    throw new Refusal(415, { [field]: ['Use a PNG, JPEG or WebP picture.'] });
  }
  const decoding = { failOn: 'error', limitInputPixels: imageSide * imageSide } as const;
  try {
    refuseHuge(await sharp(given, decoding).metadata(), field);
    return await sharp(given, decoding)
      .rotate()
      .resize(side, side, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 88 })
      .toBuffer();
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw invalid(field, 'This picture cannot be read. Try another file.');
  }
}

function refuseHuge({ width, height }: Metadata, field: string): void {
  if (Math.max(width, height) > imageSide) {
    throw invalid(field, `Use a picture of at most ${imageSide} pixels on its longer side.`);
  }
}

function isKnown(bytes: Buffer): boolean {
  const isRiff = bytes.toString('latin1', 0, 4) === 'RIFF';
  return (
    bytes.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex')) ||
    bytes.subarray(0, 3).equals(Buffer.from('ffd8ff', 'hex')) ||
    (isRiff && bytes.toString('latin1', 8, 12) === 'WEBP')
  );
}
