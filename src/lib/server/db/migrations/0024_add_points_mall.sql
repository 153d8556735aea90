CREATE TABLE "points_case" (
	"id" serial PRIMARY KEY NOT NULL,
	"order_no" text NOT NULL,
	"company_id" integer NOT NULL,
	"user_id" text NOT NULL,
	"reason" text NOT NULL,
	"state" text DEFAULT 'asked' NOT NULL,
	"answer" text DEFAULT '' NOT NULL,
	"ended_at" timestamp with time zone,
	"token" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "points_case_once" UNIQUE("company_id","token"),
	CONSTRAINT "points_case_state_known" CHECK ("points_case"."state" in ('asked', 'repaid', 'resent', 'refused'))
);
--> statement-breakpoint
CREATE TABLE "points_case_file" (
	"case_id" integer NOT NULL,
	"position" smallint NOT NULL,
	"file_id" integer NOT NULL,
	CONSTRAINT "points_case_file_case_id_position_pk" PRIMARY KEY("case_id","position")
);
--> statement-breakpoint
CREATE TABLE "points_goods" (
	"id" serial PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"summary" text DEFAULT '' NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"delivery" text DEFAULT '' NOT NULL,
	"pictures" text[] DEFAULT '{}' NOT NULL,
	"points" integer NOT NULL,
	"money" bigint DEFAULT 0 NOT NULL,
	"value" bigint DEFAULT 0 NOT NULL,
	"threshold" bigint DEFAULT 0 NOT NULL,
	"valid_days" integer DEFAULT 0 NOT NULL,
	"wheel_id" integer,
	"stock" integer NOT NULL,
	"sold" integer DEFAULT 0 NOT NULL,
	"limit_count" integer DEFAULT 0 NOT NULL,
	"limit_period" text DEFAULT 'ever' NOT NULL,
	"buyer_types" text[] DEFAULT '{}' NOT NULL,
	"on_from" timestamp with time zone NOT NULL,
	"on_to" timestamp with time zone,
	"is_on" boolean DEFAULT false NOT NULL,
	"sort" integer DEFAULT 0 NOT NULL,
	"token" text DEFAULT gen_random_uuid()::text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "points_goods_token_unique" UNIQUE("token"),
	CONSTRAINT "points_goods_kind_known" CHECK ("points_goods"."kind" in ('thing', 'coupon', 'voucher', 'chance')),
	CONSTRAINT "points_goods_limit_period_known" CHECK ("points_goods"."limit_period" in ('ever', 'year', 'month', 'week', 'day')),
	CONSTRAINT "points_goods_not_negative" CHECK ("points_goods"."money" >= 0 and "points_goods"."value" >= 0 and "points_goods"."threshold" >= 0 and "points_goods"."valid_days" >= 0 and "points_goods"."stock" >= 0 and "points_goods"."sold" >= 0 and "points_goods"."limit_count" >= 0),
	CONSTRAINT "points_goods_costs" CHECK ("points_goods"."points" > 0),
	CONSTRAINT "points_goods_usable" CHECK ("points_goods"."kind" not in ('coupon', 'voucher') or "points_goods"."value" > 0 and "points_goods"."valid_days" > 0),
	CONSTRAINT "points_goods_moments_in_order" CHECK ("points_goods"."on_from" <= "points_goods"."on_to")
);
--> statement-breakpoint
CREATE TABLE "points_order" (
	"no" text PRIMARY KEY NOT NULL,
	"company_id" integer NOT NULL,
	"user_id" text NOT NULL,
	"goods_id" integer NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"quantity" integer NOT NULL,
	"points" integer NOT NULL,
	"money" bigint NOT NULL,
	"status" text NOT NULL,
	"address" jsonb,
	"draw_id" integer,
	"address_until" timestamp with time zone,
	"shipped_at" timestamp with time zone,
	"receive_by" timestamp with time zone,
	"completed_at" timestamp with time zone,
	"cancelled_at" timestamp with time zone,
	"cancel_reason" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "points_order_draw" UNIQUE("draw_id"),
	CONSTRAINT "points_order_kind_known" CHECK ("points_order"."kind" in ('thing', 'coupon', 'voucher', 'chance')),
	CONSTRAINT "points_order_status_known" CHECK ("points_order"."status" in ('to_address', 'to_ship', 'shipped', 'completed', 'cancelled')),
	CONSTRAINT "points_order_not_negative" CHECK ("points_order"."points" >= 0 and "points_order"."money" >= 0),
	CONSTRAINT "points_order_pieces" CHECK ("points_order"."quantity" > 0),
	CONSTRAINT "points_order_sent" CHECK ("points_order"."status" <> 'shipped' or "points_order"."address" is not null and "points_order"."receive_by" is not null),
	CONSTRAINT "points_order_prize" CHECK ("points_order"."draw_id" is null or "points_order"."points" = 0 and "points_order"."address_until" is not null)
);
--> statement-breakpoint
CREATE TABLE "points_parcel" (
	"id" serial PRIMARY KEY NOT NULL,
	"order_no" text NOT NULL,
	"carrier" text NOT NULL,
	"tracking_no" text NOT NULL,
	"sent_at" timestamp with time zone DEFAULT now() NOT NULL,
	"state" text DEFAULT 'sent' NOT NULL,
	"moved_at" timestamp with time zone NOT NULL,
	"provider" text,
	"code" text,
	"ask_at" timestamp with time zone,
	CONSTRAINT "points_parcel_once" UNIQUE("order_no","tracking_no"),
	CONSTRAINT "points_parcel_state_known" CHECK ("points_parcel"."state" in ('sent', 'taken', 'moving', 'delivering', 'signed', 'returned', 'trouble'))
);
--> statement-breakpoint
CREATE TABLE "points_parcel_event" (
	"id" serial PRIMARY KEY NOT NULL,
	"parcel_id" integer NOT NULL,
	"text" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"state" text NOT NULL,
	CONSTRAINT "points_parcel_event_once" UNIQUE("parcel_id","at","text"),
	CONSTRAINT "points_parcel_event_state_known" CHECK ("points_parcel_event"."state" in ('sent', 'taken', 'moving', 'delivering', 'signed', 'returned', 'trouble'))
);
--> statement-breakpoint
ALTER TABLE "wallet_ledger" DROP CONSTRAINT "wallet_ledger_use_type_known";--> statement-breakpoint
ALTER TABLE "points_case" ADD CONSTRAINT "points_case_order_no_points_order_no_fk" FOREIGN KEY ("order_no") REFERENCES "public"."points_order"("no") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "points_case" ADD CONSTRAINT "points_case_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "points_case" ADD CONSTRAINT "points_case_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "points_case_file" ADD CONSTRAINT "points_case_file_case_id_points_case_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."points_case"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "points_case_file" ADD CONSTRAINT "points_case_file_file_id_stored_file_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."stored_file"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "points_order" ADD CONSTRAINT "points_order_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "points_order" ADD CONSTRAINT "points_order_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "points_order" ADD CONSTRAINT "points_order_goods_id_points_goods_id_fk" FOREIGN KEY ("goods_id") REFERENCES "public"."points_goods"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "points_parcel" ADD CONSTRAINT "points_parcel_order_no_points_order_no_fk" FOREIGN KEY ("order_no") REFERENCES "public"."points_order"("no") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "points_parcel_event" ADD CONSTRAINT "points_parcel_event_parcel_id_points_parcel_id_fk" FOREIGN KEY ("parcel_id") REFERENCES "public"."points_parcel"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "points_case_open" ON "points_case" USING btree ("order_no") WHERE state = 'asked';--> statement-breakpoint
CREATE INDEX "points_case_order" ON "points_case" USING btree ("order_no","id");--> statement-breakpoint
CREATE INDEX "points_case_file_file" ON "points_case_file" USING btree ("file_id");--> statement-breakpoint
CREATE INDEX "points_goods_shown" ON "points_goods" USING btree ("is_on","sort","id");--> statement-breakpoint
CREATE INDEX "points_order_company" ON "points_order" USING btree ("company_id","created_at","no");--> statement-breakpoint
CREATE INDEX "points_order_limit" ON "points_order" USING btree ("company_id","goods_id","created_at");--> statement-breakpoint
CREATE INDEX "points_order_money" ON "points_order" USING btree ("company_id","user_id","created_at") WHERE money > 0;--> statement-breakpoint
CREATE INDEX "points_order_receive" ON "points_order" USING btree ("receive_by") WHERE status = 'shipped';--> statement-breakpoint
CREATE INDEX "points_order_address" ON "points_order" USING btree ("address_until") WHERE status = 'to_address';--> statement-breakpoint
CREATE INDEX "points_order_made" ON "points_order" USING btree ("created_at","no");--> statement-breakpoint
CREATE INDEX "points_parcel_tracking_no" ON "points_parcel" USING btree ("tracking_no");--> statement-breakpoint
CREATE INDEX "points_parcel_ask" ON "points_parcel" USING btree ("ask_at");--> statement-breakpoint
ALTER TABLE "wallet_ledger" ADD CONSTRAINT "wallet_ledger_use_type_known" CHECK ("wallet_ledger"."use_type" in ('top_up', 'pay', 'refund', 'rebate', 'cashback', 'adjust', 'mall'));
--> statement-breakpoint
-- Pages of the mall follow what is offered; of stock and sales a sell-out and its end alone.
CREATE FUNCTION public.announce_mall_changes() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  PERFORM 1 FROM new_rows n JOIN old_rows o ON o.id = n.id
    WHERE to_jsonb(n) - '{stock,sold}'::text[] <> to_jsonb(o) - '{stock,sold}'::text[] OR (n.stock = 0) <> (o.stock = 0)
    LIMIT 1;
  IF FOUND THEN
    PERFORM pg_notify('pages_changed', 'mall');
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER points_goods_announce_delete AFTER DELETE ON public.points_goods REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.announce_rows('pages_changed', 'mall');
--> statement-breakpoint
CREATE TRIGGER points_goods_announce_insert AFTER INSERT ON public.points_goods REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.announce_rows('pages_changed', 'mall');
--> statement-breakpoint
CREATE TRIGGER points_goods_announce_truncate AFTER TRUNCATE ON public.points_goods FOR EACH STATEMENT EXECUTE FUNCTION public.announce_rows('pages_changed', 'mall');
--> statement-breakpoint
CREATE TRIGGER points_goods_announce_update AFTER UPDATE ON public.points_goods REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.announce_mall_changes();
--> statement-breakpoint
-- The money part of an exchange is the platform's, and comes back from it.
CREATE OR REPLACE FUNCTION public.book_wallet_entry() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
  -- Money that came or goes back by a payment; else it is the platform's own doing.
  is_paid boolean := NEW.use_type IN ('pay', 'refund')
    OR NEW.use_type = 'top_up' AND EXISTS (SELECT 1 FROM payment WHERE no = split_part(NEW.ref, ':', 1));
BEGIN
  PERFORM book('wallet', NEW.id::text,
    CASE WHEN is_paid THEN 'transit' ELSE 'platform' END,
    CASE WHEN is_paid THEN '' WHEN NEW.use_type IN ('rebate', 'cashback') THEN 'rewards'
      WHEN NEW.use_type = 'mall' THEN 'mall' ELSE 'corrections' END,
    'buyer', NEW.company_id::text, NEW.amount, NEW.created_at);
  RETURN NULL;
END $$;
