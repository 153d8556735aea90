import { useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { Field } from '#islands/ui/Field.tsx';
import { SelectBox } from '#islands/ui/SelectBox.tsx';
import { Tick } from '#islands/ui/Tick.tsx';
import { useForm } from '#islands/ui/use-form.ts';
import { setDutyPhone } from '#lib/client/stores/desk/notices.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import type { DutyPhoneWire } from '#lib/contract/notices.ts';
import { isMobile, normalizePhone } from '#lib/rules/text/phone.ts';

const hours = Array.from({ length: 25 }, (_, hour) => ({ value: String(hour), text: `${hour}点` }));

/** 值班手机: which notices go to a telephone as well, and when it may ring. */
export function DutyPhone({ initial }: { initial: DutyPhoneWire }) {
  const [kinds, setKinds] = useState(initial.kinds);
  const { form, field, errors, isBusy } = useForm({
    names: ['phone', 'from_hour', 'to_hour'],
    showsRefusal: true,
    check: ({ phone, from_hour: from, to_hour: to }) => ({
      ...(phone.trim() !== '' && !isMobile(normalizePhone(phone)) && { phone: '请填写11位手机号' }),
      ...(Number(from) >= Number(to) && { to_hour: '结束时间须晚于开始时间' }),
    }),
    send: ({ phone, from_hour: from, to_hour: to }) =>
      setDutyPhone({
        phone,
        from_hour: Number(from),
        to_hour: Number(to),
        kinds: kinds.filter(({ is_on: isOn }) => isOn === 1).map(({ kind }) => kind),
      }),
    onSent: (now: DutyPhoneWire) => {
      setKinds(now.kinds);
      showToast('success', now.phone === '' ? '已关闭短信提醒' : '已保存');
    },
  });
  return (
    <section className="panel mt-3" aria-labelledby="duty-phone">
      <h2 id="duty-phone" className="panel-title">
        值班手机
      </h2>
      <form {...form} className="grid gap-3 p-3 md:p-4 text-small">
        <p className="m-0 text-ink-2">
          勾选的通知合并成一条短信发到值班手机，10分钟内最多一条；不在时段内的等到时段开始，标“紧急”的随时发送。手机号留空即不发。
        </p>
        <div className="grid grid-cols-2 md:grid-cols-[repeat(3,minmax(0,12rem))] gap-3">
          <Field label="手机号" inputMode="numeric" maxLength={11} {...field('phone', initial.phone)} />
          <div className="field max-md:col-start-1">
            <SelectBox
              label="开始时间"
              options={hours.slice(0, 24)}
              {...field('from_hour', String(initial.from_hour))}
            />
          </div>
          <div className="field">
            <SelectBox
              label="结束时间"
              options={hours.slice(1)}
              {...field('to_hour', String(initial.to_hour))}
            />
          </div>
        </div>
        <div className="flex flex-wrap gap-x-6">
          {kinds.map(({ kind, text, is_on: isOn, is_urgent: isUrgent }) => (
            <Tick
              key={kind}
              label={isUrgent === 1 ? `${text}（紧急）` : text}
              isLabelShown
              isOn={isOn === 1}
              onChange={(isNow) =>
                setKinds((now) =>
                  now.map((one) =>
                    one.kind === kind ? { ...one, is_on: isNow ? (1 as const) : (0 as const) } : one,
                  ),
                )
              }
            />
          ))}
        </div>
        {errors.form !== undefined && (
          <p role="alert" className="m-0 text-price">
            {errors.form}
          </p>
        )}
        <p className="m-0">
          <Button type="submit" busy={isBusy}>
            保存
          </Button>
        </p>
      </form>
    </section>
  );
}
