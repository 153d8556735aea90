CREATE TABLE "live_add" (
	"room_id" integer NOT NULL,
	"company_id" integer NOT NULL,
	"goods_id" integer NOT NULL,
	"number" integer NOT NULL,
	"first_at" timestamp with time zone NOT NULL,
	CONSTRAINT "live_add_room_id_company_id_goods_id_pk" PRIMARY KEY("room_id","company_id","goods_id"),
	CONSTRAINT "live_add_positive" CHECK ("live_add"."number" > 0)
);
--> statement-breakpoint
CREATE TABLE "live_drop" (
	"coupon_id" integer PRIMARY KEY NOT NULL,
	"room_id" integer NOT NULL,
	"token" text NOT NULL,
	"staff_id" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "live_drop_once" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "live_event" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"xid" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	"room_id" integer NOT NULL,
	"kind" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"goods_id" integer,
	"coupon_id" integer,
	"question_id" integer,
	"text" text DEFAULT '' NOT NULL,
	"staff_id" integer,
	"hidden_at" timestamp with time zone,
	CONSTRAINT "live_event_kind_known" CHECK ("live_event"."kind" in ('start', 'end', 'picture', 'pin', 'unpin', 'drop', 'question', 'answer', 'notice', 'chapter'))
);
--> statement-breakpoint
CREATE TABLE "live_goods" (
	"room_id" integer NOT NULL,
	"goods_id" integer NOT NULL,
	"position" integer NOT NULL,
	"point" text DEFAULT '' NOT NULL,
	CONSTRAINT "live_goods_room_id_goods_id_pk" PRIMARY KEY("room_id","goods_id"),
	CONSTRAINT "live_goods_not_negative" CHECK ("live_goods"."position" >= 0)
);
--> statement-breakpoint
CREATE TABLE "live_question" (
	"id" serial PRIMARY KEY NOT NULL,
	"room_id" integer NOT NULL,
	"company_id" integer NOT NULL,
	"user_id" text,
	"client_id" text NOT NULL,
	"text" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"answer" text DEFAULT '' NOT NULL,
	"answered_by" integer,
	"answered_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "live_question_once" UNIQUE("room_id","company_id","client_id"),
	CONSTRAINT "live_question_state_known" CHECK ("live_question"."state" in ('waiting', 'shown', 'answered', 'hidden'))
);
--> statement-breakpoint
CREATE TABLE "live_reminder" (
	"room_id" integer NOT NULL,
	"user_id" text NOT NULL,
	"company_id" integer NOT NULL,
	"told_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "live_reminder_room_id_user_id_pk" PRIMARY KEY("room_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "live_room" (
	"id" serial PRIMARY KEY NOT NULL,
	"merchant_id" integer NOT NULL,
	"title" text NOT NULL,
	"summary" text DEFAULT '' NOT NULL,
	"host_name" text NOT NULL,
	"sealed_host_id" text NOT NULL,
	"host_id_tail" text NOT NULL,
	"is_rx" boolean DEFAULT false NOT NULL,
	"state" text DEFAULT 'draft' NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"handed_in_at" timestamp with time zone,
	"reviewed_by" integer,
	"reviewed_at" timestamp with time zone,
	"reason" text DEFAULT '' NOT NULL,
	"started_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"key_hash" text,
	"key_made_at" timestamp with time zone,
	"published_at" timestamp with time zone,
	"dropped_at" timestamp with time zone,
	"likes" integer DEFAULT 0 NOT NULL,
	"peak" integer DEFAULT 0 NOT NULL,
	"is_muted" boolean DEFAULT false NOT NULL,
	"is_replay" boolean DEFAULT false NOT NULL,
	"replay_from" timestamp with time zone,
	"replay_to" timestamp with time zone,
	"revision" integer DEFAULT 1 NOT NULL,
	"token" text NOT NULL,
	"created_by" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "live_room_once" UNIQUE("token"),
	CONSTRAINT "live_room_state_known" CHECK ("live_room"."state" in ('draft', 'waiting', 'refused', 'ready', 'live', 'ended', 'stopped')),
	CONSTRAINT "live_room_times_in_order" CHECK ("live_room"."starts_at" <= "live_room"."ends_at"),
	CONSTRAINT "live_room_on_air_in_order" CHECK ("live_room"."started_at" <= "live_room"."ended_at"),
	CONSTRAINT "live_room_replay_in_order" CHECK ("live_room"."replay_from" <= "live_room"."replay_to"),
	CONSTRAINT "live_room_not_negative" CHECK ("live_room"."likes" >= 0 and "live_room"."peak" >= 0),
	CONSTRAINT "live_room_started" CHECK (("live_room"."started_at" is not null) >= ("live_room"."state" in ('live', 'ended')) and ("live_room"."ended_at" is not null) >= ("live_room"."state" = 'ended'))
);
--> statement-breakpoint
CREATE TABLE "live_viewer" (
	"room_id" integer NOT NULL,
	"viewer" text NOT NULL,
	"company_id" integer,
	"first_at" timestamp with time zone NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	"seconds" integer DEFAULT 0 NOT NULL,
	"likes" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "live_viewer_room_id_viewer_pk" PRIMARY KEY("room_id","viewer"),
	CONSTRAINT "live_viewer_not_negative" CHECK ("live_viewer"."seconds" >= 0 and "live_viewer"."likes" >= 0)
);
--> statement-breakpoint
ALTER TABLE "live_add" ADD CONSTRAINT "live_add_room_id_live_room_id_fk" FOREIGN KEY ("room_id") REFERENCES "public"."live_room"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "live_add" ADD CONSTRAINT "live_add_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "live_add" ADD CONSTRAINT "live_add_goods_id_goods_id_fk" FOREIGN KEY ("goods_id") REFERENCES "public"."goods"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "live_drop" ADD CONSTRAINT "live_drop_coupon_id_coupon_id_fk" FOREIGN KEY ("coupon_id") REFERENCES "public"."coupon"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "live_drop" ADD CONSTRAINT "live_drop_room_id_live_room_id_fk" FOREIGN KEY ("room_id") REFERENCES "public"."live_room"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "live_drop" ADD CONSTRAINT "live_drop_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "live_event" ADD CONSTRAINT "live_event_room_id_live_room_id_fk" FOREIGN KEY ("room_id") REFERENCES "public"."live_room"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "live_event" ADD CONSTRAINT "live_event_coupon_id_coupon_id_fk" FOREIGN KEY ("coupon_id") REFERENCES "public"."coupon"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "live_event" ADD CONSTRAINT "live_event_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "live_goods" ADD CONSTRAINT "live_goods_room_id_live_room_id_fk" FOREIGN KEY ("room_id") REFERENCES "public"."live_room"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "live_goods" ADD CONSTRAINT "live_goods_goods_id_goods_id_fk" FOREIGN KEY ("goods_id") REFERENCES "public"."goods"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "live_question" ADD CONSTRAINT "live_question_room_id_live_room_id_fk" FOREIGN KEY ("room_id") REFERENCES "public"."live_room"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "live_question" ADD CONSTRAINT "live_question_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "live_question" ADD CONSTRAINT "live_question_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "live_question" ADD CONSTRAINT "live_question_answered_by_staff_id_fk" FOREIGN KEY ("answered_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "live_reminder" ADD CONSTRAINT "live_reminder_room_id_live_room_id_fk" FOREIGN KEY ("room_id") REFERENCES "public"."live_room"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "live_reminder" ADD CONSTRAINT "live_reminder_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "live_reminder" ADD CONSTRAINT "live_reminder_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "live_room" ADD CONSTRAINT "live_room_merchant_id_merchant_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "live_room" ADD CONSTRAINT "live_room_reviewed_by_staff_id_fk" FOREIGN KEY ("reviewed_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "live_room" ADD CONSTRAINT "live_room_created_by_staff_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "live_viewer" ADD CONSTRAINT "live_viewer_room_id_live_room_id_fk" FOREIGN KEY ("room_id") REFERENCES "public"."live_room"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "live_viewer" ADD CONSTRAINT "live_viewer_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "live_add_company" ON "live_add" USING btree ("company_id");--> statement-breakpoint
CREATE INDEX "live_drop_room" ON "live_drop" USING btree ("room_id");--> statement-breakpoint
CREATE INDEX "live_event_room" ON "live_event" USING btree ("room_id","at");--> statement-breakpoint
CREATE INDEX "live_event_position" ON "live_event" USING btree ("xid","id");--> statement-breakpoint
CREATE INDEX "live_question_room" ON "live_question" USING btree ("room_id","state","id");--> statement-breakpoint
CREATE INDEX "live_reminder_company" ON "live_reminder" USING btree ("company_id");--> statement-breakpoint
CREATE INDEX "live_room_times" ON "live_room" USING btree ("state","starts_at");--> statement-breakpoint
CREATE INDEX "live_room_merchant" ON "live_room" USING btree ("merchant_id","starts_at");--> statement-breakpoint
CREATE UNIQUE INDEX "live_room_key" ON "live_room" USING btree ("key_hash");--> statement-breakpoint
CREATE INDEX "live_viewer_now" ON "live_viewer" USING btree ("room_id","last_at");--> statement-breakpoint
CREATE INDEX "live_viewer_company" ON "live_viewer" USING btree ("company_id");