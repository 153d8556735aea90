/** While a shop is brought to a new release, processes of the old one read words that they do not know: they show them. */
import { describe, expect, it, test } from 'vitest';
import { actKind, actStateText, allActKinds } from '#lib/rules/companies/act-kinds.ts';
import { actorText } from '#lib/rules/companies/actors.ts';
import { deciderProblem, seesUnknownKinds } from '#lib/rules/companies/countersign.ts';
import { merchantNoticeText } from '#lib/rules/companies/merchant-notices.ts';
import { messageKindText } from '#lib/rules/companies/message-kinds.ts';
import { ownerChangeStateText } from '#lib/rules/companies/owner-change.ts';
import { proposalStateText } from '#lib/rules/companies/price-proposal.ts';
import { roleMay, roleText } from '#lib/rules/companies/roles.ts';
import { staffMay } from '#lib/rules/companies/staff.ts';
import { textKindText } from '#lib/rules/companies/text-kinds.ts';
import { auditActText, auditSubjectText } from '#lib/rules/site/audit-acts.ts';
import { jobText, jobWaits } from '#lib/rules/site/job-words.ts';
import { textOf } from '#lib/rules/terms/keys.ts';

const unknown = ['of_tomorrow', 'constructor', '__proto__', 'toString'];

test.each(unknown)('%s is shown by its own name', (word) => {
  const own = [
    ...[auditActText, auditSubjectText, jobText, actorText, roleText],
    ...[ownerChangeStateText, proposalStateText],
  ];
  expect(own.map((text) => text(word))).toEqual(own.map(() => word));
  expect(actKind(word).text).toBe(word);
  expect(textOf({ top_up: '充值' }, word)).toBe(word);
  expect([merchantNoticeText, textKindText, messageKindText].map((text) => text(word))).toEqual([
    ...['通知', '通知', '通知'],
  ]);
  expect(jobWaits(word)).toBe('');
  // What nobody here knows, nobody here may do.
  expect([roleMay(word, 'read'), staffMay('platform', word, 'own')]).toEqual([false, false]);
});

describe('a waiting act of a kind of tomorrow', () => {
  const act = { askedBy: 'li', askedAs: 'platform:admin', kind: 'of_tomorrow', amount: 1 };
  const person = (role: string | undefined) => ({ name: 'wang', side: 'platform' as const, role });

  it('is decided and withdrawn by nobody, not by an administrator either', () => {
    for (const role of ['admin', 'finance', undefined])
      expect(deciderProblem(act, person(role), { admin: 100 })).toBe(
        '这是新版本的事项，系统更新完成后再办理',
      );
    expect(actKind('of_tomorrow')).toMatchObject({ effect: '', mayWithdraw: false });
    expect(actStateText('passed', 'of_tomorrow')).toBe('已通过');
    for (const kind of allActKinds) expect(actKind(kind).effect).not.toBe('');
  });

  it('is read by who may decide every kind', () => {
    expect(['admin', undefined, 'finance', 'goods'].map((role) => seesUnknownKinds(person(role)))).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});
