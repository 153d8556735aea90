/** Calls, their schemas and their services cannot part: what does not fit does not compile. */
import { expect, it } from 'vitest';
import { z } from 'zod';
import type { CallOf, SchemasOf } from '#lib/contract/call.ts';
import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';

const own = { input: z.object({ id: z.number() }), output: z.object({ name: z.string() }) };
const call: CallOf<typeof own, 'all'> = { method: 'POST', path: '/api/x', who: 'all' };

it('every call has its schemas, and every schema its call', () => {
  expect(Object.keys(schemas).toSorted()).toEqual(Object.keys(api).toSorted());
});

it('an endpoint takes the schemas of its call and no others', () => {
  const name = async () => ({ name: '' });
  const handlers = [
    endpoint(call, own, name),
    // @ts-expect-error: asks for more than the call sends
    endpoint(call, { ...own, input: z.object({ id: z.number(), number: z.number() }) }, name),
    // @ts-expect-error: takes less than the call sends
    endpoint(call, { ...own, input: z.object({}) }, name),
    // @ts-expect-error: another type of the same field
    endpoint(call, { ...own, input: z.object({ id: z.string() }) }, name),
    // @ts-expect-error: another answer
    endpoint(call, { ...own, output: z.object({ name: z.number() }) }, name),
    // @ts-expect-error: the service answers something else
    endpoint(call, own, async () => ({ name: 5 })),
    // @ts-expect-error: the service takes something else
    endpoint(call, own, async (_context, { number }: { number: number }) => ({ name: `${number}` })),
    // @ts-expect-error: schemas of another call
    endpoint(api.cartTotal, schemas.cartList, async () => ({ total: 1 })),
  ];
  expect(handlers).toHaveLength(8);
});

it('a table of schemas holds each call’s own', () => {
  const table = { call } as const;
  const right = { call: own } satisfies { [K in keyof typeof table]: SchemasOf<(typeof table)[K]> };
  // @ts-expect-error: another answer
  const wrong = { call: { ...own, output: z.string() } } satisfies typeof right;
  expect([right, wrong]).toHaveLength(2);
});

/** Lists of an input that are looked at element by element before anybody has counted them. */
function uncounted(schema: z.core.$ZodType, path: string, isCounted = false): string[] {
  if (schema instanceof z.core.$ZodPipe) {
    const { in: first, out } = schema._zod.def;
    return uncounted(out, path, first instanceof z.core.$ZodCustom);
  }
  if (schema instanceof z.core.$ZodArray)
    return [...(isCounted ? [] : [path]), ...uncounted(schema._zod.def.element, `${path}.*`)];
  if (schema instanceof z.core.$ZodObject)
    return Object.entries(schema._zod.def.shape).flatMap(([key, part]) => uncounted(part, `${path}.${key}`));
  if (schema instanceof z.core.$ZodUnion)
    return schema._zod.def.options.flatMap((option) => uncounted(option, path));
  if (
    schema instanceof z.core.$ZodOptional ||
    schema instanceof z.core.$ZodNullable ||
    schema instanceof z.core.$ZodDefault
  )
    return uncounted(schema._zod.def.innerType, path);
  return [];
}

it('every list that a call takes has a bound, and is counted first', () => {
  expect(uncounted(z.object({ ids: z.array(z.number()).max(3).optional() }), 'x')).toEqual(['x.ids']);
  expect(Object.entries(schemas).flatMap(([name, { input }]) => uncounted(input, name))).toEqual([]);
});
