import { useCallback, useEffect, useId, useRef, useState } from 'react';
import { FormDialog } from '#islands/ui/FormDialog.tsx';
import { FormNotice } from '#islands/ui/FormNotice.tsx';
import { useForm } from '#islands/ui/use-form.ts';
import { CancelledError } from '#lib/client/api.ts';
import { countLetter, type LetterTexts, writeToFound } from '#lib/client/stores/desk/letters.ts';
import { ask } from '#lib/client/stores/shell/dialogs.ts';
import { react } from '#lib/client/stores/shell/react.ts';
import { AppError } from '#lib/contract/errors.ts';
import type { CountedLetter } from '#lib/contract/letters.ts';
import { path } from '#lib/contract/routes.ts';
import { fieldOf } from '#lib/rules/terms/field-of.ts';
import { checkLetter, LetterFields, letterFields } from './LetterFields.tsx';

interface Props {
  /** The search of the list, as its address has it. */
  search: string;
  onClose: () => void;
}

/** A message to all companies that a search finds, sent by a job after the person has confirmed their number. */
export function LettersDialog({ search, onClose }: Props) {
  const formId = useId();
  const token = useRef(crypto.randomUUID());
  const [found, setFound] = useState<CountedLetter | null>(null);
  const [isCounting, setCounting] = useState(true);
  const count = useCallback(async () => {
    setCounting(true);
    await countLetter(search).then(setFound, react);
    setCounting(false);
  }, [search]);
  useEffect(() => void count(), [count]);
  const { form, field, errors, isBusy } = useForm({
    names: letterFields,
    leaves: true,
    showsRefusal: true,
    guardsChanges: true,
    check: (texts) =>
      found === null || found.companies === 0 ? { form: '没有能收到消息的企业' } : checkLetter(texts),
    send,
    onSent: () => location.assign(path('/desk/letters')),
  });

  async function send(texts: LetterTexts) {
    const companies = found?.companies ?? 0;
    const isSure = await ask({
      title: '群发消息',
      text: `将发给${companies}家企业，发出后收不回。`,
      confirm: `发给${companies}家企业`,
      cancel: '再想想',
    });
    if (!isSure) throw new CancelledError();
    try {
      await writeToFound({ search, companies }, token.current, texts);
    } catch (error) {
      // Their number has changed: the next question has the new one.
      const now = error instanceof AppError ? fieldOf(error.data, 'companies') : undefined;
      if (typeof now === 'number') setFound((before) => before && { ...before, companies: now });
      throw error;
    }
  }

  return (
    <FormDialog
      title="群发消息"
      width="wide"
      formId={formId}
      button="下一步"
      isBusy={isBusy || found === null}
      onClose={onClose}
    >
      <form id={formId} {...form} className="grid gap-3">
        <p className="m-0 text-small text-ink-2">
          {found === null && isCounting && '正在统计企业数…'}
          {found === null && !isCounting && (
            <>
              企业数没有统计出来，
              <button
                type="button"
                className="link p-0 border-0 bg-transparent cursor-pointer"
                onClick={() => void count()}
              >
                重新统计
              </button>
            </>
          )}
          {found !== null &&
            `发给${found.filter === '' ? '全部企业' : `符合“${found.filter}”的企业`}，共${found.companies}家，不含已注销的。`}
        </p>
        <LetterFields field={field} />
        <FormNotice text={errors.form} />
      </form>
    </FormDialog>
  );
}
