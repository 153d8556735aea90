CREATE TABLE "goods_tax" (
	"goods_id" integer NOT NULL,
	"merchant_id" integer NOT NULL,
	"valid_from" date NOT NULL,
	"rate" smallint NOT NULL,
	"policy" text DEFAULT 'none' NOT NULL,
	"tax_code" text NOT NULL,
	"set_by" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "goods_tax_goods_id_valid_from_pk" PRIMARY KEY("goods_id","valid_from"),
	CONSTRAINT "goods_tax_policy_known" CHECK ("goods_tax"."policy" in ('none', 'simple_3', 'exempt')),
	CONSTRAINT "goods_tax_rate" CHECK ("goods_tax"."rate" in (13, 9, 6, 3, 0)),
	CONSTRAINT "goods_tax_code" CHECK ("goods_tax"."tax_code" ~ '^[0-9]{19}$'),
	CONSTRAINT "goods_tax_policy_fits" CHECK (("goods_tax"."policy" = 'exempt') = ("goods_tax"."rate" = 0) and ("goods_tax"."policy" <> 'simple_3' or "goods_tax"."rate" = 3))
);
--> statement-breakpoint
CREATE TABLE "invoice" (
	"id" serial PRIMARY KEY NOT NULL,
	"serial" text NOT NULL,
	"color" text NOT NULL,
	"blue_id" integer,
	"red_form_id" integer,
	"merchant_id" integer NOT NULL,
	"company_id" integer NOT NULL,
	"title" jsonb NOT NULL,
	"seller" jsonb NOT NULL,
	"kind" text NOT NULL,
	"form" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"number" text,
	"code" text DEFAULT '' NOT NULL,
	"issued_at" timestamp with time zone,
	"gross" bigint NOT NULL,
	"net" bigint NOT NULL,
	"tax" bigint NOT NULL,
	"provider" text NOT NULL,
	"attempt" smallint DEFAULT 1 NOT NULL,
	"next_at" timestamp with time zone,
	"fault" text DEFAULT '' NOT NULL,
	"fault_code" text DEFAULT '' NOT NULL,
	"asked_by" text NOT NULL,
	"asked_by_id" text NOT NULL,
	"user_id" text,
	"month" text,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "invoice_color_known" CHECK ("invoice"."color" in ('blue', 'red')),
	CONSTRAINT "invoice_kind_known" CHECK ("invoice"."kind" in ('special', 'ordinary')),
	CONSTRAINT "invoice_form_known" CHECK ("invoice"."form" in ('net', 'discount')),
	CONSTRAINT "invoice_state_known" CHECK ("invoice"."state" in ('waiting', 'sent', 'running', 'unsealed', 'issued', 'failed', 'void')),
	CONSTRAINT "invoice_asked_by_known" CHECK ("invoice"."asked_by" in ('buyer', 'merchant', 'auto', 'platform')),
	CONSTRAINT "invoice_foots" CHECK ("invoice"."gross" = "invoice"."net" + "invoice"."tax"),
	CONSTRAINT "invoice_signs" CHECK (case "invoice"."color" when 'red' then "invoice"."gross" < 0 and "invoice"."net" <= 0 and "invoice"."tax" <= 0 else "invoice"."gross" > 0 and "invoice"."net" >= 0 and "invoice"."tax" >= 0 end),
	CONSTRAINT "invoice_red_of_blue" CHECK (("invoice"."color" = 'red') = ("invoice"."blue_id" is not null)),
	CONSTRAINT "invoice_issued" CHECK ("invoice"."state" <> 'issued' or ("invoice"."number" is not null and "invoice"."issued_at" is not null)),
	CONSTRAINT "invoice_month" CHECK ("invoice"."month" ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
	CONSTRAINT "invoice_attempt" CHECK ("invoice"."attempt" > 0)
);
--> statement-breakpoint
CREATE TABLE "invoice_event" (
	"id" serial PRIMARY KEY NOT NULL,
	"invoice_id" integer NOT NULL,
	"actor" text NOT NULL,
	"actor_id" text NOT NULL,
	"act" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "invoice_event_actor_known" CHECK ("invoice_event"."actor" in ('buyer', 'merchant', 'platform', 'provider', 'system')),
	CONSTRAINT "invoice_event_act_known" CHECK ("invoice_event"."act" in ('asked', 'sent', 'running', 'unsealed', 'issued', 'failed', 'void', 'retried', 'entered', 'stored', 'delivered', 'red_asked', 'red_moved', 'noted')),
	CONSTRAINT "invoice_event_actor_named" CHECK ("invoice_event"."actor_id" <> '')
);
--> statement-breakpoint
CREATE TABLE "invoice_file" (
	"invoice_id" integer NOT NULL,
	"kind" text NOT NULL,
	"digest" text NOT NULL,
	"bytes" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "invoice_file_invoice_id_kind_pk" PRIMARY KEY("invoice_id","kind"),
	CONSTRAINT "invoice_file_kind_known" CHECK ("invoice_file"."kind" in ('pdf', 'ofd', 'xml')),
	CONSTRAINT "invoice_file_positive" CHECK ("invoice_file"."bytes" > 0)
);
--> statement-breakpoint
CREATE TABLE "invoice_line" (
	"invoice_id" integer NOT NULL,
	"seq" smallint NOT NULL,
	"order_no" text NOT NULL,
	"order_line_id" integer,
	"blue_seq" smallint,
	"nature" smallint NOT NULL,
	"name" text NOT NULL,
	"spec" text DEFAULT '' NOT NULL,
	"unit" text DEFAULT '' NOT NULL,
	"tax_code" text NOT NULL,
	"quantity" integer,
	"unit_price" text DEFAULT '' NOT NULL,
	"rate" smallint NOT NULL,
	"policy" text NOT NULL,
	"gross" bigint NOT NULL,
	"net" bigint NOT NULL,
	"tax" bigint NOT NULL,
	CONSTRAINT "invoice_line_invoice_id_seq_pk" PRIMARY KEY("invoice_id","seq"),
	CONSTRAINT "invoice_line_policy_known" CHECK ("invoice_line"."policy" in ('none', 'simple_3', 'exempt')),
	CONSTRAINT "invoice_line_foots" CHECK ("invoice_line"."gross" = "invoice_line"."net" + "invoice_line"."tax"),
	CONSTRAINT "invoice_line_nature" CHECK ("invoice_line"."nature" in (0, 1, 2)),
	CONSTRAINT "invoice_line_seq" CHECK ("invoice_line"."seq" > 0 and "invoice_line"."blue_seq" > 0),
	CONSTRAINT "invoice_line_discount" CHECK ("invoice_line"."nature" <> 1 or ("invoice_line"."quantity" is null and "invoice_line"."unit_price" = ''))
);
--> statement-breakpoint
CREATE TABLE "invoice_seller" (
	"merchant_id" integer PRIMARY KEY NOT NULL,
	"tax_no" text NOT NULL,
	"name" text NOT NULL,
	"bank" text DEFAULT '' NOT NULL,
	"bank_account" text DEFAULT '' NOT NULL,
	"address" text DEFAULT '' NOT NULL,
	"phone" text DEFAULT '' NOT NULL,
	"drawer" text DEFAULT '' NOT NULL,
	"provider" text DEFAULT 'manual' NOT NULL,
	"form" text DEFAULT 'net' NOT NULL,
	"auto_issue" boolean DEFAULT false NOT NULL,
	"session_until" timestamp with time zone,
	"session_checked_at" timestamp with time zone,
	"quota_total" bigint,
	"quota_used" bigint,
	"quota_checked_at" timestamp with time zone,
	"quota_alarm" bigint DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "invoice_seller_form_known" CHECK ("invoice_seller"."form" in ('net', 'discount')),
	CONSTRAINT "invoice_seller_not_negative" CHECK ("invoice_seller"."quota_total" >= 0 and "invoice_seller"."quota_used" >= 0 and "invoice_seller"."quota_alarm" >= 0)
);
--> statement-breakpoint
CREATE TABLE "invoice_title" (
	"id" serial PRIMARY KEY NOT NULL,
	"company_id" integer NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"tax_no" text NOT NULL,
	"bank" text DEFAULT '' NOT NULL,
	"bank_account" text DEFAULT '' NOT NULL,
	"address" text DEFAULT '' NOT NULL,
	"phone" text DEFAULT '' NOT NULL,
	"mail" text DEFAULT '' NOT NULL,
	"mobile" text DEFAULT '' NOT NULL,
	"is_default" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"removed_at" timestamp with time zone,
	CONSTRAINT "invoice_title_kind_known" CHECK ("invoice_title"."kind" in ('special', 'ordinary')),
	CONSTRAINT "invoice_title_named" CHECK ("invoice_title"."name" <> '' and "invoice_title"."tax_no" <> '')
);
--> statement-breakpoint
CREATE TABLE "red_form" (
	"id" serial PRIMARY KEY NOT NULL,
	"serial" text NOT NULL,
	"blue_id" integer NOT NULL,
	"reason" text NOT NULL,
	"raised_by" text NOT NULL,
	"state" text DEFAULT 'asking' NOT NULL,
	"form_no" text DEFAULT '' NOT NULL,
	"uuid" text DEFAULT '' NOT NULL,
	"gross" bigint NOT NULL,
	"net" bigint NOT NULL,
	"tax" bigint NOT NULL,
	"lines" jsonb NOT NULL,
	"red_invoice_id" integer,
	"refund_no" text,
	"fault" text DEFAULT '' NOT NULL,
	"asked_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deadline_at" timestamp with time zone,
	"next_at" timestamp with time zone,
	"closed_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "red_form_reason_known" CHECK ("red_form"."reason" in ('01', '02', '03', '04')),
	CONSTRAINT "red_form_raised_by_known" CHECK ("red_form"."raised_by" in ('seller', 'buyer')),
	CONSTRAINT "red_form_state_known" CHECK ("red_form"."state" in ('10', '11', '12', '13', 'asking', 'failed', '01', '02', '03', '04', '05', '06', '07', '08', '09')),
	CONSTRAINT "red_form_foots" CHECK ("red_form"."gross" = "red_form"."net" + "red_form"."tax" and "red_form"."gross" < 0)
);
--> statement-breakpoint
ALTER TABLE "goods_tax" ADD CONSTRAINT "goods_tax_goods_id_goods_id_fk" FOREIGN KEY ("goods_id") REFERENCES "public"."goods"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "goods_tax" ADD CONSTRAINT "goods_tax_merchant_id_merchant_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice" ADD CONSTRAINT "invoice_blue_id_invoice_id_fk" FOREIGN KEY ("blue_id") REFERENCES "public"."invoice"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice" ADD CONSTRAINT "invoice_red_form_id_red_form_id_fk" FOREIGN KEY ("red_form_id") REFERENCES "public"."red_form"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice" ADD CONSTRAINT "invoice_merchant_id_merchant_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice" ADD CONSTRAINT "invoice_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice" ADD CONSTRAINT "invoice_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_event" ADD CONSTRAINT "invoice_event_invoice_id_invoice_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoice"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_file" ADD CONSTRAINT "invoice_file_invoice_id_invoice_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoice"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_line" ADD CONSTRAINT "invoice_line_invoice_id_invoice_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoice"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_line" ADD CONSTRAINT "invoice_line_order_no_order_no_fk" FOREIGN KEY ("order_no") REFERENCES "public"."order"("no") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_line" ADD CONSTRAINT "invoice_line_order_line_id_order_line_id_fk" FOREIGN KEY ("order_line_id") REFERENCES "public"."order_line"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_seller" ADD CONSTRAINT "invoice_seller_merchant_id_merchant_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_title" ADD CONSTRAINT "invoice_title_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "red_form" ADD CONSTRAINT "red_form_blue_id_invoice_id_fk" FOREIGN KEY ("blue_id") REFERENCES "public"."invoice"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "red_form" ADD CONSTRAINT "red_form_red_invoice_id_invoice_id_fk" FOREIGN KEY ("red_invoice_id") REFERENCES "public"."invoice"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "goods_tax_merchant" ON "goods_tax" USING btree ("merchant_id","goods_id");--> statement-breakpoint
CREATE UNIQUE INDEX "invoice_serial" ON "invoice" USING btree ("serial");--> statement-breakpoint
CREATE UNIQUE INDEX "invoice_number" ON "invoice" USING btree ("number");--> statement-breakpoint
CREATE INDEX "invoice_merchant" ON "invoice" USING btree ("merchant_id","state","id");--> statement-breakpoint
CREATE INDEX "invoice_company" ON "invoice" USING btree ("company_id","created_at");--> statement-breakpoint
CREATE INDEX "invoice_blue" ON "invoice" USING btree ("blue_id");--> statement-breakpoint
CREATE INDEX "invoice_form" ON "invoice" USING btree ("red_form_id");--> statement-breakpoint
CREATE INDEX "invoice_due" ON "invoice" USING btree ("next_at") WHERE state in ('waiting', 'sent', 'running', 'unsealed');--> statement-breakpoint
CREATE INDEX "invoice_event_invoice" ON "invoice_event" USING btree ("invoice_id","id");--> statement-breakpoint
CREATE INDEX "invoice_line_sold" ON "invoice_line" USING btree ("order_line_id");--> statement-breakpoint
CREATE INDEX "invoice_line_order" ON "invoice_line" USING btree ("order_no");--> statement-breakpoint
CREATE UNIQUE INDEX "invoice_title_default" ON "invoice_title" USING btree ("company_id") WHERE is_default and removed_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "invoice_title_once" ON "invoice_title" USING btree ("company_id","kind","tax_no","name") WHERE removed_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "red_form_serial" ON "red_form" USING btree ("serial");--> statement-breakpoint
CREATE UNIQUE INDEX "red_form_open" ON "red_form" USING btree ("blue_id") WHERE closed_at is null;--> statement-breakpoint
CREATE INDEX "red_form_blue" ON "red_form" USING btree ("blue_id");--> statement-breakpoint
CREATE INDEX "red_form_invoice" ON "red_form" USING btree ("red_invoice_id");--> statement-breakpoint
CREATE INDEX "red_form_due" ON "red_form" USING btree ("next_at") WHERE closed_at is null;--> statement-breakpoint
CREATE INDEX "red_form_state" ON "red_form" USING btree ("state","id");--> statement-breakpoint
CREATE TRIGGER invoice_event_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.invoice_event FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_rewriting();
