CREATE TABLE "live_segment" (
	"room_id" integer NOT NULL,
	"seq" integer NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"ms" integer NOT NULL,
	"run" integer NOT NULL,
	"name" text NOT NULL,
	"bytes" bigint NOT NULL,
	CONSTRAINT "live_segment_room_id_seq_pk" PRIMARY KEY("room_id","seq"),
	CONSTRAINT "live_segment_positive" CHECK ("live_segment"."seq" > 0 and "live_segment"."ms" > 0 and "live_segment"."run" > 0 and "live_segment"."bytes" > 0)
);
--> statement-breakpoint
ALTER TABLE "live_segment" ADD CONSTRAINT "live_segment_room_id_live_room_id_fk" FOREIGN KEY ("room_id") REFERENCES "public"."live_room"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "live_segment_times" ON "live_segment" USING btree ("room_id","at");