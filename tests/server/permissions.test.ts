/** Who may make which call: the table, and that every endpoint holds it before it reads a body. */
import type { APIRoute } from 'astro';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { companies, type LoginName } from '#demo/seed/known.ts';
import { api } from '#lib/contract/api.ts';
import type { Call } from '#lib/contract/call.ts';
import { frozenRefusal } from '#lib/contract/errors.ts';
import { type Role, roleMay, roleRefusal } from '#lib/rules/companies/roles.ts';
import {
  merchantRoles,
  platformRoles,
  type StaffPermission,
  staffMay,
  staffRefusal,
} from '#lib/rules/companies/staff.ts';
import { company } from '#lib/server/db/schema.ts';
import { permissionOf, verbPermissions } from '#lib/server/orders/facts.ts';
import { testDatabase } from '#tests/support/database.ts';
import { person } from '#tests/support/desk-people.ts';
import { callHandler, type Handler, loginAs, request } from '#tests/support/request.ts';
import { routeOf } from '#tests/support/routes.ts';
import { GET as openEvents } from '../../src/pages/api/events.ts';
import { GET as storeTemplate } from '../../src/pages/api/register/stores/template.ts';

const { db } = await testDatabase();

const calls = Object.values(api) as Call[];
const writes = calls.filter(({ method }) => method !== 'GET');
/** In one order: the table's own says nothing. */
const sorted = (rows: readonly unknown[]) => rows.map(String).toSorted();
const isForBuyers = (call: Call): call is Call<unknown, unknown, 'buyer'> => call.who === 'buyer';

/** What answers a call; of the streams of buyers there are two. */
const streams: Record<string, APIRoute> = { '/api/register/stores/template': storeTemplate };
const handlerOf = (call: Call) => (call.isStream ? (streams[call.path] ?? openEvents) : routeOf(call));

/** A body that only those hear of who get as far as having it read: nothing is ever changed by it. */
const broken = {
  body: '{"broken',
  type: 'application/json',
  headers: { 'idempotency-key': crypto.randomUUID() },
};
const send = async (call: Call, cookie: string) =>
  request(handlerOf(call), call.method === 'GET' ? { cookie } : { ...broken, method: call.method, cookie });

const members: Record<Role, LoginName> = {
  owner: 'demo',
  buyer: 'demo-caigou',
  finance: 'demo-caiwu',
  receiver: 'demo-shouhuo',
  viewer: 'demo-zhidu',
};
const cookies = new Map<LoginName, string>();

beforeAll(async () => {
  for (const name of [...Object.values(members), 'frozen', 'other'] as LoginName[])
    cookies.set(name, await loginAs(name));
});

describe('a write', () => {
  it('for buyers names its permission; those for everyone are these', () => {
    expect(writes.filter(({ who, may }) => who === 'buyer' && may === undefined)).toEqual([]);
    const open = writes.filter(({ who }) => who === 'all').map(({ method, path }) => `${method} ${path}`);
    expect(open.toSorted()).toEqual([
      'DELETE /api/user/logout',
      'POST /api/auth/login',
      'POST /api/auth/passkey',
      'POST /api/auth/wechat/link',
      'POST /api/auth/wechat/start',
      'POST /api/contract/notify/{provider}',
      'POST /api/desk/join',
      'POST /api/desk/login',
      'POST /api/invite/accept',
      'POST /api/invoice/notify/{provider}',
      'POST /api/live/notify/{provider}',
      'POST /api/live/{id}/beat',
      'POST /api/logistics/notify/{provider}',
      'POST /api/pay/notify/{provider}',
      'POST /api/user/logout',
    ]);
  });

  it('needs this permission', () => {
    const table = Object.groupBy(
      writes.filter(({ who }) => who === 'buyer'),
      ({ may }) => may ?? 'none',
    );
    const paths = Object.fromEntries(
      Object.entries(table).map(([may, rows]) => [
        may,
        rows.map(({ path }) => path.replace('/api/', '')).toSorted(),
      ]),
    );
    expect(paths).toMatchInlineSnapshot(`
      {
        "approve": [
          "approvals/{no}/change",
          "approvals/{no}/pass",
          "approvals/{no}/refuse",
        ],
        "invoice": [
          "invoice",
          "invoice/red/{id}/again",
          "invoice/red/{id}/revoke",
          "invoice/title",
          "invoice/title/{id}",
          "invoice/title/{id}/default",
          "invoice/title/{id}/remove",
          "invoice/{id}/cancel",
          "invoice/{id}/red",
          "invoice/{id}/resend",
        ],
        "manage": [
          "members/invite",
          "members/invite/{id}/revoke",
          "members/{id}",
          "members/{id}/disable",
          "members/{id}/enable",
          "points/order/{no}/address",
          "register/step2",
          "register/stores",
          "stores",
          "stores/named/drop",
          "stores/named/open",
          "upload",
          "user/closing",
          "user/closing/call-off",
          "user/company",
          "user/company/drop",
          "user/company/hand-in",
          "user/company/withdraw",
          "user/export",
          "user/totp/begin",
          "user/totp/confirm",
          "user/zizhi",
          "user/zizhi/hand-in",
          "user/zizhi/{kind}/drop",
        ],
        "messages": [
          "chat/redeem",
          "chat/talks",
          "chat/talks/{id}/escalate",
          "chat/talks/{id}/files",
          "chat/talks/{id}/messages",
          "chat/talks/{id}/rate",
          "chat/talks/{id}/recall",
          "chat/talks/{id}/typing",
          "chat/token",
          "live/{id}/ask",
          "message/read",
        ],
        "order": [
          "address",
          "address/{id}",
          "address/{id}/default",
          "address/{id}/delete",
          "cart",
          "cart/batch-delete",
          "cart/batch-select",
          "cart/checkout",
          "cart/combination",
          "cart/copy",
          "cart/fill",
          "cart/quick-add/{id}",
          "cart/{id}/edit",
          "cart/{id}/later",
          "controlled/apply",
          "coupon/{id}/claim",
          "draw/{id}/chances",
          "draw/{id}/play",
          "group-buy/{id}/join",
          "live/{id}/added",
          "order",
          "order/preview",
          "order/{no}/hide",
          "order/{no}/hurry",
          "order/{no}/rebuy",
          "points/exchange",
          "points/order/{no}/cancel",
          "quick-order/apply",
          "quick-order/best",
          "quick-order/candidates",
          "quick-order/draft",
          "quick-order/draft/restore",
          "quick-order/match",
          "quick-order/remember",
          "quick-order/shelf-life",
          "stores/order",
          "stores/quote",
          "template",
          "template/{id}",
          "template/{id}/delete",
          "template/{id}/order",
          "user/buy",
          "user/buy/{id}/withdraw",
        ],
        "pay": [
          "order/{no}/cancel",
          "pay",
          "pay/link",
          "pay/link",
          "pay/{no}/voucher",
          "user/pay-password",
        ],
        "read": [
          "aftersale",
          "aftersale/picture",
          "aftersale/preview",
          "aftersale/{id}/appeal",
          "aftersale/{id}/send",
          "aftersale/{id}/talk",
          "aftersale/{id}/withdraw",
          "cart/next-hint",
          "chat/talks/{id}/read",
          "favorite",
          "favorite/cancel",
          "live/{id}/like",
          "live/{id}/remind",
          "message/choices",
          "notify/cancel",
          "notify/price",
          "notify/stock",
          "sessions/end-others",
          "sessions/{id}/end",
          "sign",
          "sign/makeup",
          "stores/{id}/enter",
          "user/change-phone",
          "user/change-phone/code",
          "user/change-phone/prove",
          "user/feedback",
          "user/feedback/picture",
          "user/list-view",
          "user/owner-phone/{id}/object",
          "user/passkeys",
          "user/passkeys/begin",
          "user/passkeys/{id}/remove",
          "user/passkeys/{id}/rename",
          "user/reset-password",
          "user/totp/off",
          "user/unbind-wechat",
          "user/update",
          "user/zizhi/calendar",
          "user/zizhi/calendar/drop",
        ],
        "receive": [
          "order/batch-confirm",
          "order/{no}/confirm",
          "order/{no}/extend",
          "order/{no}/papers",
          "order/{no}/receiving",
          "order/{no}/receiving/preview",
          "order/{no}/refuse",
          "points/order/{no}/aftersale",
          "points/order/{no}/receive",
        ],
        "sign": [
          "contract",
          "contract/code",
          "contract/detail/{no}/ask",
          "contract/detail/{no}/go",
        ],
        "wallet": [
          "user/top-up",
        ],
      }
    `);
  });

  it('at a desk needs this permission, of whose side', () => {
    const rows = writes.filter(({ who }) => who !== 'buyer' && who !== 'all' && who !== 'anyone');
    expect(sorted(rows.map(({ method, path, who, may }) => `${method} ${path}: ${who} ${may}`))).toEqual(
      sorted([
        'POST /api/desk/chat/talks/{id}/messages: staff chat',
        'POST /api/desk/chat/talks/{id}/files: staff chat',
        'POST /api/desk/chat/talks/{id}/recall: staff chat',
        'POST /api/desk/chat/talks/{id}/read: staff chat',
        'POST /api/desk/chat/talks/{id}/typing: staff chat',
        'POST /api/desk/chat/talks/{id}/take: staff chat',
        'POST /api/desk/chat/talks/{id}/transfer: staff chat',
        'POST /api/desk/chat/talks/{id}/close: staff chat',
        'POST /api/desk/chat/talks/{id}/escalate: staff chat',
        'POST /api/desk/chat/duty: staff chat',
        'POST /api/desk/chat/canned: staff chat',
        'POST /api/desk/chat/canned/{id}/delete: staff chat',
        'POST /api/desk/live/rooms: merchant live',
        'POST /api/desk/live/rooms/{id}/hand-in: merchant live',
        'POST /api/desk/live/rooms/{id}/withdraw: merchant live',
        'POST /api/desk/live/rooms/{id}/cancel: merchant live',
        'POST /api/desk/live/rooms/{id}/pass: platform live',
        'POST /api/desk/live/rooms/{id}/refuse: platform live',
        'POST /api/desk/live/rooms/{id}/stop: platform live',
        ...[
          'key',
          'start',
          'end',
          'pin',
          'unpin',
          'drop',
          'end-drop',
          'show',
          'answer',
          'notice',
          'chapter',
          'cut',
          'captions',
        ].map((act) => `POST /api/desk/live/rooms/{id}/${act}: merchant live`),
        ...['hide', 'hide-question', 'mute', 'remove-captions'].map(
          (act) => `POST /api/desk/live/rooms/{id}/${act}: staff live`,
        ),
        'POST /api/desk/live-questions/{id}/hide: staff live',
        'POST /api/desk/live-questions/{id}/restore: staff live',
        'POST /api/desk/live-questions/hide: staff live',
        'POST /api/desk/live-questions/restore: staff live',
        'POST /api/desk/chat/words: platform chat',
        'POST /api/desk/chat-words/{id}/drop: platform chat',
        'POST /api/desk/chat-words/drop: platform chat',
        'POST /api/desk/chat-held/{id}/pass: platform chat',
        'POST /api/desk/chat-held/pass: platform chat',
        'POST /api/desk/chat-held/{id}/refuse: platform chat',
        'POST /api/desk/chat-held/refuse: platform chat',
        'POST /api/desk/contract-rule: merchant contracts',
        'POST /api/desk/contract-seal: merchant contracts',
        'POST /api/desk/contract-seal/drop: merchant contracts',
        'POST /api/desk/contracts/{id}/ask: merchant contracts',
        'POST /api/desk/contracts/{id}/go: merchant contracts',
        'POST /api/desk/contract-templates: platform contracts',
        'POST /api/desk/contracts/seal: merchant contracts',
        'POST /api/desk/contracts/send: staff contracts',
        'POST /api/desk/contracts/{id}/seal: merchant contracts',
        'POST /api/desk/contracts/{id}/void: staff contracts',
        'POST /api/desk/invites: staff staff',
        'POST /api/desk/invites/{id}/revoke: staff staff',
        'POST /api/desk/staff/{id}/sessions/end: staff staff',
        'POST /api/desk/merchants: platform merchants',
        'POST /api/desk/merchants/{id}: platform merchants',
        'POST /api/desk/merchants/{id}/stop: platform merchants',
        'POST /api/desk/merchants/{id}/close: platform merchants',
        'POST /api/desk/merchants/{id}/keep: platform merchants',
        'POST /api/desk/merchants/{id}/resume: platform merchants',
        'POST /api/desk/merchant: merchant shop',
        'POST /api/desk/catalogue: platform goods',
        'POST /api/desk/backup: platform settings',
        'POST /api/desk/settings: platform settings',
        'POST /api/desk/settings/{key}/undo: platform settings',
        'POST /api/desk/sign-rules: platform play',
        'POST /api/desk/sign-rules/{key}/undo: platform play',
        'POST /api/desk/providers/{key}/try: platform settings',
        'POST /api/desk/orders/{no}/refund: staff refunds',
        'POST /api/desk/changes: merchant changes',
        'POST /api/desk/changes/table: merchant changes',
        'POST /api/desk/changes/{id}/act: staff changes',
        'POST /api/desk/dispatch: merchant orders',
        'POST /api/desk/packs: merchant orders',
        'POST /api/desk/packs/drop: merchant orders',
        'POST /api/desk/packs/{id}/drop: merchant orders',
        'POST /api/desk/packs/{id}/restore: merchant orders',
        'POST /api/desk/packs/restore: merchant orders',
        'POST /api/desk/trace-file: merchant orders',
        'POST /api/desk/orders/{no}/ship: merchant orders',
        'POST /api/desk/orders/{no}/short: merchant orders',
        'POST /api/desk/orders/{no}/codes: merchant orders',
        'POST /api/desk/orders/{no}/parcel: merchant orders',
        'POST /api/desk/orders/{no}/refusal: staff orders',
        'POST /api/desk/orders/{no}/picture: staff orders',
        'POST /api/desk/licences: merchant onboarding',
        'POST /api/desk/licences/{id}/withdraw: merchant onboarding',
        'POST /api/desk/licences/{id}/accept: platform onboarding',
        'POST /api/desk/licences/{id}/return: platform onboarding',
        'POST /api/desk/contact: merchant shop',
        'POST /api/desk/stops: platform lots',
        'POST /api/desk/stops/{id}/lift: platform lots',
        'POST /api/desk/stops/lift: platform lots',
        'POST /api/desk/stops/{id}/renew: platform lots',
        'POST /api/desk/stops/renew: platform lots',
        'POST /api/desk/lots: merchant lots',
        'POST /api/desk/lots/table: merchant lots',
        'POST /api/desk/lots/table/rows: merchant lots',
        'POST /api/desk/lots/table/wrong: merchant lots',
        'POST /api/desk/reports/match: merchant lots',
        'POST /api/desk/reports: merchant lots',
        'POST /api/desk/seal: merchant orders',
        'POST /api/desk/lots/{goods}/returned: merchant lots',
        'POST /api/desk/lots/{id}/resell: merchant lots',
        'POST /api/desk/lots/resell: merchant lots',
        'POST /api/desk/lot-rows/{id}/cancel: merchant lots',
        'POST /api/desk/lot-rows/cancel: merchant lots',
        'POST /api/desk/lots/{id}/scrap: merchant lots',
        'POST /api/desk/lots/scrap: merchant lots',
        'POST /api/desk/lots/{goods}/count: staff lots',
        'POST /api/desk/lots/{goods}/damage: staff lots',
        'POST /api/desk/lots/{goods}/cancel: staff lots',
        'POST /api/desk/lots/{goods}/correct: staff lots',
        'POST /api/desk/lots/{goods}/lock: staff lots',
        'POST /api/desk/lots/{goods}/recall: staff lots',
        'POST /api/desk/onboarding: merchant onboarding',
        'POST /api/desk/onboarding/{id}/page: merchant onboarding',
        'POST /api/desk/onboarding/{id}/remove: merchant onboarding',
        'POST /api/desk/companies/{id}/corrections: platform payments',
        'POST /api/desk/countersign/{id}/pass: platform own',
        'POST /api/desk/countersign/{id}/refuse: platform own',
        'POST /api/desk/countersign/{id}/withdraw: platform own',
        'POST /api/desk/countersign/{id}/reclaim: platform own',
        'POST /api/desk/transfers/{no}/receive: platform payments',
        'POST /api/desk/transfers/{no}/undo: platform payments',
        'POST /api/desk/transfers/{no}/refuse: platform payments',
        'POST /api/desk/statement: platform payments',
        'POST /api/desk/statement/register: platform payments',
        'POST /api/desk/payouts/{id}/sent: platform payments',
        'POST /api/desk/payouts/{id}/balance: platform payments',
        'POST /api/desk/invoices/retry: staff invoices',
        'POST /api/desk/invoices/{id}/enter: staff invoices',
        'POST /api/desk/invoices/{id}/file: staff invoices',
        'POST /api/desk/invoices/{id}/red: staff invoices',
        'POST /api/desk/invoices/{id}/resend: staff invoices',
        'POST /api/desk/invoices/{id}/retry: staff invoices',
        'POST /api/desk/invoices/{id}/void: staff invoices',
        'POST /api/desk/red-forms/again: staff invoices',
        'POST /api/desk/red-forms/query: staff invoices',
        'POST /api/desk/red-forms/{id}/again: staff invoices',
        'POST /api/desk/red-forms/{id}/confirm: staff invoices',
        'POST /api/desk/red-forms/{id}/enter: staff invoices',
        'POST /api/desk/red-forms/{id}/query: staff invoices',
        'POST /api/desk/red-forms/{id}/refuse: staff invoices',
        'POST /api/desk/red-forms/{id}/revoke: staff invoices',
        'POST /api/desk/seller/agree: merchant invoices',
        'POST /api/desk/seller/session: staff invoices',
        'POST /api/desk/seller: staff invoices',
        'POST /api/desk/points-goods/picture: platform play',
        'POST /api/desk/points-goods/put_on: platform play',
        'POST /api/desk/points-goods/take_off: platform play',
        'POST /api/desk/points-goods/{id}/put_on: platform play',
        'POST /api/desk/points-goods/{id}/restock: platform play',
        'POST /api/desk/points-goods/{id}/take_off: platform play',
        'POST /api/desk/points-goods: platform play',
        'POST /api/desk/points-orders/table: platform play',
        'POST /api/desk/points-orders/{id}/call_off: platform play',
        'POST /api/desk/points-orders/{id}/correct: platform play',
        'POST /api/desk/points-orders/{id}/refuse: platform play',
        'POST /api/desk/points-orders/{id}/repay: platform play',
        'POST /api/desk/points-orders/{id}/resend: platform play',
        'POST /api/desk/points-orders/{id}/ship: platform play',
        'POST /api/desk/refunds/{id}/ask: platform payments',
        'POST /api/desk/refunds/{id}/divert: platform payments',
        'POST /api/desk/refunds/{id}/sent: platform payments',
        'POST /api/desk/refunds/{id}/balance: platform payments',
        'POST /api/desk/refunds/{id}/refuse: platform payments',
        'POST /api/desk/refunds/{id}/settle: platform payments',
        'POST /api/desk/jobs/{id}/retry: platform jobs',
        'POST /api/desk/jobs/{id}/shelve: platform jobs',
        'POST /api/desk/statements/{id}/confirm: merchant books',
        'POST /api/desk/statements/{id}/object: merchant books',
        'POST /api/desk/statements/{id}/answer: platform books',
        'POST /api/desk/bills/{id}/settle: platform payments',
        'POST /api/desk/bills/settle: platform payments',
        'POST /api/desk/flows/{id}/note: platform books',
        'POST /api/desk/flows/note: platform books',
        'POST /api/desk/grants/{id}/approve: platform requests',
        'POST /api/desk/controlled/{id}/agree: merchant goods',
        'POST /api/desk/controlled/{id}/refuse: merchant goods',
        'POST /api/desk/grants/{id}/refuse: platform requests',
        'POST /api/desk/grants/{id}/withdraw: platform requests',
        'POST /api/desk/wanted/{id}/answer: platform requests',
        'POST /api/desk/wanted/answer: platform requests',
        'POST /api/desk/feedback/{id}/answer: platform requests',
        'POST /api/desk/feedback/answer: platform requests',
        'POST /api/desk/aftersale/{id}/agree: staff aftersale',
        'POST /api/desk/aftersale/{id}/refuse: staff aftersale',
        'POST /api/desk/aftersale/{id}/arrive: staff aftersale',
        'POST /api/desk/aftersale/{id}/accept: staff aftersale',
        'POST /api/desk/aftersale/{id}/repay: staff aftersale',
        'POST /api/desk/aftersale/{id}/picture: staff aftersale',
        'POST /api/desk/aftersale/{id}/talk: staff aftersale',
        'POST /api/desk/companies/{id}/owner-phone: platform owners',
        'POST /api/desk/companies/{id}/owner-paper: platform owners',
        'POST /api/desk/notices/read: merchant own',
        'POST /api/desk/notices/phone: merchant duty',
        'POST /api/desk/logout: staff own',
        'POST /api/desk/password: staff own',
        'POST /api/desk/prove: staff own',
        'POST /api/desk/totp/begin: staff own',
        'POST /api/desk/totp/confirm: staff own',
        'POST /api/desk/staff: staff staff',
        'POST /api/desk/staff/{id}/role: staff staff',
        'POST /api/desk/staff/{id}/enable: staff staff',
        'POST /api/desk/staff/{id}/password: staff staff',
        'POST /api/desk/staff/{id}/totp: platform staff',
        'POST /api/desk/bulk/preview: staff own',
        'POST /api/desk/bulk/{id}/stop: staff own',
        'POST /api/desk/exports: staff own',
        'POST /api/desk/staff/{id}/disable: staff staff',
        'POST /api/desk/companies: platform openings',
        'POST /api/desk/companies/{id}/messages: platform letters',
        'POST /api/desk/point-tasks: platform play',
        'POST /api/desk/point-tasks/stop: platform play',
        'POST /api/desk/point-tasks/{id}/stop: platform play',
        'POST /api/desk/point-tasks/{id}/resume: platform play',
        'POST /api/desk/own-tasks/{id}/agree: merchant tasks',
        'POST /api/desk/own-tasks/{id}/refuse: merchant tasks',
        'POST /api/desk/wheels: platform play',
        'POST /api/desk/wheels/{id}/open: platform play',
        'POST /api/desk/wheels/{id}/chances: platform play',
        'POST /api/desk/wheels/{id}/pause: platform play',
        'POST /api/desk/wheels/{id}/resume: platform play',
        'POST /api/desk/wheels/{id}/close: platform play',
        'POST /api/desk/letters: platform letters',
        'POST /api/desk/letters/{id}/stop: platform letters',
        'POST /api/desk/companies/{id}/freeze: platform companies',
        'POST /api/desk/companies/{id}/unfreeze: platform companies',
        'POST /api/desk/companies/{id}/terms: platform companies',
        'POST /api/desk/companies/{id}/coupons: platform vouchers',
        'POST /api/desk/companies/{id}/gifts: platform vouchers',
        'POST /api/desk/companies/{id}/prices: platform prices',
        'POST /api/desk/companies/{id}/prices/{goods}/drop: platform prices',
        'POST /api/desk/companies/{id}/prices/import: platform prices',
        'POST /api/desk/proposals/{id}/withdraw: platform prices',
        'POST /api/desk/proposals/{id}/accept: merchant prices',
        'POST /api/desk/proposals/{id}/refuse: merchant prices',
        'POST /api/desk/proposals/accept: merchant prices',
        'POST /api/desk/proposals/refuse: merchant prices',
        'POST /api/desk/prices: merchant prices',
        'POST /api/desk/prices/{id}/change: merchant prices',
        'POST /api/desk/prices/{id}/drop: merchant prices',
        'POST /api/desk/prices/{id}/restore: merchant prices',
        'POST /api/desk/papers/{id}/remind: platform companies',
        'POST /api/desk/papers/remind: platform companies',
        'POST /api/desk/views: staff own',
        'POST /api/desk/views/{id}: staff own',
        'POST /api/desk/views/{id}/delete: staff own',
        'POST /api/desk/review/next: platform companies',
        'POST /api/desk/review/{id}/claim: platform companies',
        'POST /api/desk/review/{id}/release: platform companies',
        'POST /api/desk/review/{id}/approve: platform companies',
        'POST /api/desk/review/{id}/return: platform companies',
        'POST /api/desk/review/{id}/withdraw: platform companies',
      ]),
    );
  });

  it('of an order needs what its button needs', () => {
    // The least that it needs anywhere: what waits for approval is called off by 财务 too.
    expect(api.cancelOrder.may).toBe(permissionOf('cancel', 'to_approve'));
    const verbs = {
      confirm: api.confirmOrder,
      extend: api.extendOrder,
      refuse: api.refuseOrder,
      hide: api.hideOrder,
      hurry: api.hurryOrder,
      rebuy: api.rebuyOrder,
      pay: api.pay,
    };
    for (const [verb, call] of Object.entries(verbs))
      expect(call.may, verb).toBe(verbPermissions[verb as keyof typeof verbs]);
  });

  it.each(Object.entries(members))(
    'is made by a %s where the table says so, else refused unread',
    async (role, name) => {
      const cookie = cookies.get(name) ?? '';
      for (const call of writes.filter(isForBuyers)) {
        const answer = await send(call, cookie);
        const may = roleMay(role as Role, call.may!);
        expect.soft(answer.code, `${role}: ${call.path}`).toBe(may ? 400 : 403);
        if (!may) expect.soft(answer.message).toBe(roleRefusal(role as Role, call.may!));
      }
    },
  );

  it('at a desk that moves money or changes a price wants a newer proof', () => {
    expect(sorted(calls.filter(({ sure }) => sure).map(({ path }) => path))).toEqual(
      sorted([
        '/api/desk/invites',
        '/api/desk/merchants',
        '/api/desk/merchants/{id}/stop',
        '/api/desk/merchants/{id}/close',
        '/api/desk/merchants/{id}/keep',
        '/api/desk/merchants/{id}/resume',
        '/api/desk/catalogue',
        '/api/desk/settings',
        '/api/desk/settings/{key}/undo',
        '/api/desk/sign-rules',
        '/api/desk/sign-rules/{key}/undo',
        '/api/desk/orders/{no}/refund',
        '/api/desk/changes',
        '/api/desk/changes/{id}/act',
        '/api/desk/companies/{id}/corrections',
        '/api/desk/countersign/{id}/pass',
        '/api/desk/countersign/{id}/reclaim',
        '/api/desk/transfers/{no}/receive',
        '/api/desk/transfers/{no}/undo',
        '/api/desk/statement/register',
        '/api/desk/payouts/{id}/sent',
        '/api/desk/payouts/{id}/balance',
        '/api/desk/refunds/{id}/divert',
        '/api/desk/refunds/{id}/sent',
        '/api/desk/refunds/{id}/balance',
        '/api/desk/refunds/{id}/settle',
        '/api/desk/bills/settle',
        '/api/desk/flows/note',
        '/api/desk/flows/{id}/note',
        '/api/desk/bills/{id}/settle',
        '/api/desk/staff',
        '/api/desk/staff/{id}/role',
        '/api/desk/staff/{id}/enable',
        '/api/desk/staff/{id}/password',
        '/api/desk/staff/{id}/totp',
        '/api/desk/companies/{id}/terms',
        '/api/desk/companies/{id}/coupons',
        '/api/desk/companies/{id}/gifts',
        '/api/desk/companies/{id}/prices',
        '/api/desk/companies/{id}/prices/{goods}/drop',
        '/api/desk/companies/{id}/prices/import',
        '/api/desk/proposals/{id}/accept',
        '/api/desk/proposals/accept',
        '/api/desk/prices',
        '/api/desk/prices/{id}/change',
        '/api/desk/prices/{id}/drop',
        '/api/desk/prices/{id}/restore',
        '/api/desk/wheels',
        '/api/desk/wheels/{id}/open',
        '/api/desk/wheels/{id}/chances',
      ]),
    );
    expect(calls.filter(({ sure, who }) => sure && !['staff', 'platform', 'merchant'].includes(who))).toEqual(
      [],
    );
  });

  it('that must not happen twice needs a key, and says so before it is read', async () => {
    const guarded = calls.filter(({ once }) => once);
    expect(guarded.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /api/points/exchange',
      'POST /api/draw/{id}/chances',
      'POST /api/stores/order',
      'POST /api/order',
      'POST /api/invoice',
      'POST /api/desk/orders/{no}/refund',
      'POST /api/desk/companies/{id}/corrections',
      'POST /api/desk/companies/{id}/coupons',
      'POST /api/desk/companies/{id}/gifts',
    ]);
    const deskCookie = (await person(db, 'permit.admin', 'admin')).cookie;
    for (const call of guarded)
      for (const key of ['', ' ', 'two words', 'a'.repeat(101)])
        expect
          .soft(
            await request(routeOf(call), {
              ...broken,
              cookie: isForBuyers(call) ? (cookies.get('demo') ?? '') : deskCookie,
              headers: { 'idempotency-key': key },
            }),
          )
          .toMatchObject({ code: 422, data: { errors: { idempotency_key: [expect.any(String)] } } });
  });

  it('is nobody’s without a session', async () => {
    for (const call of writes.filter(({ who }) => who === 'buyer'))
      expect.soft((await send(call, '')).code, call.path).toBe(401);
  });
});

describe('every call of the desks', () => {
  // Route files are read too, so that one which is in no table is asked.
  const files = import.meta.glob<Record<string, APIRoute>>('../../src/pages/api/desk/**/*.ts');
  async function routes() {
    const found: { method: string; path: string; handler: Handler }[] = [];
    for (const call of calls)
      if (call.path.startsWith('/api/desk/') && !call.isStream)
        found.push({ method: call.method, path: call.path, handler: routeOf(call) });
    for (const [file, load] of Object.entries(files)) {
      const path = file.replace('../../src/pages', '').replace(/(\/index)?\.ts$/, '');
      for (const [method, handler] of Object.entries(await load()))
        found.push({ method, path: path.replace(/\[(\w+)\]/g, '{$1}'), handler });
    }
    return found;
  }
  const ask = (
    { method, path, handler }: { method: string; path: string; handler: Handler },
    cookie: string,
  ) => {
    // Of what is in the path each has one: who may not come in hears nothing of it.
    const params = Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name!, '1']));
    return request(handler, method === 'GET' ? { cookie, params } : { ...broken, method, cookie, params });
  };
  const open = ['POST /api/desk/login', 'POST /api/desk/join'];

  it('is not there for a visitor, nor for a buyer of any role', async () => {
    const found = await routes();
    expect(found.length).toBeGreaterThan(60);
    for (const route of found) {
      const label = `${route.method} ${route.path}`;
      if (open.includes(label)) continue;
      for (const cookie of ['', ...Object.values(members).map((name) => cookies.get(name) ?? '')])
        expect.soft((await ask(route, cookie)).code, label).toBe(404);
    }
  });

  it.each([
    ['platform', null, platformRoles],
    ['merchant', 5, merchantRoles],
  ] as const)(
    'of the %s’s people is for the side and the roles that the table says',
    async (side, merchant, roles) => {
      const found = await routes();
      for (const role of roles) {
        const { cookie } = await person(db, `sweep.${side}.${role}`, role, merchant);
        for (const route of found) {
          const label = `${role}: ${route.method} ${route.path}`;
          const call = calls.find(({ method, path }) => method === route.method && path === route.path);
          if (open.includes(`${route.method} ${route.path}`)) continue;
          const may = call?.may as StaffPermission | undefined;
          const isTheirs = call?.who === 'staff' || call?.who === side;
          // A file is for those who may open its list: tests/server/desk-lists.test.ts, desk-bulk.test.ts.
          if (route.path === api.deskExport.path || route.path === api.bulkFile.path) continue;
          // A stream that opens never ends by itself.
          if (call?.isStream && isTheirs) {
            const opened = await callHandler(route.handler, { cookie });
            const isOpen = may === undefined || staffMay(side, role, may);
            expect.soft(opened.status, label).toBe(isOpen ? 200 : 403);
            await opened.body?.cancel();
            continue;
          }
          const answer = await ask(route, cookie);
          if (!isTheirs) expect.soft(answer.code, label).toBe(404);
          else if (may !== undefined && !staffMay(side, role, may))
            expect.soft(answer, label).toMatchObject({ code: 403, message: staffRefusal(side, role, may) });
          else if (route.method === 'GET') expect.soft(answer.code, label).not.toBe(403);
          else expect.soft(answer.code, label).toBe(400);
        }
      }
    },
  );

  it('is another matter than a buyer’s: the platform’s people make none of theirs', async () => {
    const { cookie } = await person(db, 'sweep.shop', 'admin');
    for (const call of calls.filter(({ who }) => who === 'buyer'))
      expect.soft((await send(call, cookie)).code, call.path).toBe(401);
  });
});

describe('a read', () => {
  it('of the wallet and of the ways to pay is for the roles that deal with them', async () => {
    const guarded = calls.filter(
      (call) => call.method === 'GET' && call.may !== undefined && isForBuyers(call),
    );
    expect(sorted(guarded.map(({ path, may }) => [path, may]))).toEqual(
      sorted([
        ['/api/members', 'manage'],
        ['/api/draw/{id}/activity', 'order'],
        ['/api/order/{no}/papers', 'papers'],
        ['/api/approvals', 'approve'],
        ['/api/approvals/{no}', 'approve'],
        ['/api/pay/methods', 'pay'],
        ['/api/user/pay-password', 'pay'],
        ['/api/user/user-money', 'wallet'],
        ['/api/user/top-up/{no}', 'wallet'],
        ['/api/points/log', 'wallet'],
        ['/api/user/user-money/log', 'wallet'],
        ['/api/user/closing', 'manage'],
        ['/api/user/export', 'manage'],
        ['/api/register/stores/template', 'manage'],
        ['/api/invoice', 'invoice'],
        ['/api/invoice/open', 'invoice'],
        ['/api/invoice/title', 'invoice'],
        ['/api/invoice/{id}', 'invoice'],
      ]),
    );
    for (const call of guarded)
      expect(await send(call, cookies.get('demo-zhidu') ?? '')).toMatchObject({ code: 403 });
  });
});

describe('a frozen company', () => {
  const open = calls.filter(({ whileFrozen }) => whileFrozen).map(({ method, path }) => `${method} ${path}`);

  it('looks at orders, papers and messages and ends its sessions; nothing else for buyers is open to it', async () => {
    expect(sorted(open)).toEqual(
      sorted([
        'GET /api/user/home',
        'GET /api/user/info',
        'POST /api/user/reset-password',
        'POST /api/user/totp/begin',
        'POST /api/user/totp/confirm',
        'POST /api/user/totp/off',
        'GET /api/sessions',
        'POST /api/sessions/{id}/end',
        'POST /api/sessions/end-others',
        'GET /api/user/passkeys',
        'POST /api/user/passkeys/begin',
        'POST /api/user/passkeys',
        'POST /api/user/passkeys/{id}/rename',
        'POST /api/user/passkeys/{id}/remove',
        'GET /api/user/zizhi',
        'DELETE /api/user/unbind-wechat',
        'GET /api/stores',
        'POST /api/stores/{id}/enter',
        'GET /api/order',
        'GET /api/order/to-receive',
        'GET /api/order/by-parcel',
        'GET /api/order/statement',
        'GET /api/order/{no}',
        'GET /api/order/{no}/logistics',
        'GET /api/order/{no}/papers',
        'GET /api/order/{no}/receiving',
        'GET /api/points/order',
        'GET /api/points/order/{no}',
        'GET /api/user/feedback',
        'POST /api/user/feedback',
        'POST /api/user/feedback/picture',
        'GET /api/aftersale',
        'GET /api/aftersale/{id}',
        'POST /api/user/owner-phone/{id}/object',
        'GET /api/chat/talks',
        'POST /api/chat/talks',
        'GET /api/chat/talks/{id}',
        'GET /api/chat/talks/{id}/messages',
        'POST /api/chat/talks/{id}/messages',
        'POST /api/chat/talks/{id}/files',
        'POST /api/chat/talks/{id}/recall',
        'POST /api/chat/talks/{id}/read',
        'POST /api/chat/talks/{id}/typing',
        'POST /api/chat/talks/{id}/rate',
        'POST /api/chat/talks/{id}/escalate',
        'GET /api/chat/search',
        'POST /api/chat/token',
        'POST /api/chat/redeem',
        'GET /api/message',
        'GET /api/events',
        'GET /api/invoice',
        'GET /api/invoice/open',
        'GET /api/invoice/{id}',
      ]),
    );
    const cookie = cookies.get('frozen') ?? '';
    for (const call of calls.filter(({ who, isStream }) => who === 'buyer' && !isStream)) {
      const answer = await send(call, cookie);
      const label = `${call.method} ${call.path}`;
      if (open.includes(label)) expect.soft(answer.code, label).not.toBe(403);
      else expect.soft(answer, label).toMatchObject({ code: 403, message: frozenRefusal });
    }
  });

  it('is refused from the moment of the freeze, though it had been logged in', async () => {
    const cookie = cookies.get('other') ?? '';
    expect(await send(api.addToCart as Call, cookie)).toMatchObject({ code: 400 });
    await db.update(company).set({ status: 'frozen' }).where(eq(company.id, companies.other));
    expect(await send(api.addToCart as Call, cookie)).toMatchObject({ code: 401 });
    expect(await send(api.orders as Call, cookie)).toMatchObject({ code: 401 });
    const again = await loginAs('other');
    expect(await send(api.orders as Call, again)).toMatchObject({ code: 200 });
    expect(await send(api.addToCart as Call, again)).toMatchObject({ code: 403, message: frozenRefusal });
  });
});
