/** Another telephone for an owner who lost theirs (rules 2): requested at the desk with documents; approved at 待复核. */
import { createHash } from 'node:crypto';
import { AppError, fieldError } from '#lib/contract/errors.ts';
import type { FileWire } from '#lib/contract/files.ts';
import type {
  AskOwnerChangeValues,
  OwnerChangesList,
  OwnerChangesValues,
  OwnerPaperValues,
} from '#lib/contract/owner-changes.ts';
import {
  ownerChangePaperKinds,
  ownerChangePapers,
  ownerChangeStateText,
} from '#lib/rules/companies/owner-change.ts';
import { isOwner } from '#lib/rules/companies/roles.ts';
import { maskPhone } from '#lib/rules/text/phone.ts';
import { needOpenCompany } from '../acts/hands.ts';
import { propose } from '../acts/propose.ts';
import type { Context } from '../core/context.ts';
import { lockFiles } from '../files/rows.ts';
import { saveUpload } from '../files/upload.ts';
import { fileWireOf } from '../files/wire.ts';
import { nameOfUpload, readUpload } from '../ports/files/read-upload.ts';
import { passOwnerChange } from './decide.ts';
import {
  findOpenChange,
  findPersonOf,
  insertChange,
  isPhoneTaken,
  listChangeFiles,
  listChanges,
  type OwnerChangeRow,
} from './rows.ts';

/** The sentence for a closed company. */
export const closedOwner = '企业已注销，不能更换负责人手机';
const taken = () => fieldError('phone', '这个手机号已有账号，请核实后换一个');

/** `GET /api/desk/companies/{id}/owner-phone`: the last twenty of the company, the newest first. */
export async function listOwnerChanges(
  { db }: Context<'platform'>,
  { id }: OwnerChangesValues,
): Promise<OwnerChangesList> {
  const rows = await listChanges(db, id);
  const ids = rows.map(({ row }) => row.id);
  const files = ids.length === 0 ? [] : await listChangeFiles(db, ids);
  return {
    list: rows.map(({ row, name }) => ({
      id: row.id,
      name,
      from_phone: row.fromPhone,
      to_phone: row.toPhone,
      reason: row.reason,
      state: row.state,
      state_text: ownerChangeStateText(row.state),
      asked_by: row.askedBy,
      asked_at: row.createdAt.toISOString(),
      decided_by: row.decidedBy ?? '',
      due_at: row.dueAt?.toISOString() ?? '',
      word: row.word,
      papers: files
        .filter(({ changeId }) => changeId === row.id)
        .map(({ kind, file }) => ({ kind, text: ownerChangePapers[kind], file: fileWireOf(file) })),
    })),
  };
}

/**
 * `POST /api/desk/companies/{id}/owner-paper`: a scan for the desk; the company's people can neither see nor reference
 * it. The same file again reuses the row. Throws 404 for a company, 409 for a closed one, and as `readUpload` and
 * `saveUpload` do.
 */
export async function uploadOwnerPaper(
  { db, now }: Context<'platform'>,
  { id: companyId, file }: OwnerPaperValues,
): Promise<FileWire> {
  await db.transaction((tx) => needOpenCompany(tx, companyId, closedOwner));
  const read = await readUpload(file, 'platform');
  const digest = createHash('sha256').update(`desk ${companyId} `).update(read.stored).digest('hex');
  return saveUpload(db, read, {
    companyId,
    digest,
    name: nameOfUpload(file),
    isForDesk: true,
    createdAt: now,
  });
}

/**
 * `POST /api/desk/companies/{id}/owner-phone`: waits at 待复核. The same request again by the same person is answered as
 * done. Throws 404 for a company, 409 for a closed one and where a change of this person is open, 422 for a person who
 * is no owner, for a telephone that has an account and for files that are not the desk's.
 */
export async function askOwnerChange(
  context: Context<'platform'>,
  input: AskOwnerChangeValues,
): Promise<OwnerChangesList> {
  const { db, now, actor } = context;
  const { id: companyId, user_id: userId, phone: toPhone, reason } = input;
  await db.transaction(async (tx) => {
    await needOpenCompany(tx, companyId, closedOwner);
    const owner = await findPersonOf(tx, companyId, userId);
    if (owner === null || owner.isDisabled || !isOwner(owner.role))
      throw fieldError('user_id', '请选择一位没有停用的企业管理员');
    if (owner.phone === toPhone) throw fieldError('phone', '这就是此人现在的手机号');
    if (await isPhoneTaken(tx, toPhone, userId)) throw taken();
    const papers = ownerChangePaperKinds.map((kind) => ({ kind, fileId: input[kind] }));
    const held = await lockFiles(
      tx,
      { companyId, isForDesk: true },
      papers.map(({ fileId }) => fileId),
    );
    for (const { kind, fileId } of papers)
      if (!held.has(fileId)) throw fieldError(kind, `请重新上传${ownerChangePapers[kind]}`);
    const asked = { companyId, userId, fromPhone: owner.phone, toPhone, reason, askedBy: actor.name };
    const id = await insertChange(tx, { ...asked, createdAt: now }, papers);
    if (id === null) {
      const open = await findOpenChange(tx, userId);
      if (open !== null && isSame(open, asked)) return;
      throw new AppError(409, '此人已有一条更换手机的申请在办理，请先处理');
    }
    await propose(
      tx,
      context,
      {
        kind: 'owner_phone',
        companyId,
        amount: null,
        reason,
        subject: String(id),
        // The log and the queue outlive the person's own data.
        changes: [
          {
            label: '登录手机号',
            from: owner.phone === '' ? '' : maskPhone(owner.phone),
            to: maskPhone(toPhone),
          },
        ],
      },
      passOwnerChange,
    );
  });
  return listOwnerChanges(context, { id: companyId });
}

type Asked = Pick<OwnerChangeRow, 'companyId' | 'userId' | 'toPhone' | 'reason' | 'askedBy'>;

function isSame(open: Asked, asked: Asked): boolean {
  const textOf = ({ companyId, userId, toPhone, reason, askedBy }: Asked) =>
    JSON.stringify([companyId, userId, toPhone, reason, askedBy]);
  return textOf(open) === textOf(asked);
}
