/** What forms and queries send as text, as the values of a schema. */
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { parseSent, reads, unset } from '#lib/contract/decode.ts';
import {
  flag,
  freeText,
  id,
  ids,
  pageSize,
  quantity,
  text,
  upTo,
  whole,
  yuan,
} from '#lib/contract/fields.ts';

const choice = z.union([z.enum(['best', 'none']), ids('优惠券')]);

describe('a list with a bound', () => {
  let looked = 0;
  const element = reads(
    z.custom<string>(() => {
      looked += 1;
      return true;
    }),
    (value) => {
      looked += 1;
      return value;
    },
  );
  const list = upTo(3, element, { min: 1, error: '请选择', tooMany: '太多' });

  it('is counted before any of its elements is looked at', () => {
    const many = Array.from({ length: 100_000 }, String);
    expect(parseSent(list, many).error?.issues).toMatchObject([{ message: '太多', path: [] }]);
    expect(parseSent(list, many.join()).error?.issues).toMatchObject([{ message: '太多' }]);
    expect(parseSent(list, []).error?.issues).toMatchObject([{ message: '请选择' }]);
    expect(looked).toBe(0);
    expect(parseSent(list, '1,2').data).toEqual(['1', '2']);
    expect(looked).toBe(4);
  });
});

describe('text becomes', () => {
  it.each([
    [quantity(), '12', 12],
    [quantity(), ' １２ ', 12],
    [quantity(), 12, 12],
    [whole('负数', -5, 5), '-3', -3],
    [quantity().optional(), '7', 7],
    [pageSize(20), '7', 7],
    [pageSize(20), undefined, 20],
    [unset(pageSize(20)), '', 20],
    [id(), '12', 12],
    [flag('选中'), '1', 1],
    [flag('选中'), 'false', 0],
    [flag('选中').optional(), 'true', 1],
    [ids(), '1,2', [1, 2]],
    [ids(), '1, 2', [1, 2]],
    [ids(), ['1', 2], [1, 2]],
    [ids(), 7, [7]],
    [yuan('价格'), 3.5, '3.5'],
    [yuan('价格'), '１.5', '1.5'],
    [unset(yuan('价格').optional()), '', undefined],
    [unset(id().optional()), null, undefined],
    [freeText('备注', 5), null, ''],
    [freeText('备注', 5), ' 快 ', '快'],
    [choice, 'best', 'best'],
    [choice, '3,4', [3, 4]],
    [z.record(z.string(), id()), { 51: '7' }, { 51: 7 }],
    [z.array(z.unknown()).pipe(z.array(id())), ['5'], [5]],
    [
      z.object({ lines: z.array(z.object({ n: quantity() })) }),
      { lines: [{ n: '3' }] },
      { lines: [{ n: 3 }] },
    ],
    [quantity().refine((n) => n > 2), '3', 3],
    [reads(z.array(text('词')), (value) => String(value).split('|')), 'a,b|c', ['a,b', 'c']],
  ])('%#: what it stands for', (schema: z.ZodType, sent, value) => {
    expect(parseSent(schema, sent)).toEqual({ success: true, data: value });
  });
});

describe('text is left for the schema to refuse', () => {
  it.each([
    [quantity(), '', '数量须为1到999999之间的整数'],
    [quantity(), '1.5', '数量须为1到999999之间的整数'],
    [quantity(), 'abc', '数量须为1到999999之间的整数'],
    // An id is no number that a person types.
    [id(), '１２', '编号不正确'],
    [id(), '12345678901', '编号不正确'],
    [id().optional(), '', '编号不正确'],
    [ids(), '1,x', '编号不正确'],
    [ids(), '', '请选择商品'],
    [flag('选中'), '2', '选中须为0或1'],
    [text('名称'), ['a'], '名称只能有一个'],
    [text('名称'), 5, '请填写名称'],
    [choice.optional(), 'worst', undefined],
  ])('%#: with its own sentence', (schema: z.ZodType, sent, message) => {
    const { success, error } = parseSent(schema, sent);
    expect(success).toBe(false);
    if (message) expect(error?.issues[0]?.message).toBe(message);
  });

  it('names of no field are no fields', () => {
    const schema = z.object({ a: quantity().optional() });
    const sent = JSON.parse('{"a":"1","b":"2","__proto__":{"a":"3"},"constructor":"4"}');
    expect(parseSent(schema, sent)).toEqual({ success: true, data: { a: 1 } });
  });
});
