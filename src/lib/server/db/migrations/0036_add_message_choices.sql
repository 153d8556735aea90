CREATE TABLE "message_mute" (
	"user_id" text NOT NULL,
	"kind" text NOT NULL,
	CONSTRAINT "message_mute_user_id_kind_pk" PRIMARY KEY("user_id","kind"),
	CONSTRAINT "message_mute_kind_known" CHECK ("message_mute"."kind" in ('points', 'replenish', 'stock', 'price', 'controlled', 'wanted', 'feedback', 'chat'))
);
--> statement-breakpoint
ALTER TABLE "text_choice" DROP CONSTRAINT "text_choice_kind_known";--> statement-breakpoint
ALTER TABLE "message" ADD COLUMN "user_id" text;--> statement-breakpoint
ALTER TABLE "message_mute" ADD CONSTRAINT "message_mute_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message" ADD CONSTRAINT "message_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "message_user" ON "message" USING btree ("user_id") WHERE "message"."user_id" is not null;--> statement-breakpoint
ALTER TABLE "text_choice" ADD CONSTRAINT "text_choice_kind_known" CHECK ("text_choice"."kind" in ('shipment', 'refund', 'paper', 'company', 'contract', 'approval'));