CREATE TABLE "account_fold" (
	"id" smallint PRIMARY KEY NOT NULL,
	"up_to" integer NOT NULL,
	CONSTRAINT "account_fold_one" CHECK ("account_fold"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "account_sum" (
	"merchant_id" integer NOT NULL,
	"span" text NOT NULL,
	"first" date NOT NULL,
	"cause" text NOT NULL,
	"amount" bigint NOT NULL,
	CONSTRAINT "account_sum_merchant_id_span_first_cause_pk" PRIMARY KEY("merchant_id","span","first","cause"),
	CONSTRAINT "account_sum_span_known" CHECK ("account_sum"."span" in ('day', 'month'))
);
--> statement-breakpoint
DROP INDEX "booking_to";--> statement-breakpoint
ALTER TABLE "account_sum" ADD CONSTRAINT "account_sum_merchant_id_merchant_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "booking_merchant" ON "booking" USING btree ((case when to_account = 'merchant' then to_owner else from_owner end),"at","id") WHERE to_account = 'merchant' or from_account = 'merchant';--> statement-breakpoint
-- Without them the planner takes a merchant with half of all bookings for a small one.
CREATE STATISTICS booking_owner ON (case when to_account = 'merchant' then to_owner else from_owner end) FROM booking;
--> statement-breakpoint
ANALYZE booking;
--> statement-breakpoint
-- An item's orders were counted by lines: the job folds each day anew.
UPDATE folded_day SET folded_at = 'epoch';
