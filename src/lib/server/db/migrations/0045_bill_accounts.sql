ALTER TABLE "bill_difference" DROP CONSTRAINT "bill_difference_kind_known";--> statement-breakpoint
ALTER TABLE "bill_difference" DROP CONSTRAINT "bill_difference_problem_known";--> statement-breakpoint
ALTER TABLE "bill_line" DROP CONSTRAINT "bill_line_kind_known";--> statement-breakpoint
ALTER TABLE "bill_difference" ADD CONSTRAINT "bill_difference_kind_known" CHECK ("bill_difference"."kind" in ('payment', 'refund', 'fee', 'fee_back'));--> statement-breakpoint
ALTER TABLE "bill_difference" ADD CONSTRAINT "bill_difference_problem_known" CHECK ("bill_difference"."problem" in ('unknown', 'unbooked', 'amount', 'absent', 'moved', 'unmoved', 'moved_amount'));--> statement-breakpoint
ALTER TABLE "bill_line" ADD CONSTRAINT "bill_line_kind_known" CHECK ("bill_line"."kind" in ('payment', 'refund', 'fee', 'fee_back'));--> statement-breakpoint
-- Lists of trades that were read before kept no fees: they are read again, or each fee in the account would be a difference.
DELETE FROM "provider_bill" WHERE "house" = 'wechat' AND "day" >= (now() AT TIME ZONE 'Asia/Shanghai')::date - 8;