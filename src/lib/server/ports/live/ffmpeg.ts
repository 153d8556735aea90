/** The system's ffmpeg: where it is, and the child that cuts one publish into segments. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { segmentMs } from '#lib/rules/live/playlist.ts';
import { env } from '../../core/process/env.ts';

/** The program by FFMPEG_PATH, else by PATH. */
export function ffmpegPath(): string {
  return env().FFMPEG_PATH ?? 'ffmpeg';
}

/** What `ffmpeg -version` says first; null where there is none. */
export async function findFfmpeg(): Promise<string | null> {
  try {
    const { stdout } = await promisify(execFile)(ffmpegPath(), ['-version'], { timeout: 10_000 });
    return stdout.split('\n')[0] ?? '';
  } catch {
    return null;
  }
}

/** A segment that ffmpeg has finished: its file, and seconds since the first picture that it was given. */
export interface CutSegment {
  file: string;
  from: number;
  to: number;
}

export interface Cutter {
  child: ChildProcess;
  /** FLV bytes; false where the input is full until `onDrain`. */
  write(bytes: Buffer): boolean;
  /** No more comes: ffmpeg finishes the last segment and ends. */
  end(): void;
  kill(): void;
  /** The last words of ffmpeg, for the log. */
  lastWords(): string;
}

interface CutterOptions {
  folder: string;
  onSegment: (segment: CutSegment) => void;
  onDrain: () => void;
  /** It is gone, by its end or not; all its segments were told before. */
  onExit: (code: number | null) => void;
}

/**
 * Starts ffmpeg in a folder of its own. It copies picture and sound and begins a segment at the first key frame behind
 * every two seconds. Its input is a pipe of this process, so it ends with this process however that ends.
 */
export function startCutter({ folder, onSegment, onDrain, onExit }: CutterOptions): Cutter {
  const child = spawn(
    ffmpegPath(),
    [
      ...['-hide_banner', '-nostats', '-loglevel', 'warning'],
      // The FLV head promises sound: without a limit ffmpeg waits five seconds for the sound of a silent publisher.
      ...['-analyzeduration', '1500000', '-f', 'flv', '-i', 'pipe:0'],
      ...['-map', '0:v:0', '-map', '0:a:0?', '-c', 'copy', '-f', 'segment', '-segment_format', 'mpegts'],
      // Counters of packets go on from one file to the next: players take a jump for lost packets.
      ...['-individual_header_trailer', '0'],
      ...['-segment_time', String(segmentMs / 1000), '-segment_time_delta', '0.1'],
      ...['-segment_list', 'pipe:1', '-segment_list_type', 'csv', '%06d.ts'],
    ],
    { cwd: folder, env: { PATH: process.env.PATH, LC_ALL: 'C' }, stdio: ['pipe', 'pipe', 'pipe'] },
  );
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-2_000);
  });
  // A child that is gone does not read: its end is told by `exit`.
  child.stdin.on('error', () => {}).on('drain', onDrain);
  createInterface({ input: child.stdout }).on('line', (line) => {
    const segment = readLine(line);
    if (segment !== null) onSegment(segment);
  });
  let isOver = false;
  const exit = (code: number | null) => {
    if (isOver) return;
    isOver = true;
    onExit(code);
  };
  child.on('error', () => exit(null));
  // `close`, not `exit`: what it wrote last was read.
  child.on('close', exit);
  return {
    child,
    write: (bytes) => child.stdin.write(bytes),
    end: () => child.stdin.end(),
    kill: () => child.kill('SIGKILL'),
    lastWords: () => said.trim().split('\n').slice(-3).join(' / '),
  };
}

/** A line of ffmpeg's list, `000003.ts,6.080000,8.080000`; null for anything else. */
export function readLine(line: string): CutSegment | null {
  const [, file = '', from, to] =
    /^(\d{6,10}\.ts),(\d{1,9}\.\d{1,9}),(\d{1,9}\.\d{1,9})$/.exec(line.trim()) ?? [];
  const cut = { file, from: Number(from), to: Number(to) };
  return file === '' || cut.to <= cut.from ? null : cut;
}
