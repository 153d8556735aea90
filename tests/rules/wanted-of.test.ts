import { expect, it } from 'vitest';
import { wantedOf } from '#lib/rules/purchase/wanted-of.ts';

it.each<[string, number | null, { name: string; quantity: number; unit: string }]>([
  ['心得安片 10mg 20瓶', null, { name: '心得安片 10mg', quantity: 20, unit: '瓶' }],
  ['3、某某胶囊 0.2g*12粒 x5', null, { name: '某某胶囊 0.2g*12粒', quantity: 5, unit: '盒' }],
  ['某某胶囊', null, { name: '某某胶囊', quantity: 1, unit: '盒' }],
  ['某某胶囊', 30, { name: '某某胶囊', quantity: 30, unit: '盒' }],
  ['某某胶囊 -10盒', null, { name: '某某胶囊', quantity: 1, unit: '盒' }],
])('%s (%s)', (text, given, wanted) => {
  expect(wantedOf(text, given)).toEqual(wanted);
});

it('asks for what a name of a request holds', () => {
  expect(wantedOf('长'.repeat(300), null).name).toHaveLength(60);
});
