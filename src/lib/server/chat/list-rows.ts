/** Lists of chat at the desks: records, sensitive words, messages that wait. */
import { sql } from 'drizzle-orm';
import { chatHeld } from '#lib/contract/desk/lists/chat-held.ts';
import { chatRecords } from '#lib/contract/desk/lists/chat-records.ts';
import { chatWords } from '#lib/contract/desk/lists/chat-words.ts';
import { platformName } from '#lib/rules/chat/talk.ts';
import { listRows } from '../db/list-source.ts';

/** Inquiries: a merchant's people see theirs, the platform its own and those in which it was asked for help. */
export const chatRecordListRows = listRows(chatRecords, {
  source: ({ merchantId }) => ({
    from: sql`chat_inquiry i join chat_talk t on t.id = i.talk_id join company c on c.id = t.company_id
      left join staff s on s.id = coalesce(i.staff_id, i.answered_by) left join merchant m on m.id = t.merchant_id`,
    key: sql`i.id`,
    bound:
      merchantId === null
        ? sql`(t.merchant_id is null or i.escalated_at is not null)`
        : sql`t.merchant_id = ${merchantId}`,
    columns: {
      company: sql`c.name`,
      merchant: sql`coalesce(m.short_name, ${platformName})`,
      state: sql`case when i.closed_at is not null then 'closed' when i.staff_id is null then 'waiting' else 'open' end`,
      person: sql`coalesce(s.username, '')`,
      opened_at: sql`i.opened_at`,
      answered_at: sql`i.answered_at`,
      closed_at: sql`i.closed_at`,
      returned: sql`nullif(i.returned, 0)`,
      stars: sql`i.stars`,
      rating: sql`i.rating`,
      is_escalated: sql`(i.escalated_at is not null)`,
      escalation: sql`i.escalation`,
      // 0 where the reader may not open the talk any more.
      talk_id:
        merchantId === null
          ? sql`case when t.merchant_id is null or t.is_escalated then t.id else 0 end`
          : sql`t.id`,
    },
    filters: {
      escalated: (value) => (value === 'yes' ? sql`i.escalated_at is not null` : undefined),
    },
  }),
});

export const chatWordListRows = listRows(chatWords, {
  source: () => ({
    from: sql`chat_word w`,
    key: sql`w.id`,
    columns: {
      word: sql`w.word`,
      action: sql`w.action`,
      made_by: sql`w.made_by`,
      created_at: sql`w.created_at`,
    },
  }),
});

export const chatHeldListRows = listRows(chatHeld, {
  source: () => ({
    from: sql`chat_message h join chat_talk t on t.id = h.talk_id join company c on c.id = t.company_id
      left join merchant m on m.id = t.merchant_id`,
    key: sql`(h.talk_id || ':' || h.seq)`,
    bound: sql`h.state = 'held'`,
    columns: {
      company: sql`c.name`,
      merchant: sql`coalesce(m.short_name, ${platformName})`,
      sender: sql`h.sender`,
      name: sql`h.name`,
      text: sql`h.text`,
      at: sql`h.created_at`,
    },
  }),
});
