/** Every amount that a call answers says in its schema who may see it; the mask of prices goes by that. */
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { api } from '#lib/contract/api.ts';
import { money } from '#lib/contract/fields.ts';
import { type Field, fieldsOf, hidePrices, openMoney, ownMoney, priced } from '#lib/contract/prices.ts';

/** Names that amounts have, or sentences about them: a field called so says who may see it, whatever its type. */
const soundsLikeMoney =
  /price|amount|money|balance|deposit|\bfee|cost|qhj|jtstr|rebate|cashback|discount|saving|reduction|voucher|credit|gap|terms|manjian_data|mzhg_|shipping_desc/i;
/** Sentences and names about other things, and counts of pieces. */
const saysNoAmount: ReadonlySet<string> = new Set(['shipping_text', 'gap_number', 'credit_code']);

/** Takes an amount and nothing else. */
function isMoney(schema: z.core.$ZodType): boolean {
  const takes = (value: unknown) => z.safeParse(schema, value).success;
  return takes('12.30') && !takes('twelve');
}

/** What no schema looks into could hold an amount. */
function isOpaque(schema: z.core.$ZodType): boolean {
  return (
    schema instanceof z.core.$ZodCustom ||
    schema instanceof z.core.$ZodAny ||
    schema instanceof z.core.$ZodUnknown
  );
}

function isUndecided({ path, schema, mark }: Field): boolean {
  const name = path.findLast((step) => step !== '*') ?? '';
  const sounds = soundsLikeMoney.test(name) && !saysNoAmount.has(name);
  return mark === undefined && (isMoney(schema) || isOpaque(schema) || sounds);
}

const undecidedIn = (schema: z.ZodType) =>
  fieldsOf(schema)
    .filter(isUndecided)
    .map(({ path }) => path.join('.'));

describe('the answers of the call table', () => {
  it('have amounts to judge', () => {
    const marked = Object.values(api).flatMap(({ output }) => fieldsOf(output).filter(({ mark }) => mark));
    expect(marked.length).toBeGreaterThan(300);
  });

  it.each(Object.entries(api))('%s: each amount says who may see it', (_, { output }) => {
    expect(undecidedIn(output)).toEqual([]);
  });
});

describe('a field that says nothing', () => {
  it('is found by its type, its name, or because nobody can look into it', () => {
    const schema = z.object({
      paid: z.array(z.object({ what: money })),
      deposit: z.string().optional(),
      inner: z.record(z.string(), z.custom<{ a: string }>(() => true).nullable()),
      id: z.number(),
      marked: priced(money).optional(),
      mine: ownMoney(money),
      all: openMoney(money).nullable(),
    });
    expect(undecidedIn(schema)).toEqual(['paid.*.what', 'deposit', 'inner.*']);
  });

  it('is found in what holds itself', () => {
    interface Tree {
      amount: string;
      under: Tree[];
    }
    const tree: z.ZodType<Tree> = z.object({
      amount: money,
      get under() {
        return z.array(tree);
      },
    });
    expect(undecidedIn(z.object({ tree }))).toEqual(['tree.amount']);
  });
});

describe('the mask', () => {
  const line = z.object({ id: z.number(), cost: priced(money).optional(), label: priced(z.string(), '') });
  const schema = z.object({
    list: z.array(line),
    byName: z.record(z.string(), line),
    best: line.nullable(),
    offers: priced(z.object({ cost: money }).nullable(), null),
    balance: ownMoney(money),
    price: openMoney(money),
  });
  const seen = { id: 1, cost: '1.20', label: '满500减30' };
  const hidden = { id: 1, label: '' };

  it('takes prices out wherever they stand, and leaves the rest', () => {
    const value = { list: [seen, seen], byName: { a: seen }, best: seen, offers: { cost: '1.00' } };
    expect(hidePrices(schema, { ...value, balance: '5.00', price: '6.00' })).toEqual({
      list: [hidden, hidden],
      byName: { a: hidden },
      best: hidden,
      offers: null,
      balance: '5.00',
      price: '6.00',
    });
  });

  it('drops what the schema does not know, but where it is open on purpose', () => {
    const open = z.object({ any: z.unknown(), loose: z.looseObject({ id: z.number() }), line });
    const value = { any: { x: 1 }, loose: { id: 1, more: '1.20' }, line: { ...seen, secret: '1.20' } };
    expect(hidePrices(open, { ...value, ...{ price: '1.20' } })).toEqual({ ...value, line: hidden });
  });

  it('refuses to look over what it cannot look into', () => {
    const odd = z.object({ list: z.set(z.object({ cost: priced(money) })) });
    expect(() => hidePrices(odd, { list: new Set() })).toThrow('cannot look into set');
    expect(() => fieldsOf(z.string().transform(Number))).toThrow('cannot look into transform');
  });

  it('does not invent what is not there', () => {
    const value = { list: [], byName: {}, best: null, offers: null, balance: '0.00', price: '0.00' };
    expect(hidePrices(schema, value)).toEqual(value);
  });
});
