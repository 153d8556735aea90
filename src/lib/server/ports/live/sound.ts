/** The sound of a segment alone, for viewers whose line carries no picture: a twentieth of the bytes. */

const packet = 188;
const videoTypes = new Set([0x01, 0x02, 0x10, 0x1b, 0x24]);

/** CRC of MPEG-2 tables. */
function crcOf(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte << 24;
    for (let bit = 0; bit < 8; bit++) crc = crc & 0x80000000 ? (crc << 1) ^ 0x04c11db7 : crc << 1;
  }
  return crc >>> 0;
}

const pidOf = (bytes: Buffer, at: number) => bytes.readUInt16BE(at + 1) & 0x1fff;

/** Where the payload of a packet begins. */
function payloadAt(bytes: Buffer, at: number): number {
  const control = ((bytes[at + 3] ?? 0) >> 4) & 3;
  return at + 4 + (control & 2 ? 1 + (bytes[at + 4] ?? 0) : 0);
}

/** Start and end of the table in a packet that begins one; null where it does not fit into it. */
function tableIn(bytes: Buffer, at: number): { from: number; to: number } | null {
  const payload = payloadAt(bytes, at);
  if (payload >= at + packet) return null;
  const from = payload + 1 + (bytes[payload] ?? 0);
  if (from + 3 > at + packet) return null;
  const to = from + 3 + (bytes.readUInt16BE(from + 1) & 0x0fff);
  return to <= at + packet && to - from >= 16 ? { from, to } : null;
}

/** A program's table without its pictures; answers the packet, and the streams that were left out. */
function withoutPictures(bytes: Buffer, at: number): { table: Buffer; pictures: number[] } | null {
  const found = tableIn(bytes, at);
  if (found === null) return null;
  const { from, to } = found;
  const streams = from + 12 + (bytes.readUInt16BE(from + 10) & 0x0fff);
  const kept: Buffer[] = [];
  const pictures: number[] = [];
  let clock: number | undefined;
  for (let one = streams; one + 5 <= to - 4; ) {
    const end = one + 5 + (bytes.readUInt16BE(one + 3) & 0x0fff);
    const pid = bytes.readUInt16BE(one + 1) & 0x1fff;
    if (videoTypes.has(bytes[one] ?? 0)) pictures.push(pid);
    else {
      clock ??= pid;
      kept.push(bytes.subarray(one, end));
    }
    one = end;
  }
  const section = Buffer.concat([bytes.subarray(from, streams), ...kept, Buffer.alloc(4)]);
  section.writeUInt16BE(0xb000 | (section.byteLength - 3), 1);
  // The clock was that of the picture.
  section.writeUInt16BE(0xe000 | (clock ?? 0x1fff), 8);
  section.writeUInt32BE(crcOf(section.subarray(0, -4)), section.byteLength - 4);
  const table = Buffer.alloc(packet, 0xff);
  bytes.copy(table, 0, at, from);
  section.copy(table, from - at);
  return { table, pictures };
}

/** An MPEG transport stream without its pictures. One without sound is empty. */
export function soundOf(bytes: Buffer): Buffer {
  let programs: number[] = [];
  const pictures = new Set<number>();
  const kept: Buffer[] = [];
  for (let at = 0; at + packet <= bytes.byteLength; at += packet) {
    if (bytes[at] !== 0x47) break;
    const pid = pidOf(bytes, at);
    const begins = ((bytes[at + 1] ?? 0) & 0x40) !== 0;
    if (pid === 0 && begins) programs = programsIn(bytes, at);
    if (programs.includes(pid) && begins) {
      const cut = withoutPictures(bytes, at);
      for (const picture of cut?.pictures ?? []) pictures.add(picture);
      kept.push(cut?.table ?? bytes.subarray(at, at + packet));
    } else if (!pictures.has(pid)) kept.push(bytes.subarray(at, at + packet));
  }
  return Buffer.concat(kept);
}

/** The packet ids of the programs' tables. */
function programsIn(bytes: Buffer, at: number): number[] {
  const found = tableIn(bytes, at);
  if (found === null) return [];
  const ids: number[] = [];
  for (let one = found.from + 8; one + 4 <= found.to - 4; one += 4)
    if (bytes.readUInt16BE(one) !== 0) ids.push(bytes.readUInt16BE(one + 2) & 0x1fff);
  return ids;
}
