/** Questions one after the other, and messages that go by themselves. */
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { $dialog, answerDialog, ask, choose, openDialog } from '#lib/client/stores/shell/dialogs.ts';
import { nextPack } from '#lib/client/stores/shell/next-pack.ts';
import { react } from '#lib/client/stores/shell/react.ts';
import { $toasts, closeToast, holdToast, showToast } from '#lib/client/stores/shell/toasts.ts';
import { AppError } from '#lib/contract/errors.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
  while ($dialog.get()) answerDialog(false);
});

const question = (text: string) => ({ title: '温馨提示', text, confirm: '确定', cancel: '取消' });

test('questions wait for each other, and each hears its own answer', async () => {
  const answers = [ask(question('甲')), ask(question('乙')), ask(question('丙'))];
  const seen: (string | undefined)[] = [];
  for (const isSure of [true, false, true]) {
    seen.push($dialog.get()?.text);
    answerDialog(isSure);
  }
  expect(seen).toEqual(['甲', '乙', '丙']);
  await expect(Promise.all(answers)).resolves.toEqual([true, false, true]);
  expect($dialog.get()).toBeNull();
});

test('a question that an answer opens comes behind those that wait', () => {
  openDialog({ ...question('甲'), onConfirm: () => openDialog(question('丙')) });
  openDialog(question('乙'));
  answerDialog(true);
  expect($dialog.get()?.text).toBe('乙');
  answerDialog(true);
  expect($dialog.get()?.text).toBe('丙');
});

test('the same message again takes the older one’s place and its whole time', () => {
  onTestFinished($toasts.listen(() => {}));
  showToast('info', '已保存', { duration: 3_000 });
  vi.advanceTimersByTime(2_000);
  showToast('info', '已保存', { duration: 3_000 });
  vi.advanceTimersByTime(1_500);
  expect($toasts.get().map(({ text }) => text)).toEqual(['已保存']);
  vi.advanceTimersByTime(1_500);
  expect($toasts.get()).toEqual([]);
});

test('two acts with the same text keep a button each, and one act again has one', () => {
  onTestFinished($toasts.listen(() => {}));
  const undone: string[] = [];
  for (const key of ['3', '4', '4'])
    showToast('success', '已停用', { key, act: { text: '撤销', run: () => undone.push(key) } });
  for (const { act } of $toasts.get()) act?.run();
  expect(undone).toEqual(['3', '4']);
});

test('a message that nobody draws yet keeps its whole time', () => {
  showToast('info', '活动暂未开始', { duration: 3_000 });
  vi.advanceTimersByTime(10_000);
  const shown: (readonly string[])[] = [];
  onTestFinished($toasts.subscribe((toasts) => void shown.push(toasts.map(({ text }) => text))));
  expect(shown).toEqual([['活动暂未开始']]);
  vi.advanceTimersByTime(3_000);
  expect(shown.at(-1)).toEqual([]);
});

test('a message stays while somebody is at its link, and goes when they leave it', () => {
  onTestFinished($toasts.listen(() => {}));
  const texts = () => $toasts.get().map(({ text }) => text);
  showToast('success', '收藏成功', { link: { text: '查看收藏', href: '/zzfw/star' } });
  const [{ id } = { id: 0 }] = $toasts.get();
  holdToast(id, true);
  vi.advanceTimersByTime(10_000);
  expect(texts()).toEqual(['收藏成功']);
  // Others go as ever.
  showToast('info', '已保存');
  vi.advanceTimersByTime(3_000);
  expect(texts()).toEqual(['收藏成功']);
  holdToast(id, false);
  expect(texts()).toEqual([]);

  // Who leaves it in time takes nothing of its time away.
  showToast('info', '还在');
  const [{ id: early } = { id: 0 }] = $toasts.get();
  holdToast(early, true);
  holdToast(early, false);
  vi.advanceTimersByTime(2_900);
  expect(texts()).toEqual(['还在']);
  vi.advanceTimersByTime(100);
  expect(texts()).toEqual([]);
});

test.each(['yes', 'no', 'other'] as const)('a question of three buttons hears %s', async (answer) => {
  const chosen = choose({ ...question('甲'), other: '只买10盒' });
  answerDialog(answer);
  await expect(chosen).resolves.toBe(answer);
});

test('the next pack is one press away, and stays longer than other messages', () => {
  onTestFinished($toasts.listen(() => {}));
  const taken: number[] = [];
  showToast(
    'info',
    '按10盒起订，已调整为10盒',
    nextPack(20, '盒', (number) => taken.push(number)),
  );
  vi.advanceTimersByTime(5_000);
  const [toast] = $toasts.get();
  expect(toast?.act?.text).toBe('改为20盒');
  toast?.act?.run();
  expect(taken).toEqual([20]);
  closeToast(toast!.id);
  expect(nextPack(null, '盒', () => undefined)).toEqual({});
});

test.each([true, false])(
  '459 is read first, and leads on however it is closed (confirmed: %s)',
  (isConfirmed) => {
    const assign = vi.fn();
    vi.stubGlobal('location', { assign, pathname: '/cart', search: '' });
    onTestFinished(() => void vi.unstubAllGlobals());
    react(new AppError(459, '请先签署电子合同', { contracts: [], merchants: '5,7', waiting_link: '' }));
    expect($dialog.get()).toMatchObject({ title: '温馨提示', text: '请先签署电子合同', confirm: '去签合同' });
    expect(assign).not.toHaveBeenCalled();
    answerDialog(isConfirmed);
    expect(assign).toHaveBeenCalledExactlyOnceWith('/dzht?merchant=5%2C7&next=%2Fcart');
  },
);

test.each([
  [true, ['/dzht/HT1']],
  [false, []],
])(
  '459 of a seal that is waited for shows the contract, and asks for no signature (confirmed: %s)',
  (isConfirmed, led) => {
    const assign = vi.fn();
    vi.stubGlobal('location', { assign, pathname: '/cart', search: '' });
    onTestFinished(() => void vi.unstubAllGlobals());
    react(new AppError(459, '等待商家盖章', { contracts: [], merchants: '5', waiting_link: '/dzht/HT1' }));
    expect($dialog.get()).toMatchObject({ title: '等待商家签署', text: '等待商家盖章', confirm: '查看合同' });
    answerDialog(isConfirmed);
    expect(assign.mock.calls.flat()).toEqual(led);
  },
);
