/** A page of a desk and the call that loads it again: two rows that say whom they are for. */
import { expect, it } from 'vitest';
import { api } from '#lib/contract/api.ts';
import { deskGroups, groupPages, readNavWidth } from '#lib/contract/desk/navigation.ts';
import { deskRoutes, routes } from '#lib/contract/routes.ts';
import { rolesThatMay } from '#lib/rules/companies/roles.ts';

const reads = Object.values(api).filter(
  ({ method, path }) => method === 'GET' && path.startsWith('/api/desk/'),
);

it('a page of a desk and the call of its path are for the same people', () => {
  const pairs = deskRoutes.flatMap(([pattern, page]) => {
    const path = `/api${pattern.replace(/\[(\w+)\]/g, '{$1}')}`;
    return reads.filter((call) => call.path === path).map((call) => ({ pattern, page, call }));
  });
  expect(pairs.map(({ pattern }) => pattern)).toContain('/desk/audit');
  for (const { pattern, page, call } of pairs)
    expect.soft({ who: call.who, may: call.may }, pattern).toEqual({ who: page.who, may: page.may });
});

it('a page of the owner’s is loaded again by a call that only owners may make', () => {
  const pages = Object.entries(routes).filter(([, { who }]) => who === 'owner');
  expect(pages.map(([pattern]) => pattern)).toContain('/zhzx/child');
  const owners = Object.values(api).filter((call) => call.who === 'buyer' && call.may === 'manage');
  expect(owners.map(({ path }) => path)).toContain('/api/members');
  expect(rolesThatMay('manage')).toEqual(['owner']);
});

it('every listed page of the desks is in one group of the navigation', () => {
  const listed = deskRoutes
    .filter(([pattern, page]) => !pattern.includes('[') && !page.isUnlisted && page.who !== 'outside')
    .map(([pattern]) => pattern);
  const entries = deskGroups.flatMap((group) => Object.keys(group.entries));
  expect(listed).toContain('/desk/audit');
  expect([...entries].sort()).toEqual([...listed].sort());
});

it('a group without pages that a person may open is left out', () => {
  const sections = groupPages([{ href: '/desk/contact', title: '联系与退货' }], 'merchant');
  expect(sections).toEqual([
    {
      title: '店铺',
      entries: [{ href: '/desk/contact', title: '联系与退货', icon: 'i-lucide-map-pin' }],
    },
  ]);
  expect(groupPages([{ href: '/desk/papers', title: '资质到期提醒' }], 'platform')[0]?.title).toBe('企业');
});

it('a choice of the navigation’s width that is no choice is none', () => {
  expect(['wide', 'narrow', 'x', '', undefined].map(readNavWidth)).toEqual([
    'wide',
    'narrow',
    undefined,
    undefined,
    undefined,
  ]);
});
