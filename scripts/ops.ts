import { parseArgs } from 'node:util';
import type { Actor } from '#lib/rules/actors.ts';
import { formatYuan } from '#lib/rules/money.ts';
import { compareLedgers } from '#lib/server/backup/ledgers.ts';
import { recordOf } from '#lib/server/context.ts';
import { connect, type Db } from '#lib/server/db/client.ts';
import { openDatabase } from '#lib/server/db/database.ts';
import { isDemo } from '#lib/server/db/demo.ts';
import { completeEnv, StartupError } from '#lib/server/env.ts';
import { operator } from '#lib/server/operator.ts';
import { listFailures, retryFailures } from '#lib/server/repos/jobs.ts';
import { fail } from '#lib/server/run.ts';
import {
  approveCompany,
  approveGrant,
  approveOrder,
  refuseGrant,
  rejectOrder,
} from '#lib/server/services/orders/approve.ts';
import { DeskError } from '#lib/server/services/orders/desk.ts';
import { refundOrder } from '#lib/server/services/orders/refund.ts';
import { receiveOrder, shipOrder } from '#lib/server/services/orders/ship.ts';
import { answerWanted, describeOpenWanted } from '#lib/server/services/wanted/answer.ts';

const help = `用法：npm run ops -- 命令 参数

  ship 订单号 [--part]                 发货；--part 只发约一半
  receive 订单号                       已签收，订单完成
  refund 订单号 [--line 明细 --pieces 数量] [--short] [--reason 原因]
                                       退款；不给明细则退全部剩余商品，--short 表示缺货、不回库存
  approve 企业                         企业资质审核通过（编号、名称或登录名）
  approve grant 企业 商品编号          通过控销采购权限申请
  reject grant 企业 商品编号 [--reason 原因]
                                       驳回控销采购权限申请，原因会告诉企业
  approve 订单号                       通过企业内待审核的订单
  reject 订单号 [--reason 原因]        驳回未付款或待审核的订单
  wanted                               列出待答复的求购
  wanted 求购编号 [--goods 商品编号] [--reply 答复]
                                       答复求购；不给商品编号则为暂无货源
  ledgers                              核对余额、积分、现金券与各自的流水
  jobs [--retry]                       列出后台任务没能处理的记录；--retry 让它们马上再试

每条命令都记入审计日志。--as 姓名 说明由谁操作，不写则用当前系统账户名。

可与运行中的服务同时使用。`;

const options = {
  part: { type: 'boolean' },
  short: { type: 'boolean' },
  line: { type: 'string' },
  pieces: { type: 'string' },
  reason: { type: 'string' },
  goods: { type: 'string' },
  reply: { type: 'string' },
  as: { type: 'string' },
  retry: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

type Values = ReturnType<typeof read>['values'];

/** What a command works with: the database, and who runs it when. */
interface Desk {
  db: Db;
  actor: Actor;
  now: Date;
}

type Command = (desk: Desk, args: string[], values: Values) => Promise<string>;

function read(args: string[]) {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch {
    throw new StartupError(`有不认识的参数，或参数缺少值。\n\n${help}`);
  }
}

/** A positive whole number of an option or an argument. Throws a StartupError otherwise. */
function whole(label: string, text: string | undefined): number {
  if (text === undefined || !/^[1-9]\d{0,8}$/.test(text)) throw new StartupError(`${label}须为正整数。`);
  return Number(text);
}

function one(args: string[], label: string): string {
  const [value, ...rest] = args;
  if (value === undefined || rest.length > 0) throw new StartupError(`请给出一个${label}。\n\n${help}`);
  return value;
}

const commands: Record<string, Command> = {
  async ship({ db, now, actor }, args, { part }) {
    const no = one(args, '订单号');
    const { trackingNo, lots, isComplete, refunded } = await shipOrder(
      db,
      { no, isPart: part ?? false },
      now,
      actor,
    );
    const rows = lots.map(
      (lot) =>
        `  ${lot.name} ×${lot.quantity}  批号${lot.lotNo}  生产${lot.producedOn}  有效期至${lot.expiresOn}`,
    );
    return [
      `订单${no}${isComplete ? '已全部发货' : '已部分发货'}，运单号${trackingNo}`,
      ...rows,
      refunded ?? '',
    ]
      .join('\n')
      .trimEnd();
  },

  async receive({ db, now, actor }, args) {
    const no = one(args, '订单号');
    await receiveOrder(db, { no }, now, actor);
    return `订单${no}已完成`;
  },

  async refund({ db, now, actor }, args, { line, pieces, short, reason }) {
    const no = one(args, '订单号');
    if ((line === undefined) !== (pieces === undefined))
      throw new StartupError('--line 和 --pieces 须一起给出。');
    const done = await refundOrder(
      db,
      {
        no,
        ...(line !== undefined && {
          returns: [{ id: whole('--line ', line), quantity: whole('--pieces ', pieces) }],
        }),
        reason: reason ?? (short ? '商家缺货' : '商家退款'),
        isShort: short ?? false,
      },
      now,
      actor,
    );
    const voucher = done.voucherAmount > 0 ? `，退回现金券¥${formatYuan(done.voucherAmount)}` : '';
    return `订单${no}已退${done.pieces}件，原路退回¥${formatYuan(done.amount)}${voucher}`;
  },

  async approve({ db, now, actor }, args) {
    const [first, who, goodsId, ...rest] = args;
    if (first === 'grant') {
      if (who === undefined || rest.length > 0) throw new StartupError(`请给出企业和商品编号。\n\n${help}`);
      return approveGrant(db, who, whole('商品编号', goodsId), now, actor);
    }
    const subject = one(args, '企业或订单号');
    return /^D\d{18,}$/.test(subject)
      ? approveOrder(db, subject, now, actor)
      : approveCompany(db, subject, now, actor);
  },

  async reject({ db, now, actor }, args, { reason }) {
    const [first, who, goodsId, ...rest] = args;
    if (first === 'grant') {
      if (who === undefined || rest.length > 0) throw new StartupError(`请给出企业和商品编号。\n\n${help}`);
      const said = reason ?? '暂不符合该品种的供货要求';
      return refuseGrant(db, who, whole('商品编号', goodsId), said, now, actor);
    }
    return rejectOrder(db, one(args, '订单号'), reason ?? '审核未通过', now, actor);
  },

  async ledgers({ db }) {
    const { totals, wrong } = await compareLedgers(db.$client);
    if (wrong.length > 0) throw new StartupError(`账目与余额不一致：${wrong.join('、')}。`);
    return `账目与余额一致：余额¥${formatYuan(Number(totals.wallet))}，积分${totals.points}，现金券¥${formatYuan(Number(totals.voucher))}`;
  },

  async jobs({ db, now }, args, { retry }) {
    if (args.length > 0) throw new StartupError(`jobs 后面不跟参数。\n\n${help}`);
    if (retry) await retryFailures(db, now);
    const failures = await listFailures(db, 1, new Date(0));
    if (failures.length === 0) return '没有处理失败的记录';
    return failures
      .map(
        ({ job, rowKey, tries, nextAt, error }) =>
          `${job}  ${rowKey}  失败${tries}次，${nextAt.toISOString()}再试：${error}`,
      )
      .join('\n');
  },

  async wanted({ db, now, actor }, args, { goods, reply }) {
    if (args.length === 0) return describeOpenWanted(db);
    const id = whole('求购编号', one(args, '求购编号'));
    const goodsId = goods === undefined ? null : whole('--goods ', goods);
    return answerWanted(db, { id, goodsId, reply: reply ?? '' }, now, actor);
  },
};

async function run(args: string[]): Promise<void> {
  const { values, positionals } = read(args);
  const [name, ...rest] = positionals;
  if (values.help || name === 'help') {
    console.log(help);
    return;
  }
  const command = name !== undefined && Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw new StartupError(name === undefined ? help : `没有命令“${name}”。\n\n${help}`);
  const actor = recordOf(operator(values.as));
  const database = await openDatabase('tool');
  const { db, pool } = connect(database.url, { max: 2 });
  try {
    completeEnv({ DATABASE_URL: database.url, DEMO: (await isDemo(db)) ? '1' : '0' });
    console.log(await command({ db, actor, now: new Date() }, rest, values));
  } catch (error) {
    throw error instanceof DeskError ? new StartupError(`${error.message}。`) : error;
  } finally {
    await pool.end();
    await database.close();
  }
}

await run(process.argv.slice(2)).catch(fail);
