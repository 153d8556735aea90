/** Edits licences: drafts of them, besides the valid version (rules 2). */
import { AppError, fieldError } from '#lib/contract/errors.ts';
import type { PaperKindValues, SavePaperValues, Zizhi } from '#lib/contract/papers.ts';
import { applicationKindOf, mayChangePapers } from '#lib/rules/companies/application.ts';
import { companyStateText } from '#lib/rules/companies/company-state.ts';
import { buyerTypes, type PaperKind, paperNames } from '#lib/rules/companies/qualification.ts';
import { must } from '#lib/rules/terms/must.ts';
import type { Context } from '../core/context.ts';
import type { Tx } from '../db/client.ts';
import { lockFiles } from '../files/rows.ts';
import { openApplication } from '../people/application-rows.ts';
import { dropOpen, writeDraft } from './own-paper-rows.ts';
import { getPapers } from './own-papers.ts';
import { lockCompany } from './rows.ts';

/**
 * `POST /api/user/zizhi`: saves a draft of a licence; the valid one stays in force. A repeat changes nothing. Throws
 * 409 while the desk reviews the company's licences, 422 for a kind that it does not submit, for days in the wrong
 * order and for files that are not its own or are gone.
 */
export async function savePaper(context: Context<'buyer'>, input: SavePaperValues): Promise<Zizhi> {
  const { files } = input;
  const validFrom = input.valid_from || null;
  const validTo = input.is_long === 1 ? null : input.valid_to || null;
  if (validFrom !== null && validTo !== null && validFrom > validTo)
    throw fieldError('valid_to', '有效期至不能早于有效期起');
  if (new Set(files.map(({ id }) => id)).size < files.length)
    throw fieldError('files', '同一个文件只需上传一次');
  return change(context, input.kind, async (tx, companyId, applicationId) => {
    const own = await lockFiles(
      tx,
      { companyId },
      files.map(({ id }) => id),
    );
    if (files.some(({ id }) => !own.has(id))) throw fieldError('files', '文件不存在或已过期，请重新上传');
    await writeDraft(
      tx,
      { companyId, kind: input.kind, applicationId },
      {
        number: input.number.trim(),
        validFrom,
        validTo,
        lacksEnd: input.is_long === 0 && validTo === null,
        files,
      },
    );
  });
}

/** `POST /api/user/zizhi/{kind}/drop`: deletes the draft of a licence; the valid one stays. Safe to repeat. */
export async function dropPaper(context: Context<'buyer'>, { kind }: PaperKindValues): Promise<Zizhi> {
  return change(context, kind, (tx, companyId) => dropOpen(tx, companyId, kind));
}

async function change(
  context: Context<'buyer'>,
  kind: PaperKind,
  work: (tx: Tx, companyId: number, applicationId: number) => Promise<void>,
): Promise<Zizhi> {
  const {
    db,
    actor: {
      account: { companyId },
    },
    now,
  } = context;
  await db.transaction(async (tx) => {
    const company = must(await lockCompany(tx, companyId), 'the company');
    if (!mayChangePapers(company.status))
      throw new AppError(409, `企业${companyStateText(company.status)}，审核结束前不能修改证件`);
    const application = await openApplication(tx, companyId, {
      kind: applicationKindOf(company.status),
      now,
    });
    const { needs, may } = buyerTypes[application.data.buyerType ?? company.buyerType];
    const kinds: PaperKind[] = [...needs, ...may];
    if (!kinds.includes(kind)) throw fieldError('kind', `您的企业类型不需要${paperNames[kind]}`);
    await work(tx, companyId, application.id);
  });
  return getPapers(context);
}
