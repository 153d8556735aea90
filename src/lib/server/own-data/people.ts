/** Tables of an export: the company's people, the desk's acts for them, and what is saved for their next visit. */
import { actKind, actStateText } from '#lib/rules/companies/act-kinds.ts';
import { ownerChangeStateText } from '#lib/rules/companies/owner-change.ts';
import { roleText } from '#lib/rules/companies/roles.ts';
import { formatYuan } from '#lib/rules/money/money.ts';
import { purchaseSpec } from '#lib/rules/purchase/purchase-columns.ts';
import type { TableSpec } from '#lib/rules/tables/spec.ts';
import type { Db } from '../db/client.ts';
import { secondText } from '../wallet/tables.ts';
import { listOwnActs, listOwnChanges, listOwnMappings, listOwnPeople } from './own-people-rows.ts';

export type Cells = readonly (string | number | null)[];

/** The first row of each table has its column names. Names of the platform's staff are in none. */
export async function peopleTables(db: Db, companyId: number): Promise<{ name: string; rows: Cells[] }[]> {
  const [people, changes, acts, mappings] = [
    await listOwnPeople(db, companyId),
    await listOwnChanges(db, companyId),
    await listOwnActs(db, companyId),
    await listOwnMappings(db, companyId),
  ];
  return [
    {
      name: '成员.csv',
      rows: [
        ['姓名', '登录名', '手机号', '角色', '加入时间', '停用时间'],
        ...people.map((one) => [
          one.name,
          one.username,
          one.phone,
          roleText(one.role),
          secondText(one.createdAt),
          timeText(one.disabledAt),
        ]),
      ],
    },
    {
      name: '更换负责人手机.csv',
      rows: [
        ['负责人', '原手机号', '新手机号', '原因', '状态', '说明', '提出时间', '生效时间', '结束时间'],
        ...changes.map(({ row, name }) => [
          ...[name, row.fromPhone, row.toPhone, row.reason],
          ...[ownerChangeStateText(row.state), row.word, secondText(row.createdAt)],
          ...[timeText(row.dueAt), timeText(row.endedAt)],
        ]),
      ],
    },
    {
      name: '平台办理事项.csv',
      rows: [
        ['编号', '事项', '金额', '状态', '提出时间', '办结时间'],
        ...acts.map((one) => [
          ...[one.id, actKind(one.kind).text, one.amount === null ? '' : formatYuan(one.amount)],
          ...[actStateText(one.state, one.kind), secondText(one.createdAt), timeText(one.decidedAt)],
        ]),
      ],
    },
    {
      name: '表格列设置.csv',
      rows: [
        ['表格', '各列的用途', '保存时间'],
        ...mappings.map(({ kind, keys, updatedAt }) => [
          kind === purchaseSpec.name ? '采购清单' : kind,
          keys.map(titleOf).join('、'),
          secondText(updatedAt),
        ]),
      ],
    },
  ];
}

export function timeText(at: Date | null): string {
  return at === null ? '' : secondText(at);
}

const { columns }: TableSpec = purchaseSpec;

function titleOf(key: string): string {
  return key === '' ? '不读取' : (columns.find((one) => one.key === key)?.title ?? key);
}
