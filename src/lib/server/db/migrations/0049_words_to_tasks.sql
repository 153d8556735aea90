ALTER TABLE "balance_correction" DROP CONSTRAINT "balance_correction_kind_known";--> statement-breakpoint
ALTER TABLE "balance_correction" DROP CONSTRAINT "balance_correction_of_company";--> statement-breakpoint
ALTER TABLE "points_task" ADD COLUMN "merchant_word" text DEFAULT 'asked' NOT NULL;--> statement-breakpoint
ALTER TABLE "points_task" ADD COLUMN "merchant_reason" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "points_task" ADD COLUMN "answered_by" text;--> statement-breakpoint
ALTER TABLE "points_task" ADD COLUMN "answered_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "points_task" ADD COLUMN "passed_at" timestamp with time zone;--> statement-breakpoint
-- Buyers were promised their points while no merchant was asked: what runs goes on, and a merchant reads why.
UPDATE "points_task" SET "merchant_word" = 'agreed', "answered_by" = '升级前已生效'
  WHERE "payer" = 'merchant' AND "stopped_at" IS NULL;--> statement-breakpoint
ALTER TABLE "balance_correction" ADD CONSTRAINT "balance_correction_kind_known" CHECK ("balance_correction"."kind" in ('balance', 'voucher', 'coupon', 'surplus', 'undo_receipt', 'low_price', 'owner_phone', 'setting', 'sign_rule', 'staff_totp', 'merchant_close', 'wheel_open', 'points', 'sign_card', 'point_task', 'gift_back', 'order_refund'));--> statement-breakpoint
ALTER TABLE "balance_correction" ADD CONSTRAINT "balance_correction_of_company" CHECK (("balance_correction"."company_id" is null) = ("balance_correction"."kind" in ('setting', 'sign_rule', 'staff_totp', 'merchant_close', 'wheel_open', 'point_task')));--> statement-breakpoint
ALTER TABLE "points_task" ADD CONSTRAINT "points_task_merchant_word_known" CHECK ("points_task"."merchant_word" in ('asked', 'agreed', 'refused'));--> statement-breakpoint
ALTER TABLE "points_task" ADD CONSTRAINT "points_task_answered" CHECK (("points_task"."merchant_word" = 'asked') = ("points_task"."answered_by" is null));--> statement-breakpoint
ALTER TABLE "points_task" ADD CONSTRAINT "points_task_agreed" CHECK ("points_task"."stopped_at" is not null or "points_task"."payer" = 'platform' or "points_task"."merchant_word" = 'agreed');