import { useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { Field } from '#islands/ui/Field.tsx';
import { FormNotice } from '#islands/ui/FormNotice.tsx';
import { SelectBox } from '#islands/ui/SelectBox.tsx';
import { Tag } from '#islands/ui/Tag.tsx';
import { TextArea } from '#islands/ui/TextArea.tsx';
import { type FormErrors, type FormTexts, useForm } from '#islands/ui/use-form.ts';
import { sayWaits } from '#lib/client/stores/desk/countersign.ts';
import type { SettingsStore } from '#lib/client/stores/desk/settings.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import { AppError } from '#lib/contract/errors.ts';
import type { SettingsAnswer, SettingWire } from '#lib/contract/settings.ts';
import { type SettingGroup, secondKind, settingGroups } from '#lib/rules/site/setting-groups.ts';
import {
  readSetting,
  type SettingKey,
  settingField,
  settingsOf,
  wantsReason,
} from '#lib/rules/site/settings.ts';

interface Props {
  store: SettingsStore;
  group: SettingGroup;
  rows: readonly SettingWire[];
  onRows: (rows: SettingWire[]) => void;
  onHistory: (key: SettingKey) => void;
}

type Name = SettingKey | 'reason';

const yesNo = ['是', '否'].map((value) => ({ value, text: value }));

/** One group of settings: only changed fields are sent, each with the value that was seen. */
export function SettingsGroup({ store, group, rows, onRows, onHistory }: Props) {
  const keys = settingsOf(group);
  /** The rows as the person sees them in the boxes. */
  const [seen, setSeen] = useState(() => rows.filter(({ key }) => keys.includes(key)));
  const [saves, setSaves] = useState(0);
  const [isOverwriting, setOverwriting] = useState(false);
  const changedOf = (values: FormTexts<Name>) =>
    seen.filter(({ key, value }) => values[key].replaceAll('\r\n', '\n').trim() !== value);
  const { form, field, errors, isBusy } = useForm<Name, SettingsAnswer>({
    names: [...keys, 'reason'],
    guardsChanges: true,
    showsRefusal: true,
    check(values) {
      const changed = changedOf(values);
      const wrong: FormErrors<Name> = {};
      if (changed.length === 0) wrong.form = '没有修改';
      for (const { key } of changed) {
        const read = readSetting(key, values[key]);
        if ('error' in read) wrong[key] = read.error;
      }
      if (wantsReason(changed.map(({ key }) => key)) && values.reason.trim().length < 2)
        wrong.reason = '请填写修改原因';
      return wrong;
    },
    async send(values) {
      const changed = changedOf(values);
      const changes = changed.map(({ key, version, value }) => ({
        key,
        version,
        seen: value,
        value: values[key],
      }));
      try {
        return await store.save({ changes, reason: values.reason });
      } catch (error) {
        if (error instanceof AppError && error.code === 409) await look(changed.map(({ key }) => key));
        throw error;
      }
    },
    onSent({ list, changed, waits }) {
      onRows(list);
      setSeen(list.filter(({ key }) => keys.includes(key)));
      setOverwriting(false);
      setSaves(saves + 1);
      if (waits.length > 0) sayWaits(waits.join('、'), secondKind(group));
      else showToast('success', changed.length === 0 ? '没有变化' : `已保存：${changed.join('、')}`);
    },
  });

  /** Another person's values: typed texts stay, and a second press puts them over. */
  async function look(edited: readonly SettingKey[]) {
    const { list } = await store.load();
    onRows(list);
    setSeen((old) =>
      old.map((row) => list.find(({ key }) => key === row.key && edited.includes(key)) ?? row),
    );
    setOverwriting(true);
  }

  const isReasoned = wantsReason(keys);
  return (
    <section id={group} className="panel scroll-mt-2" aria-label={settingGroups[group]}>
      <h2 className="panel-title">{settingGroups[group]}</h2>
      <form {...form} key={saves} className="grid gap-3 px-3 md:px-4 py-3">
        <div className="grid gap-x-6 gap-y-3 sm:grid-cols-2 xl:grid-cols-3">
          {seen.map((row) => (
            <div key={row.key} className="grid gap-0.5 content-start">
              <SettingBox row={row} box={field(row.key, row.value)} />
              <p className="flex flex-wrap items-center gap-x-3 text-note text-ink-2">
                {row.value !== row.fallback && row.fallback !== '' && (
                  <span>默认：{oneLine(row.fallback)}</span>
                )}
                {settingField(row.key).wants === 'second' && <Tag kind="plain">须复核</Tag>}
                <button
                  type="button"
                  className="link h-tag max-md:h-touch p-0 border-0 bg-transparent cursor-pointer"
                  aria-label={`修改记录：${settingField(row.key).label}`}
                  onClick={() => onHistory(row.key)}
                >
                  修改记录
                </button>
              </p>
              {row.waiting !== '' && (
                <p className="text-note text-promo-ink">
                  {row.waiting_by}已提出改为“{oneLine(row.waiting)}”，等待复核
                </p>
              )}
              {isOverwriting && <NowRow row={row} />}
            </div>
          ))}
        </div>
        {isReasoned && (
          <div className="max-w-screen-sm">
            <Field
              label="修改原因"
              maxLength={200}
              hint="记入修改记录；须复核的设置，复核人会看到"
              {...field('reason')}
            />
          </div>
        )}
        <FormNotice text={errors.form} />
        <p>
          <Button type="submit" busy={isBusy}>
            {isOverwriting ? `仍按我填的保存` : `保存${settingGroups[group]}`}
          </Button>
        </p>
      </form>
    </section>
  );
}

const oneLine = (text: string) => text.replaceAll('\n', '、');

function NowRow({ row }: { row: SettingWire }) {
  return (
    <p className="text-note text-ink-2">
      现在是：<b className="break-all">{row.value === '' ? '空' : oneLine(row.value)}</b>
    </p>
  );
}

function SettingBox({
  row,
  box,
}: {
  row: SettingWire;
  box: { name: Name; defaultValue: string; error: string | undefined };
}) {
  const { kind, label, help, unit, isNeeded = false, isList = false, most } = settingField(row.key);
  const name = unit === undefined ? label : `${label}（${unit}）`;
  if (kind === 'yes')
    return (
      <div className="field text-small">
        <SelectBox label={name} name={box.name} options={yesNo} defaultValue={box.defaultValue} />
        <p className="text-note text-ink-3">{help}</p>
      </div>
    );
  if (isList)
    return <TextArea label={name} rows={Math.min(most ?? 6, 6)} maxLength={2000} hint={help} {...box} />;
  return (
    <Field
      label={name}
      hint={help}
      required={isNeeded}
      maxLength={kind === 'whole' ? 9 : 300}
      inputMode={kind === 'whole' ? 'numeric' : undefined}
      {...box}
    />
  );
}
