/** `npm run ops -- merchant …`: merchants by command; at a desk it is 商家. */
import { merchantFields } from '#lib/rules/companies/merchant-fields.ts';
import { provinceNames } from '#lib/rules/companies/provinces.ts';
import { paperNames } from '#lib/rules/companies/qualification.ts';
import { formatYuan } from '#lib/rules/money/money.ts';
import { isKeyOf } from '#lib/rules/terms/keys.ts';
import type { Context } from '#lib/server/core/context.ts';
import { StartupError } from '#lib/server/core/process/env.ts';
import {
  addMerchant,
  changeMerchant,
  getFile,
  listForDesk,
  type MerchantFile,
} from '#lib/server/merchants/manage.ts';
import { stopMerchant } from '#lib/server/merchants/stop.ts';

export const merchantHelp = `  merchant add 编码 --name 企业全称 --alias 简称 --kind 入驻 --speciality 专营品类 --province 湖北 --city 武汉
      --address 地址 --phone 电话 --fee 10 --free 300 --paper 证件 --paper 证件
                                       新建商家。证件写成 种类:编号:起始日期:截止日期，至少营业执照（编号为统一社会
                                       信用代码）和一项经营许可，如 药品经营许可证:鄂AA0270001:2024-01-01:2028-12-31
                                       还可以给 --badges、--policies（分号隔开）、--cold 冷链费、--min 起订金额、
                                       --sell 湖北,湖南（默认全国）、--unserved 西藏,新疆、--sort 排序、
                                       --return-name、--return-phone、--return-address 退货收件人、电话、地址，
                                       --rest-from、--rest-until 休息的第一天和最后一天，期间不接新订单
  merchant set 编码 …                  修改其中给出的几项，换证也用它（--paper）
  merchant list / merchant show 编码   列出商家 / 一个商家的全部资料
  merchant stop 编码 --reason 原因     停止销售：从今天起其商品不再可买，未发货的订单取消或退款
  merchant resume 编码                 恢复销售`;

/** The options of a merchant's fields. */
export const merchantOptions = {
  name: { type: 'string' },
  alias: { type: 'string' },
  kind: { type: 'string' },
  speciality: { type: 'string' },
  province: { type: 'string' },
  city: { type: 'string' },
  address: { type: 'string' },
  phone: { type: 'string' },
  badges: { type: 'string' },
  policies: { type: 'string' },
  fee: { type: 'string' },
  free: { type: 'string' },
  cold: { type: 'string' },
  min: { type: 'string' },
  sell: { type: 'string' },
  unserved: { type: 'string' },
  'return-name': { type: 'string' },
  'return-phone': { type: 'string' },
  'return-address': { type: 'string' },
  sort: { type: 'string' },
  'rest-from': { type: 'string' },
  'rest-until': { type: 'string' },
  paper: { type: 'string', multiple: true },
} as const;

type Values = Record<string, string | boolean | string[] | undefined>;

/** Runs `merchant …`; returns the output. Throws a StartupError for invalid arguments. */
export async function runMerchant(
  context: Context<'platform'>,
  args: string[],
  values: Values,
  help: string,
): Promise<string> {
  const [verb, code, ...rest] = args;
  if (verb === 'list' && code === undefined) return listText(await listForDesk(context));
  if (code === undefined || rest.length > 0) throw new StartupError(`请给出商家编码。\n\n${help}`);
  const input = { code, fields: fieldsOf(values), papers: listOf(values.paper) };
  switch (verb) {
    case 'add': {
      const done = await addMerchant(context, input);
      return `商家${code}“${done.merchant.shortName}”（编号${done.merchant.id}）${done.isChanged ? '已新建' : '已存在，内容相同'}\n${nextText(done)}`;
    }
    case 'set': {
      const { merchant, isChanged } = await changeMerchant(context, input);
      return `商家${code}“${merchant.shortName}”${isChanged ? '已修改' : '没有变化'}`;
    }
    case 'show':
      return fileText(await getFile(context.db, code));
    case 'stop':
    case 'resume': {
      const reason = typeof values.reason === 'string' ? values.reason.trim() : '';
      if (verb === 'stop' && reason === '') throw new StartupError('停止销售请用 --reason 写明原因。');
      const { merchant, isChanged } = await stopMerchant(context, {
        code,
        isStopped: verb === 'stop',
        reason,
      });
      const state = verb === 'stop' ? '已停止销售' : '已恢复销售';
      return `商家${code}“${merchant.shortName}”${isChanged ? '' : '原本'}${state}`;
    }
    default:
      throw new StartupError(`没有命令“merchant ${verb ?? ''}”。\n\n${help}`);
  }
}

function fieldsOf(values: Values): Record<string, string> {
  return Object.fromEntries(
    merchantFields.flatMap(({ name }) => {
      const value = values[name];
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  );
}

function listOf(value: Values[string]): string[] {
  return Array.isArray(value) ? value : [];
}

function nextText({ merchant }: MerchantFile): string {
  return [
    '接下来：',
    '  npm run import -- 目录.xlsx',
    `  npm run staff -- add 登录名 --role admin --merchant ${merchant.id}`,
    '证件扫描件由商家管理员登录后在“首营资料”里上传。',
  ].join('\n');
}

function listText(rows: Awaited<ReturnType<typeof listForDesk>>): string {
  if (rows.length === 0) return '还没有商家。新建：npm run ops -- merchant add M01 …';
  return rows
    .map(({ id, code, shortName, fullName, kind, goods, stoppedOn }) =>
      [
        `${code}（编号${id}）`,
        shortName,
        fullName,
        kind,
        `上架${goods}个商品`,
        stoppedOn === null ? '' : `${stoppedOn}起停止销售`,
      ]
        .filter(Boolean)
        .join('  '),
    )
    .join('\n');
}

function fileText({ merchant, papers }: MerchantFile): string {
  const { freightRules: freight } = merchant;
  const rows: [string, string][] = [
    ['编码', `${merchant.code}（编号${merchant.id}）`],
    ['简称', merchant.shortName],
    ['企业全称', merchant.fullName],
    ['经营方式', merchant.kind],
    ['专营品类', merchant.speciality],
    ['地址', `${merchant.province}${merchant.city} ${merchant.address}`],
    ['电话', merchant.phone],
    [
      '退货寄回',
      [merchant.returnName, merchant.returnPhone, merchant.returnAddress].filter(Boolean).join(' '),
    ],
    ['标签', merchant.badges.join('；')],
    ['服务承诺', merchant.policies.join('；')],
    ['运费', `${formatYuan(merchant.shippingFee)}，满${formatYuan(merchant.freeShippingAmount)}免`],
    ['冷链包装费', formatYuan(merchant.coldChainFee)],
    ['起订金额', formatYuan(merchant.minOrderAmount)],
    ['销售区域', merchant.salesRegions === null ? '全国' : provinceNames(merchant.salesRegions).join('、')],
    ['不配送', provinceNames(freight.unservedRegions ?? []).join('、')],
    ['排序', String(merchant.sort)],
    ['状态', merchant.stoppedOn === null ? '销售中' : `${merchant.stoppedOn}起停止销售`],
    ...papers.map(({ kind, number, validFrom, validTo }): [string, string] => [
      isKeyOf(paperNames, kind) ? paperNames[kind] : kind,
      `${number}，${validFrom}至${validTo ?? '长期'}`,
    ]),
  ];
  return rows.map(([name, value]) => `${name}：${value || '无'}`).join('\n');
}
