// @vitest-environment happy-dom
/** Controls of a page that is kept alive get back what was typed and ticked (rules 9). */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepForms } from '#islands/shell/keep-forms.ts';
import { soon } from '#tests/support/soon.ts';

const page = `<main>
  <div data-goods="7"><fieldset><input aria-label="数量"><button type="button">+</button></fieldset></div>
  <div data-goods="8"><fieldset><input aria-label="数量"></fieldset></div>
  <label><input type="checkbox" name="all">全选</label>
  <label><input type="checkbox" name="one">一</label>
  <textarea name="note"></textarea>
  <input type="password" name="secret">
</main><input name="outside">`;

class Visit {
  type: string;
  constructor(type: string) {
    this.type = type;
  }
}

function open(type: 'navigate' | 'back_forward', html = page): void {
  document.body.innerHTML = html;
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([new Visit(type)] as never);
  keepForms();
}

const find = <T extends HTMLElement = HTMLInputElement>(selector: string) =>
  document.querySelector<T>(selector)!;

function type(selector: string, text: string): void {
  const box = find(selector);
  box.value = text;
  box.dispatchEvent(new Event('input', { bubbles: true }));
}

const leave = () => dispatchEvent(new Event('pagehide'));

beforeEach(() => {
  vi.stubGlobal('PerformanceNavigationTiming', Visit);
  sessionStorage.clear();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('what was touched comes back to its own control, once somebody goes back', () => {
  open('navigate');
  type('[data-goods="8"] input', '30');
  type('textarea', '周末送');
  type('[name=secret]', '123456');
  type('[name=outside]', 'x');
  find('[name=one]').click();
  // The button of a quantity box changes its number.
  find('[data-goods="7"] input').value = '5';
  find('[data-goods="7"] button').click();
  leave();
  open('back_forward');
  expect(
    ['[data-goods="7"] input', '[data-goods="8"] input', 'textarea', '[name=secret]', '[name=outside]'].map(
      (one) => find(one).value,
    ),
  ).toEqual(['5', '30', '周末送', '', '']);
  expect([find('[name=all]').checked, find('[name=one]').checked]).toEqual([false, true]);
});

test('a page that is opened anew is empty', () => {
  open('navigate');
  type('textarea', '周末送');
  leave();
  open('navigate');
  expect(find('textarea').value).toBe('');
});

test('controls that come later, or whose island sleeps, get theirs then; events tell their owners', async () => {
  open('navigate');
  type('textarea', '周末送');
  find('[name=one]').click();
  leave();
  const heard: string[] = [];
  open('back_forward', '<main><astro-island ssr><textarea name="note"></textarea></astro-island></main>');
  find('textarea').addEventListener('input', () => heard.push(find('textarea').value));
  expect(find('textarea').value).toBe('');
  find('astro-island').removeAttribute('ssr');
  await soon(() => expect(heard).toEqual(['周末送']));
  find('main').insertAdjacentHTML('beforeend', '<label><input type="checkbox" name="one">一</label>');
  await soon(() => expect(find('[name=one]').checked).toBe(true));
});
