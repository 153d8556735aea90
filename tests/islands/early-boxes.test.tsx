// @vitest-environment happy-dom
/** What is typed or ticked before a form came to life is what it shows, and what it sends. */
import { type ReactNode, useLayoutEffect, useState } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, test } from 'vitest';
import { AskForm } from '#islands/after-sale/AskForm.tsx';
import { DecisionForm } from '#islands/desk/review/DecisionForm.tsx';
import type { Draft } from '#islands/desk/review/use-review.ts';
import { ReceivePage } from '#islands/receiving/ReceivePage.tsx';
import { StoreTable } from '#islands/stores/StoreTable.tsx';
import { recallLooked, saveLooked } from '#lib/client/stores/orders/receiving.ts';
import type { AfterSaleForm } from '#lib/contract/after-sale/calls.ts';
import type { ReceivingSheet } from '#lib/contract/receiving.ts';
import type { ReviewFile } from '#lib/contract/review.ts';
import type { StoreWire } from '#lib/contract/stores/calls.ts';
import { does, named, press } from '#tests/support/dom.tsx';
import { domPage } from '#tests/support/dom-page.ts';
import { shopServer } from '#tests/support/shop-server.ts';

const shop = shopServer();
domPage();
const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

/** As the server wrote it, `early` done to it, then alive. */
async function alive(island: ReactNode, early: (place: HTMLElement) => void): Promise<HTMLElement> {
  const place = document.body.appendChild(document.createElement('main'));
  place.innerHTML = renderToString(island);
  early(place);
  const root = await does(() => undefined).then(() => hydrateRoot(place, island));
  await does(() => undefined);
  ends.push(async () => {
    await does(() => root.unmount());
    place.remove();
  });
  return place;
}

const kindOf = (kind: AfterSaleForm['kinds'][number]['kind'], text: string) => ({
  kind,
  text,
  reasons: ['运输破损'],
  needs_picture: 0 as const,
  takes_several: 0 as const,
  refunds: 1 as const,
});

test('the kind and the pieces of an after-sale', async () => {
  const form: AfterSaleForm = {
    no: 'YP1',
    stage: 'received',
    merchant: '自营',
    kinds: [kindOf('refund_only', '仅退款'), kindOf('damage', '破损')],
    lines: [
      {
        line_id: 7,
        lot_no: '',
        expires_on: '',
        name: '布洛芬缓释胶囊',
        ypgg: '24粒',
        sccj: '珞珩',
        bzdw: '盒',
        image: '/x.svg',
        is_gift: 0,
        most: 10,
      },
    ],
    until: null,
  };
  const box = (place: ParentNode) => place.querySelector<HTMLInputElement>('input[type=number]')!;
  const place = await alive(<AskForm wanted={{ kind: '', reason: '' }} form={form} />, (place) => {
    place.querySelector<HTMLInputElement>('[value=damage]')!.checked = true;
    box(place).value = '4';
  });
  expect(box(place).value).toBe('4');
  // What comes back is asked for by what is shown.
  const asked = await shop.next();
  expect(asked.line).toMatch(/damage/);
  expect(asked.line).toMatch(/4/);
  asked.answer(200, { amount: '1.00', freight: '0.00', voucher_amount: '0.00', points: 0, gifts: [] });
});

test('a number of a store, which is counted', async () => {
  const store: StoreWire = {
    id: 1,
    name: '一店',
    code: '',
    status_text: '已认证',
    may_buy: 1,
    inherits: 1,
    address: '武汉',
    is_home: 0,
    is_current: 0,
  };
  const goods = { id: 7, name: '阿莫西林胶囊', ypgg: '24粒', sccj: '珞珩', bzdw: '盒', step: 1, least: 1 };
  const place = await alive(<StoreTable stores={[store]} goods={[goods]} />, (place) => {
    named<HTMLInputElement>(place, '阿莫西林胶囊，一店，数量').value = '9';
  });
  expect(place.textContent).toContain('已填1项');
  await press(named(place, '核对价格和库存'));
  const asked = await shop.next();
  expect(asked.line).toContain('9');
  asked.answer(409, null, '没有库存');
});

const lotRow: ReceivingSheet['rows'][number] = {
  line_id: 7,
  name: '布洛芬缓释胶囊',
  spec: '24粒',
  maker: '珞珩',
  lot_no: 'A1',
  produced_on: '2026-01-01',
  expires_on: '2028-01-01',
  barcode: '',
  number: 10,
  unit: '盒',
  most: 10,
  is_gift: 0,
  tracking_nos: ['SF1'],
  range: null,
  trace_codes: [],
};

test('the ticks of lots that were looked at, beside those of the day before', async () => {
  const sheet: ReceivingSheet = {
    no: 'YP1',
    merchant: '自营',
    status_text: '已发货',
    may_confirm: 1,
    may_report: 0,
    why: '',
    cold: [],
    rows: ['A1', 'A2', 'A3', 'A4'].map((lot_no) => ({ ...lotRow, lot_no })),
    cases: [],
  };
  saveLooked('YP1', { ticked: ['7 A4'], found: [] });
  const place = await alive(<ReceivePage initial={sheet} />, (place) => {
    for (const lot of ['A1', 'A3'])
      named<HTMLInputElement>(place, `布洛芬缓释胶囊（批号${lot}）已核对`).checked = true;
  });
  expect(place.textContent).toContain('已核对 3/4');
  expect(recallLooked('YP1').ticked.toSorted()).toEqual(['7 A1', '7 A3', '7 A4']);
});

test('an order that is received has nothing to tick or scan, only differences to report', async () => {
  const sheet: ReceivingSheet = {
    no: 'YP2',
    merchant: '衡川自营',
    status_text: '已完成',
    may_confirm: 0,
    may_report: 1,
    why: '',
    cases: [],
    cold: [],
    rows: [{ ...lotRow, lot_no: 'B1' }],
  };
  const place = await alive(<ReceivePage initial={sheet} />, () => undefined);
  expect(place.textContent).toContain('已确认收货');
  expect(place.querySelector('input[type=checkbox], textarea')).toBeNull();
  await press(named(place, '布洛芬缓释胶囊（批号B1）有差异'));
  expect(named<HTMLInputElement>(place, '布洛芬缓释胶囊（批号B1）破损的数量').value).toBe('0');
});

function Deciding({ file }: { file: Pick<ReviewFile, 'scopes' | 'managers'> }) {
  const [draft, setDraft] = useState<Draft>({
    scopes: ['西药'],
    rank: '0',
    manager: '',
    reasons: {},
    reason: '',
  });
  // Drawn again as it comes to life, as the desk is.
  const [, drawAgain] = useState(0);
  useLayoutEffect(() => drawAgain(1), []);
  const onDraft = (part: (now: Draft) => Partial<Draft>) => setDraft((now) => ({ ...now, ...part(now) }));
  return (
    <>
      <DecisionForm file={file} draft={draft} onDraft={onDraft} />
      <output>{JSON.stringify(draft)}</output>
    </>
  );
}

test('scopes, rank and words of a decision at the desk', async () => {
  const scopes = ['西药', '中成药', '抗生素'].map((code) => ({
    code,
    is_asked: 1 as const,
    is_held: 1 as const,
    is_on: 0 as const,
    rests_on: '',
  }));
  const file = { scopes, managers: [] } as unknown as Pick<ReviewFile, 'scopes' | 'managers'>;
  const place = await alive(<Deciding file={file} />, (place) => {
    const boxes = [...place.querySelectorAll<HTMLInputElement>('[type=checkbox]')];
    for (const [at, isOn] of [false, true, true].entries()) boxes[at]!.checked = isOn;
    place.querySelector<HTMLSelectElement>('[name=rank]')!.value = '3';
    place.querySelector('textarea')!.value = '资料不全';
  });
  expect(JSON.parse(place.querySelector('output')!.textContent)).toEqual({
    scopes: ['中成药', '抗生素'],
    rank: '3',
    manager: '',
    reasons: {},
    reason: '资料不全',
  });
});
