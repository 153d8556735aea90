CREATE TABLE "feedback_file" (
	"feedback_id" integer NOT NULL,
	"position" smallint NOT NULL,
	"file_id" integer NOT NULL,
	CONSTRAINT "feedback_file_feedback_id_position_pk" PRIMARY KEY("feedback_id","position")
);
--> statement-breakpoint
ALTER TABLE "feedback_file" ADD CONSTRAINT "feedback_file_feedback_id_feedback_id_fk" FOREIGN KEY ("feedback_id") REFERENCES "public"."feedback"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feedback_file" ADD CONSTRAINT "feedback_file_file_id_stored_file_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."stored_file"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "feedback_file_file" ON "feedback_file" USING btree ("file_id");