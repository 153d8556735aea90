import { companyStateText } from '#lib/rules/companies/company-state.ts';
import { wantedText } from '#lib/rules/companies/wanted-state.ts';
import { formatYuan } from '#lib/rules/money/money.ts';
import { backText } from '#lib/rules/orders/money-back.ts';
import { resetOwnTotp } from '#lib/server/accounts/reset-totp.ts';
import { approveCompany } from '#lib/server/companies/approve.ts';
import { approveGrant, refuseGrant } from '#lib/server/companies/grants.ts';
import { StartupError } from '#lib/server/core/process/env.ts';
import { listFailedRows, retryFailedRows } from '#lib/server/desk/job-failures.ts';
import { storeFilm } from '#lib/server/goods/store-film.ts';
import { checkLedgers, readMerchantMonth } from '#lib/server/ledgers/merchant-months.ts';
import { approveOrder, rejectOrder } from '#lib/server/orders/approve.ts';
import { refundOrder } from '#lib/server/orders/refund.ts';
import { receiveOrder } from '#lib/server/shipping/receive.ts';
import { shipOrder } from '#lib/server/shipping/ship.ts';
import { findLacks } from '#lib/server/site/ready.ts';
import { offerTrial } from '#lib/server/start/trial.ts';
import { answerWanted, listWaiting } from '#lib/server/wanted/answer.ts';
import { findUnknownNames } from '#lib/server/zones/unknown-names.ts';
import { mistakeText } from './content/lines.ts';
import { type Command, everyOption, none, oneOf, runCommands, whole } from './desk/command.ts';
import { companyHelp, companyOptions, runCompany } from './desk/company.ts';
import { merchantHelp, merchantOptions, runMerchant } from './desk/merchant.ts';

const help = `用法：npm run ops -- 命令 参数

  ship 订单号 --carrier 承运方 --tracking 运单号 [--part]
                                       发货；--part 只发约一半。演示数据库可不给承运方和运单号，由演示编造
  receive 订单号                       已签收，订单完成
  refund 订单号 [--line 明细 --pieces 数量] [--short] [--reason 原因]
                                       退款；不给明细则退全部剩余商品，--short 表示缺货、不回库存
  approve 企业                         企业资质审核通过（编号、名称或登录名）
  approve grant 企业 商品编号          通过控销采购权限申请
  reject grant 企业 商品编号 [--reason 原因]
                                       驳回控销采购权限申请，原因会告诉企业
  approve 订单号                       通过企业内待审核的订单
  reject 订单号 [--reason 原因]        驳回未付款或待审核的订单
  film 文件…                           把视频存入 FILES_TO，每个不超过 200 MB；商品的“视频”写 /video/文件名
  wanted                               列出待答复的求购
  wanted 求购编号 [--goods 商品编号] [--reply 答复]
                                       答复求购；不给商品编号则为暂无货源
  reset-totp 登录名                    解除买家账号的登录验证码（如手机和恢复码都丢失），已登录的立即退出
  content                              检查帮助、新闻和专区，连同专区里写的分类、商家、厂家、品牌和广告位
  ready                                列出正式营业还缺什么，每项说明下一步；有必需项未完成时退出码为 1
  ledgers                              核对余额、积分、现金券与各自的流水，以及复式账
${merchantHelp}
${companyHelp}
  merchants 2026-11                    某月各商家的账，CSV：期初应付、销售、退款、平台承担的优惠、已付、期末应付（元）
  jobs [--retry]                       列出后台任务没能处理的记录；--retry 让它们马上再试

改动业务数据的命令都记入审计日志。--as 姓名 说明由谁操作，不写则用当前系统账户名。

可与运行中的服务同时使用。`;

const options = {
  part: { type: 'boolean' },
  short: { type: 'boolean' },
  line: { type: 'string' },
  pieces: { type: 'string' },
  reason: { type: 'string' },
  goods: { type: 'string' },
  reply: { type: 'string' },
  retry: { type: 'boolean' },
  carrier: { type: 'string' },
  tracking: { type: 'string' },
  ...merchantOptions,
  ...companyOptions,
  ...everyOption,
} as const;

const one = (args: string[], label: string) => oneOf(args, label, help);

const commands: Record<string, Command<typeof options>> = {
  async ship(context, args, { part, carrier, tracking }) {
    const no = one(args, '订单号');
    const shipped = await shipOrder(context, {
      no,
      isPart: part ?? false,
      carrier,
      trackingNo: tracking,
    });
    const { trackingNo, lots, isComplete, refunded } = shipped;
    const rows = lots.map(
      (lot) =>
        `  ${lot.name} ×${lot.quantity}  批号${lot.lotNo}  生产${lot.producedOn}  有效期至${lot.expiresOn}`,
    );
    return [
      `订单${no}${isComplete ? '已全部发货' : '已部分发货'}，由${shipped.carrier}承运，运单号${trackingNo}`,
      ...rows,
      refunded ?? '',
    ]
      .join('\n')
      .trimEnd();
  },

  async receive(context, args) {
    const no = one(args, '订单号');
    await receiveOrder(context, { no });
    return `订单${no}已完成`;
  },

  async refund(context, args, { line, pieces, short, reason }) {
    const no = one(args, '订单号');
    if ((line === undefined) !== (pieces === undefined))
      throw new StartupError('--line 和 --pieces 须一起给出。');
    const done = await refundOrder(context, {
      no,
      ...(line !== undefined && {
        returns: [{ id: whole('--line ', line), quantity: whole('--pieces ', pieces) }],
      }),
      reason: reason ?? (short ? '商家缺货' : '商家退款'),
      ...(short && { cause: { kind: 'short', gifts: [] } }),
    });
    const clawed = done.clawedBack > 0 ? `，收回返利和返现¥${formatYuan(done.clawedBack)}` : '';
    return `订单${no}已退${done.pieces}件，${backText(done.parts)}${clawed}`;
  },

  async 'reset-totp'(context, args) {
    const { username } = await resetOwnTotp(context, one(args, '登录名'));
    return `账号“${username}”的登录验证码已解除`;
  },

  async approve(context, args) {
    const [first, who, goodsId, ...rest] = args;
    if (first === 'grant') {
      if (who === undefined || rest.length > 0) throw new StartupError(`请给出企业和商品编号。\n\n${help}`);
      const id = whole('商品编号', goodsId);
      const { company, goods } = await approveGrant(context, { who, goodsId: id });
      return `${company}：已获得“${goods}”（商品${id}）的采购权限`;
    }
    const subject = one(args, '企业或订单号');
    if (!/^D\d{18,}$/.test(subject)) {
      const { company, scopes } = await approveCompany(context, { who: subject });
      return `${company}：${companyStateText('approved')}，经营范围${scopes.join('、') || '无'}`;
    }
    const { tradeNo, nos, calledOff } = await approveOrder(context, { no: subject });
    return `交易${tradeNo}审核通过，${nos.length}个订单待付款${calledOff === null ? '' : `，${calledOff}`}`;
  },

  async reject(context, args, { reason }) {
    const [first, who, goodsId, ...rest] = args;
    if (first === 'grant') {
      if (who === undefined || rest.length > 0) throw new StartupError(`请给出企业和商品编号。\n\n${help}`);
      const id = whole('商品编号', goodsId);
      const said = reason ?? '暂不符合该品种的供货要求';
      const { company, goods } = await refuseGrant(context, { who, goodsId: id, reason: said });
      return `${company}：“${goods}”（商品${id}）的采购权限申请已驳回`;
    }
    const said = reason ?? '审核未通过';
    const { nos } = await rejectOrder(context, { no: one(args, '订单号'), reason: said });
    return `订单${nos.join('、')}已取消：${said}`;
  },

  merchant: (context, args, values) => runMerchant(context, args, values, help),

  company: (context, args, values) => runCompany(context, args, values, help),

  async film(context, args) {
    if (args.length === 0) throw new StartupError(`请给出视频文件。\n\n${help}`);
    const lines: string[] = [];
    for (const file of args) {
      const { name, bytes, isNew } = await storeFilm(context, file);
      const size = `${(bytes / 1024 / 1024).toFixed(1)} MB`;
      lines.push(`视频“${name}”${isNew ? '已存放' : '早已存放，内容相同'}（${size}），地址 /video/${name}`);
    }
    return lines.join('\n');
  },

  async content(context, args) {
    none(args, 'content', help);
    // Reads the sources with the build's own tools, which an image for running has not.
    const [{ checkContent }, { readZones }] = await Promise.all([
      import('./content/check.ts'),
      import('./content/files.ts'),
    ]);
    const mistakes = [...checkContent(), ...(await findUnknownNames(context.db, readZones()))];
    if (mistakes.length === 0) return '帮助、新闻和专区没有发现错误。';
    throw new StartupError(mistakes.map(mistakeText).join('\n'));
  },

  async ready(context, args) {
    none(args, 'ready', help);
    const lacks = await findLacks(context.db, context.now);
    const lines = lacks.map(({ isMust, text, next }) => `${isMust ? '必需' : '建议'}  ${text} → ${next}`);
    if (lacks.some(({ isMust }) => isMust)) throw new StartupError(['还不能营业：', ...lines].join('\n'));
    return [lacks.length === 0 ? '可以营业，没有缺项。' : '可以营业，还有建议：', ...lines].join('\n');
  },

  async ledgers(context, args) {
    none(args, 'ledgers', help);
    const { totals, wrong } = await checkLedgers(context);
    if (wrong.length > 0) throw new StartupError(`账目与余额不一致：${wrong.join('、')}。`);
    return `账目与余额一致：余额¥${formatYuan(Number(totals.wallet))}，积分${totals.points}，现金券¥${formatYuan(Number(totals.voucher))}`;
  },

  async merchants(context, args) {
    const rows = await readMerchantMonth(context.db, one(args, '月份'));
    if (rows === null) throw new StartupError('月份写成四位年、两位月，如2026-11。');
    const heads = ['商家编号', '商家', '期初应付', '销售', '退款', '平台承担', '已付', '期末应付'];
    const lines = rows.map(({ code, name, before, sold, refunded, borne, settled, owed }) =>
      [
        code,
        `"${name.replaceAll('"', '""')}"`,
        ...[before, sold, refunded, borne, settled, owed].map(formatYuan),
      ].join(),
    );
    return [heads.join(), ...lines].join('\n');
  },

  async jobs(context, args, { retry }) {
    none(args, 'jobs', help);
    if (retry) await retryFailedRows(context);
    const failures = await listFailedRows(context);
    if (failures.length === 0) return '没有处理失败的记录';
    return failures
      .map(
        ({ job, rowKey, tries, nextAt, error }) =>
          `${job}  ${rowKey}  失败${tries}次，${nextAt.toISOString()}再试：${error}`,
      )
      .join('\n');
  },

  async wanted(context, args, { goods, reply }) {
    if (args.length === 0) {
      const rows = await listWaiting(context);
      if (rows.length === 0) return '没有待答复的求购';
      return rows
        .map(({ id, company, name, spec, maker, quantity, unit, phone, note }) =>
          [`${id}`, company, [name, spec, maker].filter(Boolean).join(' '), `${quantity}${unit}`, phone, note]
            .filter(Boolean)
            .join('  '),
        )
        .join('\n');
    }
    const id = whole('求购编号', one(args, '求购编号'));
    const goodsId = goods === undefined ? null : whole('--goods ', goods);
    const { name, status } = await answerWanted(context, { id, goodsId, reply: reply ?? '' });
    return `求购${id}“${name}”：${wantedText(status)}`;
  },
};

offerTrial();
await runCommands({ help, options, commands });
