import { Field } from '#islands/ui/Field.tsx';
import { TextArea } from '#islands/ui/TextArea.tsx';
import type { FormErrors, FormState, FormTexts } from '#islands/ui/use-form.ts';
import { hasSiteAddress, letterText, letterTitle } from '#lib/rules/companies/letters.ts';

type LetterField = 'title' | 'text' | 'link';
export const letterFields: readonly LetterField[] = ['title', 'text', 'link'];

/** Errors of a letter by field, shown before the request; the server checks again. */
export function checkLetter({ title, text }: FormTexts<LetterField>): FormErrors<LetterField> {
  const address = '不能写网址，请填在链接里';
  return {
    ...(title.trim().length < letterTitle.min
      ? { title: `标题至少${letterTitle.min}个字` }
      : hasSiteAddress(title) && { title: `标题${address}` }),
    ...(text.trim().length < letterText.min
      ? { text: `正文至少${letterText.min}个字` }
      : hasSiteAddress(text) && { text: `正文${address}` }),
  };
}

/** The boxes of a letter. */
export function LetterFields({ field }: Pick<FormState<LetterField>, 'field'>) {
  return (
    <>
      <Field label="标题" maxLength={letterTitle.max} required data-focus="" {...field('title')} />
      <TextArea label="正文" rows={6} maxLength={letterText.max} counts required {...field('text')} />
      <Field
        label="链接（选填）"
        maxLength={300}
        hint="本站页面的网址，买家点消息里的按钮打开"
        {...field('link')}
      />
    </>
  );
}
