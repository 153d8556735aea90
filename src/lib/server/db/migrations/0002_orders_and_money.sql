CREATE TABLE "sandbox_charge" (
	"no" text PRIMARY KEY NOT NULL,
	"pay_no" text NOT NULL,
	"merchant" text NOT NULL,
	"amount" bigint NOT NULL,
	"is_paid" boolean NOT NULL,
	"notify_url" text NOT NULL,
	"notify_at" timestamp with time zone,
	"notifies_left" integer NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox_refund" (
	"no" text PRIMARY KEY NOT NULL,
	"charge_no" text NOT NULL,
	"amount" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "voucher_ledger" (
	"id" serial PRIMARY KEY NOT NULL,
	"company_coupon_id" integer NOT NULL,
	"use_type" text NOT NULL,
	"amount" bigint NOT NULL,
	"balance_after" bigint NOT NULL,
	"ref" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "voucher_ledger_once" UNIQUE("company_coupon_id","use_type","ref")
);
--> statement-breakpoint
ALTER TABLE "order" ADD COLUMN "claims" jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "order" ADD COLUMN "credited_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "order_line" ADD COLUMN "earned_by" integer[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "sandbox_refund" ADD CONSTRAINT "sandbox_refund_charge_no_sandbox_charge_no_fk" FOREIGN KEY ("charge_no") REFERENCES "public"."sandbox_charge"("no") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "voucher_ledger" ADD CONSTRAINT "voucher_ledger_company_coupon_id_company_coupon_id_fk" FOREIGN KEY ("company_coupon_id") REFERENCES "public"."company_coupon"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sandbox_charge_pay" ON "sandbox_charge" USING btree ("pay_no");--> statement-breakpoint
CREATE INDEX "sandbox_charge_due" ON "sandbox_charge" USING btree ("notify_at");--> statement-breakpoint
CREATE INDEX "idempotency_key_age" ON "idempotency_key" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "order_receive_due" ON "order" USING btree ("status","receive_by");--> statement-breakpoint
CREATE INDEX "order_credit_due" ON "order" USING btree ("completed_at") WHERE credited_at is null and completed_at is not null;