CREATE TABLE "after_sale" (
	"id" serial PRIMARY KEY NOT NULL,
	"order_no" text NOT NULL,
	"company_id" integer NOT NULL,
	"merchant_id" integer NOT NULL,
	"user_id" text NOT NULL,
	"stage" text NOT NULL,
	"kind" text NOT NULL,
	"state" text DEFAULT 'reviewing' NOT NULL,
	"reasons" text[] NOT NULL,
	"amount" bigint DEFAULT 0 NOT NULL,
	"refunded" bigint,
	"refund_nos" text[] DEFAULT '{}' NOT NULL,
	"due_at" timestamp with time zone,
	"is_escalated" boolean DEFAULT false NOT NULL,
	"appealed_at" timestamp with time zone,
	"carrier" text DEFAULT '' NOT NULL,
	"tracking_no" text DEFAULT '' NOT NULL,
	"arrived_at" timestamp with time zone,
	"ended_by" text,
	"ended_at" timestamp with time zone,
	"token" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "after_sale_once" UNIQUE("company_id","token"),
	CONSTRAINT "after_sale_stage_known" CHECK ("after_sale"."stage" in ('unsent', 'received')),
	CONSTRAINT "after_sale_kind_known" CHECK ("after_sale"."kind" in ('return_refund', 'refund_only', 'exchange', 'damage', 'papers')),
	CONSTRAINT "after_sale_state_known" CHECK ("after_sale"."state" in ('reviewing', 'to_return', 'to_inspect', 'refunding', 'completed', 'rejected', 'withdrawn')),
	CONSTRAINT "after_sale_ended_by_known" CHECK ("after_sale"."ended_by" in ('buyer', 'merchant', 'platform', 'system')),
	CONSTRAINT "after_sale_not_negative" CHECK ("after_sale"."amount" >= 0 and "after_sale"."refunded" >= 0)
);
--> statement-breakpoint
CREATE TABLE "after_sale_file" (
	"note_id" integer NOT NULL,
	"position" smallint NOT NULL,
	"file_id" integer NOT NULL,
	CONSTRAINT "after_sale_file_note_id_position_pk" PRIMARY KEY("note_id","position")
);
--> statement-breakpoint
CREATE TABLE "after_sale_line" (
	"after_sale_id" integer NOT NULL,
	"order_line_id" integer NOT NULL,
	"lot_no" text NOT NULL,
	"pieces" integer NOT NULL,
	CONSTRAINT "after_sale_line_after_sale_id_order_line_id_lot_no_pk" PRIMARY KEY("after_sale_id","order_line_id","lot_no"),
	CONSTRAINT "after_sale_line_pieces" CHECK ("after_sale_line"."pieces" > 0)
);
--> statement-breakpoint
CREATE TABLE "after_sale_note" (
	"id" serial PRIMARY KEY NOT NULL,
	"after_sale_id" integer NOT NULL,
	"side" text NOT NULL,
	"actor_id" text NOT NULL,
	"act" text NOT NULL,
	"text" text NOT NULL,
	"token" text,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "after_sale_note_once" UNIQUE("after_sale_id","token"),
	CONSTRAINT "after_sale_note_side_known" CHECK ("after_sale_note"."side" in ('buyer', 'merchant', 'platform', 'system'))
);
--> statement-breakpoint
ALTER TABLE "after_sale" ADD CONSTRAINT "after_sale_order_no_order_no_fk" FOREIGN KEY ("order_no") REFERENCES "public"."order"("no") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "after_sale" ADD CONSTRAINT "after_sale_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "after_sale" ADD CONSTRAINT "after_sale_merchant_id_merchant_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "after_sale" ADD CONSTRAINT "after_sale_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "after_sale_file" ADD CONSTRAINT "after_sale_file_note_id_after_sale_note_id_fk" FOREIGN KEY ("note_id") REFERENCES "public"."after_sale_note"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "after_sale_file" ADD CONSTRAINT "after_sale_file_file_id_stored_file_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."stored_file"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "after_sale_line" ADD CONSTRAINT "after_sale_line_after_sale_id_after_sale_id_fk" FOREIGN KEY ("after_sale_id") REFERENCES "public"."after_sale"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "after_sale_line" ADD CONSTRAINT "after_sale_line_order_line_id_order_line_id_fk" FOREIGN KEY ("order_line_id") REFERENCES "public"."order_line"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "after_sale_note" ADD CONSTRAINT "after_sale_note_after_sale_id_after_sale_id_fk" FOREIGN KEY ("after_sale_id") REFERENCES "public"."after_sale"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "after_sale_company" ON "after_sale" USING btree ("company_id","id");--> statement-breakpoint
CREATE INDEX "after_sale_order" ON "after_sale" USING btree ("order_no");--> statement-breakpoint
CREATE INDEX "after_sale_merchant" ON "after_sale" USING btree ("merchant_id","state");--> statement-breakpoint
CREATE INDEX "after_sale_due" ON "after_sale" USING btree ("due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "after_sale_refunding" ON "after_sale" USING btree ("id") WHERE state = 'refunding';--> statement-breakpoint
CREATE INDEX "after_sale_file_file" ON "after_sale_file" USING btree ("file_id");--> statement-breakpoint
CREATE INDEX "after_sale_line_line" ON "after_sale_line" USING btree ("order_line_id");--> statement-breakpoint
CREATE INDEX "after_sale_note_case" ON "after_sale_note" USING btree ("after_sale_id","id");