CREATE TABLE "tracking" (
	"shipment_id" integer PRIMARY KEY NOT NULL,
	"state" text DEFAULT 'sent' NOT NULL,
	"moved_at" timestamp with time zone NOT NULL,
	"provider" text,
	"code" text,
	"ask_at" timestamp with time zone,
	CONSTRAINT "tracking_state_known" CHECK ("tracking"."state" in ('sent', 'taken', 'moving', 'delivering', 'signed', 'returned', 'trouble'))
);
--> statement-breakpoint
ALTER TABLE "order" ADD COLUMN "hurried_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "shipment_event" ADD COLUMN "state" text;--> statement-breakpoint
ALTER TABLE "tracking" ADD CONSTRAINT "tracking_shipment_id_shipment_id_fk" FOREIGN KEY ("shipment_id") REFERENCES "public"."shipment"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "tracking_ask" ON "tracking" USING btree ("ask_at");--> statement-breakpoint
CREATE INDEX "shipment_tracking_no" ON "shipment" USING btree ("tracking_no");--> statement-breakpoint
-- What was written twice stays once.
DELETE FROM "shipment_event" a USING "shipment_event" b
  WHERE a."shipment_id" = b."shipment_id" AND a."at" = b."at" AND a."text" = b."text" AND a."id" > b."id";--> statement-breakpoint
ALTER TABLE "shipment_event" ADD CONSTRAINT "shipment_event_once" UNIQUE("shipment_id","at","text");--> statement-breakpoint
ALTER TABLE "shipment_event" ADD CONSTRAINT "shipment_event_state_known" CHECK ("shipment_event"."state" in ('sent', 'taken', 'moving', 'delivering', 'signed', 'returned', 'trouble'));--> statement-breakpoint
-- Parcels on their way are followed from now on.
INSERT INTO "tracking" ("shipment_id", "moved_at", "ask_at")
  SELECT s."id", s."shipped_at", s."shipped_at" FROM "shipment" s JOIN "order" o ON o."no" = s."order_no"
  WHERE o."status" IN ('part_shipped', 'to_receive');
--> statement-breakpoint
CREATE TRIGGER shipment_event_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON shipment_event
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting();
