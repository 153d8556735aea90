CREATE TABLE "paper_calendar" (
	"user_id" text NOT NULL,
	"company_id" integer NOT NULL,
	"token_hash" text,
	"version" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "paper_calendar_user_id_company_id_pk" PRIMARY KEY("user_id","company_id"),
	CONSTRAINT "paper_calendar_tokenHash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "text_choice" (
	"user_id" text NOT NULL,
	"kind" text NOT NULL,
	"is_on" boolean NOT NULL,
	CONSTRAINT "text_choice_user_id_kind_pk" PRIMARY KEY("user_id","kind"),
	CONSTRAINT "text_choice_kind_known" CHECK ("text_choice"."kind" in ('shipment', 'refund', 'paper', 'company'))
);
--> statement-breakpoint
CREATE TABLE "text_message" (
	"message_id" integer NOT NULL,
	"user_id" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "text_message_message_id_user_id_pk" PRIMARY KEY("message_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "paper_calendar" ADD CONSTRAINT "paper_calendar_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "paper_calendar" ADD CONSTRAINT "paper_calendar_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "text_choice" ADD CONSTRAINT "text_choice_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "text_message" ADD CONSTRAINT "text_message_message_id_message_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."message"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "text_message" ADD CONSTRAINT "text_message_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "text_message_created" ON "text_message" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "text_message_user" ON "text_message" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "message_created" ON "message" USING btree ("created_at");