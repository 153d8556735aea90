CREATE TABLE "flow_break" (
	"id" serial PRIMARY KEY NOT NULL,
	"order_no" text NOT NULL,
	"cause" text NOT NULL,
	"about" text NOT NULL,
	"wanted" bigint NOT NULL,
	"found" bigint NOT NULL,
	"found_at" timestamp with time zone NOT NULL,
	"closed_at" timestamp with time zone,
	"note" text,
	"noted_by" text,
	"noted_at" timestamp with time zone,
	CONSTRAINT "flow_break_once" UNIQUE("order_no","cause","about"),
	CONSTRAINT "flow_break_cause_known" CHECK ("flow_break"."cause" in ('over_invoiced', 'not_red', 'over_red', 'pieces', 'invoice_sum', 'invoice_party', 'lots', 'lines', 'line_refunds', 'booked_sale', 'booked_refund', 'came', 'given_back', 'sealed', 'sealed_pieces', 'sealed_party', 'leaf')),
	CONSTRAINT "flow_break_noted" CHECK (num_nonnulls("flow_break"."note", "flow_break"."noted_by", "flow_break"."noted_at") in (0, 3))
);
--> statement-breakpoint
CREATE TABLE "flow_day" (
	"day" date PRIMARY KEY NOT NULL,
	"root" text,
	"leaves" integer DEFAULT 0 NOT NULL,
	"checked" integer DEFAULT 0 NOT NULL,
	"cursor_no" text DEFAULT '' NOT NULL,
	"begun_at" timestamp with time zone DEFAULT now() NOT NULL,
	"published_at" timestamp with time zone,
	"audited_at" timestamp with time zone,
	CONSTRAINT "flow_day_not_negative" CHECK ("flow_day"."leaves" >= 0 and "flow_day"."checked" >= 0),
	CONSTRAINT "flow_day_root" CHECK ("flow_day"."root" ~ '^[0-9a-f]{64}$'),
	CONSTRAINT "flow_day_published" CHECK (num_nonnulls("flow_day"."root", "flow_day"."published_at") in (0, 2))
);
--> statement-breakpoint
CREATE TABLE "flow_leaf" (
	"day" date NOT NULL,
	"at" integer NOT NULL,
	"order_no" text NOT NULL,
	"salt" text NOT NULL,
	"body" text NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "flow_leaf_day_at_pk" PRIMARY KEY("day","at"),
	CONSTRAINT "flow_leaf_once" UNIQUE("order_no","day"),
	CONSTRAINT "flow_leaf_not_negative" CHECK ("flow_leaf"."at" >= 0),
	CONSTRAINT "flow_leaf_hex" CHECK ("flow_leaf"."salt" ~ '^[0-9a-f]{32}$' and "flow_leaf"."hash" ~ '^[0-9a-f]{64}$')
);
--> statement-breakpoint
ALTER TABLE "flow_break" ADD CONSTRAINT "flow_break_order_no_order_no_fk" FOREIGN KEY ("order_no") REFERENCES "public"."order"("no") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "flow_leaf" ADD CONSTRAINT "flow_leaf_day_flow_day_day_fk" FOREIGN KEY ("day") REFERENCES "public"."flow_day"("day") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "flow_leaf" ADD CONSTRAINT "flow_leaf_order_no_order_no_fk" FOREIGN KEY ("order_no") REFERENCES "public"."order"("no") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "flow_break_open" ON "flow_break" USING btree ("found_at") WHERE closed_at is null;--> statement-breakpoint
CREATE INDEX "booking_refund" ON "booking" USING btree ((split_part(ref, ':', 1))) WHERE cause = 'refund';--> statement-breakpoint
CREATE INDEX "shipment_lot_shipment" ON "shipment_lot" USING btree ("shipment_id");--> statement-breakpoint
CREATE TRIGGER flow_leaf_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.flow_leaf FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_rewriting();
