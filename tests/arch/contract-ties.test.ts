/** Calls, their schemas and their services cannot part: what does not fit does not compile. */
import { expect, it } from 'vitest';
import { z } from 'zod';
import { api } from '#lib/contract/api.ts';
import { get, post } from '#lib/contract/call.ts';
import { endpoint } from '#lib/server/core/calls/endpoint.ts';
import { handlers } from '#lib/server/core/calls/handlers.ts';
import { nouns } from '#lib/server/router/nouns.ts';

const own = { input: z.object({ id: z.number() }), output: z.object({ name: z.string() }) };
const call = get('/api/x', { who: 'all', ...own });

it('an endpoint takes a service of its call and no other', () => {
  const answers = [
    endpoint(call, async () => ({ name: '' })),
    // @ts-expect-error: the service answers something else
    endpoint(call, async () => ({ name: 5 })),
    // @ts-expect-error: the service takes something else
    endpoint(call, async (_context, { number }: { number: number }) => ({ name: `${number}` })),
  ];
  expect(answers).toHaveLength(3);
});

it('a noun names a service for each of its calls', () => {
  const calls = { call, other: get('/api/y', { who: 'all', ...own }) };
  const name = async () => ({ name: '' });
  expect([...handlers(calls, { call: name, other: name }).keys()]).toEqual(['call', 'other']);
  // @ts-expect-error: a call without a service
  expect([...handlers(calls, { call: name }).keys()]).toEqual(['call']);
});

it('a write names its permission, and one of its own callers', () => {
  const rows = [
    post('/api/x', { who: 'buyer', may: 'order', ...own }),
    // @ts-expect-error: no permission
    post('/api/x', { who: 'buyer', ...own }),
    // @ts-expect-error: a permission of staff
    post('/api/x', { who: 'buyer', may: 'payments', ...own }),
    // @ts-expect-error: only staff proves itself again
    post('/api/x', { who: 'buyer', may: 'order', sure: true, ...own }),
  ];
  expect(rows).toHaveLength(4);
});

it('every call of the table is answered by its noun, or has a route file of its own', async () => {
  const answered: string[] = [];
  for (const { load } of nouns) answered.push(...(await load()).keys());
  const expected = Object.entries(api).flatMap(([name, row]) =>
    'isStream' in row || 'isSigned' in row ? [] : [name],
  );
  expect(answered.toSorted()).toEqual(expected.toSorted());
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
  expect(Object.entries(api).flatMap(([name, { input }]) => uncounted(input, name))).toEqual([]);
});
