/** Scanned boxes among the lines of a parcel: each once, never more than pieces, a case whole or not at all. */
import { expect, it } from 'vitest';
import { placeScan, type ScanLine } from '#lib/rules/orders/scan-place.ts';

const line = (id: number, pieces: number, codes: string[] = []): ScanLine => ({
  id,
  name: `药${id}`,
  pieces,
  codes,
});
const box = (code: string) => ({ code, isCase: false, boxes: [code] });
const whole = (code: string, boxes: string[]) => ({ code, isCase: true, boxes });

it.each<[string, Parameters<typeof placeScan>, ReturnType<typeof placeScan>]>([
  ['a box goes to its line', [box('a'), [line(1, 2), line(2, 2)], [2]], { placed: new Map([[2, ['a']]]) }],
  [
    'a case fills one line after the other',
    [whole('C', ['a', 'b', 'c']), [line(1, 2, ['x']), line(2, 5)], [1, 2]],
    {
      placed: new Map([
        [1, ['a']],
        [2, ['b', 'c']],
      ]),
    },
  ],
  ['a box twice', [box('a'), [line(1, 2, ['a'])], [1]], { fault: '追溯码a已扫过' }],
  [
    'a case beside one of its boxes',
    [whole('C', ['a', 'b']), [line(1, 1, ['b']), line(2, 9)], [2]],
    { fault: '箱码C里的b已扫过，整箱未录入' },
  ],
  ['one box too many', [box('c'), [line(1, 2, ['a', 'b'])], [1]], { fault: '“药1”已扫满，多出的请放回' }],
  [
    'a case that is too large',
    [whole('C', ['a', 'b', 'c']), [line(1, 2)], [1]],
    { fault: '箱码C有3盒，“药1”只差2盒，请拆箱逐盒扫' },
  ],
])('%s', (_name, asked, answer) => {
  expect(placeScan(...asked)).toEqual(answer);
});
