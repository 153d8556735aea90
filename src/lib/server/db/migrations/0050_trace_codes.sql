CREATE TABLE "trace_code" (
	"code" text PRIMARY KEY NOT NULL,
	"shipment_id" integer NOT NULL,
	"order_line_id" integer NOT NULL,
	"lot_no" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "trace_code" ADD CONSTRAINT "trace_code_shipment_id_shipment_id_fk" FOREIGN KEY ("shipment_id") REFERENCES "public"."shipment"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trace_code" ADD CONSTRAINT "trace_code_order_line_id_order_line_id_fk" FOREIGN KEY ("order_line_id") REFERENCES "public"."order_line"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "trace_code_line" ON "trace_code" USING btree ("order_line_id","lot_no");--> statement-breakpoint
-- Until now a code was compared with those of its own parcel or file only: of one that was sent twice the newest parcel has
-- it. What each parcel carried stays written in its lots.
INSERT INTO trace_code (code, shipment_id, order_line_id, lot_no)
SELECT DISTINCT ON (c.code) c.code, l.shipment_id, l.order_line_id, l.lot_no
FROM shipment_lot l CROSS JOIN unnest(l.trace_codes) AS c(code)
ORDER BY c.code, l.id DESC;
