/** Background jobs in the words of the desks: what each does, and what waits while it fails. */

const names: Record<string, { text: string; waits: string }> = {
  cancelOverdue: { text: '取消超时订单', waits: '未付款的订单占着库存' },
  remindUnpaid: { text: '提醒付款', waits: '买家不知道付款时间将到' },
  completeOverdue: { text: '自动确认收货', waits: '已收货的订单没有完成' },
  refusalDue: { text: '拒收到期', waits: '拒收的订单没有转平台' },
  creditPromises: { text: '发放返利和返现', waits: '买家的返利和返现没有入账' },
  afterSaleDue: { text: '售后到期', waits: '超时的售后没有转平台' },
  afterSaleRefunded: { text: '售后退款完成', waits: '已退款的售后没有结束' },
  reservePaid: { text: '为已付款订单配批次', waits: '已付款的订单没有批次' },
  writeOffExpired: { text: '过期批次下架', waits: '过期批次挡住后面的批次' },
  followParcels: { text: '查询物流', waits: '买家看不到物流进度' },
  askProviders: { text: '查询支付结果', waits: '丢了通知的付款没有入账' },
  runRefunds: { text: '退款', waits: '款项没有退回' },
  callFromSandbox: { text: '模拟收银台通知', waits: '演示付款没有通知' },
  reconcileBills: { text: '核对支付机构账单', waits: '当天的账单没有核对' },
  foldAccounts: { text: '汇总商家账目', waits: '账目和对账单打开较慢' },
  proveFlows: { text: '核对票账货款', waits: '前一天的订单没有核对，也没有公布根值' },
  auditFlows: { text: '复查封存的记录', waits: '封存后的改动没有被发现，或封存的记录与公布的根不符' },
  lapsePoints: { text: '登记到期积分', waits: '到期的积分还在明细里，已不能使用' },
  remindPoints: { text: '积分到期提醒', waits: '企业收不到积分到期的消息' },
  cancelUnaddressed: { text: '取消未填地址的奖品', waits: '过期的奖品仍显示待填地址，已不能填写' },
  completePointsOrders: { text: '积分订单自动完成', waits: '已发货的积分订单没有完成' },
  followPointsParcels: { text: '查询积分订单的物流', waits: '买家看不到积分订单的物流进度' },
  closeWheels: { text: '大转盘结束', waits: '结束的大转盘没有公布种子，买家不能验证' },
  countPaperTasks: { text: '统计按时更新的证照', waits: '企业收不到更新证照的任务奖励' },
  foldSales: { text: '汇总每天的销售', waits: '经营数据打开较慢' },
  settleGroupBuys: { text: '拼团结束', waits: '到期的拼团没有结束' },
  closeMerchants: { text: '商家关闭完成', waits: '已结清的商家仍显示关闭中' },
  carryOutVerdicts: { text: '审核决定生效', waits: '企业收不到审核结果，也不能采购' },
  remindPapers: { text: '资质到期提醒', waits: '企业不知道资质将到期' },
  remindTemplates: { text: '采购模板补货提醒', waits: '买家收不到今天该补货的消息' },
  remindContracts: { text: '合同到期提醒', waits: '企业不知道合同将到期' },
  askSigning: { text: '查询签署平台', waits: '在签署平台签好的合同没有生效' },
  fileContracts: { text: '生成签章合同', waits: '已签署的合同要在下载时才生成，首次下载较慢' },
  remindLicences: { text: '商家证照到期提醒', waits: '商家不知道证照将到期' },
  moveOwnerPhones: { text: '更换负责人手机', waits: '已核准的新手机还不能登录' },
  closeCompanies: { text: '注销企业', waits: '到期的注销没有完成' },
  runChanges: { text: '执行批量修改', waits: '批量修改没有执行' },
  runBulk: { text: '执行批量操作', waits: '批量操作没有执行' },
  sendLetters: { text: '群发消息', waits: '群发的消息没有发出' },
  makeExports: { text: '生成个人数据文件', waits: '数据文件没有生成' },
  sweepExports: { text: '清理个人数据文件', waits: '过期文件没有删除' },
  returnChats: { text: '客服会话转出和分配', waits: '没有人回复的会话不转给下一位客服' },
  closeQuietChats: { text: '结束安静的会话', waits: '一天没有消息的咨询不结束，买家不能评价' },
  tellChats: { text: '客服回复提醒', waits: '不在线的买家不知道客服回复了' },
  endSilentPublishes: { text: '发现中断的直播推流', waits: '推流中断后，观众看到的是停住的画面' },
  endOverdueRooms: { text: '结束超时的直播', waits: '没有人结束的直播一直显示为直播中' },
  forgetHosts: { text: '删除旧直播的主播身份证号', waits: '结束三年以上的直播仍保存主播身份证号' },
  tellLive: { text: '开播提醒', waits: '设了提醒的买家不知道直播开始了' },
  textDutyPhones: { text: '值班手机短信', waits: '商家的值班手机收不到通知' },
  sendTexts: { text: '发送短信', waits: '短信没有发出' },
  sweepFiles: { text: '清理上传文件', waits: '无用的文件没有删除' },
  drawDemoPapers: { text: '生成演示资质', waits: '演示资质没有图片' },
  drawDemoReports: { text: '生成演示药检报告', waits: '演示报告没有图片' },
  drawDemoOnboarding: { text: '生成演示首营资料', waits: '演示商家和商品没有首营资料' },
  issueShipped: { text: '发货后自动开票', waits: '已发货的订单没有自动开票，买家可以自己申请' },
  issueLongPaid: {
    text: '付款较久的订单自动开票',
    waits: '付款超过7天才发货的订单没有自动开票，买家可以自己申请',
  },
  sendInvoices: { text: '提交和查询发票', waits: '发票停在“待提交”或“开具中”' },
  followInvoices: { text: '取回发票文件、发起冲红', waits: '买家没有发票文件，退款后没有红字确认单' },
  deliverInvoices: { text: '发送发票到邮箱和手机', waits: '发票没有发到收票邮箱和手机，买家可以在网站下载' },
  sendRedForms: { text: '提交和查询红字确认单', waits: '红字确认单的状态不更新，红票号码没有登记' },
  pullRedForms: { text: '取回买家发起的红字确认单', waits: '买家发起的冲红没有显示，72小时后会作废' },
  checkInvoiceSellers: { text: '查询税务局登录和额度', waits: '商家看不到登录是否失效、额度还剩多少' },
  purgeRows: { text: '清理过期记录', waits: '表越来越大' },
  playDemoLive: { text: '演示直播间', waits: '演示直播间里没有新的商品和提问' },
  refreshDemo: { text: '刷新演示数据', waits: '演示数据的日期过旧' },
  answerWishes: { text: '到货和降价通知', waits: '买家没有收到通知' },
};

/** Failures of a row in a row from which a person is needed. */
export const alarmTries = 3;

/** The task of a job; its own name for one of another version. */
export function jobText(job: string): string {
  return Object.hasOwn(names, job) ? (names[job]?.text ?? job) : job;
}

/** What is blocked by its failure; empty for one of another version. */
export function jobWaits(job: string): string {
  return Object.hasOwn(names, job) ? (names[job]?.waits ?? '') : '';
}

/** The jobs whose text contains a word; none for an empty one. */
export function findJobs(word: string): string[] {
  return word === '' ? [] : Object.keys(names).filter((job) => jobText(job).includes(word));
}

/** Errors of providers and the database, recorded in English and codes, in words for the desks. */

/** Codes of the database by what they mean to a person. */
const codes: Record<string, string> = {
  '23505': '数据重复',
  '23503': '关联的数据不存在',
  '23514': '数据不符合规定',
  '40P01': '数据库正忙，互相等待',
  '55P03': '数据库正忙，等待超时',
  '57014': '数据库执行超时',
  P0001: '数据库拒绝了这次修改',
};

const noAnswer = /fetch failed|ECONN|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|UND_ERR|timeout|timed out|aborted|socket/i;

/** One sentence for people; the text itself where it is Chinese already. Empty for an empty text. */
export function failureText(error: string): string {
  if (error === '') return '';
  const refused = /^\S+ refused to give back \d+ as \S+: (.+)$/s.exec(error);
  if (refused) return `渠道拒绝：${refused[1]}`;
  const unset = /^no provider (\S+)$/.exec(error);
  if (unset) return `支付渠道${unset[1]}没有配置`;
  if (/^\p{Script=Han}/u.test(error)) return error;
  const code = /^[0-9A-Z]{5}(?= )/.exec(error)?.[0];
  if (code !== undefined && Object.hasOwn(codes, code)) return codes[code] ?? error;
  if (noAnswer.test(error)) return '对方没有答复（网络不通或超时）';
  if (/^[a-z_]+: /.test(error)) return '对方的答复不能确认结果';
  return '程序出错，请把原文交给技术人员';
}
