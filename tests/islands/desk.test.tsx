// @vitest-environment happy-dom
/** Islands of the desks: the login, an ended session, enrolling, the log by keyboard, and papers that lapse. */
import { afterEach, expect, test } from 'vitest';
import { AuditList } from '#islands/desk/AuditList.tsx';
import { CaseHead } from '#islands/desk/case/CaseHead.tsx';
import { KeyButton } from '#islands/desk/case/KeyButton.tsx';
import { DeskLogin } from '#islands/desk/DeskLogin.tsx';
import { Doors } from '#islands/desk/Doors.tsx';
import { Enrol } from '#islands/desk/Enrol.tsx';
import { ListPage } from '#islands/desk/kit/ListPage.tsx';
import { SignOut } from '#islands/desk/SignOut.tsx';
import { CancelledError } from '#lib/client/api.ts';
import { askCorrection } from '#lib/client/stores/desk/countersign.ts';
import { loadList } from '#lib/client/stores/desk/lists.ts';
import { $dialog, answerDialog } from '#lib/client/stores/shell/dialogs.ts';
import type { BulkRunWire } from '#lib/contract/desk/bulk.ts';
import { audit } from '#lib/contract/desk/lists/audit.ts';
import { papers } from '#lib/contract/desk/lists/papers.ts';
import { wanted } from '#lib/contract/desk/lists/wanted.ts';
import {
  boxOf,
  clearDocument,
  does,
  draw,
  named,
  press,
  typeInto,
  typeKey,
  until,
} from '#tests/support/dom.tsx';
import { domPage } from '#tests/support/dom-page.ts';
import { shopServer } from '#tests/support/shop-server.ts';

const shop = shopServer();
const went = domPage();

afterEach(clearDocument);

const input = { who: '', act: '', subject: '', key: '', from: '', to: '', size: 50 };
const loadAudit = (asked: typeof input) => loadList('/desk/audit', asked);
const asked = { sort: '', after: '', before: '', size: 50, columns: '' };
const noViews = { views: [], search: '', roles: [], runs: [] };
const answerOf = <Row,>(rows: Row[], more: object = {}) => ({
  rows,
  total: rows.length,
  is_more: 0 as const,
  next: null,
  before: null,
  values: {},
  sums: {},
  facts: null,
  ...more,
});
const alerts = (place: ParentNode) =>
  [...place.querySelectorAll('[role=alert]')].map(({ textContent }) => textContent);

test('the login sends name, password and code; what is wrong stands at its field', async () => {
  const place = await draw(<DeskLogin next="/desk/audit" />);
  await press(named(place, '登录'));
  expect([alerts(place), shop.left()]).toEqual([['请填写登录名', '请填写密码'], 0]);
  await typeInto(boxOf(place, '登录名'), ' li.ming ');
  await typeInto(boxOf(place, '密码'), 'secret');
  await press(named(place, '登录'));
  const first = await shop.next();
  expect(first.line).toBe('POST /api/desk/login username=li.ming&password=secret&code=');
  first.answer(422, { errors: { code: ['请填写身份验证器上的6位验证码'] } });
  await until(() => expect(alerts(place)).toEqual(['请填写身份验证器上的6位验证码']));
  await typeInto(boxOf(place, '验证码'), '123456');
  await press(named(place, '登录'));
  (await shop.next()).answer(200, {});
  await until(() => expect(went).toEqual(['/desk/audit']));
});

test('a session that has ended asks for the log-in in place and sends the call again', async () => {
  const place = await draw(<Doors username="li.ming" isEnrolled />);
  const ended = loadAudit(input);
  const first = await shop.next();
  first.answer(404);
  const asked = await shop.next();
  expect(asked.line).toBe('GET /api/desk/me');
  asked.answer(404);
  await until(() => expect(place.textContent).toContain('登录已过期'));
  await typeInto(boxOf(place, '密码'), 'secret');
  await typeInto(boxOf(place, '验证码'), '123456');
  await press(named(place, '登录并继续'));
  const login = await shop.next();
  expect(login.line).toBe('POST /api/desk/login username=li.ming&password=secret&code=123456');
  login.answer(200, {});
  const again = await shop.next();
  expect(again.line).toBe(first.line);
  again.answer(200, answerOf([]));
  expect(await ended).toMatchObject({ total: 0 });
  await until(() => expect(place.textContent).not.toContain('登录已过期'));

  const given = loadAudit(input).catch((error: unknown) => error);
  (await shop.next()).answer(404);
  (await shop.next()).answer(404);
  await until(() => expect(place.textContent).toContain('登录已过期'));
  await press(named(place, '取消'));
  expect(await given).toBeInstanceOf(CancelledError);

  const missing = loadAudit(input);
  (await shop.next()).answer(404);
  (await shop.next()).answer(200, {});
  await expect(missing).rejects.toMatchObject({ code: 404 });
  expect(went).toEqual([]);
});

test('an act of money asks for a proof once and goes on as it was sent', async () => {
  const place = await draw(<Doors username="li.ming" isEnrolled={false} />);
  const sent = askCorrection('key-1', { id: 7, amount: '1.00', reason: '多收' });
  const first = await shop.next();
  first.answer(403, { need: 'proof' });
  await until(() => expect(place.textContent).toContain('再次验证身份'));
  await press(named(place, '验证并继续'));
  expect([alerts(place), shop.left()]).toEqual([['请填写'], 0]);
  await typeInto(boxOf(place, '登录密码'), 'wrong');
  await press(named(place, '验证并继续'));
  (await shop.next()).answer(422, { errors: { proof: ['密码错误'] } });
  await until(() => expect(alerts(place)).toEqual(['密码错误']));
  await typeInto(boxOf(place, '登录密码'), 'secret');
  await press(named(place, '验证并继续'));
  const proof = await shop.next();
  expect(proof.line).toBe('POST /api/desk/prove proof=secret');
  proof.answer(200);
  const again = await shop.next();
  expect([again.line, again.req.headers['idempotency-key']]).toEqual([first.line, 'key-1']);
  again.answer(200, { id: 1 });
  expect(await sent).toEqual({ id: 1 });
});

test('who is out already is out', async () => {
  const place = await draw(<SignOut />);
  await press(named(place, '退出'));
  (await shop.next()).answer(404);
  await until(() => expect(went).toEqual(['/desk/login']));
});

test('enrolling shows the secret, takes a code, and shows the recovery codes', async () => {
  const enrolled: object[] = [];
  const place = await draw(<Enrol onEnrolled={(staff) => enrolled.push(staff)} />);
  await press(named(place, '绑定身份验证器'));
  const begun = await shop.next();
  begun.answer(200, { secret: 'AAAA BBBB', url: 'otpauth://x', qr: { size: 25, path: 'M0 0h1v1h-1z' } });
  await until(() => expect(place.textContent).toContain('AAAA BBBB'));
  expect(place.querySelector('svg')?.getAttribute('viewBox')).toBe('0 0 25 25');
  await typeInto(boxOf(place, '身份验证器上的6位数字'), '12345');
  await press(named(place, '确认绑定'));
  expect([alerts(place), shop.left()]).toEqual([['请填写6位数字'], 0]);
  await typeInto(boxOf(place, '身份验证器上的6位数字'), '123 456');
  await press(named(place, '确认绑定'));
  const sent = await shop.next();
  expect(sent.line).toBe('POST /api/desk/totp/confirm code=123+456');
  sent.answer(200, { staff: { id: 1 }, recovery_codes: ['AAAAA-22222', 'BBBBB-33333'] });
  await until(() => expect(place.textContent).toContain('BBBBB-33333'));
  expect(enrolled).toEqual([{ id: 1 }]);
});

const entry = (id: number) => ({
  id,
  act: 'order.ship',
  at: '2026-11-21T01:05:00.000Z',
  subject: 'order',
  key: `D${id}`,
  side: '平台',
  who: 'li.ming',
  change: '数量：3',
  request_id: 'r1',
  before: '',
  after: '{ "pieces": 3 }',
});
const cellsOf = (place: ParentNode) => [...place.querySelectorAll<HTMLElement>('[data-cell]')];
const focused = () => document.activeElement?.getAttribute('data-cell');

test('the log is walked cell by cell, copied, opened by keyboard, loaded anew, and empty where nothing fits', async () => {
  const initial = answerOf([entry(2), entry(1)], { total: 120, next: 'behind', values: { who: 'li.ming' } });
  const list = {
    list: audit,
    title: '审计日志',
    icon: 'i-lucide-history',
    initial,
    asked,
    ...noViews,
    search: '?who=li.ming',
  };
  const place = await draw(<AuditList {...list} />);
  expect(named(place, '下一页').getAttribute('href')).toBe('/desk/audit?who=li.ming&after=behind');
  // One stop of Tab, on the first cell.
  expect(cellsOf(place).filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(1);
  await does(() => cellsOf(place)[0]?.focus());
  const walk = [];
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowRight', 'End', 'ArrowRight', 'Home', 'PageUp']) {
    await typeKey(key);
    walk.push(focused());
  }
  expect(walk).toEqual(['1:0', '1:0', '1:1', '1:6', '1:6', '1:0', '0:0']);
  await typeKey('ArrowDown');
  await typeKey('Enter');
  const dialog = place.querySelector('dialog[open]');
  expect(dialog?.textContent).toContain('订单 D1');
  expect(dialog?.textContent).toContain('数量3');
  await press(named(place, '关闭'));
  await press(named(place, '刷新'));
  const reloaded = await shop.next();
  expect(reloaded.line).toContain('GET /api/desk/audit?');
  reloaded.answer(200, answerOf([], { values: { who: 'li.ming' } }));
  await until(() => expect(place.textContent).toContain('没有符合条件的记录'));
  expect(named(place, '清除条件').getAttribute('href')).toBe('/desk/audit');
});

const paper = (id: number) => ({
  id,
  company: `${id}号药房`,
  kind: 'food_licence',
  number: `J${id}`,
  valid_to: '2026-12-31',
  days_left: 40,
  reminded_on: '',
  is_reminded: 0 as 0 | 1,
  company_id: id,
});
const reminders = (rows: ReturnType<typeof paper>[], more = {}) => ({
  list: papers,
  title: '资质到期提醒',
  icon: '',
  initial: answerOf(rows, { values: { company: '药 房' }, ...more }),
  asked: { ...asked, sort: '-company', columns: 'number' },
  ...noViews,
});

test('a company is reminded by a press; its row says so, and the keyboard stays where it was', async () => {
  const place = await draw(<ListPage {...reminders([paper(1), paper(2)])} />);
  expect(boxOf(place, '企业名称').value).toBe('药 房');
  // The title is always there; order and columns stay when another search is made.
  expect([...place.querySelectorAll('thead th')].map(({ textContent }) => textContent)).toEqual([
    '企业',
    '编号',
    '操作',
  ]);
  expect(place.querySelector('[aria-sort]')?.getAttribute('aria-sort')).toBe('descending');
  const search = new URLSearchParams({ company: '药 房', sort: '-company', columns: 'number' });
  expect(named(place, '导出CSV').getAttribute('href')).toBe(`/api/desk/papers/export?${search}`);
  const button = named(place, '提醒：1号药房');
  await does(() => button.focus());
  await press(button);
  await press(button);
  const sent = await shop.next();
  expect([sent.line, shop.left()]).toEqual(['POST /api/desk/papers/1/remind', 0]);
  sent.answer(200, { ...paper(1), reminded_on: '2026-11-21', is_reminded: 1 });
  await until(() => expect(named(place, '今天已提醒：1号药房').getAttribute('aria-disabled')).toBe('true'));
  expect(document.activeElement).toBe(named(place, '今天已提醒：1号药房'));
  await press(named(place, '今天已提醒：1号药房'));
  expect(shop.left()).toBe(0);
});

test('a row that has left the list by an act is gone', async () => {
  const place = await draw(<ListPage {...reminders([paper(1), paper(2)])} />);
  await press(named(place, '提醒：1号药房'));
  (await shop.next()).answer(200, null);
  await until(() => expect(place.textContent).toContain('共1条'));
  expect(place.textContent).not.toContain('1号药房');
});

test('what an act is refused for is told, and the act can be tried again', async () => {
  const place = await draw(<ListPage {...reminders([paper(1)])} />);
  const button = named(place, '提醒：1号药房');
  await press(button);
  (await shop.next()).answer(404, null, '这份资质已更新');
  // The session is still open: it is the paper that is gone.
  (await shop.next()).answer(200, {});
  await until(() => expect($dialog.get()?.text).toBe('这份资质已更新'));
  await does(() => answerDialog(true));
  await until(() => expect(button.getAttribute('aria-busy')).toBeNull());
  await press(button);
  (await shop.next()).answer(200, { ...paper(1), is_reminded: 1 });
  await until(() => expect(button.textContent).toBe('今天已提醒'));
});

const runOf = (more: Partial<BulkRunWire> = {}): BulkRunWire => ({
  id: 9,
  text: '提醒',
  state: 'running',
  state_text: '执行中',
  made_by: 'chen.jing',
  search: '企业名称：药 房',
  rows: 12_431,
  done: 0,
  same: 0,
  refused: 0,
  undone: 0,
  refusals: [],
  why: '',
  created_at: '2026-11-21T01:05:00.000Z',
  ended_at: '',
  may_stop: 1,
  undo: '',
  undo_of: 0,
  ...more,
});

test('all that was found is counted again by the server, done by it, and seen to its end', async () => {
  const place = await draw(
    <ListPage {...reminders([paper(1), paper(2)], { total: 10_000, is_more: 1 })} runs={[]} />,
  );
  await does(() => place.querySelector<HTMLElement>('thead input')?.click());
  await press(named(place, '选择全部找到的10000+条'));
  await press(named(place, '批量提醒'));
  const counting = await shop.next();
  const search = new URLSearchParams({ company: '药 房', sort: '-company' });
  expect(counting.line).toBe(`POST /api/desk/bulk/preview list=papers&act=remind&search=${search}`);
  counting.answer(200, { rows: 12_430, left: [{ why: '今天已提醒', rows: 30, names: [] }] });
  const shown = () => place.querySelector('dialog[open]')?.textContent;
  await until(() => expect(shown()).toContain('提醒：12430条'));
  expect(shown()).toContain('共12430条，现在可以提醒12400条，其余30条不会变更：今天已提醒：30条');
  await press(named(place, '提醒'));
  const asking = await shop.next();
  expect(asking.line).toContain(`POST /api/desk/papers/remind search=${search}&count=12430&token=`);
  asking.answer(409, { found: 12_431 }, '现在找到12431条');
  await until(() => expect($dialog.get()?.text).toBe('现在找到12431条，与刚才的12430条不同，全部提醒？'));
  await does(() => answerDialog(true));
  const begun = await shop.next();
  expect(begun.line).toContain(`search=${search}&count=12431&token=`);
  begun.answer(200, { run: runOf(), done: 0, refused: [] });
  await until(() => expect(place.textContent).toContain('共12431条，已完成0条'));
  const refusals = [{ name: '60号药房', why: '这份资质已更新' }];
  const ended = {
    state: 'done',
    state_text: '已完成',
    ended_at: '2026-11-21T01:09:00.000Z',
    may_stop: 0 as const,
  };
  const seen = await shop.next();
  expect(seen.line).toBe('GET /api/desk/bulk?list=papers');
  seen.answer(200, { runs: [runOf({ ...ended, done: 12_430, refused: 1, refusals })] });
  (await shop.next()).answer(200, answerOf([paper(2)]));
  await until(() => expect(place.textContent).toContain('共1条'));
  expect(place.textContent).toContain('共12431条，已完成12430条，未完成1条');
  expect(place.textContent).toContain('60号药房：这份资质已更新');
  expect(named(place, '下载结果').getAttribute('href')).toBe('/api/desk/bulk/9/file');
});

test('ticked rows are answered at once; one that a colleague began is seen, and stopped', async () => {
  const place = await draw(<ListPage {...reminders([paper(1), paper(2)])} runs={[runOf({ done: 40 })]} />);
  expect(place.textContent).toContain('共12431条，已完成40条');
  await press(named(place, '停止'));
  const stopped = await shop.next();
  expect(stopped.line).toBe('POST /api/desk/bulk/9/stop');
  const why = 'li.ming停止了操作';
  const ended = {
    state: 'stopped',
    state_text: '已停止',
    ended_at: '2026-11-21T01:09:00.000Z',
    may_stop: 0 as const,
  };
  stopped.answer(200, runOf({ ...ended, done: 41, why }));
  await until(() => expect(place.textContent).toContain(`没有处理12390条。${why}`));
  await does(() => place.querySelector<HTMLElement>('thead input')?.click());
  await press(named(place, '批量提醒'));
  const counting = await shop.next();
  expect(counting.line).toBe('POST /api/desk/bulk/preview list=papers&act=remind&ids[]=1&ids[]=2&search=');
  counting.answer(200, { rows: 2, left: [{ why: '今天已提醒', rows: 1, names: ['2号药房'] }] });
  await until(() =>
    expect(place.querySelector('dialog[open]')?.textContent).toContain('今天已提醒：1条（2号药房）'),
  );
  await press(named(place, '提醒'));
  const sent = await shop.next();
  expect(sent.line).toContain('POST /api/desk/papers/remind ids[]=1&ids[]=2&search=&count=0&token=');
  sent.answer(200, { run: null, done: 1, refused: [{ name: '2号药房', why: '这份资质已更新' }] });
  (await shop.next()).answer(200, answerOf([paper(2)]));
  await until(() =>
    expect(place.querySelector('dialog[open]')?.textContent).toContain('2号药房：这份资质已更新'),
  );
});

test('a search is saved as a view, renamed, shared and deleted', async () => {
  const view = (more = {}) => ({
    id: 7,
    name: '江汉',
    href: '/desk/papers?company=x',
    role: '',
    owner: 'li.ming',
    is_own: 1 as const,
    ...more,
  });
  const roles = [{ value: 'review', text: '质管' }];
  const place = await draw(<ListPage {...reminders([paper(1)])} search="?company=x" roles={roles} />);
  await press(named(place, '保存视图'));
  await typeInto(boxOf(place, '名称'), ' 江汉 ');
  await press(named(place, '保存'));
  const saved = await shop.next();
  expect(saved.line).toBe('POST /api/desk/views list=papers&name=江汉&search=?company=x&role=');
  saved.answer(200, { list: [view()] });
  const link = () => [...place.querySelectorAll('nav[aria-label=视图] a')].at(-1);
  await until(() => expect(link()?.getAttribute('aria-current')).toBe('page'));

  await press(named(place, '管理视图'));
  await typeInto(place.querySelector('input[aria-label="视图“江汉”的名称"]')!, '江汉区');
  await typeInto(boxOf<HTMLSelectElement>(place, '视图“江汉”共享给'), 'review');
  await press(named(place, '保存'));
  const changed = await shop.next();
  expect(changed.line).toBe('POST /api/desk/views/7 name=江汉区&role=review');
  changed.answer(200, { list: [view({ name: '江汉区', role: 'review' })] });
  await until(() => expect(link()?.textContent).toBe('江汉区'));
  await press(named(place, '删除'));
  await until(() => expect($dialog.get()?.text).toBe('删除视图“江汉区”？'));
  await does(() => answerDialog(true));
  const dropped = await shop.next();
  expect(dropped.line).toBe('POST /api/desk/views/7/delete');
  dropped.answer(200, { list: [] });
  await until(() => expect(place.textContent).toContain('没有自己保存的视图'));
});

test('a request is answered beside what was asked for, with an item that is found by its name', async () => {
  const row = {
    id: 3,
    name: '找一种药',
    spec: '10片',
    maker: '示例药业',
    quantity: 5,
    unit: '盒',
    price: '12.50',
    company: '1号药房',
    phone: '',
    note: '',
    created_at: '2026-11-21T01:05:00.000Z',
    status: 'open',
    reply: '',
    goods_id: null,
    company_id: 1,
    may_answer: 1 as const,
  };
  const list = { list: wanted, title: '品种求购', icon: '', initial: answerOf([row]), asked, ...noViews };
  const place = await draw(<ListPage {...list} />);
  await press(named(place, '答复：找一种药'));
  const dialog = place.querySelector('dialog[open]')!;
  expect(dialog.querySelector('dl')?.textContent).toBe('规格10片厂家示例药业数量5单位盒期望单价¥12.50');
  await typeInto(boxOf(dialog, '找到的商品'), '阿莫');
  const search = await shop.next();
  expect(search.line).toBe('GET /api/goods/list?keywords=%E9%98%BF%E8%8E%AB&size=8');
  search.answer(200, { list: [{ id: 51, name: '阿莫西林', ypgg: '10片', sccj: '示例药业', sjly: '衡川' }] });
  await until(() => expect(dialog.textContent).toContain('示例药业 衡川'));
  await press(
    [...dialog.querySelectorAll('button')].find(({ textContent }) => textContent?.includes('衡川'))!,
  );
  await typeInto(boxOf<HTMLTextAreaElement>(dialog, '答复（选填）'), '有货');
  await press([...dialog.querySelectorAll('button')].find(({ type }) => type === 'submit')!);
  const sent = await shop.next();
  expect(sent.line).toBe('POST /api/desk/wanted/3/answer goods_id=51&reply=有货');
  sent.answer(422, { errors: { goods_id: ['没有商品51'] } });
  await until(() => expect(alerts(dialog)).toEqual(['没有商品51']));
});

const caseOf = (id: number, isDone = false) => (
  <CaseHead
    list="/desk/papers"
    id={id}
    hrefOf={(next) => `/desk/papers/${next}`}
    what="资质"
    title={`资质${id}`}
    isDone={isDone}
    acts={
      <KeyButton keyName="a" onClick={() => pressed.push('a')}>
        通过
      </KeyButton>
    }
  >
    <input aria-label="备注" />
  </CaseHead>
);
const pressed: string[] = [];

test('a case leads through the list that it was opened from, over the border of its page, by keys', async () => {
  await draw(<ListPage {...reminders([paper(1), paper(2)], { next: 'behind' })} />);
  await clearDocument();
  const first = await draw(caseOf(1));
  await until(() => expect(named(first, '下一条J').getAttribute('href')).toBe('/desk/papers/2'));
  await typeKey('k');
  await typeKey('j');
  expect(went).toEqual(['/desk/papers/2']);
  expect(first.textContent).not.toContain('上一条');

  await clearDocument();
  const last = await draw(caseOf(2, true));
  const more = await shop.next();
  expect(more.line).toBe(
    `GET /api/desk/papers?${new URLSearchParams({ after: 'behind', columns: 'number', company: '药 房', sort: '-company' })}`,
  );
  more.answer(200, answerOf([paper(3)]));
  await until(() => expect(named(last, '下一条J').getAttribute('href')).toBe('/desk/papers/3'));
  // What is done leads on by Enter.
  expect(document.activeElement).toBe(named(last, '下一条J'));
  await typeKey('a');
  await does(() => last.querySelector('input')?.focus());
  await typeKey('a');
  expect(pressed).toEqual(['a']);

  await clearDocument();
  const stranger = await draw(caseOf(9));
  await typeKey('j');
  expect([went.length, stranger.textContent?.includes('下一条')]).toEqual([1, false]);
  expect(named(stranger, '资质列表L').getAttribute('href')).toBe('/desk/papers');
});
