/** What a second person decides is declared: by its call, from which its page says so, and by the rule of its kind. */
import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { api } from '#lib/contract/api.ts';
import type { Call } from '#lib/contract/call.ts';
import type { Act } from '#lib/contract/desk/list.ts';
import { listShapes } from '#lib/contract/desk/lists.ts';
import { routes } from '#lib/contract/routes.ts';
import { allActKinds } from '#lib/rules/companies/act-kinds.ts';
import { secondKind, settingGroups } from '#lib/rules/site/setting-groups.ts';
import { keysOf } from '#lib/rules/terms/keys.ts';

const calls: Call[] = Object.values(api);
const declared = new Set(calls.flatMap(({ second = [] }) => second));
const acts = listShapes.flatMap(({ page, acts: own = {} }) =>
  Object.entries(own).map(([name, act]): [string, Act, Readonly<Record<string, Act>>] => [
    `${page} ${name}`,
    act,
    own,
  ]),
);

it('every kind of act is declared by a call, and asked for by a use case', () => {
  expect([...declared].sort()).toEqual([...allActKinds].sort());
  const sources = globSync('src/lib/server/**/*.ts').map((file) => readFileSync(file, 'utf8'));
  const asking = sources.filter(
    (text) => text.includes("from '../acts/propose.ts'") && /\bpropose\(/.test(text),
  );
  const kinds = asking.flatMap((text) => [...text.matchAll(/\bkind: '(\w+)'/g)].map(([, kind]) => kind));
  // A piece is of the kind that the person chose.
  const pieces = asking.some((text) => /\n {10}kind,\n/.test(text)) ? ['coupon', 'voucher'] : [];
  // A change of a setting is of the kind of its group.
  const settings = asking.some((text) => text.includes('kind: secondKind('))
    ? keysOf(settingGroups).map(secondKind)
    : [];
  const asked = new Set(
    [...kinds, ...pieces, ...settings].filter((kind) => allActKinds.some((known) => known === kind)),
  );
  expect([...asked].sort()).toEqual([...declared].sort());
});

it('an act of a list has one box for its reason, and an inverse on the same list', () => {
  for (const [name, { reason, fields = {}, undo, isBulk, sends }, own] of acts) {
    if (reason !== undefined) expect.soft(Object.keys(fields), name).not.toContain('reason');
    if (undo === undefined) continue;
    const inverse = own[undo];
    expect.soft(inverse, name).toBeDefined();
    // It is called with a reason and what the row had when the act was done: a run knows its keys alone.
    expect.soft(inverse?.fields, name).toBeUndefined();
    if (!isBulk) continue;
    expect.soft([inverse?.sends, sends], name).toEqual([undefined, undefined]);
    expect.soft(inverse?.isBulk, name).toBe(true);
  }
});

it('an act of a kind on a list of both sides names its side, whose words its page uses', () => {
  for (const { page, acts: own = {} } of listShapes)
    for (const [name, { second, side }] of Object.entries(own))
      if (typeof second === 'string' && routes[page].who === 'staff')
        expect.soft(side, `${page} ${name}`).toBeDefined();
});
