/** Sends a document's files one after the other: the first with the document's fields, the others follow. */
import { addOnboardingPage, uploadOnboarding } from '#lib/client/stores/desk/onboarding.ts';
import { AppError, firstFieldMessage } from '#lib/contract/errors.ts';
import type { OnboardingSheet, UploadOnboardingInput } from '#lib/contract/onboarding.ts';

type OnSaved = (sheet: OnboardingSheet) => void;

/** Sends a document; `onSaved` gets the saved state. After a refusal it can be sent again without duplicates. */
export async function sendPaper(
  paper: Omit<UploadOnboardingInput, 'file'>,
  [first, ...more]: readonly File[],
  onSaved: OnSaved,
): Promise<OnboardingSheet> {
  if (first === undefined) throw new AppError(422, '请先选择文件');
  const sheet = await uploadOnboarding({ ...paper, file: first });
  onSaved(sheet);
  const id = sheet.rows.find(({ kind }) => kind === paper.kind)?.id ?? 0;
  if (more.length === 0) return sheet;
  return sendPages({ goods: Number(paper.goods ?? 0), id }, more, onSaved, 1);
}

/** Sends further files of a document. A refusal names the file, and says that those before it are saved. */
export async function sendPages(
  paper: { goods: number; id: number },
  files: readonly File[],
  onSaved: OnSaved,
  keptBefore = 0,
): Promise<OnboardingSheet> {
  let sheet: OnboardingSheet | undefined;
  for (const [at, file] of files.entries()) {
    try {
      sheet = await addOnboardingPage({ ...paper, file });
    } catch (error) {
      if (!(error instanceof AppError) || at + keptBefore === 0) throw error;
      const reason = firstFieldMessage(error.data) ?? error.message;
      throw new AppError(error.code, `已保存前${at + keptBefore}份；${reason}`);
    }
    onSaved(sheet);
  }
  if (sheet === undefined) throw new AppError(422, '请先选择文件');
  return sheet;
}
