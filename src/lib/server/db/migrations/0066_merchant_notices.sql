CREATE TABLE "duty_phone" (
	"merchant_id" integer PRIMARY KEY NOT NULL,
	"phone" text NOT NULL,
	"kinds" text[] NOT NULL,
	"from_hour" smallint NOT NULL,
	"to_hour" smallint NOT NULL,
	"texted_at" timestamp with time zone,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "duty_phone_hours" CHECK (0 <= "duty_phone"."from_hour" and "duty_phone"."from_hour" < "duty_phone"."to_hour" and "duty_phone"."to_hour" <= 24)
);
--> statement-breakpoint
CREATE TABLE "merchant_notice" (
	"id" serial PRIMARY KEY NOT NULL,
	"merchant_id" integer NOT NULL,
	"kind" text NOT NULL,
	"title" text NOT NULL,
	"body" text NOT NULL,
	"link" text DEFAULT '' NOT NULL,
	"ref" text NOT NULL,
	"texted_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "merchant_notice_once" UNIQUE("merchant_id","ref")
);
--> statement-breakpoint
CREATE TABLE "merchant_notice_read" (
	"notice_id" integer NOT NULL,
	"staff_id" integer NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "merchant_notice_read_notice_id_staff_id_pk" PRIMARY KEY("notice_id","staff_id")
);
--> statement-breakpoint
CREATE TABLE "order_event_file" (
	"order_no" text NOT NULL,
	"event_id" integer NOT NULL,
	"position" smallint NOT NULL,
	"file_id" integer NOT NULL,
	CONSTRAINT "order_event_file_event_id_position_pk" PRIMARY KEY("event_id","position")
);
--> statement-breakpoint
ALTER TABLE "stored_file" ADD COLUMN "for_order" text;--> statement-breakpoint
ALTER TABLE "duty_phone" ADD CONSTRAINT "duty_phone_merchant_id_merchant_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "merchant_notice" ADD CONSTRAINT "merchant_notice_merchant_id_merchant_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "merchant_notice_read" ADD CONSTRAINT "merchant_notice_read_notice_id_merchant_notice_id_fk" FOREIGN KEY ("notice_id") REFERENCES "public"."merchant_notice"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "merchant_notice_read" ADD CONSTRAINT "merchant_notice_read_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_event_file" ADD CONSTRAINT "order_event_file_order_no_order_no_fk" FOREIGN KEY ("order_no") REFERENCES "public"."order"("no") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_event_file" ADD CONSTRAINT "order_event_file_file_id_stored_file_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."stored_file"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "merchant_notice_merchant" ON "merchant_notice" USING btree ("merchant_id","id");--> statement-breakpoint
CREATE INDEX "merchant_notice_created" ON "merchant_notice" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "merchant_notice_to_text" ON "merchant_notice" USING btree ("created_at") WHERE texted_at is null;--> statement-breakpoint
CREATE INDEX "merchant_notice_read_staff" ON "merchant_notice_read" USING btree ("staff_id");--> statement-breakpoint
CREATE INDEX "order_event_file_order" ON "order_event_file" USING btree ("order_no");--> statement-breakpoint
CREATE INDEX "order_event_file_file" ON "order_event_file" USING btree ("file_id");--> statement-breakpoint
CREATE INDEX "order_merchant" ON "order" USING btree ("merchant_id","created_at");--> statement-breakpoint
CREATE INDEX "payment_created" ON "payment" USING btree ("created_at");
--> statement-breakpoint
-- Open desks follow their merchant's orders, cases and notices by these announcements, which carry the merchant's id; see
-- src/lib/server/bus/channels.ts. Only what has been paid for is of a desk: placing an order announces nothing.
CREATE FUNCTION announce_desk() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('desk_events', NEW.merchant_id::text);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER order_desk AFTER UPDATE ON "order" FOR EACH ROW
  WHEN (NEW.paid_at IS NOT NULL AND (OLD.status IS DISTINCT FROM NEW.status OR OLD.deadline_at IS DISTINCT FROM NEW.deadline_at
    OR OLD.hurried_at IS DISTINCT FROM NEW.hurried_at))
  EXECUTE FUNCTION announce_desk();
--> statement-breakpoint
CREATE TRIGGER after_sale_desk_insert AFTER INSERT ON after_sale FOR EACH ROW EXECUTE FUNCTION announce_desk();
--> statement-breakpoint
CREATE TRIGGER after_sale_desk_update AFTER UPDATE ON after_sale FOR EACH ROW
  WHEN (OLD.state IS DISTINCT FROM NEW.state OR OLD.is_escalated IS DISTINCT FROM NEW.is_escalated)
  EXECUTE FUNCTION announce_desk();
--> statement-breakpoint
CREATE TRIGGER merchant_notice_desk AFTER INSERT ON merchant_notice FOR EACH ROW EXECUTE FUNCTION announce_desk();
