/** All companies' feedback, at the platform's desk. */
import { sql } from 'drizzle-orm';
import { feedback } from '#lib/contract/desk/lists/feedback.ts';
import { feedbackStatuses, isFeedbackOpen } from '#lib/rules/companies/feedback-state.ts';
import { listRows } from '../db/list-source.ts';

const open = feedbackStatuses.filter(isFeedbackOpen);
const files = sql`feedback_file f where f.feedback_id = b.id`;

export const feedbackListRows = listRows(feedback, {
  source: () => ({
    from: sql`feedback b join "user" u on u.id = b.user_id join company c on c.id = b.company_id`,
    key: sql`b.id`,
    columns: {
      company: sql`c.name`,
      kind: sql`b.kind`,
      text: sql`b.text`,
      pictures: sql`(select nullif(count(*), 0) from ${files})`,
      order_no: sql`b.order_no`,
      user: sql`u.name`,
      phone: sql`b.phone`,
      created_at: sql`b.created_at`,
      status: sql`b.status`,
      answer: sql`b.answer`,
      company_id: sql`b.company_id`,
      may_answer: sql`b.status in ${open}`,
      files: sql`(select string_agg(f.file_id::text, ',' order by f.position) from ${files})`,
    },
  }),
});
