/** The demo's picture: three clips of ours that go on by the clock. No camera, no ffmpeg and no row. */
import { readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { clipSegments, findClipPiece } from '#lib/rules/live/demo-picture.ts';
import { segmentMs } from '#lib/rules/live/playlist.ts';
import { sourceFile } from '../../core/process/source-file.ts';
import { ownPicture } from './own.ts';
import type { OwnPicture } from './port.ts';
import { soundOf } from './sound.ts';

const shape = z.array(
  z.object({
    name: z.string(),
    /** Where each piece begins in the file, and the file's length. */
    offsets: z.array(z.int()),
    /** Time of the clip's first picture in its own stream, in 90,000ths of a second. */
    begins: z.int(),
    /** Seconds from the clip's beginning. */
    words: z.array(z.object({ from: z.number(), to: z.number(), text: z.string() })),
  }),
);

type Clip = z.infer<typeof shape>[number];

const folder = () => path.dirname(sourceFile('#demo/live/clips.json'));

let known: Clip[] | undefined;

function clips(): Clip[] {
  known ??= shape.parse(JSON.parse(readFileSync(path.join(folder(), 'clips.json'), 'utf8')));
  return known;
}

const facts = () => clips().map(({ name, offsets }) => ({ name, pieces: offsets.length - 1 }));

async function pieceOf(clip: Clip, piece: number): Promise<Buffer> {
  const [from = 0, to = 0] = clip.offsets.slice(piece, piece + 2);
  const file = await open(path.join(folder(), `${clip.name}.mp2t`));
  try {
    const bytes = Buffer.alloc(to - from);
    await file.read(bytes, 0, bytes.byteLength, from);
    return bytes;
  } finally {
    await file.close();
  }
}

function stamp(seconds: number): string {
  return new Date(Math.round(seconds * 1000)).toISOString().slice(11, 23);
}

/** The captions of a piece as WebVTT, at the clock of the clip's own stream. */
function wordsOf({ words, begins }: Clip, piece: number): string {
  const [from, to] = [(piece * segmentMs) / 1000, ((piece + 1) * segmentMs) / 1000];
  const cues = words
    .filter((cue) => cue.to > from && cue.from < to)
    .map((cue) => `${stamp(cue.from)} --> ${stamp(cue.to)}\n${cue.text}\n`);
  return [`WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:${begins},LOCAL:00:00:00.000\n`, ...cues].join('\n');
}

export const demoPicture: OwnPicture = {
  key: 'demo',
  name: '演示片段',
  isByClock: true,
  hasWords: true,
  ingestKey: (roomId, now) => ownPicture.ingestKey(roomId, now),
  async segments(_, { id }, { from, to }, limit) {
    const all = clipSegments(facts(), {
      room: id,
      // What is not asked for is not counted out: a demo is months old.
      from: limit === undefined ? from : Math.max(from, to - (limit + 1) * segmentMs),
      to,
      pieceMs: segmentMs,
    });
    return limit === undefined ? all : all.slice(-limit);
  },
  async file(_, name, kind) {
    const found = findClipPiece(name, facts());
    const clip = found === null ? undefined : clips()[found.clip];
    if (found === null || clip === undefined) return null;
    if (kind === 'words')
      return { bytes: Buffer.from(wordsOf(clip, found.piece)), type: 'text/vtt; charset=utf-8' };
    const bytes = await pieceOf(clip, found.piece);
    return { bytes: kind === 'sound' ? soundOf(bytes) : bytes, type: 'video/mp2t' };
  },
};
