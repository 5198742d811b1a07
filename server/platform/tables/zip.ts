import { strToU8, Zip, ZipDeflate } from 'fflate';

export type ZipPart = readonly [
  name: string,
  chunks: Iterable<string> | AsyncIterable<string> | readonly string[],
];

/** A ZIP archive of text files, written chunk by chunk as it is read. */
export async function* zipOf(parts: Iterable<ZipPart>): AsyncGenerator<Uint8Array> {
  let ready: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    ready.push(chunk);
  });
  const taken = () => {
    const chunks = ready;
    ready = [];
    return chunks;
  };
  for (const [name, chunks] of parts) {
    const file = new ZipDeflate(name, { level: 3 });
    zip.add(file);
    for await (const chunk of chunks) {
      file.push(strToU8(chunk));
      yield* taken();
    }
    file.push(new Uint8Array(), true);
    yield* taken();
  }
  zip.end();
  yield* taken();
}
