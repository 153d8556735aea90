/** Questions one after the other, and messages that go by themselves. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { $dialog, answerDialog, ask, openDialog } from '#lib/client/stores/shell/dialogs.ts';
import { $toasts, showToast } from '#lib/client/stores/shell/toasts.ts';

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
  showToast('info', '已保存', { duration: 3_000 });
  vi.advanceTimersByTime(2_000);
  showToast('info', '已保存', { duration: 3_000 });
  vi.advanceTimersByTime(1_500);
  expect($toasts.get().map(({ text }) => text)).toEqual(['已保存']);
  vi.advanceTimersByTime(1_500);
  expect($toasts.get()).toEqual([]);
});
