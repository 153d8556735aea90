// @vitest-environment happy-dom
/** A tab that stood still, with the real hls.js on playlists of ours and a clock of the test: back at the edge soon. */
import Hls, { type HlsConfig, type Loader, type LoaderContext } from 'hls.js';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Player } from '#islands/live/player.ts';
import { clipSegments } from '#lib/rules/live/demo-picture.ts';
import { mainPlaylist, playlistOf, segmentMs, windowSegments } from '#lib/rules/live/playlist.ts';

const clips = [{ name: 'hall', pieces: 15 }];
/** Duration of a segment, ms. */
let pieceMs: number = segmentMs;
/** Looks for a playlist, each with the moment. */
let looks: number[] = [];

/** The playlists of a room on air at the present moment; segments never come. */
function answerOf(url: string): string | null {
  if (url.endsWith('/index.m3u8')) return mainPlaylist({ hasWords: false, query: '' });
  if (!url.endsWith('/picture.m3u8')) return null;
  looks.push(Date.now());
  const to = Date.now();
  const from = to - (windowSegments + 1) * pieceMs;
  const segments = clipSegments(clips, { room: 0, from, to, pieceMs }).slice(-windowSegments);
  return playlistOf(segments, { end: null, addressOf: ({ name }) => `${name}.ts` });
}

/** Answers after 50 ms of the clock, in place of the network. */
const loader = class {
  stats = {
    ...{ aborted: false, loaded: 0, retry: 0, total: 0, chunkCount: 0, bwEstimate: 0 },
    ...{ loading: { start: 0, first: 0, end: 0 }, parsing: { start: 0, end: 0 } },
    buffering: { start: 0, first: 0, end: 0 },
  };
  context = null;
  load(context: LoaderContext, _: unknown, { onSuccess }: { onSuccess: (...given: unknown[]) => void }) {
    const { url } = context;
    const data = answerOf(url);
    if (data === null) return;
    const begun = performance.now();
    setTimeout(() => {
      this.stats.loading = { start: begun, first: begun, end: performance.now() };
      onSuccess({ url, data, code: 200 }, this.stats, context, null);
    }, 50);
  }
  abort() {}
  destroy() {}
  getCacheAge() {
    return null;
  }
} as unknown as new (
  config: HlsConfig,
) => Loader<LoaderContext>;

/** The real one, without a decoder: happy-dom has none. */
class WithoutDecoder extends Hls {
  static override isSupported() {
    return true;
  }
  constructor(config: Partial<HlsConfig>) {
    super({ ...config, loader });
    made = this;
  }
  override attachMedia(media: HTMLMediaElement) {
    this.trigger(Hls.Events.MEDIA_ATTACHED, { media } as never);
  }
}
let made: Hls | undefined;

let player: Player;
let video: HTMLVideoElement;
beforeEach(async () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 30, 12) });
  looks = [];
  pieceMs = segmentMs;
  video = document.createElement('video');
  video.play = vi.fn(async () => {});
  Object.defineProperty(video, 'readyState', { value: 4 });
  Object.defineProperty(video, 'duration', { value: Number.POSITIVE_INFINITY });
  const sources = { picture: 'http://shop.test/live/7/index.m3u8', sound: '', words: '' };
  const options = { isReplay: false, onChange: () => {}, loadHls: async () => WithoutDecoder as never };
  player = new Player(video, sources, options);
  await player.open();
});
afterEach(() => {
  player.close();
  vi.useRealTimers();
});

/** How far behind the present the video stands, s. */
function behind(): number {
  const fragments = made?.latestLevelDetails?.fragments ?? [];
  const [first] = fragments;
  if (first?.programDateTime == null) return Number.NaN;
  return (Date.now() - first.programDateTime) / 1_000 - (video.currentTime - first.start);
}

/** Shows the room until the picture runs three segments behind the present. */
async function watch(): Promise<void> {
  await vi.advanceTimersByTimeAsync(4_000);
  video.currentTime = made?.liveSyncPosition ?? 0;
  video.dispatchEvent(new Event('playing'));
  expect(Math.abs(behind() - (3 * pieceMs) / 1_000)).toBeLessThanOrEqual(pieceMs / 1_000);
}

test('a tab whose timers stood still for five minutes is at the edge with the next playlist', async () => {
  await watch();
  // The browser runs no timer of it.
  vi.setSystemTime(Date.now() + 5 * 60_000);
  const before = looks.length;
  expect(behind()).toBeGreaterThan(300);
  document.dispatchEvent(new Event('visibilitychange'));
  const shown = Date.now();
  while (behind() > 10) await vi.advanceTimersByTimeAsync(100);
  expect([Date.now() - shown <= 3_000, looks.length - before]).toEqual([true, 1]);
});

test('a viewer who has paused for a minute goes on at the edge', async () => {
  await watch();
  player.pause();
  await vi.advanceTimersByTimeAsync(60_000);
  await player.resume();
  expect(behind()).toBeLessThan(10);
});

test('with segments of eight seconds the picture stays where it is, and jumps once after five minutes out of sight', async () => {
  pieceMs = 8_000;
  /** The picture runs with the clock from here; each jump is noted. */
  let from = { time: 0, at: Date.now() };
  const jumps: number[] = [];
  Object.defineProperty(video, 'currentTime', {
    get: () => from.time + (Date.now() - from.at) / 1_000,
    set(time: number) {
      // Without a decoder hls.js seeks to the place where the picture is already.
      if (Math.abs(time - video.currentTime) > 0.5) jumps.push(time);
      from = { time, at: Date.now() };
    },
  });
  await watch();
  jumps.length = 0;
  const before = looks.length;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(looks.length - before).toBeGreaterThan(5);
  expect(jumps).toEqual([]);
  // Neither timers nor the picture run.
  vi.setSystemTime(Date.now() + 5 * 60_000);
  from = { ...from, at: from.at + 5 * 60_000 };
  document.dispatchEvent(new Event('visibilitychange'));
  await vi.advanceTimersByTimeAsync(60_000);
  expect([jumps.length, behind() < 40]).toEqual([1, true]);
});
