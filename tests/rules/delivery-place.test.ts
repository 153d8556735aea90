import { expect, it } from 'vitest';
import { isPlaceToCheck } from '#lib/rules/companies/delivery-place.ts';

it.each([
  ['the same district', '420103', '420103', false],
  ['another district of the city', '420102', '420103', true],
  ['another province', '110101', '420103', true],
  ['a town of a city without districts', '441900003', '441900', false],
  ['a licence for the city', '420502', '420500', false],
  ['a licence for the city, another city', '420602', '420500', true],
  ['a licence for the province', '420502', '420000', false],
  ['no licensed place is known', '420502', '', true],
  ['no address', '', '420103', true],
])('%s', (_name, address, licensed, isToCheck) => {
  expect(isPlaceToCheck(address, licensed)).toBe(isToCheck);
});
