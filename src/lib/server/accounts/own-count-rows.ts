import { sql } from 'drizzle-orm';
import type { ListView } from '#lib/rules/site/list-views.ts';
import type { Division } from '#lib/rules/text/address-text.ts';
import type { Db } from '../db/client.ts';
import { isShownTo } from '../messages/rows.ts';
import type { Account } from '../people/account-rows.ts';
import { usablePoints } from '../ports/payments/wallet-rows.ts';

/** Counts of a buyer's own things that the header and the home page show, in one query. */
export async function countOwn(
  db: Db,
  {
    userId,
    companyId,
    homeCompanyId,
    role,
  }: Pick<Account, 'userId' | 'companyId' | 'homeCompanyId' | 'role'>,
  now: Date,
) {
  const result = await db.execute<{
    cart: number;
    points: number;
    messages: number;
    chat: number;
    to_pay: number;
    to_receive: number;
    stores: number;
    address: (Division & { detail: string }) | null;
    image: string | null;
    wechat: string | null;
    list_view: ListView | null;
    has_preferred: boolean;
    templates: { name: string; weekday: number | null; monthDay: number | null; usedOn: string | null }[];
  }>(sql`
    select
      (select count(*) from cart_line where user_id = ${userId} and company_id = ${companyId} and not is_saved_for_later and kind <> 'group_buy')::int as cart,
      coalesce((select ${usablePoints} from wallet where company_id = ${companyId}), 0) as points,
      (select count(*) from message where company_id = ${companyId} and read_at is null and ${isShownTo(userId)})::int as messages,
      (select coalesce(sum(greatest(t.last_seq - coalesce(r.seq, i.from_seq - 1, t.last_seq), 0)), 0) from chat_talk t
        left join chat_inquiry i on i.id = t.inquiry_id
        left join chat_read r on r.talk_id = t.id and r.user_id = ${userId}
        where t.company_id = ${companyId})::int as chat,
      (select count(*) from "order" where company_id = ${companyId}
        and (status = 'to_verify' or (status = 'to_pay' and deadline_at > ${now})))::int as to_pay,
      (select count(*) from "order" where company_id = ${companyId} and status in ('part_shipped', 'to_receive', 'refusing'))::int as to_receive,
      (select count(*) from company s where s.head_id = ${homeCompanyId} and s.status <> 'closed'
        and (${role} = 'owner' or exists (select 1 from member_store ms
          where ms.user_id = ${userId} and ms.company_id = s.id)))::int as stores,
      exists (select 1 from nav_link where kind = 'nav' and is_open and url = '/yx') as has_preferred,
      (select image from "user" where id = ${userId}) as image,
      (select wechat from "user" where id = ${userId}) as wechat,
      (select list_view from member where user_id = ${userId}) as list_view,
      (select coalesce(jsonb_agg(jsonb_build_object('name', name, 'weekday', weekday, 'monthDay', month_day,
          'usedOn', used_on) order by id), '[]')
        from purchase_template where company_id = ${companyId} and user_id = ${userId}
          and (weekday is not null or month_day is not null)) as templates,
      (select json_build_object('province', province, 'city', city, 'district', district, 'detail', detail) from address
        where company_id = ${companyId} and is_default and deleted_at is null) as address`);
  return result.rows[0];
}
