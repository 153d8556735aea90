/** One's own passkeys: adding one after the password, naming, removing. */
import { AppError } from '#lib/contract/errors.ts';
import type {
  AddPasskeyInput,
  PasskeyList,
  PasskeyStart,
  RemovePasskeyInput,
  RenamePasskeyInput,
} from '#lib/contract/passkeys.ts';
import { path } from '#lib/contract/routes.ts';
import { mostPasskeys, passkeyTtl } from '#lib/rules/companies/passkeys.ts';
import { type Context, recordOf } from '../core/context.ts';
import {
  challengeHash,
  findChallenge,
  findNewKey,
  newChallenge,
  passkeySite,
  userHandle,
} from '../core/sessions/passkey.ts';
import type { Tx } from '../db/client.ts';
import { writeAudit } from '../ledgers/audit-rows.ts';
import { sendMessages } from '../messages/rows.ts';
import { putPending, takePending } from '../people/pending-rows.ts';
import { sendSms } from '../ports/sms/providers.ts';
import {
  deletePasskey,
  insertPasskey,
  listPasskeys as listRows,
  lockPasskeys,
  setPasskeyName,
} from './passkey-rows.ts';
import { proveLogin } from './prove-login.ts';

const gone = () => new AppError(404, '该通行密钥已删除，请刷新后查看');
const tooMany = () => new AppError(409, `最多添加${mostPasskeys}个通行密钥，请先删除不用的`);
const refused = () => new AppError(422, '没有收到有效的通行密钥，请重试');

/** `GET /api/user/passkeys`. */
export async function listPasskeys({ db, actor: { account } }: Context<'buyer'>): Promise<PasskeyList> {
  const rows = await listRows(db, account.userId);
  return {
    list: rows.map(({ id, name, createdAt, usedAt }) => ({
      id,
      name,
      created_at: createdAt.toISOString(),
      used_at: usedAt?.toISOString() ?? '',
    })),
  };
}

const pendingOf = (userId: string, challenge: string) => `passkey:add:${userId}:${challengeHash(challenge)}`;

/** `POST /api/user/passkeys/begin`: the challenge for the device. Throws as `proveLogin`, 409 for too many. */
export async function beginPasskey(
  context: Context<'buyer'>,
  { password }: { password: string },
): Promise<PasskeyStart> {
  const { db, now, actor } = context;
  const { userId, username } = actor.account;
  await proveLogin(context, 'passkey', password);
  const known = await listRows(db, userId);
  if (known.length >= mostPasskeys) throw tooMany();
  const challenge = newChallenge();
  await putPending(db, pendingOf(userId, challenge), {}, new Date(now.getTime() + passkeyTtl));
  return {
    challenge,
    rp_id: passkeySite().id,
    user_id: userHandle(userId),
    user_name: username,
    known: known.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
  };
}

/**
 * `POST /api/user/passkeys`: saves the key that the device has made; the company gets a message. An existing one is
 * answered as added. Throws 409 for an answer that comes too late or a second time, for too many and for another
 * account's key, 422 for an invalid answer.
 */
export async function addPasskey(context: Context<'buyer'>, input: AddPasskeyInput): Promise<PasskeyList> {
  const { db, now, actor } = context;
  const { userId, username, phone } = actor.account;
  const own = await listRows(db, userId);
  if (own.some(({ credentialId }) => credentialId === input.id)) return listPasskeys(context);
  const challenge = findChallenge(input.client_data);
  if (challenge === null) throw refused();
  if ((await takePending(db, pendingOf(userId, challenge), now)) === null)
    throw new AppError(409, '添加已超时，请重新添加');
  const key = await findNewKey(input, challenge);
  if (key === null) throw refused();
  const { id: credentialId, name, transports } = input;
  await db.transaction(async (tx) => {
    await lockPasskeys(tx, userId);
    if ((await listRows(tx, userId)).length >= mostPasskeys) throw tooMany();
    const row = { userId, credentialId, name, transports, ...key, createdAt: now };
    if (!(await insertPasskey(tx, row))) throw new AppError(409, '这个通行密钥已属于别的账号');
    await writeDown(tx, context, { act: 'member.add_passkey', name });
    await sendMessages(tx, {
      companyId: actor.account.homeCompanyId,
      kind: 'company',
      title: '已添加通行密钥',
      body: `账号${username}添加了通行密钥“${name}”，用它登录不需要密码。如非本人操作，请立即删除它、修改密码，并联系客服。`,
      link: path('/zhzx/sessions'),
      ref: `passkey:${credentialId}:${now.toISOString()}`,
    });
  });
  if (phone !== '')
    void sendSms({
      phone,
      template: 'notice',
      kind: '账号',
      title: '已添加通行密钥，如非本人操作请联系客服',
    });
  return listPasskeys(context);
}

/** `POST /api/user/passkeys/{id}/rename`. Safe to repeat. Throws 404 for another account's. */
export async function renamePasskey(
  context: Context<'buyer'>,
  { id, name }: RenamePasskeyInput,
): Promise<PasskeyList> {
  if (!(await setPasskeyName(context.db, context.actor.account.userId, id, name))) throw gone();
  return listPasskeys(context);
}

/**
 * `POST /api/user/passkeys/{id}/remove`: the key stops working; the company gets a message. Throws 404 for another
 * account's.
 */
export async function removePasskey(
  context: Context<'buyer'>,
  { id }: RemovePasskeyInput,
): Promise<PasskeyList> {
  const { db, now, actor } = context;
  const { userId, username, homeCompanyId } = actor.account;
  await db.transaction(async (tx) => {
    const name = await deletePasskey(tx, userId, id);
    if (name === null) throw gone();
    await writeDown(tx, context, { act: 'member.remove_passkey', name });
    await sendMessages(tx, {
      companyId: homeCompanyId,
      kind: 'company',
      title: '已删除通行密钥',
      body: `账号${username}删除了通行密钥“${name}”，不能再用它登录。如非本人操作，请立即修改密码，并联系客服。`,
      link: path('/zhzx/sessions'),
      ref: `passkey-removed:${id}:${now.toISOString()}`,
    });
  });
  return listPasskeys(context);
}

interface Act {
  act: 'member.add_passkey' | 'member.remove_passkey';
  name: string;
}

function writeDown(tx: Tx, context: Context<'buyer'>, { act, name }: Act): Promise<void> {
  const isNew = act === 'member.add_passkey';
  return writeAudit(tx, recordOf(context), {
    act,
    subject: 'member',
    key: context.actor.account.userId,
    before: isNew ? null : { passkey: name },
    after: isNew ? { passkey: name } : null,
    at: context.now,
  });
}
