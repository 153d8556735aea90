import { expect, it } from 'vitest';
import { path } from '#lib/contract/routes.ts';
import { decodedParams } from '#lib/server/core/params.ts';

it.each(['1,2', 'A/1', '100%', '批号#3?', 'a b', '%2C'])('a parameter %j comes back as it was', (nos) => {
  const address = path('/desk/orders/pick/[nos]', { nos });
  expect(decodedParams('/desk/orders/pick/[nos]', address)).toEqual({ nos });
});

it('of another address, or what is no escape, is left out', () => {
  expect(decodedParams('/desk/orders/[no]/note', '/desk/orders/1/note/')).toEqual({ no: '1' });
  expect(decodedParams('/404', '/desk/orders/1')).toEqual({});
  expect(decodedParams('/desk/orders/[no]', '/desk/orders/%E0%A4%A')).toEqual({});
});
