CREATE TABLE "bank_payout" (
	"refund_no" text PRIMARY KEY NOT NULL,
	"serial" text NOT NULL,
	"staff" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "bank_payout_serial_unique" UNIQUE("serial")
);
--> statement-breakpoint
CREATE TABLE "bank_receipt" (
	"serial" text PRIMARY KEY NOT NULL,
	"pay_no" text NOT NULL,
	"amount" bigint NOT NULL,
	"received_on" date NOT NULL,
	"settled_at" timestamp with time zone,
	"staff" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "bank_receipt_amount_positive" CHECK ("bank_receipt"."amount" > 0)
);
--> statement-breakpoint
CREATE TABLE "bank_transfer" (
	"pay_no" text PRIMARY KEY NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"file_id" integer,
	"submitted_at" timestamp with time zone,
	"reason" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "bank_transfer_state_known" CHECK ("bank_transfer"."state" in ('waiting', 'submitted', 'refused', 'short', 'settled'))
);
--> statement-breakpoint
ALTER TABLE "bank_payout" ADD CONSTRAINT "bank_payout_refund_no_refund_no_fk" FOREIGN KEY ("refund_no") REFERENCES "public"."refund"("no") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_receipt" ADD CONSTRAINT "bank_receipt_pay_no_bank_transfer_pay_no_fk" FOREIGN KEY ("pay_no") REFERENCES "public"."bank_transfer"("pay_no") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_transfer" ADD CONSTRAINT "bank_transfer_pay_no_payment_no_fk" FOREIGN KEY ("pay_no") REFERENCES "public"."payment"("no") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_transfer" ADD CONSTRAINT "bank_transfer_file_id_stored_file_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."stored_file"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bank_receipt_pay" ON "bank_receipt" USING btree ("pay_no");--> statement-breakpoint
CREATE UNIQUE INDEX "bank_transfer_voucher_once" ON "bank_transfer" USING btree ("file_id") WHERE file_id is not null;--> statement-breakpoint
CREATE INDEX "bank_transfer_state" ON "bank_transfer" USING btree ("state","created_at");