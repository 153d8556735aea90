/** Each person's own choice of the kinds of messages and their ways. */
import { AppError, fieldError } from '#lib/contract/errors.ts';
import type { MessageChoices, SetMessageChoiceValues } from '#lib/contract/messages.ts';
import { isKindFixed, messageKindKeys, messageKindText } from '#lib/rules/companies/message-kinds.ts';
import { type Role, roleRefusal } from '#lib/rules/companies/roles.ts';
import { isTextedAtFirst, isTextKind, mayBeTexted } from '#lib/rules/companies/text-kinds.ts';
import { maskPhone } from '#lib/rules/text/phone.ts';
import type { Context } from '../core/context.ts';
import { smsProviders } from '../ports/sms/providers.ts';
import { listMutes, listTextChoices, setMute, setTextChoice } from './choice-rows.ts';

const flagOf = (isOn: boolean): 0 | 1 => (isOn ? 1 : 0);

/** `GET /api/message/choices`: every kind with its ways; the telephone is masked, empty where there is none. */
export async function getMessageChoices({
  db,
  actor: { account },
}: Context<'buyer'>): Promise<MessageChoices> {
  const { userId, role, phone } = account;
  const [mutes, texts] = await Promise.all([listMutes(db, userId), listTextChoices(db, userId)]);
  const hasSms = smsProviders().length > 0;
  return {
    phone: phone === '' ? '' : maskPhone(phone),
    has_sms: flagOf(hasSms),
    list: messageKindKeys.map((kind) => ({
      kind,
      text: messageKindText(kind),
      site: { is_on: flagOf(isKindFixed(kind) || !mutes.has(kind)), is_fixed: flagOf(isKindFixed(kind)) },
      sms: hasSms ? smsOf(kind, role, texts) : null,
    })),
  };
}

function smsOf(kind: string, role: Role, chosen: ReadonlyMap<string, boolean>) {
  if (!isTextKind(kind) || !mayBeTexted(kind, role)) return null;
  return { is_on: flagOf(chosen.get(kind) ?? isTextedAtFirst(kind, role)) };
}

/**
 * `POST /api/message/choices`: a person's own choice of one kind and way. Safe to repeat. Throws 422 for a kind that
 * cannot be switched off, or does not go to telephones, 403 for one that is not for the role.
 */
export async function setMessageChoice(
  context: Context<'buyer'>,
  { kind, way, is_on }: SetMessageChoiceValues,
): Promise<MessageChoices> {
  const { db, actor } = context;
  const { userId, role } = actor.account;
  const isOn = is_on === 1;
  if (way === 'site') {
    if (!isOn && isKindFixed(kind))
      throw fieldError('kind', `${messageKindText(kind)}消息涉及交易或法规要求，不能关闭`);
    await setMute(db, { userId, kind, isOn });
  } else {
    if (!isTextKind(kind)) throw fieldError('kind', `${messageKindText(kind)}消息不发短信`);
    if (!mayBeTexted(kind, role)) throw new AppError(403, roleRefusal(role, 'approve'));
    await setTextChoice(db, { userId, kind, isOn });
  }
  return getMessageChoices(context);
}
