/** Archives that a person chose: what is in them, and one file at a time. */
import { unzipSync } from 'fflate';

export interface Packed {
  /** As it is shown, with its folders. */
  name: string;
  bytes: number;
  /** Throws where the archive is damaged. */
  unpack: () => Uint8Array<ArrayBuffer>;
}

/** Names without the mark of UTF-8 are those of Windows (GBK) or of a Mac (UTF-8, unmarked). */
function shownName(name: string): string {
  if ([...name].some((letter) => (letter.codePointAt(0) ?? 0) > 0xff)) return name;
  const bytes = Uint8Array.from(name, (letter) => letter.codePointAt(0) ?? 0);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('gb18030').decode(bytes);
  }
}

/** The files of an archive, without folders and what systems add; nothing is unpacked. Throws for what is no archive. */
export async function listPacked(archive: File): Promise<Packed[]> {
  const data = new Uint8Array(await archive.arrayBuffer());
  const found: Packed[] = [];
  unzipSync(data, {
    filter({ name, originalSize }) {
      const shown = shownName(name);
      const isOfSystem = /(^|\/)(__MACOSX\/|\.|Thumbs\.db$)/.test(shown);
      if (!name.endsWith('/') && !isOfSystem)
        found.push({ name: shown, bytes: originalSize, unpack: () => unpack(data, name) });
      return false;
    },
  });
  return found;
}

function unpack(data: Uint8Array, wanted: string): Uint8Array<ArrayBuffer> {
  const [bytes] = Object.values(unzipSync(data, { filter: ({ name }) => name === wanted }));
  if (bytes === undefined) throw new Error(`${wanted} is not in the archive`);
  return new Uint8Array(bytes);
}
