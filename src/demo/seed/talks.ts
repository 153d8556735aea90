/** Talks of the demo: one that is answered, one that waits, one that the help has answered, and one that was rated. */
import { eq, inArray } from 'drizzle-orm';
import type { CardKind } from '#lib/rules/chat/cards.ts';
import type { SenderKind } from '#lib/rules/chat/talk.ts';
import { must } from '#lib/rules/terms/must.ts';
import type { Db, Tx } from '#lib/server/db/client.ts';
import { chatInquiry, chatMessage, chatTalk, staff, user } from '#lib/server/db/schema.ts';
import * as known from './known.ts';

const minute = 60_000;

interface Line {
  by: SenderKind;
  text: string;
  /** Minutes before now. */
  ago: number;
  card?: { kind: CardKind; ref: string };
  source?: { title: string; link: string };
}

interface DemoTalk {
  company: 'demo' | 'clinic' | 'other';
  merchantId: number | null;
  lines: readonly Line[];
  stars?: number;
}

const talks: readonly DemoTalk[] = [
  {
    company: 'demo',
    merchantId: known.merchantHouse,
    lines: [
      { by: 'buyer', text: '', ago: 190, card: { kind: 'goods', ref: String(known.goodsPlain) } },
      { by: 'buyer', text: '这个批号的有效期到什么时候？要 200 盒，一次能发吗？', ago: 189 },
      {
        by: 'staff',
        text: '您好，现货批号有效期还有一年半以上，200 盒同一批号，今天付款今天发出。',
        ago: 187,
      },
      { by: 'buyer', text: '好的，药检报告随货一起给。', ago: 186 },
      { by: 'staff', text: '报告在订单的“收货资料”里，也会随货。', ago: 184 },
    ],
  },
  {
    company: 'other',
    merchantId: known.merchantHouse,
    lines: [{ by: 'buyer', text: '请问下周一能到货吗？我们周二开业。', ago: 25 }],
  },
  {
    company: 'clinic',
    merchantId: known.merchantHouse,
    lines: [
      { by: 'buyer', text: '运费怎么算？', ago: 50 },
      {
        by: 'auto',
        text: '运费由各商家制定，每个商家收一次：商品金额达到该商家的免运费金额，免运费；没有达到的，收基本运费。',
        ago: 50,
        source: { title: '货物配送 · 运费怎么算', link: '/help/zfps/hwps' },
      },
    ],
  },
  {
    company: 'demo',
    merchantId: null,
    lines: [
      { by: 'buyer', text: '营业执照换了新的，要重新审核多久？期间能不能下单？', ago: 3_000 },
      {
        by: 'staff',
        text: '在资质证件里上传新执照即可，审核期间原来的审核结果继续有效，可以照常下单。',
        ago: 2_990,
      },
      { by: 'buyer', text: '明白了，谢谢。', ago: 2_985 },
      { by: 'system', text: '本次咨询已结束，欢迎评价', ago: 2_980 },
    ],
    stars: 5,
  },
];

/** Writes them where no demo company has a talk yet; changes nothing otherwise. For the demo's database only. */
export async function keepDemoTalks(db: Db, now: Date): Promise<void> {
  const { demo, clinic, other } = known.companies;
  await db.transaction(async (tx) => {
    if ((await tx.$count(chatTalk, inArray(chatTalk.companyId, [demo, clinic, other]))) > 0) return;
    for (const one of talks) await writeTalk(tx, one, now);
  });
}

async function staffOf(tx: Tx, merchantId: number | null): Promise<number> {
  const { platform, merchant } = known.demoStaff;
  const name = merchantId === null ? platform.username : merchant.username;
  const [row] = await tx.select({ id: staff.id }).from(staff).where(eq(staff.username, name));
  return must(row, `demo staff ${name}`).id;
}

async function writeTalk(tx: Tx, { company, merchantId, lines, stars }: DemoTalk, now: Date): Promise<void> {
  const userId = known.users[company];
  const [person] = await tx.select({ name: user.name }).from(user).where(eq(user.id, userId));
  const staffId = await staffOf(tx, merchantId);
  const at = ({ ago }: Line) => new Date(now.getTime() - ago * minute);
  const first = must(lines[0], 'a first line');
  const last = must(lines.at(-1), 'a last line');
  const [talk] = await tx
    .insert(chatTalk)
    .values({
      companyId: known.companies[company],
      merchantId,
      lastSeq: lines.length,
      lastAt: at(last),
      createdAt: at(first),
    })
    .returning({ id: chatTalk.id });
  const talkId = must(talk, 'a talk').id;
  const answer = lines.find(({ by }) => by === 'staff');
  const [inquiry] = await tx
    .insert(chatInquiry)
    .values({
      talkId,
      fromSeq: 1,
      openedAt: at(first),
      ...(answer === undefined
        ? { waitsSince: at(first) }
        : { staffId, assignedAt: at(first), answeredAt: at(answer), answeredBy: staffId }),
      ...(stars !== undefined && { closedAt: at(last), closedBy: staffId, stars, ratedAt: at(last) }),
    })
    .returning({ id: chatInquiry.id });
  const names: Record<SenderKind, string> = {
    buyer: person?.name ?? '',
    staff: merchantId === null ? `平台客服${staffId}号` : `客服${staffId}号`,
    auto: '自动回复',
    system: '系统',
  };
  await tx.insert(chatMessage).values(
    lines.map((line, nth) => ({
      talkId,
      seq: nth + 1,
      sender: line.by,
      userId: line.by === 'buyer' ? userId : null,
      staffId: line.by === 'staff' ? staffId : null,
      name: names[line.by],
      clientId: line.by === 'buyer' || line.by === 'staff' ? `demo-${talkId}-${nth}` : '',
      text: line.text,
      cardKind: line.card?.kind ?? null,
      cardRef: line.card?.ref ?? null,
      sourceTitle: line.source?.title ?? '',
      sourceLink: line.source?.link ?? '',
      createdAt: at(line),
    })),
  );
  await tx.update(chatTalk).set({ inquiryId: inquiry?.id }).where(eq(chatTalk.id, talkId));
}
