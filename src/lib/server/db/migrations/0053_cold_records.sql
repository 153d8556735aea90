CREATE TABLE "cold_record" (
	"shipment_id" integer PRIMARY KEY NOT NULL,
	"sent_tenths" smallint,
	"cooler" text DEFAULT '' NOT NULL,
	"recorder" text DEFAULT '' NOT NULL,
	"arrived_tenths" smallint,
	"arrived_at" timestamp with time zone,
	"arrived_by" text,
	CONSTRAINT "cold_record_degrees" CHECK ("cold_record"."sent_tenths" between -800 and 300 and "cold_record"."arrived_tenths" between -800 and 300),
	CONSTRAINT "cold_record_arrived_by" CHECK (num_nonnulls("cold_record"."arrived_tenths", "cold_record"."arrived_at", "cold_record"."arrived_by") in (0, 3))
);
--> statement-breakpoint
ALTER TABLE "cold_record" ADD CONSTRAINT "cold_record_shipment_id_shipment_id_fk" FOREIGN KEY ("shipment_id") REFERENCES "public"."shipment"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cold_record" ADD CONSTRAINT "cold_record_arrived_by_user_id_fk" FOREIGN KEY ("arrived_by") REFERENCES "public"."user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- Until now a record was a line of the parcel's way, which stays: its temperature, and what somebody wrote behind it.
INSERT INTO cold_record (shipment_id, sent_tenths, cooler)
SELECT DISTINCT ON (s.id) s.id,
  round(substring(e.text from '^冷链发货：启运温度(-?[0-9]{1,2}\.[0-9])℃')::numeric * 10)::smallint,
  coalesce(substring(e.text from '^冷链发货：启运温度[^，]*，(.*)$'), '')
FROM shipment s JOIN shipment_event e ON e.shipment_id = s.id AND e.state IS NULL AND e.text LIKE '冷链发货：启运温度%'
ORDER BY s.id, e.id;
