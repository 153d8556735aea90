/** After-sale: who may do what in which state, until when, and that no more comes back than was paid. */
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { claimable, findAskFault, kindsAt } from '#lib/rules/orders/after-sale.ts';
import { deskCaseTabs } from '#lib/rules/orders/after-sale-desk.ts';
import {
  type AfterSaleFacts,
  type AfterSaleKind,
  type AfterSaleSide,
  type AfterSaleVerb,
  afterSaleActions,
  afterSaleKindKeys,
  afterSaleLimits,
  afterSaleStates,
  afterSaleStateText,
  afterSaleTarget,
  afterSaleVerbs,
  canAfterSaleMove,
  effectiveAfterSale,
  endsWithOrder,
  holdsPieces,
  openAfterSaleStates,
  tookPieces,
} from '#lib/rules/orders/after-sale-state.ts';
import { planRefund } from '#lib/rules/orders/refund.ts';
import { keysOf } from '#lib/rules/terms/keys.ts';

const now = Date.UTC(2026, 10, 23);
const facts = (over: Partial<AfterSaleFacts> = {}): AfterSaleFacts => ({
  kind: 'return_refund',
  state: 'reviewing',
  dueAt: now + 1,
  isEscalated: false,
  hasAppealed: false,
  endedBy: null,
  endedAt: null,
  isSent: false,
  hasArrived: false,
  ...over,
});

describe('who may do what', () => {
  test.each<[string, Partial<AfterSaleFacts>, AfterSaleSide, AfterSaleVerb[]]>([
    ['a new case', {}, 'buyer', ['withdraw']],
    ['a new case', {}, 'merchant', ['agree', 'refuse']],
    ['a new case', {}, 'platform', []],
    ['damage', { kind: 'damage' }, 'merchant', ['agree', 'waive', 'refuse']],
    ['an unanswered case', { dueAt: now }, 'merchant', []],
    ['an unanswered case', { dueAt: now }, 'platform', ['agree', 'refuse']],
    ['an agreed case', { state: 'to_return' }, 'buyer', ['send', 'withdraw']],
    ['an agreed case', { state: 'to_return' }, 'merchant', []],
    ['goods sent too late', { state: 'to_return', dueAt: now }, 'buyer', []],
    ['goods on their way', { state: 'to_inspect', isSent: true }, 'buyer', []],
    ['goods on their way', { state: 'to_inspect', isSent: true }, 'merchant', ['arrive']],
    ['goods back', { state: 'to_inspect', isSent: true, hasArrived: true }, 'merchant', ['accept', 'refuse']],
    [
      'goods of an exchange back',
      { kind: 'exchange', state: 'to_inspect', isSent: true, hasArrived: true },
      'merchant',
      ['accept', 'repay', 'refuse'],
    ],
    [
      'goods of an exchange back, and nobody answered',
      { kind: 'exchange', state: 'to_inspect', isSent: true, hasArrived: true, dueAt: now },
      'platform',
      ['accept', 'repay', 'refuse'],
    ],
    [
      'goods of an exchange on their way',
      { kind: 'exchange', state: 'to_inspect', isSent: true },
      'merchant',
      ['arrive'],
    ],
    ['goods that never came', { state: 'to_inspect', isSent: true, dueAt: now }, 'merchant', ['arrive']],
    [
      'goods that never came',
      { state: 'to_inspect', isSent: true, dueAt: now },
      'platform',
      ['arrive', 'refuse'],
    ],
    ['a refusal', { state: 'rejected', dueAt: null, endedBy: 'merchant', endedAt: now }, 'buyer', ['appeal']],
    [
      'the platform’s refusal',
      { state: 'rejected', dueAt: null, endedBy: 'platform', endedAt: now },
      'buyer',
      [],
    ],
    [
      'a refusal, asked about before',
      { state: 'rejected', dueAt: null, endedBy: 'merchant', endedAt: now, hasAppealed: true },
      'buyer',
      [],
    ],
    [
      'an old refusal',
      { state: 'rejected', dueAt: null, endedBy: 'merchant', endedAt: now - afterSaleLimits.appeal },
      'buyer',
      [],
    ],
    [
      'a case that was withdrawn',
      { state: 'withdrawn', dueAt: null, endedBy: 'buyer', endedAt: now },
      'merchant',
      [],
    ],
  ])('%s %o: %s', (_name, over, side, may) => {
    expect(afterSaleActions(facts(over), side, now)).toEqual(may);
  });

  test.each(afterSaleKindKeys)(
    '%s: every act leads where the table of its kind knows',
    (kind: AfterSaleKind) => {
      for (const state of afterSaleStates)
        for (const isSent of [false, true])
          for (const hasArrived of [false, true]) {
            const one = facts({ kind, state, isSent, hasArrived, endedBy: 'merchant', endedAt: now });
            for (const side of ['buyer', 'merchant', 'platform'] as const)
              for (const verb of afterSaleActions(one, side, now)) {
                const to = afterSaleTarget(one, verb);
                // Goods travel in some kinds only: a state that a kind cannot come to has no acts of its own.
                const isReached = kind !== 'refund_only' && kind !== 'papers';
                const travels = ['to_return', 'to_inspect'].includes(state) || isSent;
                if (isReached || !travels)
                  expect([verb, to === state || canAfterSaleMove(kind, state, to)]).toEqual([verb, true]);
              }
          }
    },
  );

  it('paying back in place of an exchange is for goods of an exchange that are back, and nowhere else', () => {
    const offered = afterSaleKindKeys.flatMap((kind) =>
      afterSaleStates.flatMap((state) =>
        [false, true].flatMap((hasArrived) =>
          (['buyer', 'merchant', 'platform', 'system'] as const).flatMap((side) =>
            // The platform has what nobody answered.
            afterSaleActions(
              facts({ kind, state, isSent: true, hasArrived, dueAt: side === 'platform' ? now : now + 1 }),
              side,
              now,
            ).includes('repay')
              ? [`${kind} ${state} ${hasArrived} ${side}`]
              : [],
          ),
        ),
      ),
    );
    expect(offered).toEqual(['exchange to_inspect true merchant', 'exchange to_inspect true platform']);
  });

  it('whatever is done with an exchange, it is exchanged or paid back and never both, and once back it can end without stock', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(11), { maxLength: 14 }), (choices) => {
        let one = facts({ kind: 'exchange' });
        const done: AfterSaleVerb[] = [];
        for (const choice of choices) {
          const open = (['buyer', 'merchant'] as const).flatMap((side) =>
            afterSaleActions(one, side, now).map((verb) => ({ side, verb })),
          );
          if (one.state === 'to_inspect' && one.hasArrived && !one.isEscalated)
            expect(open.map(({ verb }) => verb)).toContain('repay');
          const act = open[choice % Math.max(1, open.length)];
          if (!act) break;
          done.push(act.verb);
          const state = afterSaleTarget(one, act.verb);
          const isEnd = state === 'rejected' || state === 'withdrawn' || state === 'completed';
          one = {
            ...one,
            state,
            isSent: one.isSent || act.verb === 'send',
            hasArrived: one.hasArrived || act.verb === 'arrive',
            endedBy: isEnd ? act.side : null,
            endedAt: isEnd ? now : null,
          };
        }
        expect(done.filter((verb) => verb === 'accept' || verb === 'repay').length).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('says who is waited for', () => {
    expect(afterSaleStateText(facts(), now)).toBe('待商家审核');
    expect(afterSaleStateText(facts({ dueAt: now }), now)).toBe('待平台处理');
    expect(afterSaleStateText(facts({ isEscalated: true, dueAt: null }), now)).toBe('待平台处理');
    expect(effectiveAfterSale(facts({ state: 'to_return', dueAt: now }), now)).toBe('withdrawn');
    expect(keysOf(afterSaleVerbs).every((verb) => afterSaleVerbs[verb].text.length > 1)).toBe(true);
  });
});

test('of an order that is paid back whole what waits for somebody ends; money on its way and papers do not', () => {
  const ending = (kind: AfterSaleKind) => afterSaleStates.filter((state) => endsWithOrder({ kind, state }));
  for (const kind of afterSaleKindKeys)
    expect(ending(kind), kind).toEqual(kind === 'papers' ? [] : ['reviewing', 'to_return', 'to_inspect']);
});

test('pieces are held by a case or off their lot, never both; papers hold none', () => {
  for (const kind of afterSaleKindKeys)
    for (const state of afterSaleStates) {
      const isOpen = openAfterSaleStates.includes(state) && state !== 'refunding';
      const isDone = state === 'refunding' || state === 'completed';
      expect([kind, state, holdsPieces(kind, state), tookPieces(kind, state)]).toEqual([
        kind,
        state,
        kind !== 'papers' && isOpen,
        kind !== 'papers' && isDone,
      ]);
    }
});

describe('how it is asked for', () => {
  test.each<[string, Parameters<typeof findAskFault>, string | null]>([
    [
      'money before it goes out',
      ['unsent', { kind: 'refund_only', reasons: ['不需要了'], pictures: 0 }],
      null,
    ],
    [
      'an exchange before it goes out',
      ['unsent', { kind: 'exchange', reasons: ['质量问题'], pictures: 0 }],
      'kind',
    ],
    ['no reason', ['received', { kind: 'return_refund', reasons: [], pictures: 0 }], 'reasons'],
    [
      'a reason of another kind',
      ['received', { kind: 'return_refund', reasons: ['少发'], pictures: 0 }],
      'reasons',
    ],
    ['two reasons', ['received', { kind: 'refund_only', reasons: ['少发', '缺货'], pictures: 0 }], 'reasons'],
    ['several papers', ['received', { kind: 'papers', reasons: ['发票', '药检报告'], pictures: 0 }], null],
    [
      'damage without a picture',
      ['received', { kind: 'damage', reasons: ['运输破损'], pictures: 0 }],
      'pictures',
    ],
    ['damage with one', ['received', { kind: 'damage', reasons: ['运输破损'], pictures: 1 }], null],
  ])('%s', (_name, asked, field) => {
    expect(findAskFault(...asked)?.field ?? null).toBe(field);
  });

  it('everything is offered once it was received, money alone before', () => {
    expect(kindsAt('received').map(({ kind }) => kind)).toEqual(afterSaleKindKeys);
    expect(kindsAt('unsent').map(({ kind }) => kind)).toEqual(['refund_only']);
  });

  test.each([
    ['nothing went out', { quantity: 10, shipped: 0, refunded: 0, sentRefunded: 0 }, 0, 10, 0],
    ['some went out', { quantity: 10, shipped: 4, refunded: 0, sentRefunded: 0 }, 0, 6, 4],
    ['three were short', { quantity: 10, shipped: 7, refunded: 3, sentRefunded: 0 }, 0, 0, 7],
    ['two are in an open case', { quantity: 10, shipped: 7, refunded: 3, sentRefunded: 0 }, 2, 0, 5],
    ['two of the received came back', { quantity: 10, shipped: 7, refunded: 5, sentRefunded: 2 }, 0, 0, 5],
    [
      'some came back while others are to come',
      { quantity: 10, shipped: 4, refunded: 3, sentRefunded: 3 },
      0,
      6,
      1,
    ],
    ['some of both', { quantity: 10, shipped: 4, refunded: 5, sentRefunded: 3 }, 0, 4, 1],
    ['held more than there is', { quantity: 2, shipped: 2, refunded: 0, sentRefunded: 0 }, 3, 0, 0],
  ])('pieces: %s', (_name, line, held, unsent, received) => {
    expect([claimable(line, held, 'unsent'), claimable(line, held, 'received')]).toEqual([unsent, received]);
  });
});

/** An order as its money moves: shortages, cases, a parcel refused at the door, in any order. */
interface Line {
  id: number;
  quantity: number;
  paid: number;
  shipped: number;
  refunded: number;
  sentRefunded: number;
}

const event = fc.record({
  act: fc.constantFrom('ship', 'short', 'refuse', 'ask', 'agree', 'withdraw'),
  line: fc.nat(3),
  pieces: fc.integer({ min: 1, max: 12 }),
  isOfSent: fc.boolean(),
});

test('shortages, refused parcels and after-sale together never pay back more than was paid', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ quantity: fc.integer({ min: 1, max: 12 }), paid: fc.nat(100_000) }), {
        minLength: 1,
        maxLength: 4,
      }),
      fc.nat(2_000),
      fc.array(event, { maxLength: 60 }),
      (made, freight, events) => {
        const lines: Line[] = made.map((line, id) => ({
          ...line,
          id,
          shipped: 0,
          refunded: 0,
          sentRefunded: 0,
        }));
        let cases: { line: Line; pieces: number; stage: 'unsent' | 'received' }[] = [];
        let back = 0;
        const toGoOf = (line: Line) => line.quantity - line.shipped - (line.refunded - line.sentRefunded);
        const give = (line: Line, quantity: number, sent: number) => {
          const plan = planRefund({
            lines: lines.map(({ id, quantity: all, paid, refunded }) => ({
              id,
              quantity: all,
              paid,
              returned: refunded,
            })),
            returns: [{ id: line.id, quantity }],
            freight,
            isBeforeShipping: lines.every(({ shipped }) => shipped === 0),
            elsewhere: [],
            gifts: [],
          });
          line.refunded += quantity;
          line.sentRefunded += sent;
          back += plan.total;
        };
        for (const { act, line: at, pieces, isOfSent } of events) {
          const line = lines[at % lines.length]!;
          const toGo = toGoOf(line);
          // Of a line that was sent in part either may be asked for.
          const stage = toGo > 0 && !isOfSent ? 'unsent' : 'received';
          if (act === 'ship') line.shipped += Math.max(0, Math.min(pieces, toGo));
          if (act === 'short' && toGo > 0) give(line, Math.min(pieces, toGo), 0);
          if (act === 'refuse' && toGo <= 0 && line.refunded < line.quantity)
            give(line, line.quantity - line.refunded, line.quantity - line.refunded);
          if (act === 'ask') {
            const held = cases
              .filter((one) => one.line === line && one.stage === stage)
              .reduce((sum, one) => sum + one.pieces, 0);
            const most = claimable(line, held, stage);
            if (most > 0) cases.push({ line, pieces: Math.min(pieces, most), stage });
          }
          const open = cases[at % Math.max(1, cases.length)];
          if (open && (act === 'agree' || act === 'withdraw')) cases = cases.filter((one) => one !== open);
          if (open && act === 'agree') {
            // As the service asks once more: what was sent or given back meanwhile is refused.
            const own = open.line;
            const isSent = open.stage === 'received';
            const there = isSent ? own.shipped - own.sentRefunded : toGoOf(own);
            if (open.pieces <= there) give(own, open.pieces, isSent ? open.pieces : 0);
          }
          const paid = lines.reduce((sum, one) => sum + one.paid, 0);
          expect(back).toBeLessThanOrEqual(paid + freight);
          for (const one of lines) {
            expect(one.refunded).toBeLessThanOrEqual(one.quantity);
            expect(one.sentRefunded).toBeLessThanOrEqual(one.shipped);
            expect(toGoOf(one)).toBeGreaterThanOrEqual(0);
          }
        }
        if (lines.every((one) => one.refunded === one.quantity)) {
          const paid = lines.reduce((sum, one) => sum + one.paid, 0);
          expect([paid, paid + freight]).toContain(back);
        }
      },
    ),
  );
});

test('every state stands under a tab of the desks', () => {
  const shown = Object.values(deskCaseTabs).flatMap(({ states }) => states ?? []);
  expect(new Set(shown)).toEqual(new Set(afterSaleStates));
});
