/** Media of RTMP as an FLV file, which ffmpeg reads from its input. H.264 and AAC alone: browsers play them everywhere. */
import { RtmpError } from './amf.ts';
import { type Message, types } from './chunks.ts';

/** Head of a file with sound and picture. */
export const flvHead = Buffer.from('464c5601050000000900000000', 'hex');

/** AMF0 string `@setDataFrame`, which an encoder puts before the facts of its stream. */
const setDataFrame = Buffer.from('\u0002\u0000\u000d@setDataFrame', 'latin1');

export type MediaKind = 'facts' | 'sound head' | 'sound' | 'picture head' | 'key frame' | 'frame';

/** What a message holds; null for what is not needed. Throws an RtmpError for another codec. */
export function mediaKind({ type, body }: Message): MediaKind | null {
  const [first = 0, second = 0] = body;
  if (type === types.data) return 'facts';
  if (type === types.audio) {
    if (body.byteLength < 2) return null;
    if (first >> 4 !== 10) throw new RtmpError('the sound is not AAC');
    return second === 0 ? 'sound head' : 'sound';
  }
  if (type !== types.video || body.byteLength < 5) return null;
  if (first >> 4 === 5) return null;
  if (first > 0x7f || (first & 0x0f) !== 7) throw new RtmpError('the picture is not H.264');
  if (second === 0) return 'picture head';
  if (second !== 1) return null;
  return first >> 4 === 1 ? 'key frame' : 'frame';
}

/** A message as a tag of an FLV file at a time, ms. */
export function flvTag({ type, body }: Message, time: number): Buffer {
  const isFramed = type === types.data && body.subarray(0, setDataFrame.byteLength).equals(setDataFrame);
  const data = isFramed ? body.subarray(setDataFrame.byteLength) : body;
  const tag = Buffer.alloc(11 + data.byteLength + 4);
  tag[0] = type;
  tag.writeUIntBE(data.byteLength, 1, 3);
  tag.writeUIntBE(time & 0xffffff, 4, 3);
  tag[7] = (time >>> 24) & 0xff;
  data.copy(tag, 11);
  tag.writeUInt32BE(11 + data.byteLength, 11 + data.byteLength);
  return tag;
}
