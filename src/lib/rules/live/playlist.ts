/** Playlists of live rooms (HLS, RFC 8216): texts of rows alone. Times in ms since 1970. */

/** A finished piece of the picture. */
export interface Segment {
  /** Grows by one in a room, over all publishers and processes. */
  seq: number;
  /** The clock of the server when its first picture was taken. */
  at: number;
  /** Duration, ms. */
  ms: number;
  /** Which publish it belongs to, counted from 1: between two there is a discontinuity. */
  run: number;
  /** Name of its file, without an ending. */
  name: string;
}

/** What a playlist lists: the picture, its sound alone, or its captions. */
export type PlaylistKind = 'picture' | 'sound' | 'words';

/** Aimed at by encoders and packager, ms. */
export const segmentMs = 2_000;

/** Segments in the playlist of a room on air: a player that stands still for 20 s goes on where it was. */
export const windowSegments = 12;

/** An encoder with rare key frames makes longer segments; one of more than this is cut off, ms. */
export const maxSegmentMs = 12_000;

interface PlaylistOptions {
  /** Nothing comes after the last one: `replay` from the first one on, `over` from now on. */
  end: 'replay' | 'over' | null;
  /** The address of a segment's file. */
  addressOf: (segment: Segment) => string;
}

/**
 * The playlist of segments that follow each other. The discontinuity before the first listed one is counted in
 * EXT-X-DISCONTINUITY-SEQUENCE, so a player that comes back to a moved window knows which run it sees.
 */
export function playlistOf(segments: readonly Segment[], { end, addressOf }: PlaylistOptions): string {
  const longest = segments.reduce((most, { ms }) => Math.max(most, ms), segmentMs);
  const first = segments[0];
  const lines = [
    '#EXTM3U',
    '#EXT-X-VERSION:3',
    `#EXT-X-TARGETDURATION:${Math.round(longest / 1000)}`,
    `#EXT-X-MEDIA-SEQUENCE:${first?.seq ?? 0}`,
    `#EXT-X-DISCONTINUITY-SEQUENCE:${first?.run ?? 0}`,
    '#EXT-X-INDEPENDENT-SEGMENTS',
  ];
  if (end === 'replay') lines.push('#EXT-X-PLAYLIST-TYPE:VOD');
  let run = first?.run;
  for (const segment of segments) {
    if (segment.run !== run) lines.push('#EXT-X-DISCONTINUITY');
    run = segment.run;
    lines.push(
      `#EXT-X-PROGRAM-DATE-TIME:${new Date(segment.at).toISOString()}`,
      `#EXTINF:${(segment.ms / 1000).toFixed(3)},`,
      addressOf(segment),
    );
  }
  if (end !== null) lines.push('#EXT-X-ENDLIST');
  return `${lines.join('\n')}\n`;
}

/** The playlist that a player opens: the picture, with captions where there are some. `query` is kept in both addresses. */
export function mainPlaylist({ hasWords, query }: { hasWords: boolean; query: string }): string {
  const lines = ['#EXTM3U', '#EXT-X-VERSION:3'];
  if (hasWords)
    lines.push(
      `#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="words",NAME="中文字幕",LANGUAGE="zh",DEFAULT=YES,AUTOSELECT=YES,FORCED=NO,URI="words.m3u8${query}"`,
    );
  lines.push(
    `#EXT-X-STREAM-INF:BANDWIDTH=2500000${hasWords ? ',SUBTITLES="words"' : ''}`,
    `picture.m3u8${query}`,
  );
  return `${lines.join('\n')}\n`;
}
