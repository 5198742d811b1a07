import sharp from 'sharp';

/** The allowed difference of a pixel's colour, of 1, and the allowed number of pixels beyond it. */
const colour = 0.1;
const pixels = 40;

export type Comparison = {
  /** Pixels that differ by more than noise. */
  count: number;
  isChanged: boolean;
  /** The new picture in pale grey with the differences in red. */
  difference: Buffer;
};

type Raw = { data: Buffer; info: { width: number; height: number } };

const read = (file: string | Buffer): Promise<Raw> =>
  sharp(file).ensureAlpha().raw().toBuffer({ resolveWithObject: true });

/** The squared perceived distance of two colours, as a share of that between black and white. */
function distance(before: Buffer, from: number, after: Buffer, to: number): number {
  const r = (before[from] ?? 0) - (after[to] ?? 0);
  const g = (before[from + 1] ?? 0) - (after[to + 1] ?? 0);
  const b = (before[from + 2] ?? 0) - (after[to + 2] ?? 0);
  const y = r * 0.29889531 + g * 0.58662247 + b * 0.11448223;
  const i = r * 0.59597799 - g * 0.2741761 - b * 0.32180189;
  const q = r * 0.21147017 - g * 0.52261711 + b * 0.31114694;
  return (0.5053 * y * y + 0.299 * i * i + 0.1957 * q * q) / 35_215;
}

/** Compares two pictures pixel by pixel; the part that only the larger one has differs. */
export async function compare(
  before: string | Buffer,
  after: string | Buffer,
): Promise<Comparison> {
  const [old, now] = await Promise.all([read(before), read(after)]);
  const width = Math.max(old.info.width, now.info.width);
  const height = Math.max(old.info.height, now.info.height);
  const drawn = Buffer.alloc(width * height * 4, 255);
  let count = 0;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const from = placeIn(old, x, y);
      const to = placeIn(now, x, y);
      const place = (y * width + x) * 4;
      if (from === null || to === null || distance(old.data, from, now.data, to) > colour ** 2) {
        count += 1;
        drawn.set([214, 31, 61], place);
      } else {
        const pale = 200 + Math.round(((now.data[to + 1] ?? 0) / 255) * 55);
        drawn.set([pale, pale, pale], place);
      }
    }
  }
  const difference = await sharp(drawn, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer();
  return { count, isChanged: count > pixels, difference };
}

const placeIn = ({ info }: Raw, x: number, y: number): number | null =>
  x < info.width && y < info.height ? (y * info.width + x) * 4 : null;
