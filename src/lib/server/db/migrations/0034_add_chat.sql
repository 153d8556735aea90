CREATE TABLE "chat_event" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"xid" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	"talk_id" integer NOT NULL,
	"company_id" integer NOT NULL,
	"merchant_id" integer,
	"is_escalated" boolean DEFAULT false NOT NULL,
	"what" text NOT NULL,
	"seq" integer DEFAULT 0 NOT NULL,
	"side" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "chat_event_what_known" CHECK ("chat_event"."what" in ('message', 'change', 'read', 'state')),
	CONSTRAINT "chat_event_side_known" CHECK ("chat_event"."side" in ('buyer', 'staff')),
	CONSTRAINT "chat_event_not_negative" CHECK ("chat_event"."seq" >= 0)
);
--> statement-breakpoint
CREATE TABLE "chat_file" (
	"talk_id" integer NOT NULL,
	"seq" integer NOT NULL,
	"position" smallint NOT NULL,
	"file_id" integer NOT NULL,
	CONSTRAINT "chat_file_talk_id_seq_position_pk" PRIMARY KEY("talk_id","seq","position")
);
--> statement-breakpoint
CREATE TABLE "chat_inquiry" (
	"id" serial PRIMARY KEY NOT NULL,
	"talk_id" integer NOT NULL,
	"from_seq" integer NOT NULL,
	"opened_at" timestamp with time zone NOT NULL,
	"staff_id" integer,
	"assigned_at" timestamp with time zone,
	"waits_since" timestamp with time zone,
	"returns_at" timestamp with time zone,
	"returned" smallint DEFAULT 0 NOT NULL,
	"answered_at" timestamp with time zone,
	"answered_by" integer,
	"closed_at" timestamp with time zone,
	"closed_by" integer,
	"stars" smallint,
	"rating" text DEFAULT '' NOT NULL,
	"rated_at" timestamp with time zone,
	"escalated_at" timestamp with time zone,
	"escalation" text DEFAULT '' NOT NULL,
	CONSTRAINT "chat_inquiry_not_negative" CHECK ("chat_inquiry"."returned" >= 0),
	CONSTRAINT "chat_inquiry_stars" CHECK ("chat_inquiry"."stars" between 1 and 5 and ("chat_inquiry"."stars" is null) = ("chat_inquiry"."rated_at" is null)),
	CONSTRAINT "chat_inquiry_assigned" CHECK (("chat_inquiry"."staff_id" is null) = ("chat_inquiry"."assigned_at" is null)),
	CONSTRAINT "chat_inquiry_answered" CHECK (("chat_inquiry"."answered_at" is null) = ("chat_inquiry"."answered_by" is null)),
	CONSTRAINT "chat_inquiry_over" CHECK ("chat_inquiry"."closed_at" is null or ("chat_inquiry"."waits_since" is null and "chat_inquiry"."returns_at" is null))
);
--> statement-breakpoint
CREATE TABLE "chat_message" (
	"talk_id" integer NOT NULL,
	"seq" integer NOT NULL,
	"sender" text NOT NULL,
	"user_id" text,
	"staff_id" integer,
	"name" text NOT NULL,
	"client_id" text NOT NULL,
	"text" text NOT NULL,
	"original" text DEFAULT '' NOT NULL,
	"card_kind" text,
	"card_ref" text,
	"quote_seq" integer,
	"state" text DEFAULT 'sent' NOT NULL,
	"recalled_at" timestamp with time zone,
	"reviewed_by" integer,
	"reviewed_at" timestamp with time zone,
	"source_title" text DEFAULT '' NOT NULL,
	"source_link" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "chat_message_talk_id_seq_pk" PRIMARY KEY("talk_id","seq"),
	CONSTRAINT "chat_message_sender_known" CHECK ("chat_message"."sender" in ('buyer', 'staff', 'auto', 'system')),
	CONSTRAINT "chat_message_state_known" CHECK ("chat_message"."state" in ('sent', 'recalled', 'held', 'refused')),
	CONSTRAINT "chat_message_card_kind_known" CHECK ("chat_message"."card_kind" in ('goods', 'order', 'invoice', 'lot', 'coupon', 'aftersale')),
	CONSTRAINT "chat_message_seq" CHECK ("chat_message"."seq" > 0 and "chat_message"."quote_seq" > 0 and "chat_message"."quote_seq" < "chat_message"."seq"),
	CONSTRAINT "chat_message_author" CHECK (("chat_message"."sender" = 'buyer') = ("chat_message"."user_id" is not null) and ("chat_message"."sender" = 'staff') = ("chat_message"."staff_id" is not null)),
	CONSTRAINT "chat_message_card" CHECK (("chat_message"."card_kind" is null) = ("chat_message"."card_ref" is null)),
	CONSTRAINT "chat_message_recalled" CHECK (("chat_message"."state" = 'recalled') = ("chat_message"."recalled_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "chat_read" (
	"talk_id" integer NOT NULL,
	"user_id" text NOT NULL,
	"seq" integer NOT NULL,
	CONSTRAINT "chat_read_talk_id_user_id_pk" PRIMARY KEY("talk_id","user_id"),
	CONSTRAINT "chat_read_not_negative" CHECK ("chat_read"."seq" >= 0)
);
--> statement-breakpoint
CREATE TABLE "chat_staff_read" (
	"talk_id" integer NOT NULL,
	"staff_id" integer NOT NULL,
	"seq" integer NOT NULL,
	CONSTRAINT "chat_staff_read_talk_id_staff_id_pk" PRIMARY KEY("talk_id","staff_id"),
	CONSTRAINT "chat_staff_read_not_negative" CHECK ("chat_staff_read"."seq" >= 0)
);
--> statement-breakpoint
CREATE TABLE "chat_talk" (
	"id" serial PRIMARY KEY NOT NULL,
	"company_id" integer NOT NULL,
	"merchant_id" integer,
	"last_seq" integer DEFAULT 0 NOT NULL,
	"last_at" timestamp with time zone,
	"inquiry_id" integer,
	"is_escalated" boolean DEFAULT false NOT NULL,
	"told_seq" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "chat_talk_not_negative" CHECK ("chat_talk"."last_seq" >= 0 and "chat_talk"."told_seq" >= 0),
	CONSTRAINT "chat_talk_told_of_written" CHECK ("chat_talk"."told_seq" <= "chat_talk"."last_seq")
);
--> statement-breakpoint
CREATE TABLE "chat_canned" (
	"id" serial PRIMARY KEY NOT NULL,
	"merchant_id" integer,
	"staff_id" integer,
	"shortcut" text NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "chat_duty" (
	"staff_id" integer PRIMARY KEY NOT NULL,
	"is_on" boolean NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	"assigned_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "chat_token_use" (
	"nonce" text PRIMARY KEY NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "chat_word" (
	"id" serial PRIMARY KEY NOT NULL,
	"word" text NOT NULL,
	"folded" text NOT NULL,
	"action" text NOT NULL,
	"made_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "chat_word_folded_unique" UNIQUE("folded"),
	CONSTRAINT "chat_word_action_known" CHECK ("chat_word"."action" in ('mask', 'hold')),
	CONSTRAINT "chat_word_compared" CHECK ("chat_word"."folded" <> '')
);
--> statement-breakpoint
ALTER TABLE "stored_file" ADD COLUMN "for_talk" integer;--> statement-breakpoint
ALTER TABLE "chat_file" ADD CONSTRAINT "chat_file_file_id_stored_file_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."stored_file"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_file" ADD CONSTRAINT "chat_file_talk_id_seq_chat_message_talk_id_seq_fk" FOREIGN KEY ("talk_id","seq") REFERENCES "public"."chat_message"("talk_id","seq") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_inquiry" ADD CONSTRAINT "chat_inquiry_talk_id_chat_talk_id_fk" FOREIGN KEY ("talk_id") REFERENCES "public"."chat_talk"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_inquiry" ADD CONSTRAINT "chat_inquiry_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_inquiry" ADD CONSTRAINT "chat_inquiry_answered_by_staff_id_fk" FOREIGN KEY ("answered_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_inquiry" ADD CONSTRAINT "chat_inquiry_closed_by_staff_id_fk" FOREIGN KEY ("closed_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_message" ADD CONSTRAINT "chat_message_talk_id_chat_talk_id_fk" FOREIGN KEY ("talk_id") REFERENCES "public"."chat_talk"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_message" ADD CONSTRAINT "chat_message_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_message" ADD CONSTRAINT "chat_message_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_message" ADD CONSTRAINT "chat_message_reviewed_by_staff_id_fk" FOREIGN KEY ("reviewed_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_read" ADD CONSTRAINT "chat_read_talk_id_chat_talk_id_fk" FOREIGN KEY ("talk_id") REFERENCES "public"."chat_talk"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_read" ADD CONSTRAINT "chat_read_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_staff_read" ADD CONSTRAINT "chat_staff_read_talk_id_chat_talk_id_fk" FOREIGN KEY ("talk_id") REFERENCES "public"."chat_talk"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_staff_read" ADD CONSTRAINT "chat_staff_read_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_talk" ADD CONSTRAINT "chat_talk_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_talk" ADD CONSTRAINT "chat_talk_merchant_id_merchant_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_talk" ADD CONSTRAINT "chat_talk_inquiry_id_chat_inquiry_id_fk" FOREIGN KEY ("inquiry_id") REFERENCES "public"."chat_inquiry"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_canned" ADD CONSTRAINT "chat_canned_merchant_id_merchant_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_canned" ADD CONSTRAINT "chat_canned_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_duty" ADD CONSTRAINT "chat_duty_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "chat_event_position" ON "chat_event" USING btree ("xid","id");--> statement-breakpoint
CREATE INDEX "chat_event_age" ON "chat_event" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "chat_file_file" ON "chat_file" USING btree ("file_id");--> statement-breakpoint
CREATE UNIQUE INDEX "chat_inquiry_open" ON "chat_inquiry" USING btree ("talk_id") WHERE closed_at is null;--> statement-breakpoint
CREATE INDEX "chat_inquiry_talk" ON "chat_inquiry" USING btree ("talk_id","id");--> statement-breakpoint
CREATE INDEX "chat_inquiry_staff" ON "chat_inquiry" USING btree ("staff_id") WHERE closed_at is null;--> statement-breakpoint
CREATE INDEX "chat_inquiry_returns" ON "chat_inquiry" USING btree ("returns_at") WHERE returns_at is not null;--> statement-breakpoint
CREATE INDEX "chat_inquiry_waits" ON "chat_inquiry" USING btree ("opened_at") WHERE closed_at is null and staff_id is null;--> statement-breakpoint
CREATE INDEX "chat_inquiry_opened" ON "chat_inquiry" USING btree ("opened_at");--> statement-breakpoint
CREATE UNIQUE INDEX "chat_message_once_user" ON "chat_message" USING btree ("talk_id","user_id","client_id") WHERE user_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "chat_message_once_staff" ON "chat_message" USING btree ("talk_id","staff_id","client_id") WHERE staff_id is not null;--> statement-breakpoint
CREATE INDEX "chat_message_user" ON "chat_message" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "chat_message_staff" ON "chat_message" USING btree ("staff_id","created_at");--> statement-breakpoint
CREATE INDEX "chat_message_held" ON "chat_message" USING btree ("created_at") WHERE state = 'held';--> statement-breakpoint
CREATE INDEX "chat_read_user" ON "chat_read" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "chat_talk_once" ON "chat_talk" USING btree ("company_id",coalesce("merchant_id", 0));--> statement-breakpoint
CREATE INDEX "chat_talk_merchant" ON "chat_talk" USING btree ("merchant_id","last_at");--> statement-breakpoint
CREATE UNIQUE INDEX "chat_canned_once" ON "chat_canned" USING btree (coalesce("merchant_id", 0),coalesce("staff_id", 0),"shortcut");--> statement-breakpoint
CREATE INDEX "chat_token_use_age" ON "chat_token_use" USING btree ("expires_at");