CREATE TABLE "code_wish" (
	"shipment_lot_id" integer PRIMARY KEY NOT NULL,
	"asked_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "code_wish" ADD CONSTRAINT "code_wish_shipment_lot_id_shipment_lot_id_fk" FOREIGN KEY ("shipment_lot_id") REFERENCES "public"."shipment_lot"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "code_wish" ADD CONSTRAINT "code_wish_asked_by_user_id_fk" FOREIGN KEY ("asked_by") REFERENCES "public"."user"("id") ON DELETE no action ON UPDATE no action;