/** Every file address of the shop by every role of a company: papers of goods are for those who look after them. */
import type { APIRoute } from 'astro';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import type { LoginName } from '#demo/seed/known.ts';
import { roleMay, roles } from '#lib/rules/companies/roles.ts';
import { readersOf } from '#lib/server/files/merchant-files.ts';
import { testDatabase } from '#tests/support/database.ts';
import { accountOf } from '#tests/support/orders.ts';
import { callHandler, loginAs } from '#tests/support/request.ts';
import { GET as zip } from '../../src/pages/file/package/[no]/index.ts';
import { GET as pdf } from '../../src/pages/file/package/[no]/pdf.ts';

const { db } = await testDatabase();

const members: Record<(typeof roles)[number], LoginName> = {
  owner: 'demo',
  buyer: 'demo-caigou',
  finance: 'demo-caiwu',
  receiver: 'demo-shouhuo',
  viewer: 'demo-zhidu',
};

/** Which permission each address asks a company's people for (`desk`: no company reads it); a new address has to be named here. */
const addresses: Record<string, 'papers' | 'manage' | 'read' | 'invoice' | 'desk'> = {
  '/file/[id]/full': 'read',
  '/file/[id]/index': 'read',
  '/file/[id]/pdf': 'read',
  '/file/contract/[no]': 'read',
  '/file/export/[token]': 'manage',
  '/file/invoice/[id]/[kind]': 'invoice',
  '/file/invoice/zip': 'invoice',
  '/file/licence/[file]': 'desk',
  '/file/onboarding/[file]': 'papers',
  '/file/package/[no]/index': 'papers',
  '/file/package/[no]/pdf': 'papers',
  '/file/proof/[no]': 'papers',
  '/file/report/[goods]': 'papers',
};

it('every file address says what it asks for', () => {
  const files = Object.keys(import.meta.glob('../../src/pages/file/**/*.ts'));
  expect(files.map((file) => file.slice('../../src/pages'.length, -3)).toSorted()).toEqual(
    Object.keys(addresses),
  );
});

describe.each(roles)('a %s', (role) => {
  const may = roleMay(role, 'papers');

  it(`${may ? 'reads' : 'does not read'} the papers of an order`, async () => {
    const cookie = await loginAs(members[role]);
    for (const handler of [zip, pdf] satisfies APIRoute[]) {
      const none = await callHandler(handler, { params: { no: 'none' }, cookie });
      expect(none.status).toBe(may ? 404 : 403);
    }
  });

  it(`is ${may ? 'a' : 'no'} reader of what merchants handed in`, async () => {
    const { rows } = await db.execute<{ id: string }>(
      sql`select id from "user" where username = ${members[role]}`,
    );
    const account = await accountOf(db, rows[0]?.id ?? '');
    expect(readersOf({ account, staff: null }, ['lots'])).toHaveLength(may ? 1 : 0);
  });
});
