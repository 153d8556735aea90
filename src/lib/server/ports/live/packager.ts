/**
 * Turns the media of one publish into stored segments: one ffmpeg, started again with growing pauses when it dies, and one
 * segment after the other into the file store and then into the room's rows.
 */
import { randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { maxSegmentMs } from '#lib/rules/live/playlist.ts';
import type { Publish } from '#lib/rules/live/publish.ts';
import { currentTime } from '../../core/process/clock.ts';
import { log } from '../../core/process/log.ts';
import { openFiles } from '../files/store.ts';
import { type CutSegment, type Cutter, startCutter } from './ffmpeg.ts';
import type { Rooms } from './port.ts';
import type { Message } from './rtmp/chunks.ts';
import { flvHead, flvTag, mediaKind } from './rtmp/flv.ts';

/** The address of a room's segments in the file store. */
export function segmentAddress(roomId: number): string {
  return `live-${roomId}`;
}

const pauses = { first: 500, most: 10_000, calmAfter: 60_000 };
/** How often a segment is tried to be stored, with a second between. */
const storeTries = 3;

interface PackagerEvents {
  /** The input takes more again. */
  onDrain: () => void;
  /** The room does not take this publish any more. */
  onLost: () => void;
}

/** What ffmpeg is given anew when it starts: the facts of the stream and of its codecs. */
type Heads = Partial<Record<'facts' | 'sound head' | 'picture head', Message>>;

interface Run {
  cutter: Cutter;
  folder: string;
  /** When its first picture came, ms, by the clock of the database. */
  startedAt: number;
  /** The names of its files begin with it. */
  mark: string;
}

export class Packager {
  private readonly heads: Heads = {};
  private run: Run | null = null;
  private pause = pauses.first;
  private notBefore = 0;
  private isOver = false;
  /** The next segment is the first of a run: a discontinuity stands before it. */
  private isFirst = true;
  private storing: Promise<void> = Promise.resolve();
  private ended: Promise<void> = Promise.resolve();
  private readonly rooms: Rooms;
  private readonly publish: Publish;
  private readonly events: PackagerEvents;

  constructor(rooms: Rooms, publish: Publish, events: PackagerEvents) {
    this.rooms = rooms;
    this.publish = publish;
    this.events = events;
  }

  /** Takes a message; false where no more should come until `onDrain`. Throws an RtmpError for other codecs. */
  add(message: Message): boolean {
    const kind = mediaKind(message);
    if (kind === null || this.isOver) return true;
    if (kind === 'facts' || kind === 'sound head' || kind === 'picture head') {
      this.heads[kind] = message;
      return this.run?.cutter.write(flvTag(message, message.time)) ?? true;
    }
    // A run begins with a picture that needs none before it.
    if (this.run === null) {
      if (kind === 'key frame' && this.heads['picture head'] !== undefined) this.begin(message);
      return true;
    }
    return this.run.cutter.write(flvTag(message, message.time));
  }

  private begin(first: Message): void {
    if (Date.now() < this.notBefore) return;
    // Synchronous: the pictures that follow need this one.
    const folder = mkdtempSync(path.join(tmpdir(), 'yaopi-live-'));
    this.isFirst = true;
    const gone = Promise.withResolvers<void>();
    this.ended = gone.promise;
    const cutter = startCutter({
      folder,
      onSegment: (segment) => this.keep(run, segment),
      onDrain: this.events.onDrain,
      onExit: (code) => {
        void this.finish(run, code).finally(gone.resolve);
      },
    });
    const run: Run = {
      ...{ cutter, folder },
      startedAt: currentTime().getTime(),
      mark: randomBytes(8).toString('hex'),
    };
    this.run = run;
    cutter.write(flvHead);
    for (const head of [this.heads.facts, this.heads['picture head'], this.heads['sound head']])
      if (head !== undefined) cutter.write(flvTag(head, first.time));
    cutter.write(flvTag(first, first.time));
  }

  /** After ffmpeg is gone: what it had finished is stored first, and another one waits for its turn. */
  private async finish(run: Run, code: number | null): Promise<void> {
    if (this.run === run) this.run = null;
    if (!this.isOver) {
      const lasted = currentTime().getTime() - run.startedAt;
      if (lasted > pauses.calmAfter) this.pause = pauses.first;
      this.notBefore = Date.now() + this.pause;
      log().error(
        { room: this.publish.roomId, code, pause: this.pause, said: run.cutter.lastWords() },
        'ffmpeg of a live room has ended: another one begins with the next key frame',
      );
      this.pause = Math.min(pauses.most, this.pause * 2);
      this.events.onDrain();
    }
    await this.storing;
    await rm(run.folder, { recursive: true, force: true });
  }

  /** One after the other: rows are in the order of the picture. */
  private keep(run: Run, segment: CutSegment): void {
    this.storing = this.storing
      .then(() => this.store(run, segment))
      .catch((error: unknown) => {
        this.isFirst = true;
        log().error(
          { err: error, room: this.publish.roomId },
          'a segment of a live room could not be stored',
        );
      });
  }

  private async store(run: Run, { file, from, to }: CutSegment): Promise<void> {
    const source = path.join(run.folder, file);
    const bytes = await readFile(source);
    await rm(source, { force: true });
    const ms = Math.round((to - from) * 1000);
    if (bytes.byteLength === 0 || ms < 1) return;
    if (ms > maxSegmentMs)
      log().warn({ room: this.publish.roomId, ms }, 'a publisher sends key frames too rarely: set 2 s');
    const name = `${run.mark}-${Number.parseInt(file, 10)}`;
    await put(this.publish.roomId, name, bytes);
    const row = { at: new Date(run.startedAt + Math.round(from * 1000)), ms, name, bytes: bytes.byteLength };
    const isKept = await this.rooms.keep(this.publish, { ...row, isFirst: this.isFirst }, currentTime());
    if (isKept) this.isFirst = false;
    else this.events.onLost();
  }

  /** Ends it; `hard` gives up what ffmpeg has not finished. Resolves when ffmpeg is gone and the rest is stored. */
  async end(hard = false): Promise<void> {
    this.isOver = true;
    const { run } = this;
    if (run === null) return this.ended;
    if (hard) run.cutter.kill();
    else run.cutter.end();
    // One that does not end by itself is ended.
    const timer = setTimeout(() => run.cutter.kill(), 3_000);
    await this.ended;
    clearTimeout(timer);
  }
}

async function put(roomId: number, name: string, bytes: Buffer): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await (await openFiles()).put(segmentAddress(roomId), `${name}.ts`, bytes);
      return;
    } catch (error) {
      if (tries >= storeTries) throw error;
      await new Promise((resolve) => setTimeout(resolve, 1_000));
    }
  }
}
