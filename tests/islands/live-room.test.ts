// @vitest-environment happy-dom
/** A live room in the browser: its timeline by the picture's clock, and what is tried when the picture fails. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { climbDown, type Fault, reloadAfter, type Step, topOfLadder } from '#islands/live/ladder.ts';
import type { PictureState } from '#islands/live/picture-state.ts';
import { timeAt } from '#islands/live/picture-time.ts';
import { Player, type PlayerOptions } from '#islands/live/player.ts';
import { $pictureAt, $screen, moveClock } from '#lib/client/stores/live-room/clock.ts';
import { $room, look, type RoomState } from '#lib/client/stores/live-room/timeline.ts';
import { AppError } from '#lib/contract/errors.ts';
import type { LiveEventWire, LiveTimeline } from '#lib/contract/live/schema.ts';

const empty: RoomState = {
  ...{ events: new Map(), face: 'now', isMuted: false, viewers: 0, likes: 0, after: '', phase: 'loading' },
};
const event = (id: number, at: number, more: Partial<LiveEventWire> = {}): LiveEventWire => ({
  ...{ id, kind: 'pin', at, goods_id: id, coupon_id: 0, question_id: 0, text: '', name: '' },
  ...more,
});
const answer = (more: Partial<LiveTimeline>): LiveTimeline => ({
  ...{ events: [], withdrawn: [], after: '1', is_whole: 0, face: 'now', is_muted: 0, viewers: 3, likes: 4 },
  timestamp: Date.now(),
  ...more,
});

beforeEach(() => {
  $room.set(empty);
  $pictureAt.set(null);
});

describe('the timeline', () => {
  test('is asked from where the last answer ended, and shown when the picture comes to it', async () => {
    const asked: string[] = [];
    const ask = async (_: number, after: string) => {
      asked.push(after);
      return asked.length === 1
        ? answer({ is_whole: 1, events: [event(1, 10_000)], after: 'a' })
        : answer({ events: [event(1, 10_000), event(2, 16_000)], after: 'b' });
    };
    await look(7, ask);
    await look(7, ask);
    expect(asked).toEqual(['', 'a']);
    // The wall is at 16 s, the picture six seconds behind.
    moveClock(10_000);
    expect($screen.get()?.pinned).toEqual([1]);
    moveClock(15_900);
    expect($screen.get()?.pinned).toEqual([1]);
    moveClock(16_000);
    expect($screen.get()?.pinned).toEqual([2, 1]);
  });

  test('takes back what was hidden, and begins anew where it is told to', async () => {
    await look(7, async () => answer({ is_whole: 1, events: [event(1, 0), event(2, 0)] }));
    await look(7, async () => answer({ withdrawn: [1], viewers: 9 }));
    expect([...$room.get().events.keys()]).toEqual([2]);
    expect($room.get()).toMatchObject({ viewers: 9, phase: 'ready' });
    await look(7, async () => answer({ is_whole: 1, events: [event(3, 0, { kind: 'of a later version' })] }));
    expect($room.get().events.size).toBe(0);
  });

  test('ends where the room is closed to the viewer, and goes on after a cut line', async () => {
    await expect(look(7, () => Promise.reject(new TypeError('cut')))).rejects.toThrow('cut');
    expect($room.get().phase).toBe('loading');
    expect(await look(7, () => Promise.reject(new AppError(404)))).toBe(false);
    expect($room.get().phase).toBe('gone');
  });
});

describe('the ladder', () => {
  const steps = (faults: Fault[], every = 100): Step[] => {
    let ladder = topOfLadder;
    return faults.map((fault, nth) => {
      const next = climbDown(ladder, fault, 1_000 + nth * every);
      ladder = next.ladder;
      return next.step;
    });
  };

  test('goes down: mend, load again, sound, poster', () => {
    const media: Fault[] = Array.from({ length: 8 }, () => 'media');
    expect(steps(media)).toEqual([
      'recover',
      'recover',
      'reload',
      'reload',
      'reload',
      'sound',
      'recover',
      'recover',
    ]);
    expect(steps([...media, 'media', 'media'])).toEqual([
      ...[
        'recover',
        'recover',
        'reload',
        'reload',
        'reload',
        'sound',
        'recover',
        'recover',
        'reload',
        'poster',
      ],
    ]);
    expect(steps(['network', 'network', 'network', 'network', 'network', 'network'])).toEqual([
      ...['reload', 'reload', 'reload', 'sound', 'reload', 'poster'],
    ]);
    expect([1, 2, 3].map(reloadAfter)).toEqual([1_000, 2_000, 4_000]);
  });

  test('begins at its top after a minute without a fault', () => {
    expect(steps(['network', 'network', 'network', 'network'], 61_000)).toEqual(Array(4).fill('reload'));
  });
});

/** What the player uses of hls.js, played by the test. */
class FakeHls {
  static made: FakeHls[] = [];
  static isSupported = () => true;
  static Events = {
    MANIFEST_PARSED: 'parsed',
    LEVEL_UPDATED: 'edge',
    SUBTITLE_TRACKS_UPDATED: 'words',
    ERROR: 'error',
  };
  static ErrorTypes = { MEDIA_ERROR: 'media', NETWORK_ERROR: 'network' };
  config: unknown;
  source = '';
  log: string[] = [];
  playingDate: Date | null = null;
  latency = 0;
  maxLatency = 10;
  liveSyncPosition: number | null = null;
  subtitleDisplay = false;
  levels: object[] = [];
  currentLevel = 0;
  private readonly heard = new Map<string, (name: string, data: unknown) => void>();
  constructor(config: unknown) {
    this.config = config;
    FakeHls.made.push(this);
  }
  on = (name: string, handle: (name: string, data: unknown) => void) => void this.heard.set(name, handle);
  say = (name: string, data: unknown) => this.heard.get(name)?.(name, data);
  fail = (type: string, code?: number) =>
    this.say('error', { fatal: true, type, ...(code !== undefined && { response: { code } }) });
  loadSource = (source: string) => {
    this.source = source;
  };
  attachMedia = () => this.log.push('attach');
  recoverMediaError = () => this.log.push('recover');
  startLoad = () => this.log.push('load');
  destroy = () => this.log.push('destroy');
}

describe('the player', () => {
  let state: PictureState | undefined;
  let player: Player;
  let video: HTMLVideoElement;
  const last = () => FakeHls.made.at(-1)!;

  beforeEach(async () => {
    vi.useFakeTimers({ now: 1_000_000 });
    FakeHls.made = [];
    video = document.createElement('video');
    video.play = vi.fn(async () => {});
    const options: PlayerOptions = {
      isReplay: false,
      onChange: (now) => {
        state = now;
      },
      loadHls: async () => FakeHls as never,
    };
    player = new Player(video, { picture: '/p.m3u8', sound: '/s.m3u8', words: '' }, options);
    await player.open();
  });
  afterEach(() => {
    player.close();
    vi.useRealTimers();
  });

  test('plays three segments behind the edge and tells the clock of the picture', () => {
    expect(last().source).toBe('/p.m3u8');
    expect(last().config).toMatchObject({ liveSyncDurationCount: 3 });
    expect(player.clock()).toBeNull();
    last().playingDate = new Date(5_000);
    expect(player.clock()).toBe(5_000);
    video.dispatchEvent(new Event('playing'));
    expect(state?.phase).toBe('playing');
  });

  test('mends, loads again, plays the sound alone, and shows the poster; a press begins anew', async () => {
    last().fail('media');
    last().fail('media');
    expect(last().log).toEqual(['attach', 'recover', 'recover']);
    for (let nth = 0; nth < 3; nth++) {
      last().fail('network');
      await vi.advanceTimersByTimeAsync(4_000);
      expect(last().source).toBe('/p.m3u8');
    }
    expect(FakeHls.made).toHaveLength(4);
    last().fail('network');
    await vi.advanceTimersByTimeAsync(10);
    expect([last().source, state?.isSound]).toEqual(['/s.m3u8', true]);
    last().fail('network');
    await vi.advanceTimersByTimeAsync(4_000);
    last().fail('network');
    expect(state?.phase).toBe('failed');
    await player.retry();
    expect([last().source, state?.isSound]).toEqual(['/p.m3u8', false]);
  });

  test('shows the poster where there is no sound to be played alone', async () => {
    player.close();
    const options: PlayerOptions = {
      isReplay: false,
      onChange: (now) => {
        state = now;
      },
      loadHls: async () => FakeHls as never,
    };
    player = new Player(video, { picture: '/p.m3u8', sound: '', words: '' }, options);
    await player.open();
    for (let nth = 0; nth < 3; nth++) {
      last().fail('network');
      await vi.advanceTimersByTimeAsync(4_000);
    }
    expect(state?.phase).not.toBe('failed');
    last().fail('network');
    expect(state).toMatchObject({ phase: 'failed', isSound: false });
  });

  test('looks again for a picture that nobody sends, for as long as it takes', async () => {
    for (let nth = 0; nth < 20; nth++) {
      last().fail('network', 404);
      expect(state?.phase).toBe('waiting');
      await vi.advanceTimersByTimeAsync(3_000);
    }
    expect(FakeHls.made).toHaveLength(21);
  });

  test('goes back to the edge when the tab is shown again', () => {
    last().latency = 90;
    last().liveSyncPosition = 120;
    document.dispatchEvent(new Event('visibilitychange'));
    expect(video.currentTime).toBe(120);
    expect(last().log).toContain('load');
  });

  test('offers the sound where the picture stands still again and again', () => {
    vi.advanceTimersByTime(5_000);
    for (let nth = 0; nth < 3; nth++) video.dispatchEvent(new Event('waiting'));
    expect(state).toMatchObject({ phase: 'stalled', isPoor: true });
  });

  test('takes no stop after its opening, a jump or a way back to the edge for a poor network', () => {
    const stop = () => video.dispatchEvent(new Event('waiting'));
    for (let nth = 0; nth < 3; nth++) stop();
    expect(state).toMatchObject({ phase: 'stalled', isPoor: false });
    vi.advanceTimersByTime(60_000);
    last().levels = [{ details: { fragments: [{ programDateTime: 1_000, start: 0, duration: 60 }] } }];
    for (let nth = 0; nth < 5; nth++) {
      expect(player.seek(11_000 + nth)).toBe(true);
      stop();
    }
    expect(video.currentTime).toBeCloseTo(10.004);
    vi.advanceTimersByTime(60_000);
    last().liveSyncPosition = 120;
    for (let nth = 0; nth < 5; nth++) {
      video.currentTime = 0;
      document.dispatchEvent(new Event('visibilitychange'));
      stop();
    }
    expect(state?.isPoor).toBe(false);
  });

  test('takes a picture that falls behind again and again for a poor network', () => {
    vi.advanceTimersByTime(5_000);
    last().latency = 41;
    last().maxLatency = 40;
    last().liveSyncPosition = 120;
    video.dispatchEvent(new Event('playing'));
    for (let nth = 0; nth < 3; nth++) {
      video.currentTime = 0;
      last().say('edge', {});
      expect(video.currentTime).toBe(120);
      video.dispatchEvent(new Event('waiting'));
    }
    expect(state).toMatchObject({ phase: 'stalled', isPoor: true });
  });

  test('puts captions beside the picture, not beside the sound, and takes them away with it', async () => {
    player.close();
    const sources = { picture: '/p.m3u8', sound: '/s.m3u8', words: '/live/7/captions.vtt' };
    const options: PlayerOptions = {
      isReplay: true,
      onChange: (now) => {
        state = now;
      },
      loadHls: async () => FakeHls as never,
    };
    player = new Player(video, sources, options);
    await player.open();
    const tracks = () =>
      [...video.querySelectorAll('track')].map((one) => [one.getAttribute('src'), one.label]);
    // hls.js says that the playlist has none.
    last().say('words', { subtitleTracks: [] });
    expect([tracks(), state?.hasWords]).toEqual([[['/live/7/captions.vtt', '中文字幕']], true]);
    await player.setSound(true);
    expect([tracks(), state?.hasWords]).toEqual([[], false]);
    await player.setSound(false);
    expect([tracks().length, state?.hasWords]).toEqual([1, true]);
    player.close();
    expect(tracks()).toEqual([]);
  });

  test('forgets the captions of the picture where it plays the sound', async () => {
    last().say('words', { subtitleTracks: [{}] });
    expect(state?.hasWords).toBe(true);
    await player.setSound(true);
    expect(state).toMatchObject({ isSound: true, hasWords: false });
  });
});

test('the time of a moment is found also behind a gap of the publisher', () => {
  const fragments = [
    { programDateTime: 1_000, start: 0, duration: 2 },
    { programDateTime: 3_000, start: 2, duration: 2 },
    { programDateTime: 20_000, start: 4, duration: 2 },
  ];
  const hls = { levels: [{ details: { fragments } }], currentLevel: 0 } as never;
  expect([1_000, 3_500, 10_000, 21_000, 90_000, 0].map((at) => timeAt(hls, at))).toEqual([
    0, 2.5, 4, 5, 6, 0,
  ]);
  expect(timeAt(undefined, 5)).toBeNull();
});
