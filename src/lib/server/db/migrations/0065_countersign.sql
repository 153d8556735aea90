CREATE TABLE "price_proposal" (
	"id" serial PRIMARY KEY NOT NULL,
	"company_id" integer NOT NULL,
	"goods_id" integer NOT NULL,
	"merchant_id" integer NOT NULL,
	"price" bigint NOT NULL,
	"was" bigint,
	"state" text DEFAULT 'waiting' NOT NULL,
	"proposed_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"decided_by" text,
	"decided_at" timestamp with time zone,
	"word" text DEFAULT '' NOT NULL,
	CONSTRAINT "price_proposal_state_known" CHECK ("price_proposal"."state" in ('waiting', 'accepted', 'refused', 'withdrawn', 'replaced')),
	CONSTRAINT "price_proposal_price_positive" CHECK ("price_proposal"."price" > 0),
	CONSTRAINT "price_proposal_decided" CHECK (("price_proposal"."decided_by" is null) = ("price_proposal"."state" = 'waiting'))
);
--> statement-breakpoint
CREATE TABLE "bank_receipt_undone" (
	"id" serial PRIMARY KEY NOT NULL,
	"serial" text NOT NULL,
	"pay_no" text NOT NULL,
	"amount" bigint NOT NULL,
	"received_on" date NOT NULL,
	"staff" text NOT NULL,
	"undone_by" text NOT NULL,
	"reason" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "bank_receipt_undone_amount_positive" CHECK ("bank_receipt_undone"."amount" > 0)
);
--> statement-breakpoint
CREATE TABLE "bank_statement_row" (
	"id" serial PRIMARY KEY NOT NULL,
	"bank" text NOT NULL,
	"serial" text NOT NULL,
	"paid_on" date NOT NULL,
	"amount" bigint NOT NULL,
	"payer" text DEFAULT '' NOT NULL,
	"payer_account" text DEFAULT '' NOT NULL,
	"remark" text DEFAULT '' NOT NULL,
	"staff" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"pay_no" text,
	"registered_at" timestamp with time zone,
	CONSTRAINT "bank_statement_row_once" UNIQUE("bank","serial"),
	CONSTRAINT "bank_statement_row_amount_positive" CHECK ("bank_statement_row"."amount" > 0),
	CONSTRAINT "bank_statement_row_registered" CHECK (("bank_statement_row"."pay_no" is null) = ("bank_statement_row"."registered_at" is null))
);
--> statement-breakpoint
ALTER TABLE "balance_correction" DROP CONSTRAINT "balance_correction_state_known";--> statement-breakpoint
ALTER TABLE "balance_correction" DROP CONSTRAINT "balance_correction_kind_known";--> statement-breakpoint
ALTER TABLE "balance_correction" DROP CONSTRAINT "balance_correction_two_people";--> statement-breakpoint
ALTER TABLE "balance_correction" DROP CONSTRAINT "balance_correction_piece";--> statement-breakpoint
ALTER TABLE "balance_correction" DROP CONSTRAINT "balance_correction_given";--> statement-breakpoint
ALTER TABLE "balance_correction" ALTER COLUMN "amount" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "balance_correction" ADD COLUMN "subject" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "balance_correction" ADD COLUMN "payload" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "balance_correction" ADD COLUMN "changes" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "balance_correction" ADD COLUMN "asked_as" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "balance_correction" ADD COLUMN "is_alone" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "balance_correction" ADD COLUMN "outcome" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "balance_correction" ADD COLUMN "merchant_id" integer;--> statement-breakpoint
ALTER TABLE "price_proposal" ADD CONSTRAINT "price_proposal_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_proposal" ADD CONSTRAINT "price_proposal_goods_id_goods_id_fk" FOREIGN KEY ("goods_id") REFERENCES "public"."goods"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_proposal" ADD CONSTRAINT "price_proposal_merchant_id_merchant_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_receipt_undone" ADD CONSTRAINT "bank_receipt_undone_pay_no_bank_transfer_pay_no_fk" FOREIGN KEY ("pay_no") REFERENCES "public"."bank_transfer"("pay_no") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_statement_row" ADD CONSTRAINT "bank_statement_row_pay_no_bank_transfer_pay_no_fk" FOREIGN KEY ("pay_no") REFERENCES "public"."bank_transfer"("pay_no") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "price_proposal_one_waits" ON "price_proposal" USING btree ("company_id","goods_id") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "price_proposal_merchant" ON "price_proposal" USING btree ("merchant_id","state","id");--> statement-breakpoint
CREATE INDEX "bank_receipt_undone_pay" ON "bank_receipt_undone" USING btree ("pay_no");--> statement-breakpoint
CREATE INDEX "bank_receipt_undone_serial" ON "bank_receipt_undone" USING btree ("serial");--> statement-breakpoint
CREATE INDEX "bank_statement_row_open" ON "bank_statement_row" USING btree ("paid_on") WHERE pay_no is null;--> statement-breakpoint
ALTER TABLE "balance_correction" ADD CONSTRAINT "balance_correction_merchant_id_merchant_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "balance_correction_asked" ON "balance_correction" USING btree ("asked_by","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "balance_correction_one_waits" ON "balance_correction" USING btree ("kind","subject") WHERE state = 'waiting' and subject <> '';--> statement-breakpoint
ALTER TABLE "balance_correction" ADD CONSTRAINT "balance_correction_outcome" CHECK ("balance_correction"."kind" in ('balance', 'voucher', 'coupon') or "balance_correction"."state" = 'waiting' or "balance_correction"."outcome" <> '');--> statement-breakpoint
ALTER TABLE "balance_correction" ADD CONSTRAINT "balance_correction_state_known" CHECK ("balance_correction"."state" in ('waiting', 'passed', 'refused', 'withdrawn'));--> statement-breakpoint
ALTER TABLE "balance_correction" ADD CONSTRAINT "balance_correction_kind_known" CHECK ("balance_correction"."kind" in ('balance', 'voucher', 'coupon', 'surplus', 'undo_receipt', 'low_price', 'order_refund'));--> statement-breakpoint
ALTER TABLE "balance_correction" ADD CONSTRAINT "balance_correction_two_people" CHECK ("balance_correction"."is_alone" or "balance_correction"."state" = 'withdrawn' or "balance_correction"."decided_by" <> "balance_correction"."asked_by");--> statement-breakpoint
ALTER TABLE "balance_correction" ADD CONSTRAINT "balance_correction_piece" CHECK (("balance_correction"."kind" in ('voucher', 'coupon')) = ("balance_correction"."until" is not null));--> statement-breakpoint
ALTER TABLE "balance_correction" ADD CONSTRAINT "balance_correction_given" CHECK (("balance_correction"."company_coupon_id" is not null) = ("balance_correction"."kind" in ('voucher', 'coupon') and "balance_correction"."state" = 'passed'));--> statement-breakpoint
-- A receipt that was taken back is booked the other way; its serial number may be entered again, under a reference of its own.
CREATE OR REPLACE FUNCTION book_bank_receipt() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  undone integer := (SELECT count(*) FROM bank_receipt_undone WHERE serial = NEW.serial);
BEGIN
  PERFORM book('receipt', NEW.serial || CASE WHEN undone = 0 THEN '' ELSE ':' || undone END,
    'house', 'bank', 'transit', '', NEW.amount, NEW.created_at);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION book_bank_receipt_undone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM book('receipt', NEW.serial || ':undone:' || NEW.id, 'transit', '', 'house', 'bank', NEW.amount, NEW.created_at);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER bank_receipt_undone_booked AFTER INSERT ON bank_receipt_undone
  FOR EACH ROW EXECUTE FUNCTION book_bank_receipt_undone();
--> statement-breakpoint
-- What a balance gives back of a transfer that was taken back names the payment before a colon.
CREATE OR REPLACE FUNCTION book_wallet_entry() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  -- Money that came or goes back by a payment; else it is the platform's own doing.
  is_paid boolean := NEW.use_type IN ('pay', 'refund')
    OR NEW.use_type = 'top_up' AND EXISTS (SELECT 1 FROM payment WHERE no = split_part(NEW.ref, ':', 1));
BEGIN
  PERFORM book('wallet', NEW.id::text,
    CASE WHEN is_paid THEN 'transit' ELSE 'platform' END,
    CASE WHEN is_paid THEN '' WHEN NEW.use_type IN ('rebate', 'cashback') THEN 'rewards' ELSE 'corrections' END,
    'buyer', NEW.company_id::text, NEW.amount, NEW.created_at);
  RETURN NULL;
END $$;
