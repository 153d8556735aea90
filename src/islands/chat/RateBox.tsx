import { useId } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { Field } from '#islands/ui/Field.tsx';
import { useForm } from '#islands/ui/use-form.ts';
import { rateTalk } from '#lib/client/stores/chat/buyer.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import { stars } from '#lib/rules/chat/talk.ts';

const words = ['很不满意', '不满意', '一般', '满意', '非常满意'] as const;
const all = Array.from({ length: stars.most }, (_, at) => at + stars.least);

/** The rating of an inquiry that was closed. */
export function RateBox({ talk, onRated }: { talk: number; onRated: () => void }) {
  const id = useId();
  const { form, field, errors, isBusy, forget } = useForm({
    names: ['stars', 'text'],
    check: ({ stars: chosen }) => (chosen === '' ? { stars: '请选择评分' } : {}),
    send: ({ stars: chosen, text }) => rateTalk({ id: talk, stars: Number(chosen), text: text.trim() }),
    onSent() {
      showToast('success', '感谢您的评价');
      onRated();
    },
  });
  return (
    <form {...form} className="grid gap-2 px-3 py-2.5 rounded border border-solid border-line bg-card">
      <fieldset data-field="stars" aria-describedby={errors.stars === undefined ? undefined : `${id}-error`}>
        <legend className="mb-1 text-small font-600">本次服务您满意吗？</legend>
        <div className="flex flex-wrap gap-x-3 gap-y-1">
          {all.map((star) => (
            <label
              key={star}
              className="inline-flex items-center gap-1.5 min-h-chip text-small cursor-pointer"
            >
              <input type="radio" name="stars" value={star} onChange={() => forget('stars')} />
              {star}星 {words[star - stars.least]}
            </label>
          ))}
        </div>
        {errors.stars !== undefined && (
          <p id={`${id}-error`} role="alert" className="text-note text-price">
            {errors.stars}
          </p>
        )}
      </fieldset>
      <Field label="想说的话（可不填）" maxLength={200} {...field('text')} />
      <div>
        <Button type="submit" size="small" busy={isBusy}>
          提交评价
        </Button>
      </div>
    </form>
  );
}
