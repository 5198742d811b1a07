import sharp, { type Metadata } from 'sharp';
import { imageSide } from '#contract/images/schemas.ts';
import { invalid, Refusal } from '../platform/refusal.ts';

/** The side of the square into which a picture is scaled. */
const side = 512;

/** Pictures are decoded one at a time by one thread, so that other work does not wait. */
sharp.concurrency(1);
sharp.cache(false);

/**
 * Decodes a picture and encodes it as WebP, so that only its pixels remain. Its type is detected by its first bytes,
 * before a decoder reads it.
 */
export async function cleanImage(picture: Buffer, field = 'image'): Promise<Buffer> {
  if (!isKnown(picture)) {
    throw new Refusal(415, { [field]: ['Use a PNG, JPEG or WebP picture.'] });
  }
  const decoding = { failOn: 'error', limitInputPixels: imageSide * imageSide } as const;
  try {
    refuseHuge(await sharp(picture, decoding).metadata(), field);
    return await sharp(picture, decoding)
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
