// @vitest-environment happy-dom
/** Forms: what is wrong beside its field, one sending at a time, refusals of the server, and unsent changes. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Field } from '#islands/ui/Field.tsx';
import { FieldGroup } from '#islands/ui/FieldGroup.tsx';
import { FormNotice } from '#islands/ui/FormNotice.tsx';
import { SelectBox } from '#islands/ui/SelectBox.tsx';
import { TextArea } from '#islands/ui/TextArea.tsx';
import { type FormTexts, useForm } from '#islands/ui/use-form.ts';
import { $dialog, answerDialog } from '#lib/client/stores/shell/dialogs.ts';
import { $toasts, closeToast } from '#lib/client/stores/shell/toasts.ts';
import { AppError, fieldError } from '#lib/contract/errors.ts';
import { boxOf, clearDocument, does, draw, named, press, typeInto, until } from '#tests/support/dom.tsx';

const names = ['name', 'kind', 'note', 'isUrgent', 'shops'] as const;
type Texts = FormTexts<(typeof names)[number]>;

/** What was sent and not answered yet: the test answers. */
let sent: { values: Texts; answer: (id: number) => void; refuse: (error: unknown) => void }[];
let made: number[];

interface Props {
  leaves?: boolean;
  showsRefusal?: boolean;
  guardsChanges?: boolean;
}

function Request(props: Props) {
  const { form, field, errors, isBusy, isChanged, fill } = useForm({
    ...props,
    names,
    check: ({ name }) => ({ ...(!name.trim() && { name: '请填写名称' }) }),
    send: (values) =>
      new Promise<number>((answer, refuse) => {
        sent.push({ values, answer, refuse });
      }),
    onSent: (id) => made.push(id),
  });
  const { defaultValue, ...kind } = field('kind', 'b');
  return (
    <form {...form}>
      <Field label="名称" required hint="通用名" {...field('name')} />
      <SelectBox
        label="种类"
        name={kind.name}
        defaultValue={defaultValue}
        placeholder="请选择"
        options={[
          { value: 'a', text: '甲' },
          { value: 'b', text: '乙' },
        ]}
      />
      <TextArea label="说明" maxLength={20} counts {...field('note', '旧')} />
      <label>
        <input type="checkbox" name="isUrgent" />
        加急
      </label>
      <FieldGroup legend="门店" hint="可多选" error={field('shops').error}>
        {['一店', '二店'].map((shop) => (
          <label key={shop}>
            <input type="checkbox" name="shops" value={shop} />
            {shop}
          </label>
        ))}
      </FieldGroup>
      <FormNotice text={errors.form} />
      <button type="submit" disabled={isBusy}>
        {isChanged ? '保存修改' : '保存'}
      </button>
      <button type="button" onClick={() => fill({ name: '范例', note: '范例说明' })}>
        填入
      </button>
    </form>
  );
}

const alerts = (place: ParentNode) =>
  [...place.querySelectorAll('[role=alert]')].map(({ textContent }) => textContent);
const submit = (place: ParentNode) => press(place.querySelector('[type=submit]')!);
const isFree = (place: ParentNode) => !place.querySelector<HTMLButtonElement>('[type=submit]')!.disabled;

/** A form with a name in it, sent. */
async function drawSent(props: Props = {}): Promise<HTMLElement> {
  const place = await draw(<Request {...props} />);
  await typeInto(boxOf(place, '名称'), '阿莫西林');
  await submit(place);
  return place;
}

/** Whether the browser would ask before this page is left. */
function asksToStay(): boolean {
  const event = new Event('beforeunload', { cancelable: true });
  dispatchEvent(event);
  return event.defaultPrevented;
}

beforeEach(() => {
  sent = [];
  made = [];
});

afterEach(async () => {
  await clearDocument();
  while ($dialog.get()) answerDialog(false);
  for (const { id } of $toasts.get()) closeToast(id);
});

test('what is wrong stands beside its field, belongs to it, and goes when it is right', async () => {
  const place = await draw(<Request />);
  const box = boxOf(place, '名称');
  const note = () => document.getElementById(box.getAttribute('aria-describedby') ?? '')?.textContent;
  expect([note(), box.getAttribute('aria-invalid')]).toEqual(['通用名', null]);
  await submit(place);
  expect([note(), box.getAttribute('aria-invalid'), document.activeElement === box]).toEqual([
    '请填写名称',
    'true',
    true,
  ]);
  expect(sent).toEqual([]);
  // It was about what stood there before: the first letter takes it away, that of another field does not.
  await typeInto(boxOf(place, '说明'), '新');
  expect(note()).toBe('请填写名称');
  await typeInto(box, '阿莫西林');
  expect([note(), box.getAttribute('aria-invalid')]).toEqual(['通用名', null]);
  await submit(place);
  expect([note(), box.getAttribute('aria-invalid'), sent.length]).toEqual(['通用名', null, 1]);
});

test('every field is sent as text, a box that is not ticked as none', async () => {
  const place = await drawSent();
  expect(sent[0]?.values).toEqual({ name: '阿莫西林', kind: 'b', note: '旧', isUrgent: '', shops: '' });
  await does(() => sent[0]?.answer(1));
  await typeInto(boxOf<HTMLSelectElement>(place, '种类'), 'a');
  for (const box of ['加急', '一店', '二店']) await press(named(place, box));
  await submit(place);
  expect(sent[1]?.values).toEqual({
    name: '阿莫西林',
    kind: 'a',
    note: '旧',
    isUrgent: 'on',
    shops: '一店,二店',
  });
});

test('while it is sent a second press does nothing; after the answer it is free', async () => {
  const place = await drawSent();
  const again = () =>
    place.querySelector('form')!.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
  await does(again);
  expect([sent.length, isFree(place)]).toEqual([1, false]);
  await does(() => sent[0]?.answer(7));
  expect([made, isFree(place)]).toEqual([[7], true]);
  await does(again);
  expect(sent.length).toBe(2);
});

test('a form that leaves with its answer stays busy; refused it is free again', async () => {
  const place = await drawSent({ leaves: true });
  await does(() => sent[0]?.refuse(fieldError('name', '名称已有')));
  expect(isFree(place)).toBe(true);
  await submit(place);
  await does(() => sent[1]?.answer(7));
  expect([made, isFree(place)]).toEqual([[7], false]);
});

test('the server’s words stand beside their fields, and the first of these takes the focus', async () => {
  const place = await drawSent();
  const errors = { note: ['说明里有电话号码', '第二句'], name: ['名称已有'] };
  await does(() => sent[0]?.refuse(new AppError(422, '填写有误', { errors })));
  expect(alerts(place)).toEqual(['名称已有', '说明里有电话号码']);
  expect(document.activeElement, 'first in the order of the form').toBe(boxOf(place, '名称'));
  expect([$toasts.get(), $dialog.get()]).toEqual([[], null]);
});

test('words about boxes that answer together stand below them, and the first box takes the focus', async () => {
  const place = await drawSent();
  await does(() => sent[0]?.refuse(fieldError('shops', '二店已关闭')));
  const group = place.querySelector('fieldset')!;
  const note = document.getElementById(group.getAttribute('aria-describedby') ?? '');
  expect([note?.textContent, document.activeElement === named(place, '一店')]).toEqual(['二店已关闭', true]);
});

test('a 422 for a field that this form does not have goes the common way', async () => {
  const place = await drawSent();
  await does(() => sent[0]?.refuse(fieldError('token', '请重新打开页面')));
  expect([alerts(place), $toasts.get().map(({ text }) => text)]).toEqual([[], ['请重新打开页面']]);
});

test.each([
  ['in the form where it shows them', true, ['今日求购已满'], undefined],
  ['else in a dialog', false, [], '今日求购已满'],
])('other refusals stand %s', async (_name, showsRefusal, inForm, inDialog) => {
  const place = await drawSent({ showsRefusal });
  await does(() => sent[0]?.refuse(new AppError(403, '今日求购已满')));
  expect([alerts(place), $dialog.get()?.text]).toEqual([inForm, inDialog]);
});

test('what is broken is no refusal of the form', async () => {
  const place = await drawSent({ showsRefusal: true });
  await does(() => sent[0]?.refuse(new AppError(500)));
  expect([alerts(place), $toasts.get().map(({ kind }) => kind)]).toEqual([[], ['error']]);
});

test('the browser asks before unsent changes are left, until they are sent', async () => {
  const place = await draw(<Request guardsChanges />);
  expect(asksToStay()).toBe(false);
  await typeInto(boxOf(place, '名称'), '阿');
  expect([asksToStay(), place.textContent?.includes('保存修改')]).toEqual([true, true]);
  await submit(place);
  expect(asksToStay(), 'not answered yet').toBe(true);
  // The page is left in the same moment, before the form is drawn again.
  let asked: boolean | undefined;
  made.push = (id) => {
    asked = asksToStay();
    return id;
  };
  await does(() => sent[0]?.answer(1));
  expect([asked, asksToStay()]).toEqual([false, false]);
  await typeInto(boxOf(place, '名称'), '阿莫');
  await submit(place);
  await does(() => sent[1]?.refuse(new AppError(403)));
  expect(asksToStay()).toBe(true);
});

test('a form without that guard, or one that is gone, asks nothing', async () => {
  const place = await draw(<Request />);
  await typeInto(boxOf(place, '名称'), '阿');
  expect(asksToStay()).toBe(false);
  const guarded = await draw(<Request guardsChanges />);
  await typeInto(boxOf(guarded, '名称'), '阿');
  await clearDocument();
  expect(asksToStay()).toBe(false);
});

test('texts are put in from outside, and what was wrong is forgotten', async () => {
  const place = await draw(<Request />);
  await submit(place);
  expect(alerts(place)).toEqual(['请填写名称']);
  await press(named(place, '填入'));
  expect([boxOf(place, '名称').value, boxOf(place, '说明').value, alerts(place)]).toEqual([
    '范例',
    '范例说明',
    [],
  ]);
});

test('a text area counts what is written', async () => {
  const place = await draw(<Request />);
  expect(place.textContent).toContain('1/20');
  await typeInto(boxOf<HTMLTextAreaElement>(place, '说明'), '每月二十盒');
  await until(() => expect(place.textContent).toContain('5/20'));
});
