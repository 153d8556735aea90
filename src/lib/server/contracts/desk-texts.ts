/** What a merchant asks to have signed, and the versions of texts, at the desks (rules 20). */
import type {
  ContractRuleWire,
  ContractTemplates,
  PublishTemplateValues,
  SetContractRuleValues,
} from '#lib/contract/contracts/desk.ts';
import { AppError, fieldError } from '#lib/contract/errors.ts';
import {
  type ContractKind,
  contractKinds,
  contractKindText,
  noContractRule,
} from '#lib/rules/contracts/kinds.ts';
import { templateFaults } from '#lib/rules/contracts/template.ts';
import { isKeyOf, keysOf, mapValues } from '#lib/rules/terms/keys.ts';
import { must } from '#lib/rules/terms/must.ts';
import { type Context, recordOf } from '../core/context.ts';
import { writeAudit } from '../ledgers/audit-rows.ts';
import { signingPort } from '../ports/signing/providers.ts';
import { findRule, putRule, type RuleRow } from './rule-rows.ts';
import { addTemplate, listTemplates, newestTemplates, textHash } from './template-rows.ts';

function ruleWire(row: RuleRow | null): ContractRuleWire {
  const { asks, step } = row ?? noContractRule;
  const port = signingPort();
  return {
    asks,
    step,
    seals_itself: (row?.sealsItself ?? true) ? 1 : 0,
    signer_name: row?.signerName ?? '',
    signer_phone: row?.signerPhone ?? '',
    remote_seal: row?.remoteSealId ?? '',
    provider: port.kind === 'remote' ? port.name : '',
    version: row?.version ?? 0,
    set_by: row?.setBy ?? '',
    updated_at: row?.updatedAt.toISOString() ?? '',
  };
}

/** `GET /api/desk/contract-rule`: the caller's merchant's. */
export async function getContractRule({
  db,
  actor: { merchantId },
}: Context<'merchant'>): Promise<ContractRuleWire> {
  return ruleWire(await findRule(db, merchantId));
}

/** `POST /api/desk/contract-rule`. The same again changes nothing. Throws 409 where a colleague has changed it meanwhile. */
export async function setContractRule(
  context: Context<'merchant'>,
  input: SetContractRuleValues,
): Promise<ContractRuleWire> {
  const {
    db,
    actor: { merchantId, name },
    now,
  } = context;
  const { asks, step, seals_itself: seals, version } = input;
  const rule = {
    asks,
    step,
    sealsItself: seals === 1,
    signerName: input.signer_name,
    signerPhone: input.signer_phone,
    remoteSealId: input.remote_seal,
  };
  if ((rule.signerName === '') !== (rule.signerPhone === ''))
    throw fieldError(
      rule.signerName === '' ? 'signer_name' : 'signer_phone',
      '请同时填写经办人的姓名和手机号',
    );
  const row = await db.transaction(async (tx) => {
    const before = await findRule(tx, merchantId);
    if (before !== null && keysOf(rule).every((key) => before[key] === rule[key])) return before;
    const changed = await putRule(tx, merchantId, version, { ...rule, setBy: name, updatedAt: now });
    if (changed === null) throw new AppError(409, '同事刚刚修改了合同要求，请刷新后再改');
    await writeAudit(tx, recordOf(context), {
      act: 'contract.rule',
      subject: 'merchant',
      key: merchantId,
      before: before && mapValues(rule, (_, key) => before[key]),
      after: rule,
      at: now,
    });
    return changed;
  });
  return ruleWire(row);
}

/** `GET /api/desk/contract-templates`: all versions, the newest of each kind first. */
export async function getTemplates({ db }: Pick<Context, 'db'>): Promise<ContractTemplates> {
  await newestTemplates(db);
  return {
    list: (await listTemplates(db)).map((row) => ({
      kind: row.kind,
      kind_text: contractKindText(row.kind),
      version: row.version,
      body: row.body,
      hash: row.hash,
      note: row.note,
      published_by: row.publishedBy,
      published_at: row.createdAt.toISOString(),
      contracts: row.contracts,
    })),
  };
}

/** A kind as it was asked for; throws 422 for another. */
export function askedKind(kind: string): ContractKind {
  if (!isKeyOf(contractKinds, kind)) throw fieldError('kind', '没有这种合同');
  return kind;
}

/**
 * `POST /api/desk/contract-templates`: a new version; contracts that are signed or sent keep theirs. Throws 422 with what
 * the text lacks, 409 where another version was published meanwhile.
 */
export async function publishTemplate(
  context: Context<'platform'>,
  input: PublishTemplateValues,
): Promise<ContractTemplates> {
  const { db, actor, now } = context;
  const kind = askedKind(input.kind);
  const body = input.body.replaceAll(/\r\n?/g, '\n').trim();
  const [fault] = templateFaults(kind, body);
  if (fault !== undefined) throw fieldError('body', fault);
  await db.transaction(async (tx) => {
    const newest = must((await newestTemplates(tx)).get(kind), `a text of ${kind}`);
    if (newest.hash === textHash(body)) {
      if (newest.version === input.version + 1) return;
      throw fieldError('body', '正文与现行版本相同，没有可发布的修改');
    }
    const version = input.version + 1;
    const row = { kind, version, body, note: input.note, publishedBy: actor.name, createdAt: now };
    if (newest.version !== input.version || !(await addTemplate(tx, row)))
      throw new AppError(409, '同事刚刚发布了新版本，请刷新后核对');
    await writeAudit(tx, recordOf(context), {
      act: 'contract.publish',
      subject: 'contract',
      key: kind,
      before: { version: newest.version, hash: newest.hash },
      after: { version, hash: textHash(body), note: input.note },
      at: now,
    });
  });
  return getTemplates(context);
}
