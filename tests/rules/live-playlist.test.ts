/** Texts of playlists, and the demo's picture by the clock. */
import { describe, expect, it } from 'vitest';
import { clipSegments, findClipPiece } from '#lib/rules/live/demo-picture.ts';
import { mainPlaylist, playlistOf, type Segment } from '#lib/rules/live/playlist.ts';

const at = Date.parse('2026-11-30T10:00:00Z');
const segment = (seq: number, run: number, ms = 2_000): Segment => ({
  ...{ seq, run, ms, at: at + seq * 2_000 },
  name: `s-${seq}`,
});
const addressOf = ({ name }: Segment) => `${name}.ts?e=1&s=2`;

describe('a playlist', () => {
  it('lists segments with the clock, and counts the discontinuities before them', () => {
    const text = playlistOf([segment(7, 2), segment(8, 2), segment(9, 3, 2_480)], { end: null, addressOf });
    expect(text).toBe(
      [
        '#EXTM3U',
        '#EXT-X-VERSION:3',
        '#EXT-X-TARGETDURATION:2',
        '#EXT-X-MEDIA-SEQUENCE:7',
        '#EXT-X-DISCONTINUITY-SEQUENCE:2',
        '#EXT-X-INDEPENDENT-SEGMENTS',
        '#EXT-X-PROGRAM-DATE-TIME:2026-11-30T10:00:14.000Z',
        '#EXTINF:2.000,',
        's-7.ts?e=1&s=2',
        '#EXT-X-PROGRAM-DATE-TIME:2026-11-30T10:00:16.000Z',
        '#EXTINF:2.000,',
        's-8.ts?e=1&s=2',
        '#EXT-X-DISCONTINUITY',
        '#EXT-X-PROGRAM-DATE-TIME:2026-11-30T10:00:18.000Z',
        '#EXTINF:2.480,',
        's-9.ts?e=1&s=2',
        '',
      ].join('\n'),
    );
  });

  it.each([
    ['replay', true, true],
    ['over', false, true],
    [null, false, false],
  ] as const)('that ends as %s says so', (end, isFixed, isEnded) => {
    const text = playlistOf([segment(1, 1)], { end, addressOf });
    expect([text.includes('#EXT-X-PLAYLIST-TYPE:VOD'), text.endsWith('#EXT-X-ENDLIST\n')]).toEqual([
      isFixed,
      isEnded,
    ]);
  });

  it('of one segment gives the same run to it wherever the window begins', () => {
    const all = [segment(1, 1), segment(2, 2), segment(3, 2)];
    const runOf = (from: number) => {
      const text = playlistOf(all.slice(from), { end: null, addressOf });
      const first = Number(/DISCONTINUITY-SEQUENCE:(\d+)/.exec(text)?.[1]);
      return first + (text.match(/#EXT-X-DISCONTINUITY$/gm)?.length ?? 0);
    };
    expect([runOf(0), runOf(1), runOf(2)]).toEqual([2, 2, 2]);
  });

  it('that a player opens names captions where there are some, and keeps the query', () => {
    expect(mainPlaylist({ hasWords: true, query: '?desk=1' })).toContain('URI="words.m3u8?desk=1"');
    expect(mainPlaylist({ hasWords: false, query: '' }).trim().split('\n').at(-1)).toBe('picture.m3u8');
    expect(mainPlaylist({ hasWords: false, query: '' })).not.toContain('SUBTITLES');
  });
});

describe('the demo’s picture', () => {
  const clips = [
    { name: 'hall', pieces: 15 },
    { name: 'host', pieces: 2 },
  ];
  const between = (from: number, to: number, room = 2) =>
    clipSegments(clips, { room, from, to, pieceMs: 2_000 });

  it('is the same for every process and moment: what was listed is listed again with its number', () => {
    const long = between(at, at + 120_000);
    expect(long).toHaveLength(60);
    for (const shift of [1, 999, 2_000, 31_337]) {
      const later = between(at + shift, at + shift + 60_000);
      for (const one of later) expect(long).toContainEqual(one);
    }
  });

  it('has its edge at the clock: the last segment ends within one segment of now, none later', () => {
    for (const now of [at, at + 1, at + 1_999, at + 2_000]) {
      const last = between(at - 24_000, now).at(-1)!;
      expect(now - (last.at + last.ms)).toBeGreaterThanOrEqual(0);
      expect(now - (last.at + last.ms)).toBeLessThan(2_000);
    }
  });

  it('goes on without a gap, and counts a run for each clip', () => {
    const all = between(at, at + 200_000);
    for (const [n, one] of all.entries()) {
      const next = all[n + 1];
      if (next === undefined) continue;
      expect([next.seq, next.at]).toEqual([one.seq + 1, one.at + one.ms]);
      const isSame = next.name.split('-')[0] === one.name.split('-')[0];
      expect(next.run - one.run).toBe(isSame ? 0 : 1);
    }
  });

  it('begins with another clip in another room', () => {
    const names = new Set([2, 3].map((room) => between(at, at + 2_000, room)[0]!.name));
    expect(names.size).toBe(2);
  });

  it.each([
    ['hall-0', { clip: 0, piece: 0 }],
    ['host-1', { clip: 1, piece: 1 }],
    ['host-2', null],
    ['hall-', null],
    ['other-0', null],
    ['../hall-0', null],
  ])('knows the piece of %s', (name, piece) => {
    expect(findClipPiece(name, clips)).toEqual(piece);
  });

  it('is empty without clips', () => {
    expect(clipSegments([], { room: 1, from: at, to: at + 9_000, pieceMs: 2_000 })).toEqual([]);
  });
});
