/** Captions of a replay (rules 22): WebVTT of a merchant, read into cues of plain text, and written anew. Times in ms. */
import { withoutHidden } from '../text/one-line.ts';
import { namesPrice, noPriceText } from './desk.ts';
import type { Segment } from './playlist.ts';

/** Most bytes of a file, cues in it, and characters of one. */
export const captionLimits = { bytes: 512 * 1024, cues: 5_000, characters: 200 } as const;

/** A line of what is said; times since the room went on air. */
export interface Cue {
  from: number;
  to: number;
  text: string;
}

/** A sentence may end a little after the picture does. */
const grace = 1_000;

const timing =
  /^((?:\d{2,3}:)?[0-5]\d:[0-5]\d\.\d{3})[ \t]+-->[ \t]+((?:\d{2,3}:)?[0-5]\d:[0-5]\d\.\d{3})(?:[ \t].*)?$/;

function msOf(stamp: string): number {
  const [seconds = 0, minutes = 0, hours = 0] = stamp.split(':').toReversed().map(Number);
  return Math.round((hours * 3_600 + minutes * 60 + seconds) * 1_000);
}

const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&nbsp;': ' ' };

function plain(lines: readonly string[]): string {
  const text = lines.join('\n').replaceAll(/&(?:amp|lt|gt|nbsp);/g, (entity) => entities[entity] ?? entity);
  return withoutHidden(text)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n');
}

/** What is wrong with a cue; null for nothing. */
function cueFault(lines: readonly string[], { from, to, text }: Cue, lengthMs: number): string | null {
  if (to <= from) return '结束时间须晚于开始时间';
  if (to > lengthMs + grace) return '超过了直播的时长，时间须从开播时起算';
  // Styles, voices and karaoke are markup, and so is what a careless reader would run.
  if (lines.some((line) => /[<>]/.test(line))) return '含有标记，请导出纯文字的字幕';
  if (text === '') return '没有文字';
  if (text.length > captionLimits.characters) return `超过${captionLimits.characters}个字`;
  return namesPrice(text) ? noPriceText : null;
}

/**
 * Reads a file in its own text. `lengthMs` is the time on air. Notes are left out, settings of cues too; what comes back
 * is in the order of time. `fault` names what is wrong first, with the number of its cue.
 */
export function readCaptions(file: string, lengthMs: number): { cues: Cue[] } | { fault: string } {
  const [head = '', ...blocks] = file
    .replace(/^\uFEFF/, '')
    .replaceAll(/\r\n?/g, '\n')
    .split(/\n(?:[ \t]*\n)+/);
  if (!/^WEBVTT(?:[ \t][^\n]*)?(?:\n|$)/.test(head)) return { fault: '不是WebVTT字幕：第一行须为WEBVTT' };
  if (head.includes('-->')) return { fault: 'WEBVTT和第一条字幕之间须有空行' };
  const cues: Numbered[] = [];
  for (const block of blocks) {
    const lines = block.split('\n').filter((line, nth) => line.trim() !== '' || nth > 0);
    if (lines.length === 0 || /^NOTE(?:[ \t]|$)/.test(lines[0] ?? '')) continue;
    if (/^(?:STYLE|REGION)[ \t]*$/.test(lines[0] ?? '')) return { fault: '字幕含有样式，请导出纯文字的字幕' };
    const name = `第${cues.length + 1}条字幕`;
    // A cue may have a name of its own in the line before its times.
    const at = lines[0]?.includes('-->') ? 0 : 1;
    const [, from, to] = timing.exec(lines[at]?.trim() ?? '') ?? [];
    if (from === undefined || to === undefined)
      return { fault: `${name}的时间不正确，如00:01:05.000 --> 00:01:08.000` };
    const said = lines.slice(at + 1);
    const cue = { nth: cues.length + 1, from: msOf(from), to: msOf(to), text: plain(said) };
    const fault = cueFault(said, cue, lengthMs);
    if (fault !== null) return { fault: `${name}：${fault}` };
    cues.push(cue);
    if (cues.length > captionLimits.cues) return { fault: `字幕最多${captionLimits.cues}条` };
  }
  if (cues.length === 0) return { fault: '文件里没有字幕' };
  cues.sort((a, b) => a.from - b.from || a.to - b.to);
  const fault = splitPrice(cues);
  return fault === null ? { cues: cues.map(({ from, to, text }) => ({ from, to, text })) } : { fault };
}

/** A cue with its number in the file. */
type Numbered = Cue & { nth: number };

/** From this pause on two cues are two sentences. */
const pauseMs = 3_000;

/** True for a cue that goes on where the one before it ends. */
const goesOn = (before: Cue, { from }: Cue) => from - before.to < pauseMs;

/**
 * Cues in the order of time, without a pause, that tell a price together, as 只要12 and 元一盒, named by their numbers; null
 * for none. The longest word of an amount, 二块钱, stands in three of them at most. Of two that are shown at once the later
 * one is above the earlier one.
 */
function splitPrice(cues: readonly Numbered[]): string | null {
  for (const [at, cue] of cues.entries()) {
    const next = cues[at + 1];
    if (next === undefined || !goesOn(cue, next)) continue;
    const isSplit =
      namesPrice(cue.text + next.text) || (next.from < cue.to && namesPrice(next.text + cue.text));
    if (isSplit) return togetherFault([cue, next]);
  }
  for (const [at, cue] of cues.entries()) {
    const [next, last] = [cues[at + 1], cues[at + 2]];
    if (next === undefined || last === undefined || !goesOn(cue, next) || !goesOn(next, last)) continue;
    const three = [cue, next, last];
    if (namesPrice(three.map(({ text }) => text).join(''))) return togetherFault(three);
  }
  return null;
}

function togetherFault(cues: readonly Numbered[]): string {
  const numbers = cues.map(({ nth }) => nth).toSorted((a, b) => a - b);
  return `第${numbers.join('、')}条字幕连起来：${noPriceText}`;
}

/** Answers the time of a playlist at a moment; where the publisher was away, that of the next segment. */
function clockOf(segments: readonly Segment[]): (at: number) => number {
  let length = 0;
  const starts = segments.map(({ ms }) => {
    length += ms;
    return length - ms;
  });
  return (at) => {
    let [low, high] = [0, segments.length];
    // The first segment that ends behind the moment.
    while (low < high) {
      const middle = (low + high) >> 1;
      const { at: begins, ms } = segments[middle] ?? { at: 0, ms: 0 };
      if (begins + ms <= at) low = middle + 1;
      else high = middle;
    }
    return (starts[low] ?? length) + Math.max(0, at - (segments[low]?.at ?? at));
  };
}

const stampOf = (ms: number) =>
  `${String(Math.floor(ms / 3_600_000)).padStart(2, '0')}:${new Date(ms % 3_600_000).toISOString().slice(14, 23)}`;

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** The cues as WebVTT at the times of a playlist. `startedAt`: the moment that cues count from. */
export function captionsOf(cues: readonly Cue[], segments: readonly Segment[], startedAt: number): string {
  const timeAt = clockOf(segments);
  const blocks = cues.flatMap(({ from, to, text }) => {
    const [first, last] = [timeAt(startedAt + from), timeAt(startedAt + to)];
    return last > first ? [`${stampOf(first)} --> ${stampOf(last)}\n${escaped(text)}\n`] : [];
  });
  return ['WEBVTT\n', ...blocks].join('\n');
}
