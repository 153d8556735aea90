import { useRef, useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { Field } from '#islands/ui/Field.tsx';
import { FieldGroup } from '#islands/ui/FieldGroup.tsx';
import { PictureBox } from '#islands/ui/files/PictureBox.tsx';
import { TextArea } from '#islands/ui/TextArea.tsx';
import { useForm } from '#islands/ui/use-form.ts';
import { newKey } from '#lib/client/key.ts';
import { sendFeedback, uploadFeedbackPicture } from '#lib/client/stores/shell/feedback.ts';
import { maxFeedbackPictures } from '#lib/contract/feedback/limits.ts';
import type { FileWire } from '#lib/contract/files.ts';
import { path } from '#lib/contract/routes.ts';
import { type FeedbackKind, feedbackKindKeys, feedbackKinds } from '#lib/rules/companies/feedback-state.ts';
import { isKeyOf } from '#lib/rules/terms/keys.ts';
import { isPhone, normalizePhone } from '#lib/rules/text/phone.ts';

interface Props {
  /** The member's own phone. */
  phone: string;
  /** The order that the person comes from; empty for none. */
  orderNo: string;
}

const names = ['kind', 'text', 'order_no', 'phone', 'pictures'] as const;
const shortest = 5;

function kindOf(text: string): FeedbackKind | null {
  return isKeyOf(feedbackKinds, text) ? text : null;
}

/** The form of 意见反馈; sent twice it is one. */
export function FeedbackForm({ phone, orderNo }: Props) {
  const token = useRef<string>(undefined);
  const [files, setFiles] = useState<readonly FileWire[]>([]);
  const { form, field, errors, isBusy } = useForm({
    names,
    leaves: true,
    guardsChanges: true,
    check: (values) => ({
      ...(kindOf(values.kind) === null && { kind: '请选择反馈类型' }),
      ...(values.text.trim().length < shortest && { text: `请写下反馈内容，至少${shortest}个字` }),
      ...(!isPhone(normalizePhone(values.phone)) && { phone: '请填写11位手机号，或带区号的固定电话' }),
    }),
    send({ kind, text, order_no, phone: called }) {
      token.current ??= newKey();
      const pictures = files.map(({ id }) => id);
      return sendFeedback({
        ...{ text, order_no, phone: called, pictures },
        kind: kindOf(kind) ?? 'other',
        token: token.current,
      });
    },
    onSent: () => location.assign(path('/zzfw/yjfk', undefined, { sent: 1 })),
  });

  return (
    <form
      {...form}
      className="grid gap-4 p-4 md:p-5 max-w-720px"
      onChange={() => {
        // Another text is another feedback.
        token.current = undefined;
      }}
    >
      <FieldGroup legend="反馈类型" required error={errors.kind}>
        <div className="flex flex-wrap gap-x-5 gap-y-1">
          {feedbackKindKeys.map((kind) => (
            <label key={kind} className="inline-flex items-center gap-2 h-control cursor-pointer">
              <input
                type="radio"
                name="kind"
                value={kind}
                defaultChecked={orderNo !== '' && kind === 'order'}
              />
              {feedbackKinds[kind]}
            </label>
          ))}
        </div>
      </FieldGroup>
      <TextArea
        label="反馈内容"
        required
        counts
        rows={6}
        maxLength={1000}
        placeholder="想完成什么、卡在哪一步、希望变成什么样；投诉请写明商品、批号和数量"
        {...field('text')}
      />
      <div className="grid sm:grid-cols-2 gap-4">
        <Field label="相关订单号" maxLength={40} placeholder="选填" {...field('order_no', orderNo)} />
        <Field
          label="联系电话"
          type="tel"
          autoComplete="tel"
          maxLength={20}
          required
          hint="需要核实时会打这个电话"
          {...field('phone', phone)}
        />
      </div>
      <PictureBox
        files={files}
        most={maxFeedbackPictures}
        hint="选填，只有本企业和平台能看到"
        error={errors.pictures}
        upload={uploadFeedbackPicture}
        onChange={(change) => {
          token.current = undefined;
          setFiles(change);
        }}
      />
      <div>
        <Button type="submit" busy={isBusy}>
          提交反馈
        </Button>
      </div>
    </form>
  );
}
