CREATE TABLE "live_caption" (
	"room_id" integer PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"cues" jsonb NOT NULL,
	"staff_id" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "live_caption" ADD CONSTRAINT "live_caption_room_id_live_room_id_fk" FOREIGN KEY ("room_id") REFERENCES "public"."live_room"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "live_caption" ADD CONSTRAINT "live_caption_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;