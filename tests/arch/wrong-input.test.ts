/** Whatever is sent in a field is taken or refused in a sentence that a buyer understands. */
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { api } from '#lib/contract/api.ts';
import { parseSent } from '#lib/contract/decode.ts';
import { fields, values } from '#tests/support/nonsense.ts';

const kinds: readonly unknown[] = [
  ...values,
  '',
  null,
  true,
  -1,
  1.5,
  1e12,
  [],
  ['x', -1],
  [null],
  {},
  { a: 1 },
];

/** Sentences that are not Chinese, or have zod's words in them. */
function notSaid(input: z.ZodType): string[] {
  return [undefined, ...kinds].flatMap((value) => {
    const sent = value === undefined ? {} : Object.fromEntries(fields.map((name) => [name, value]));
    const read = parseSent(input, sent);
    return (read.error?.issues ?? [])
      .filter(
        ({ message }) =>
          !/[\u4e00-\u9fff]{2}/.test(message) || /expected|received|invalid|undefined/i.test(message),
      )
      .map(({ path, message }) => `${path.join('.')}: ${message}`);
  });
}

describe('what the calls take', () => {
  it('has names, those within lists among them', () => {
    expect(fields).toEqual(expect.arrayContaining(['keywords', 'goods_id', 'price_min', 'new_password']));
    expect(fields.length).toBeGreaterThan(80);
  });

  it('is refused in Chinese where it is wrong', () => {
    expect(notSaid(z.object({ id: z.number('not a number') }))).not.toEqual([]);
    const wrong = Object.entries(api).flatMap(([name, { input }]) =>
      notSaid(input).map((line) => `${name} ${line}`),
    );
    expect([...new Set(wrong)]).toEqual([]);
  });

  it('reads numbers and flags from the text of a form, as browsers send them', () => {
    const deaf = Object.entries(api).flatMap(([name, { input }]) =>
      namesOf(input)
        .filter((field) =>
          [0, 1].some((one) => takes(input, field, one) && !takes(input, field, String(one))),
        )
        .map((field) => `${name}.${field}`),
    );
    expect(deaf).toEqual([]);
  });
});

/** The names of the fields of an input that is one object. */
function namesOf(input: z.ZodType): string[] {
  return input instanceof z.ZodObject ? Object.keys(input.shape) : [];
}

/** Whether nothing is wrong with a field that was sent so. */
function takes(input: z.ZodType, field: string, value: number | string): boolean {
  return !(parseSent(input, { [field]: value }).error?.issues ?? []).some(({ path }) => path[0] === field);
}
