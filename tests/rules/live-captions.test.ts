/** Captions of a replay: what a file may hold, and what viewers are given. */
import { describe, expect, test } from 'vitest';
import { captionLimits, captionsOf, readCaptions } from '#lib/rules/live/captions.ts';
import { noPriceText } from '#lib/rules/live/desk.ts';
import type { Segment } from '#lib/rules/live/playlist.ts';

const minute = 60_000;
const read = (...blocks: string[]) => readCaptions(['WEBVTT', ...blocks].join('\n\n'), 10 * minute);

describe('a file', () => {
  test('is read into plain cues in the order of time', () => {
    const file = [
      '\uFEFFWEBVTT 冬季用药\r\nKind: captions\r\n',
      'NOTE 校对过\r\n两行\r\n',
      '2\r\n01:05.000 --> 00:01:08.500 align:start position:0%\r\n布洛芬 &amp; 对乙酰氨基酚\r\n 一天三次 \r\n',
      '00:00:01.000 --> 00:00:03.000\r\n大家\u202E好\r\n\r\n',
    ].join('\r\n');
    expect(readCaptions(file, 10 * minute)).toEqual({
      cues: [
        { from: 1_000, to: 3_000, text: '大家好' },
        { from: 65_000, to: 68_500, text: '布洛芬 & 对乙酰氨基酚\n一天三次' },
      ],
    });
  });

  test.each<[string, string]>([
    ['', '不是WebVTT字幕：第一行须为WEBVTT'],
    ['1\n00:00:01,000 --> 00:00:02,000\n好', '不是WebVTT字幕：第一行须为WEBVTT'],
    ['WEBVTTX\n\n00:01.000 --> 00:02.000\n好', '不是WebVTT字幕：第一行须为WEBVTT'],
    ['WEBVTT\n00:01.000 --> 00:02.000\n好', 'WEBVTT和第一条字幕之间须有空行'],
    ['WEBVTT\n\nNOTE 空', '文件里没有字幕'],
    ['WEBVTT\n\nSTYLE\n::cue { background: url(https://evil.example) }', '字幕含有样式，请导出纯文字的字幕'],
    ['WEBVTT\n\nREGION\nid:a', '字幕含有样式，请导出纯文字的字幕'],
    ['WEBVTT\n\n00:01,000 --> 00:02,000\n好', '第1条字幕的时间不正确，如00:01:05.000 --> 00:01:08.000'],
    ['WEBVTT\n\n00:61.000 --> 00:62.000\n好', '第1条字幕的时间不正确，如00:01:05.000 --> 00:01:08.000'],
    ['WEBVTT\n\n你好', '第1条字幕的时间不正确，如00:01:05.000 --> 00:01:08.000'],
  ])('%j is refused', (file, fault) => expect(readCaptions(file, 10 * minute)).toEqual({ fault }));

  test.each<[string, string]>([
    ['00:02.000 --> 00:02.000\n好', '结束时间须晚于开始时间'],
    ['09:59.000 --> 10:01.001\n好', '超过了直播的时长，时间须从开播时起算'],
    ['00:01.000 --> 00:02.000\n<script>alert(1)</script>', '含有标记，请导出纯文字的字幕'],
    ['00:01.000 --> 00:02.000\n<v 主播>好', '含有标记，请导出纯文字的字幕'],
    ['00:01.000 --> 00:02.000\n\u200B', '没有文字'],
    ['00:01.000 --> 00:02.000', '没有文字'],
    [`00:01.000 --> 00:02.000\n${'长'.repeat(captionLimits.characters + 1)}`, '超过200个字'],
    ['00:01.000 --> 00:02.000\n今天只要12元', noPriceText],
    ['00:01.000 --> 00:02.000\n今天只要12\n元', noPriceText],
  ])('with a second cue %j is refused by its number', (block, fault) => {
    expect(read('00:00.500 --> 00:01.000\n早', block)).toEqual({ fault: `第2条字幕：${fault}` });
  });

  const cue = (second: number, text: string, seconds = 1) =>
    `00:0${second}.000 --> 00:0${second + seconds}.000\n${text}`;
  test.each<[string, string[], string]>([
    ['over two', [cue(1, '今天只要12'), cue(2, '元一盒')], '1、2'],
    ['over two that are not neighbours in the file', [cue(3, '折'), cue(1, '早'), cue(2, '打八')], '1、3'],
    ['over two less than 3 seconds apart', [cue(1, '只要十二'), '00:04.999 --> 00:06.000\n块钱'], '1、2'],
    ['over three', [cue(1, '只要十二'), cue(2, '块'), cue(3, '钱')], '1、2、3'],
    ['over two at once, the later above the earlier', [cue(1, '元一盒', 5), cue(2, '只要12')], '1、2'],
  ])('with a price %s is refused by their numbers', (_, cues, numbers) => {
    expect(read(...cues)).toEqual({ fault: `第${numbers}条字幕连起来：${noPriceText}` });
  });

  test.each<[string[]]>([
    [[cue(1, '每天2次，每次12'), cue(2, '粒，饭后')]],
    [[cue(1, '元旦也发货'), cue(2, '一共12')]],
    [[cue(1, '时间来到2027'), cue(2, '元旦快乐')]],
    [[cue(1, '一共12'), cue(5, '元气满满')]],
    [[cue(1, '一共二'), cue(2, '块'), cue(6, '钱')]],
    [[cue(1, '一共二'), cue(5, '块'), cue(6, '钱')]],
  ])('with neighbours that name no price together is read: %j', (cues) => {
    expect(read(...cues)).toHaveProperty('cues.length', cues.length);
  });

  test('ends a second behind the picture at most, and has a bounded number of cues', () => {
    expect(read('09:59.000 --> 10:01.000\n再见')).toHaveProperty('cues.length', 1);
    const cue = '00:01.000 --> 00:02.000\n好';
    expect(read(...Array(captionLimits.cues).fill(cue))).toHaveProperty('cues.length', captionLimits.cues);
    expect(read(...Array(captionLimits.cues + 1).fill(cue))).toEqual({ fault: '字幕最多5000条' });
  });
});

test('viewers get the cues at the time of the playlist, text as text, and none of a part that is cut off', () => {
  const start = 1_000_000;
  const piece = (at: number): Segment => ({ seq: 1, at: start + at, ms: 2_000, run: 1, name: 'x' });
  // The replay begins 4 s after the broadcast; the publisher was away from 8 s to 20 s.
  const segments = [4_000, 6_000, 20_000].map(piece);
  const cues = [
    { from: 0, to: 3_000, text: '开场' },
    { from: 5_000, to: 7_000, text: 'A < B & C' },
    { from: 9_000, to: 12_000, text: '没有画面' },
    { from: 19_000, to: 21_500, text: '回来了\n第二行' },
    { from: 30_000, to: 31_000, text: '以后' },
  ];
  expect(captionsOf(cues, segments, start)).toBe(
    [
      'WEBVTT\n',
      '00:00:01.000 --> 00:00:03.000\nA &lt; B &amp; C\n',
      '00:00:04.000 --> 00:00:05.500\n回来了\n第二行\n',
    ].join('\n'),
  );
  expect(captionsOf(cues, [], start)).toBe('WEBVTT\n');
  const hours = [{ from: 3_600_000, to: 3_601_000, text: '一小时' }];
  expect(captionsOf(hours, [{ ...piece(0), ms: 7_200_000 }], start)).toContain(
    '01:00:00.000 --> 01:00:01.000',
  );
});
